"""Attributes of regions as files give them: a name each, and a text, number or flag."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from engine.formats.layout import Problem
from engine.specs.data import AttributeValue

MAX_ATTRIBUTES, MAX_NAME, MAX_TEXT = 100, 64, 1000
_INTEGER = re.compile(r"-?(?:0|[1-9]\d{0,14})")
_DECIMAL = re.compile(r"-?(?:0|[1-9]\d{0,14})\.\d{1,15}")
_FLAGS = {"true": True, "false": False}


def read_attributes(given: object, place: str) -> tuple[dict[str, AttributeValue], list[Problem]]:
    """Return the attributes of an object, and a problem for those that are none.

    Args:
        given: an object of names and values; ``None`` when there are none.
        place: where it stands.
    """
    if given is None or given == []:
        return {}, []
    if not isinstance(given, dict):
        return {}, [_left_out(place, 1)]
    kept: dict[str, AttributeValue] = {}
    num_odd = 0
    for name, value in given.items():
        if value is None or value == "":
            continue
        if len(kept) < MAX_ATTRIBUTES and is_attribute(name, value):
            kept[name] = value
        else:
            num_odd += 1
    return kept, [_left_out(place, num_odd)] if num_odd else []


def is_attribute(name: object, value: object) -> bool:
    """Tell what can be kept as an attribute."""
    if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME or not name.strip():
        return False
    if isinstance(value, str):
        return len(value) <= MAX_TEXT
    if isinstance(value, bool):
        return True
    if isinstance(value, int):
        # What other programs keep of a whole number without rounding it.
        return abs(value) <= 2**53
    return isinstance(value, float) and math.isfinite(value)


def typed(text: str) -> AttributeValue:
    """Return what a text stands for where nobody says what it is: a flag, a number or itself."""
    plain = text.strip()
    if plain.lower() in _FLAGS:
        return _FLAGS[plain.lower()]
    if _INTEGER.fullmatch(plain):
        return int(plain)
    return float(plain) if _DECIMAL.fullmatch(plain) else text


def attribute_text(value: AttributeValue) -> str:
    """Return a value as a text that ``typed`` reads back."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def without(attributes: Mapping[str, AttributeValue], *names: str) -> dict[str, AttributeValue]:
    """Return the attributes that a format has no place of their own for."""
    return {name: value for name, value in attributes.items() if name not in names}


def is_set(attributes: Mapping[str, AttributeValue], name: str) -> bool:
    """Tell whether a flag is set; a text or number counts as none."""
    return attributes.get(name) is True


def _left_out(place: str, num: int) -> Problem:
    text = (
        f"{num} attribute(s) of an object are no text of up to {MAX_TEXT} characters, no number "
        "and no flag; they are left out."
    )
    return Problem("attributes_left_out", place, text, {"num": num})
