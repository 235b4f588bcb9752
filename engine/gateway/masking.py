"""Personal data, left out of what is stored."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"\+?\d(?:[ -]?\d){6,}[\dXx]?")
"""Seven digits and more, in groups or not: numbers of telephones, cards and identity papers."""


def without_fields(value: Any, names: Collection[str]) -> Any:
    """Return a value of JSON without the members of objects that go by these names."""
    if isinstance(value, dict):
        return {
            name: without_fields(member, names)
            for name, member in value.items()
            if name not in names
        }
    if isinstance(value, list):
        return [without_fields(member, names) for member in value]
    return value


def without_contacts(value: Any) -> Any:
    """Return a value of JSON whose texts have stars for e-mail addresses and long numbers.

    Each character becomes one star, so that offsets into a text go on being right.
    """
    if isinstance(value, dict):
        return {name: without_contacts(member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_contacts(member) for member in value]
    if isinstance(value, str):
        return _NUMBER.sub(_stars, _EMAIL.sub(_stars, value))
    return value


def _stars(found: re.Match[str]) -> str:
    return "*" * len(found[0])
