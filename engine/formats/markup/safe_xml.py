"""XML from outside: no entities, nothing fetched, and never more than one element in memory.

defusedxml is as quick and refuses entities alone: twelve million empty elements took 60 s and 1 GB,
depth and length have no limit, and it cannot read GBK. It was last published in 2021.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import BinaryIO
from xml.etree.ElementTree import Element
from xml.parsers import expat

from engine.formats.markup.xml_encodings import CHUNK, XmlError, decoded

_MAX_DEPTH = 64
# Parts of one element that is kept whole: more than a video's longest track has of boxes.
MAX_PARTS = 1_000_000
# Letters of texts and attributes of one element that is kept whole.
MAX_CHARACTERS = 2**27
# A name, tag or value that does not end is kept by the parser until it does. Python hands expat a
# mebibyte at a time, and each time it begins the tag anew: twice as long takes four times as long.
MAX_TOKEN_BYTES = 2**24

__all__ = ["MAX_PARTS", "XmlError", "iterate_xml", "parse_xml"]


def parse_xml(file: BinaryIO) -> Element:
    """Return the root of a small document.

    Raises:
        XmlError: when it is malformed, too large or declares entities.
        OSError: when it cannot be read.
    """
    for element in _Reader(None).read(file):
        return element
    raise XmlError("the document has no element")


def iterate_xml(
    file: BinaryIO,
    tags: Collection[str],
    *,
    max_parts: int | None = None,
    max_characters: int | None = None,
) -> Iterator[Element]:
    """Yield each element of these names when it ends, whole, and forget it afterwards.

    Args:
        file: the document.
        tags: names of elements.
        max_parts: elements and attributes of one of them, ``MAX_PARTS`` where none is said.
        max_characters: of its texts and attributes, ``MAX_CHARACTERS`` where none is said.

    Raises:
        XmlError: when the document is malformed, an element too large, or entities are declared.
        OSError: when it cannot be read.
    """
    yield from _Reader(tags, max_parts, max_characters).read(file)


class _Reader:
    """Builds the elements asked for, or the root when ``tags`` is ``None``."""

    def __init__(
        self,
        tags: Collection[str] | None,
        max_parts: int | None = None,
        max_characters: int | None = None,
    ) -> None:
        self._tags = tags
        self._max_parts = MAX_PARTS if max_parts is None else max_parts
        self._max_characters = MAX_CHARACTERS if max_characters is None else max_characters
        self._depth = self._num_parts = self._num_characters = 0
        self._pieces: list[str] = []
        self._stack: list[Element] = []
        self._last: Element | None = None
        self._done: list[Element] = []

    def read(self, file: BinaryIO) -> Iterator[Element]:
        first = file.read(CHUNK)
        encoding, chunks = decoded(first, file)
        # An encoding that is given to the parser goes before the one that the document declares.
        parser = expat.ParserCreate(encoding)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.EntityDeclHandler = self._refuse_entity
        num_given = num_open = 0
        held: list[bytes] = []
        num_held = 0
        try:
            for chunk in chunks:
                held.append(chunk)
                num_held += len(chunk)
                # The parser begins an open tag anew with whatever it is given: with pieces of one
                # size that would be the square of its length.
                if num_held < num_open:
                    continue
                parser.Parse(b"".join(held), False)
                num_given += num_held
                held, num_held = [], 0
                num_open = num_given - max(0, parser.CurrentByteIndex)
                if num_open > MAX_TOKEN_BYTES:
                    raise XmlError(f"a tag or value has more than {MAX_TOKEN_BYTES} bytes")
                yield from self._drain()
            parser.Parse(b"".join(held), True)
        except (expat.ExpatError, UnicodeError) as error:
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
        if not (self._stack or self._tags is None or tag in self._tags):
            return
        self._keep_text()
        element = Element(tag, attributes)
        if not self._stack:
            self._num_parts = self._num_characters = 0
        self._num_parts += 1 + (len(attributes) if self._stack else 0)
        self._spend(sum(map(len, attributes.values())), self._stack[0].tag if self._stack else tag)
        if self._num_parts > self._max_parts:
            raise XmlError(
                f"an element '{self._stack[0].tag}' has more than {self._max_parts} parts"
            )
        if self._stack:
            self._stack[-1].append(element)
        self._stack.append(element)
        self._last = None

    def _end(self, _: str) -> None:
        self._depth -= 1
        if self._stack:
            self._keep_text()
            self._last = self._stack.pop()
            if not self._stack:
                self._done.append(self._last)

    def _data(self, text: str) -> None:
        if self._stack:
            self._spend(len(text), self._stack[0].tag)
            self._pieces.append(text)

    def _keep_text(self) -> None:
        """Give the text since the last tag to whom it belongs."""
        if not self._pieces:
            return
        text = "".join(self._pieces)
        self._pieces.clear()
        if self._last is None:
            self._stack[-1].text = text
        else:
            self._last.tail = text

    def _spend(self, num_characters: int, tag: str) -> None:
        self._num_characters += num_characters
        if self._num_characters > self._max_characters:
            raise XmlError(f"an element '{tag}' holds more than {self._max_characters} characters")

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise XmlError(f"it declares the entity '{name}', which is not expanded")
