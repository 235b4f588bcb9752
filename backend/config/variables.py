"""Single environment variables, read with a refusal that names them and what they have to be."""

from __future__ import annotations

import math
import os
from pathlib import Path
from urllib.parse import urlsplit


class WrongVariable(ValueError):
    """A variable has a value that cannot be used; the message says which, and what is expected."""


def whole(name: str, default: int, *, least: int) -> int:
    """Return a whole number of at least so much.

    Raises:
        WrongVariable: when it is none, or smaller.
    """
    text = os.environ.get(name) or str(default)
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise WrongVariable(f"{name} is '{text}'. Expected a whole number, at least {least}.")
    return number


def seconds(name: str, default: float) -> float:
    """Return a positive number of seconds.

    Raises:
        WrongVariable: when it is none.
    """
    text = os.environ.get(name) or str(default)
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise WrongVariable(f"{name} is '{text}'. Expected a number of seconds greater than 0.")
    return number


def switch(name: str, *, default: bool) -> bool:
    """Return whether a variable is 1.

    Raises:
        WrongVariable: when it is neither 0 nor 1.
    """
    text = os.environ.get(name) or ("1" if default else "0")
    if text not in ("0", "1"):
        raise WrongVariable(f"{name} is '{text}'. Expected 0 (no) or 1 (yes).")
    return text == "1"


def folder(name: str, default: Path) -> Path:
    """Return a folder, which may yet have to be made.

    Raises:
        WrongVariable: when something else is there.
    """
    path = Path(os.environ.get(name) or default).resolve()
    for one in (path, *path.parents):
        if one.exists() and not one.is_dir():
            raise WrongVariable(f"{name} is '{path}', but '{one}' is no folder. Expected a folder.")
    return path


def address(name: str, default: str) -> str:
    """Return an address of the web without a slash at its end; empty stays empty.

    Raises:
        WrongVariable: when it is none.
    """
    text = os.environ.get(name, default).rstrip("/")
    try:
        parts = urlsplit(text)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_good = False
    if text and not is_good:
        raise WrongVariable(
            f"{name} is '{text}'. Expected an address such as https://easel.example.com."
        )
    return text
