"""Personal data, left out of what is stored.

Everything here takes time in proportion to a text's length, whatever is in it: callers choose it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

_AT = re.compile("[@＠]")
_LOCAL = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?^_`{|}~-"
)
_DOMAIN = re.compile(r"[A-Za-z0-9-]{1,63}(?:[.．。][A-Za-z0-9-]{1,63}){1,8}")
_NUMBER = re.compile(
    # Dates are seven digits and more, too, and say nothing of anybody.
    r"(?!\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d))"
    r"(?<!\d)(?<!\d[.,])\+?\d(?:[\s()–—-]{0,3}\d){6,}[Xx]?"
    r"|(?<!\d)(?!\d{4}[/.]\d{1,2}[/.])\d{2,4}(?:[/.]\d{2,4}){2,}(?!\d)"
)
"""Seven digits and more, in groups or not: numbers of telephones, cards and identity papers."""


def without_fields(value: Any, names: Collection[str]) -> Any:
    """Return a value of JSON without the members of objects that go by these names.

    Raises:
        RecursionError: when it is nested too deeply.
    """
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

    Raises:
        RecursionError: when it is nested too deeply.
    """
    if isinstance(value, dict):
        return {without_contacts(name): without_contacts(member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_contacts(member) for member in value]
    if isinstance(value, str):
        return _NUMBER.sub(lambda found: "*" * len(found[0]), _without_addresses(value))
    return value


def _without_addresses(text: str) -> str:
    """Return a text with stars for e-mail addresses, found from their sign at."""
    parts: list[str] = []
    done = 0
    for sign in _AT.finditer(text):
        domain = _DOMAIN.match(text, sign.end())
        begin = _beginning_of_local_part(text, done, sign.start())
        if domain is None or begin == sign.start():
            continue
        parts += [text[done:begin], "*" * (domain.end() - begin)]
        done = domain.end()
    return "".join([*parts, text[done:]])


def _beginning_of_local_part(text: str, start: int, end: int) -> int:
    if text[end - 1 : end] == '"':
        quote = text.rfind('"', max(start, end - 66), end - 1)
        return end if quote < 0 else quote
    begin = end
    while begin > start and text[begin - 1] in _LOCAL:
        begin -= 1
    return begin
