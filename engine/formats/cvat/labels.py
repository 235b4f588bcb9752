"""The labels of CVAT's XML: which attributes each has, and how people enter them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement

from engine.formats.shapes.attributes import attribute_text, is_set, without
from engine.formats.writing.xml import xml_text
from engine.specs.data import AttributeValue, Region

# Attributes that shapes of CVAT have themselves.
_FLAG, _NUMBERS = "occluded", ("z_order", "group_id")


class Labels:
    """Collects the labels of an export, and the kinds of values that their attributes have."""

    def __init__(self, listed: Iterable[str] = ()) -> None:
        self._found: dict[str, dict[str, set[str]]] = defaultdict(dict)
        self._numbers: dict[tuple[str, str], list[float]] = defaultdict(list)
        for label in listed:
            self.add(label, {})

    def add(self, label: str, attributes: Mapping[str, AttributeValue]) -> None:
        """Take a label and what is said of one of its objects."""
        kinds = self._found[label]
        for name, value in attributes.items():
            kinds.setdefault(name, set()).add(_kind(value))
            if isinstance(value, int | float) and not isinstance(value, bool):
                known = self._numbers[label, name]
                known[:] = _range([*known, value])

    def write(self, parent: Element, *, is_video: bool) -> None:
        """Add the list of the labels to a head."""
        listed = SubElement(parent, "labels")
        for label, kinds in self._found.items():
            entry = SubElement(listed, "label")
            SubElement(entry, "name").text = xml_text(label)
            SubElement(entry, "type").text = "any"
            attributes = SubElement(entry, "attributes")
            for name, found in kinds.items():
                kind = found.pop() if len(found) == 1 else "text"
                default, values = _VALUES[kind]
                if kind == "number":
                    default, values = _number_values(self._numbers[label, name])
                one = SubElement(attributes, "attribute")
                SubElement(one, "name").text = xml_text(name)
                SubElement(one, "mutable").text = str(is_video)
                SubElement(one, "input_type").text = kind
                SubElement(one, "default_value").text = default
                SubElement(one, "values").text = values


_VALUES = {"checkbox": ("false", "false"), "number": ("0", ""), "text": ("", "")}
_LARGEST, _MAX_DECIMALS = 1_000_000, 9


def _range(values: Sequence[float]) -> list[float]:
    """Return the least and the greatest of numbers, and one of the finest step."""
    return [min(values), max(values), max(values, key=_num_decimals)]


def _num_decimals(value: float) -> int:
    return len(f"{value:.{_MAX_DECIMALS}f}".rstrip("0").partition(".")[2])


def _number_values(values: Sequence[float]) -> tuple[str, str]:
    """Return the default and "least;greatest;step", within which CVAT takes numbers."""
    least, greatest = min(0, math.floor(min(values))), max(_LARGEST, math.ceil(max(values)))
    num = max(map(_num_decimals, values))
    return "0", f"{least};{greatest};{f'{10**-num:.{num}f}' if num else 1}"


def _kind(value: AttributeValue) -> str:
    if isinstance(value, bool):
        return "checkbox"
    return "text" if isinstance(value, str) else "number"


def add_attributes(element: Element, region: Region, labels: Labels, *, is_video: bool) -> None:
    """Write what is said of a region at its shape."""
    attributes = region.attributes
    element.set("occluded", "1" if is_set(attributes, _FLAG) else "0")
    held = [_FLAG] if is_set(attributes, _FLAG) else []
    for name in _NUMBERS:
        value = attributes.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and value:
            # The boxes of a track are of one group as it is; there it is one more attribute.
            if name == "z_order" or not is_video:
                element.set(name, str(value))
                held.append(name)
        elif name == "z_order":
            element.set(name, "0")
    others = without(attributes, *held)
    labels.add(region.label or "", others)
    for name, value in others.items():
        one = SubElement(element, "attribute", {"name": xml_text(name)})
        one.text = xml_text(attribute_text(value))
