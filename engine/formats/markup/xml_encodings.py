"""The encodings of XML documents: the parser knows four, Python those that people write in."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

CHUNK = 1 << 16
_DECLARED = re.compile(
    rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z][A-Za-z0-9._-]{0,40})[\"']"
)
# What the parser calls the encodings that it reads by itself, by Python's names.
_OWN = {"utf-8": "utf-8", "iso8859-1": "iso-8859-1", "ascii": "us-ascii"}
# Files say the first and use letters that only the second has.
_SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
}
# Texts in disguise: what people write is in none of them, and some are slow to undo.
_REFUSED = frozenset(
    ("idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem")
)


class XmlError(ValueError):
    """The file is no XML that we read; the message says why and where."""


def decoded(first: bytes, file: BinaryIO) -> tuple[str | None, Iterator[bytes]]:
    """Return what to tell the parser of the encoding, and the document piece by piece.

    Where the document declares an encoding that the parser does not know, its pieces come in UTF-8.

    Args:
        first: the beginning of the document.
        file: the rest of it.

    Raises:
        XmlError: when the declared encoding has no name that is known.
        UnicodeError: from the pieces, when they are not in that encoding.
    """
    name = _declared(first)
    if name is None or name in _OWN:
        return (None if name is None else _OWN[name]), _pieces(first, file)
    return "utf-8", _in_utf8(codecs.getincrementaldecoder(name)(), first, file)


def _declared(first: bytes) -> str | None:
    """Return Python's name of the encoding that a document declares."""
    found = _DECLARED.match(first)
    if found is None:
        return None
    given = found[1].decode("ascii")
    try:
        known = codecs.lookup(given)
    except LookupError as error:
        raise XmlError(
            f"it says that it is in '{given}', an encoding that is not known; save it as UTF-8"
        ) from error
    # bytes.decode refuses those that are no encodings of texts, such as base64.
    if known.name in _REFUSED or not getattr(known, "_is_text_encoding", True):
        raise XmlError(f"'{given}' is no encoding of texts; save it as UTF-8")
    if known.name.startswith(("utf-16", "utf-32")):
        # Where the declaration can be read byte by byte, this is a mistake that tools make.
        return "utf-8"
    return _SUPERSETS.get(known.name, known.name)


def _pieces(first: bytes, file: BinaryIO) -> Iterator[bytes]:
    chunk = first
    while chunk:
        yield chunk
        chunk = file.read(CHUNK)


def _in_utf8(decoder: codecs.IncrementalDecoder, first: bytes, file: BinaryIO) -> Iterator[bytes]:
    for chunk in _pieces(first, file):
        yield decoder.decode(chunk).encode()
    yield decoder.decode(b"", final=True).encode()
