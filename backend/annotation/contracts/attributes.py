"""Attributes of regions: which there are, which values they take, and how values are made to fit.

Definitions belong to a label; those of regions without a label belong to the dataset.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from backend.api.errors import Invalid
from engine.specs.data import AttributeKind

Value = str | int | float | bool
Attributes = Mapping[str, Value]

MAX_DEFINITIONS = 100
MAX_PER_REGION = 100
MAX_NAME = 64
MAX_TEXT = 1000
MAX_CHOICES = 100
MAX_CHOICE = 120
# A few distinct texts are a choice; more of them were written freely.
MAX_INFERRED_CHOICES = 20
# JavaScript, and whoever else reads numbers of JSON as doubles, changes larger ones.
_MAX_INTEGER = 2**53
# Databases and addresses give these characters a meaning of their own within names.
_RESERVED = str.maketrans({'"': "'", "\\": "/", "=": "-"})
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Definition:
    """One attribute; ``former_names`` are those that the history may still use."""

    name: str
    kind: AttributeKind = AttributeKind.TEXT
    values: tuple[str, ...] = ()
    former_names: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what ``from_json`` reads."""
        return {
            "name": self.name,
            "kind": self.kind.value,
            "values": list(self.values),
            "former_names": list(self.former_names),
        }

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> Definition:
        """Read a kept definition."""
        return Definition(
            document["name"],
            AttributeKind(document["kind"]),
            tuple(document.get("values", ())),
            tuple(document.get("former_names", ())),
        )


# By label; those of regions without a label by ``None``.
Definitions = Mapping[UUID | None, tuple[Definition, ...]]


def definitions_of(documents: Iterable[Mapping[str, Any]]) -> tuple[Definition, ...]:
    """Read the kept definitions of a label."""
    return tuple(Definition.from_json(one) for one in documents)


def fits(definition: Definition, value: Value) -> bool:
    """Tell whether an attribute may have a value."""
    match definition.kind:
        case AttributeKind.FLAG:
            return isinstance(value, bool)
        case AttributeKind.NUMBER:
            return not isinstance(value, bool | str) and _is_storable(value)
        case AttributeKind.CHOICE:
            return isinstance(value, str) and value in definition.values
        case AttributeKind.TEXT:
            return isinstance(value, str) and len(value) <= MAX_TEXT


def check_attributes(key: str, given: Attributes, known: Sequence[Definition]) -> None:
    """Refuse attributes that the label of a region does not have, and values they do not take.

    Raises:
        Invalid: ``attribute_unknown`` or ``attribute_value``, naming region and attribute.
    """
    by_name = {one.name: one for one in known}
    for name, value in given.items():
        definition = by_name.get(name)
        if definition is None:
            raise Invalid(
                f"Region '{key}' has the attribute '{name}', which its label does not have; "
                "perhaps somebody deleted it. Load the labels again.",
                code="attribute_unknown",
                region=key,
                name=name,
            )
        if not fits(definition, value):
            raise Invalid(
                f"The attribute '{name}' of region '{key}' cannot be '{str(value)[:100]}'. "
                f"{_expected(definition)}",
                code="attribute_value",
                region=key,
                name=name,
                kind=definition.kind.value,
            )


def converted(definition: Definition, value: Value) -> Value | None:
    """Return a value as an attribute takes it, ``None`` when it cannot."""
    value = normal(value)
    if definition.kind is AttributeKind.FLAG and isinstance(value, str):
        value = _FLAGS.get(value.strip().lower(), value)
    elif definition.kind is AttributeKind.NUMBER and isinstance(value, str):
        value = _number(value)
    elif definition.kind in (AttributeKind.TEXT, AttributeKind.CHOICE):
        value = written(value)
    return value if fits(definition, value) else None


def normal(value: Value) -> Value:
    """Return whole numbers as such, so that every database and file writes them alike."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def written(value: Value) -> str:
    """Return a value as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def storable(given: Attributes) -> tuple[dict[str, Value], int]:
    """Return the attributes of a region that can be kept, and how many cannot."""
    kept: dict[str, Value] = {}
    for name, value in given.items():
        clean = storable_name(name)
        if isinstance(value, str):
            value = storable_text(value)
        if (
            clean
            and clean not in kept
            and len(kept) < MAX_PER_REGION
            and (len(value) <= MAX_TEXT if isinstance(value, str) else _is_storable(value))
        ):
            kept[clean] = normal(value)
    return kept, len(given) - len(kept)


def storable_name(name: str) -> str:
    """Return a name that every database can look for, empty when it is too long."""
    clean = " ".join(storable_text(name).translate(_RESERVED).split())
    return clean if len(clean) <= MAX_NAME else ""


