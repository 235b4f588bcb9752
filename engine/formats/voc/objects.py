"""The objects of a VOC annotation: their boxes, and what is said of each beside."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from engine.formats.findings import fields_unread
from engine.formats.layout import Problem
from engine.formats.shapes.attributes import attribute_text, is_set, read_attributes, typed, without
from engine.formats.shapes.boxes import bounded_box, bounded_points, number_text
from engine.formats.shapes.turned_boxes import turned_corners
from engine.formats.writing.xml import xml_text
from engine.specs.data import AttributeValue, Region
from engine.specs.samples.geometry import Box, Quad

# Flags that VOC has places of its own for; they are attributes where they are set.
FLAGS = ("truncated", "occluded", "difficult")
_POSE, _NO_POSE = "pose", "Unspecified"
_EDGES = ("xmin", "ymin", "xmax", "ymax")
_TURNED = ("cx", "cy", "w", "h", "angle")
_KNOWN = frozenset(
    {"name", "type", "bndbox", "robndbox", "part", "actions", "attributes", _POSE, *FLAGS}
)
_MAX_SHOWN = 64


def read_objects(
    root: Element, size: tuple[int, int], name: str, first: int
) -> Iterator[Region | Problem]:
    """Yield a region per object, and what is wrong with others.

    Args:
        root: of the document.
        size: width and height of the image.
        name: the file that it stands in.
        first: what pixels are counted from, 0 or 1.
    """
    parts: Counter[str] = Counter()
    unread: Counter[str] = Counter()
    for number, element in enumerate(root.findall("object"), start=1):
        label = (element.findtext("name") or "").strip() or None
        place = f"{name}:{label or number}"
        geometry, problem = _geometry(element, size, place, first)
        if problem is not None:
            yield problem
        parts["part"] += len(element.findall("part"))
        if geometry is not None:
            attributes, problems = read_attributes(_attributes(element), place)
            yield from problems
            unread.update(_unread(element))
            yield Region(id=str(number), label=label, geometry=geometry, attributes=attributes)
    for kind, num in parts.items():
        if num:
            text = f"{num} annotations of kind '{kind}' lie within objects; they are left out."
            yield Problem("shape_unsupported", name, text, {"kind": kind, "num": num}, num)
    yield from fields_unread(f"{name}:object", unread)


def _geometry(
    element: Element, size: tuple[int, int], place: str, first: int
) -> tuple[Box | Quad | None, Problem | None]:
    turned = element.find("robndbox")
    if turned is not None and element.find("bndbox") is None:
        return _turned(turned, size, place, first)
    found = element.find("bndbox")
    values = [found.findtext(tag) if found is not None else None for tag in _EDGES]
    try:
        left, top, right, bottom = (float(value or "") for value in values)
    except ValueError:
        return None, _no_numbers(values, place)
    return bounded_box(left - first, top - first, right, bottom, size=size, place=place)


def _turned(
    element: Element, size: tuple[int, int], place: str, first: int
) -> tuple[Quad | None, Problem | None]:
    """Return the corners of roLabelImg's turned box: centre, sides and an angle in radians."""
    values = [element.findtext(tag) for tag in _TURNED]
    try:
        x, y, width, height, angle = (float(value or "") for value in values)
    except ValueError:
        return None, _no_numbers(values, place)
    if not all(map(math.isfinite, (x, y, width, height, angle))):
        return None, _no_numbers(values, place)
    # Counted from 1, the middle of the first pixel is 1; here it is 0.5.
    middle = (x - first / 2, y - first / 2)
    ring, problem = bounded_points(
        turned_corners(middle, width, height, angle), size=size, place=place
    )
    if ring is None:
        return None, problem
    return Quad(points=(ring[0], ring[1], ring[2], ring[3])), problem


def _no_numbers(values: list[str | None], place: str) -> Problem:
    shown = ", ".join(str(value) for value in values)[:100]
    text = f"An object has no box of numbers ({shown}) and is left out."
    return Problem("number_malformed", place, text, {"given": shown}, 1)


def _attributes(element: Element) -> dict[str, AttributeValue]:
    """Return what a file says of an object; flags are said where they are set."""
    attributes: dict[str, AttributeValue] = {}
    attributes |= {flag: True for flag in FLAGS if (element.findtext(flag) or "").strip() == "1"}
    pose = (element.findtext(_POSE) or "").strip()
    if pose.lower() not in ("", _NO_POSE.lower()):
        attributes[_POSE] = pose
    attributes |= {tag: typed(text) for tag, text in _others_of(element)}
    for action in element.iterfind("actions/*"):
        attributes[action.tag] = (action.text or "").strip() == "1"
    for one in element.iterfind("attributes/attribute"):
        attributes[one.findtext("name") or ""] = typed(one.findtext("value") or "")
    return attributes


def _others_of(element: Element) -> Iterator[tuple[str, str]]:
    """Yield the name and text of what a tool says of an object in a way of its own."""
    seen: set[str] = set()
    for child in element:
        text = (child.text or "").strip()
        if child.tag not in _KNOWN and not len(child) and text and child.tag not in seen:
            seen.add(child.tag)
            yield child.tag, text


def _unread(element: Element) -> Iterator[str]:
    """Yield the names of what an object has beside, and no attribute can hold."""
    seen: set[str] = set()
    for child in element:
        if child.tag not in _KNOWN:
            if len(child) or child.tag in seen:
                yield child.tag[:_MAX_SHOWN]
            seen.add(child.tag)


def write_object(root: Element, region: Region, box: Box) -> None:
    """Add an object to a document."""
    attributes = region.attributes
    entry = SubElement(root, "object")
    SubElement(entry, "name").text = xml_text(region.label or "")
    pose = attributes.get(_POSE)
    SubElement(entry, _POSE).text = xml_text(pose) if isinstance(pose, str) and pose else _NO_POSE
    for flag in FLAGS:
        SubElement(entry, flag).text = "1" if is_set(attributes, flag) else "0"
    place = SubElement(entry, "bndbox")
    edges = (box.left + 1, box.top + 1, box.left + box.width, box.top + box.height)
    for tag, edge in zip(_EDGES, edges, strict=True):
        SubElement(place, tag).text = number_text(edge)
    others = _others(attributes)
    if others:
        listed = SubElement(entry, "attributes")
        for name, value in others.items():
            one = SubElement(listed, "attribute")
            SubElement(one, "name").text = xml_text(name)
            SubElement(one, "value").text = xml_text(attribute_text(value))


def _others(attributes: dict[str, AttributeValue]) -> dict[str, AttributeValue]:
    """Return what VOC has no place of its own for; flags that are not set among them."""
    held = [flag for flag in FLAGS if is_set(attributes, flag)]
    pose = attributes.get(_POSE)
    if isinstance(pose, str) and pose and pose.lower() != _NO_POSE.lower():
        held.append(_POSE)
    return without(attributes, *held)
