"""XML from outside: no entities, nothing fetched, and never more than one element in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import BinaryIO
from xml.etree.ElementTree import Element
from xml.parsers import expat

_CHUNK = 1 << 16
_MAX_DEPTH = 64


class XmlError(ValueError):
    """The file is no XML that we read; the message says why and where."""


def parse_xml(file: BinaryIO) -> Element:
    """Return the root of a small document.

    Raises:
        XmlError: when it is malformed or declares entities.
        OSError: when it cannot be read.
    """
    for element in _Reader(None).read(file):
        return element
    raise XmlError("the document has no element")


def iterate_xml(file: BinaryIO, tags: Collection[str]) -> Iterator[Element]:
    """Yield each element of these names when it ends, whole, and forget it afterwards.

    Raises:
        XmlError: when the document is malformed or declares entities.
        OSError: when it cannot be read.
    """
    yield from _Reader(tags).read(file)


class _Reader:
    """Builds the elements asked for, or the root when ``tags`` is ``None``."""

    def __init__(self, tags: Collection[str] | None) -> None:
        self._tags = tags
        self._depth = 0
        self._stack: list[Element] = []
        self._last: Element | None = None
        self._done: list[Element] = []
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.EntityDeclHandler = self._refuse_entity

    def read(self, file: BinaryIO) -> Iterator[Element]:
        try:
            while chunk := file.read(_CHUNK):
                self._parser.Parse(chunk, False)
                yield from self._drain()
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise XmlError(f"malformed XML: {error}") from error
        except ValueError as error:
            # Expat knows few encodings by itself, and Python gives it no multi-byte ones.
            raise XmlError(f"malformed XML: {error}") from error
        yield from self._drain()

    def _drain(self) -> Iterator[Element]:
        done, self._done = self._done, []
        yield from done

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise XmlError(f"elements are nested more than {_MAX_DEPTH} deep")
        tag = tag.rpartition(":")[2]
        if self._stack or self._tags is None or tag in self._tags:
            element = Element(tag, attributes)
            if self._stack:
                self._stack[-1].append(element)
            self._stack.append(element)
            self._last = None

    def _end(self, _: str) -> None:
        self._depth -= 1
        if self._stack:
            self._last = self._stack.pop()
            if not self._stack:
                self._done.append(self._last)

    def _data(self, text: str) -> None:
        if not self._stack:
            return
        if self._last is None:
            self._stack[-1].text = (self._stack[-1].text or "") + text
        else:
            self._last.tail = (self._last.tail or "") + text

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise XmlError(f"it declares the entity '{name}', which is not expanded")
