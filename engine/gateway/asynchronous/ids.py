"""Ids of asynchronous predictions, which sort by when they were made."""

from __future__ import annotations

import re
import secrets
import time
import uuid

_FORM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def new_id() -> str:
    """Return an id that nobody guesses: milliseconds, then 74 random bits.

    Source: RFC 9562, section 5.7 (UUID version 7).
    """
    milliseconds = time.time_ns() // 1_000_000
    random = secrets.randbits(74)
    number = milliseconds << 80 | 7 << 76 | (random >> 62) << 64 | 2 << 62 | random & (2**62 - 1)
    return str(uuid.UUID(int=number))


def is_id(text: str) -> bool:
    """Tell whether a text has the form of an id, and may be part of a file's name."""
    return _FORM.fullmatch(text) is not None