@dataclass
class Plan:
    """The definitions of a label set, and what an import adds to them.

    ``known`` are those at the beginning, by the names of labels.
    """

    known: Mapping[str | None, tuple[Definition, ...]]
    _now: dict[str | None, dict[str, Definition]] = field(default_factory=dict)

    def extend(self, label: str | None, regions: Sequence[Attributes]) -> None:
        """Make the definitions that the attributes of a label's regions need."""
        own = self._of(label)
        values: dict[str, list[Value]] = {}
        for attributes in regions:
            for name, value in attributes.items():
                values.setdefault(name, []).append(value)
        for name, found in values.items():
            if name in own:
                own[name] = _widened(own[name], found)
            elif len(own) < MAX_DEFINITIONS:
                own[name] = inferred(name, found)

    def adopt(self, label: str | None, definitions: Sequence[Definition]) -> None:
        """Add definitions that come from elsewhere."""
        self._now[label] = {one.name: one for one in united(self.now(label), definitions)}

    def fitted(self, label: str | None, given: Attributes) -> tuple[dict[str, Value], int]:
        """Return attributes as the definitions take them, and how many do not fit."""
        return fitted(given, self.now(label))

    def now(self, label: str | None) -> tuple[Definition, ...]:
        """Return the definitions of a label with what was added."""
        return tuple(self._of(label).values())

    def changed(self) -> dict[str | None, tuple[Definition, ...]]:
        """Return the definitions of the labels that got others."""
        return {
            label: tuple(own.values())
            for label, own in self._now.items()
            if tuple(own.values()) != self.known.get(label, ())
        }

    def _of(self, label: str | None) -> dict[str, Definition]:
        if label not in self._now:
            self._now[label] = {one.name: one for one in self.known.get(label, ())}
        return self._now[label]


def fitted(given: Attributes, known: Sequence[Definition]) -> tuple[dict[str, Value], int]:
    """Return attributes as definitions take them, by their names now, and how many do not fit."""
    by_name = {name: one for one in known for name in one.former_names}
    by_name |= {one.name: one for one in known}
    kept: dict[str, Value] = {}
    for name, value in given.items():
        definition = by_name.get(name)
        taken = None if definition is None else converted(definition, value)
        if definition is not None and taken is not None:
            kept.setdefault(definition.name, taken)
    return kept, len(given) - len(kept)


def inferred(name: str, values: Sequence[Value]) -> Definition:
    """Return the definition that values suggest."""
    if all(isinstance(value, bool) for value in values):
        return Definition(name, AttributeKind.FLAG)
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return Definition(name, AttributeKind.NUMBER)
    texts = tuple(dict.fromkeys(written(value) for value in values))
    is_choice = len(texts) <= MAX_INFERRED_CHOICES and _are_choices(texts)
    return Definition(name, AttributeKind.CHOICE, texts) if is_choice else Definition(name)


def united(own: Sequence[Definition], others: Sequence[Definition]) -> tuple[Definition, ...]:
    """Return definitions that take the values of both; where kinds differ, the first holds."""
    found = {one.name: one for one in own}
    for other in others:
        mine = found.get(other.name)
        if mine is None:
            if len(found) < MAX_DEFINITIONS:
                found[other.name] = replace(other, former_names=())
        else:
            found[other.name] = _widened(mine, other.values)
    return tuple(found.values())


def _widened(definition: Definition, values: Sequence[Value]) -> Definition:
    """Return a choice with further values; with too many of them it is free text from now on."""
    if definition.kind is not AttributeKind.CHOICE:
        return definition
    texts = tuple(dict.fromkeys((*definition.values, *(written(one) for one in values))))
    if len(texts) > MAX_CHOICES or not _are_choices(texts):
        return replace(definition, kind=AttributeKind.TEXT, values=())
    return replace(definition, values=texts)


def _are_choices(texts: Iterable[str]) -> bool:
    return all(0 < len(text) <= MAX_CHOICE and text == text.strip() for text in texts)


def _is_storable(value: float) -> bool:
    return math.isfinite(value) and (isinstance(value, float) or abs(value) <= _MAX_INTEGER)


def _number(text: str) -> Value:
    try:
        value = float(text)
    except ValueError:
        return text
    return normal(value) if _is_storable(value) else text


def storable_text(text: str) -> str:
    """Put marks in the place of NUL and of halves of surrogate pairs, which cannot be stored."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def _expected(definition: Definition) -> str:
    match definition.kind:
        case AttributeKind.FLAG:
            return "Expected true or false."
        case AttributeKind.NUMBER:
            return "Expected a number."
        case AttributeKind.CHOICE:
            return f"Choose one of: {', '.join(definition.values)[:300]}."
        case AttributeKind.TEXT:
            return f"Expected a text of at most {MAX_TEXT} characters."
