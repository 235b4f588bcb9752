"""JSON documents whose arrays are too long to hold: their members one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TextIO

_CHUNK = 1 << 20
_MAX_MEMBER = 64 * 2**20
_SPACE = " \t\r\n"


class JsonError(ValueError):
    """The document is not what was expected; the message says where it breaks off."""


@dataclass(frozen=True)
class Member:
    """A value of a document: ``key`` of the top object, and the place in its array or ``None``."""

    key: str
    index: int | None
    value: Any


def iterate_json(stream: TextIO) -> Iterator[Member]:
    """Yield the members of a top object; arrays in it are yielded member by member.

    The members of a top array have no key: theirs is empty.

    Raises:
        JsonError: where the document is malformed or cut off; what came before is good.
    """
    yield from _Scanner(stream).read()


class _Scanner:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._decoder = json.JSONDecoder()
        self._text = ""
        self._at = 0
        self._dropped = 0

    def read(self) -> Iterator[Member]:
        if self._peek() == "[":
            yield from self._array("")
            return
        self._expect("{")
        if self._peek() == "}":
            return
        while True:
            key = self._value()
            if not isinstance(key, str):
                raise self._error("a name in quotation marks was expected")
            self._expect(":")
            if self._peek() == "[":
                yield from self._array(key)
            else:
                yield Member(key, None, self._value())
            if self._expect(",}") == "}":
                return

    def _array(self, key: str) -> Iterator[Member]:
        self._expect("[")
        index = 0
        if self._peek() == "]":
            self._expect("]")
            return
        while True:
            yield Member(key, index, self._value())
            index += 1
            if self._expect(",]") == "]":
                return

    def _peek(self) -> str:
        """Return the next sign that is no space, without taking it; empty at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in _SPACE:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._fill():
                return ""

    def _expect(self, signs: str) -> str:
        found = self._peek()
        if not found or found not in signs:
            shown = f"'{found}'" if found else "the end"
            raise self._error(f"one of '{signs}' was expected, not {shown}")
        self._at += 1
        return found

    def _value(self) -> Any:
        self._peek()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except (json.JSONDecodeError, RecursionError) as error:
                # Perhaps only cut off by the end of the chunk; a long value needs several.
                if len(self._text) - self._at > _MAX_MEMBER or not self._fill():
                    raise self._error(str(error)) from error
                continue
            if end < len(self._text) or not self._fill():
                self._at = end
                return value

    def _fill(self) -> bool:
        """Read on; what has been taken is forgotten. Returns whether there was more."""
        # Twice as much each time: a value over many chunks is not decoded once for each of them.
        chunk = self._stream.read(max(_CHUNK, len(self._text) - self._at))
        self._dropped += self._at
        self._text, self._at = self._text[self._at :] + chunk, 0
        return bool(chunk)

    def _error(self, reason: str) -> JsonError:
        return JsonError(f"malformed JSON at character {self._dropped + self._at}: {reason}")
