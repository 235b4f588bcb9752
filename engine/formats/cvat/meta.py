"""What the head of CVAT's XML says of tasks and of the attributes of labels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from engine.formats.shapes.attributes import typed
from engine.specs.data import AttributeValue

_STEP = re.compile(r"\bstep\s*=\s*(\d{1,6})\b")
_MAX_DIGITS = 7
# Attributes of shapes that say something of the object itself.
_FLAG, _NUMBERS = "occluded", ("z_order", "group_id")


@dataclass(frozen=True)
class Task:
    """One task: images, or a video of which every ``step``-th frame from ``start`` on is shown."""

    id: str = ""
    name: str = ""
    subset: str = ""
    mode: str = ""
    source: str = ""
    start: int = 0
    step: int = 1
    size: tuple[int, int] | None = None


@dataclass
class Meta:
    """The tasks of a document in their order, and how attributes are entered, by label and name."""

    tasks: dict[str, Task] = field(default_factory=dict)
    inputs: dict[tuple[str, str], str] = field(default_factory=dict)
    # What stands beside a task rather than in it is of all of them.
    size: tuple[int, int] | None = None
    source: str = ""

    def add(self, element: Element) -> None:
        """Take what an element of the head says."""
        if element.tag == "original_size":
            self.size = _size_of(element) or self.size
        elif element.tag == "source":
            self.source = (element.text or "").strip()
        else:
            found = [one for tag in ("task", "job") for one in element.iter(tag)]
            for task in map(_task_of, found):
                self.tasks.setdefault(task.id, task)
            for tag in ("original_size", "source"):
                for one in element.iterfind(f".//{tag}"):
                    self.add(one)
            for label in element.iter("label"):
                self._add_label(label)

    def task(self, id: str) -> Task:
        """Return a task by its id; documents of one task need not name it."""
        if id in self.tasks:
            return self.tasks[id]
        if not id and len(self.tasks) == 1:
            return next(iter(self.tasks.values()))
        if self.tasks:
            return Task(id=id)
        return Task(id=id, size=self.size, source=self.source)

    @property
    def subsets(self) -> frozenset[str]:
        """The names of all subsets, in small letters."""
        return frozenset(task.subset.lower() for task in self.tasks.values() if task.subset)

    def attributes(self, element: Element, label: str | None) -> dict[str, AttributeValue]:
        """Return what is said of a shape of a label."""
        attributes: dict[str, AttributeValue] = {}
        if element.get(_FLAG) == "1":
            attributes[_FLAG] = True
        for name in _NUMBERS:
            value = typed(element.get(name, "0"))
            if isinstance(value, int) and value:
                attributes[name] = value
        for one in element.iterfind("attribute"):
            name = one.get("name", "")
            attributes[name] = self._value(label or "", name, one.text or "")
        return attributes

    def _value(self, label: str, name: str, text: str) -> AttributeValue:
        kind = self.inputs.get((label, name))
        if kind in ("text", "select", "radio"):
            return text
        if kind == "number":
            try:
                return int(text) if text.strip().lstrip("-").isdecimal() else float(text)
            except ValueError:
                return text
        return typed(text)

    def _add_label(self, label: Element) -> None:
        name = (label.findtext("name") or "").strip()
        for one in label.iterfind("attributes/attribute"):
            key = (name, (one.findtext("name") or "").strip())
            self.inputs[key] = (one.findtext("input_type") or "").strip().lower()


def _task_of(element: Element) -> Task:
    texts: Mapping[str, str] = {one.tag: (one.text or "").strip() for one in element}
    step = _STEP.search(texts.get("frame_filter", ""))
    size = element.find("original_size")
    return Task(
        id=texts.get("id", ""),
        name=texts.get("name", ""),
        subset=texts.get("subset", ""),
        mode=texts.get("mode", ""),
        source=texts.get("source", ""),
        start=number_of(texts.get("start_frame")) or 0,
        step=max(1, int(step[1])) if step else 1,
        size=None if size is None else _size_of(size),
    )


def _size_of(element: Element) -> tuple[int, int] | None:
    return size_of(element.findtext("width"), element.findtext("height"))


def size_of(width: str | None, height: str | None) -> tuple[int, int] | None:
    """Return a size that is written as two numbers, ``None`` where it is none."""
    sides = number_of(width), number_of(height)
    return (sides[0], sides[1]) if sides[0] and sides[1] else None


def number_of(text: str | None) -> int | None:
    """Return a whole number of few digits, ``None`` where there is none."""
    given = (text or "").strip()
    return int(given) if given.isdecimal() and len(given) <= _MAX_DIGITS else None
