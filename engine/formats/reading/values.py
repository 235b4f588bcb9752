"""Values of files from outside, each asked for as what it has to be.

What is of another kind raises one of ``MALFORMED``; whoever reads an entry catches these and leaves
out that entry alone.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

MALFORMED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What Python raises where a value is of another kind than it should be."""
MAX_REASON = 200
_HALF = re.compile("[\ud800-\udfff]")


def parse_json(text: str) -> Any:
    """Return the value of a JSON text of any depth; NUL stands for what is half a letter.

    Raises:
        ValueError: when it is none, is nested too deep, holds a number of thousands of digits, or
            gives a name two values.
    """
    try:
        value = json.loads(text, object_pairs_hook=object_of_pairs)
        return repaired(value) if may_hold_halves(text) else value
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def object_of_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; each name in it has one value.

    Raises:
        ValueError: when one has two that differ, of which programs take either.
    """
    value = dict(pairs)
    if len(value) < len(pairs):
        for name, given in pairs:
            if value[name] != given:
                raise ValueError(f"'{name[:50]}' stands there twice, with values that differ")
    return value


def may_hold_halves(text: str, start: int = 0, end: int | None = None) -> bool:
    """Tell JSON in which a letter of two UTF-16 units may be written by one of them alone."""
    return text.find("\\ud", start, end) >= 0 or text.find("\\uD", start, end) >= 0


def repaired(value: Any) -> Any:
    """Return a value of JSON with NUL for halves of letters, which no text can hold.

    ``storable`` puts a sign in the place of every NUL, and says so.

    Raises:
        RecursionError: when it is nested too deep.
    """
    if isinstance(value, str):
        return _HALF.sub("\x00", value)
    if isinstance(value, list):
        return [repaired(one) for one in value]
    if isinstance(value, dict):
        return {repaired(name): repaired(one) for name, one in value.items()}
    return value


def finite(value: object) -> float:
    """Return a number, which a file may also give as text.

    Raises:
        TypeError, ValueError, OverflowError: when it is none, or no finite one.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise TypeError(f"{kind_of(value)} stands where a number should")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{number} is no finite number")
    return number


def numbers(value: object) -> list[float]:
    """Return a list of numbers, finite or not.

    Raises:
        TypeError, ValueError, OverflowError: when it is none.
    """
    if not isinstance(value, list | tuple):
        raise TypeError(f"{kind_of(value)} stands where a list of numbers should")
    return [_number(one) for one in value]


def name_text(value: object) -> str:
    """Return a name, which a file may also give as a number.

    Raises:
        TypeError, ValueError: when it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise TypeError(f"{kind_of(value)} stands where a name should")
    name = str(value)
    if not name.strip():
        raise ValueError("a name is empty")
    return name


def key_of(value: object) -> str | int | float:
    """Return what other entries call one by.

    Raises:
        TypeError: when nothing could.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise TypeError(f"{kind_of(value)} stands where an id should")
    return value


def object_of(value: object) -> dict[str, Any]:
    """Return an object.

    Raises:
        TypeError: when it is none.
    """
    if not isinstance(value, dict):
        raise TypeError(f"{kind_of(value)} stands where an object should")
    return value


def list_of(value: object) -> list[Any]:
    """Return a list, an empty one where nothing is given.

    Raises:
        TypeError: when it is none.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        raise TypeError(f"{kind_of(value)} stands where a list should")
    return value


def kind_of(value: object) -> str:
    """Return what a value of JSON is, for people."""
    return _KINDS.get(type(value), type(value).__name__)


def reason_of(error: BaseException) -> str:
    """Return what an error says, short; of an error that only names a key, what that means."""
    reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
    return (reason or type(error).__name__).split("\n", 1)[0][:MAX_REASON]


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise TypeError(f"{kind_of(value)} stands where a number should")
    return float(value)


_KINDS = {
    type(None): "nothing",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "an object",
}
