"""Texts whose encoding nobody wrote down: UTF-8, UTF-16 by its mark, else Chinese, else Latin-1."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from typing import Literal, TextIO

from engine.formats.layout import FileTree, Problem
from engine.specs.table_reading import Encoding

_CHUNK = 1 << 20
_GUESSES = ("gb18030", "latin-1")
_ENDS = ("\n", "\r")
_MAX_LISTED = 2**16
"""Characters of one line of a list: no name or path is as long."""
_MAX_BAD_SHARE = 0.25
"""With more damaged bytes for each letter beyond ASCII a file is in another encoding."""
_ASCII = re.compile("[\x00-\x7f]")
_DAMAGED = re.compile("[\udc80-\udcff]")
_HIGH_RUNS = re.compile(rb"[\x80-\xff]+")


def open_text(
    tree: FileTree, name: str, given: Encoding | Literal["auto"] = "auto"
) -> tuple[TextIO, list[Problem]]:
    """Open a text for reading with line ends kept, and say when its encoding is a guess.

    The file is read twice, a chunk at a time, so that its size does not matter.

    Args:
        tree: where the file is.
        name: of the file.
        given: the encoding that somebody says; bytes of other ones refuse the text when it is read.

    Raises:
        KeyError: when there is no such file.
        OSError: when it cannot be read.
    """
    encoding = sniff_encoding(tree, name) if given == "auto" else given
    is_guess = given == "auto" and encoding in _GUESSES
    if (is_guess or given == "utf-8") and (num_bad := _damages_of(tree, name)):
        text = (
            f"{num_bad} bytes are damaged: the file is UTF-8 but for them. Rows and lines that "
            "hold them are left out. Save the file again."
        )
        stream = io.TextIOWrapper(tree.open(name), "utf-8-sig", "surrogateescape", newline="")
        return stream, [Problem("bytes_damaged", name, text, {"num": num_bad})]
    problems = []
    if is_guess:
        text = f"The file is not UTF-8; it was read as {encoding}. Check letters beyond A to Z."
        problems.append(Problem("encoding_guessed", name, text, {"encoding": encoding}))
    # A UTF-16 file may end in the middle of a letter.
    errors = "replace" if encoding == "utf-16" else "strict"
    # A mark at the beginning is no letter of the first name.
    encoding = "utf-8-sig" if encoding == "utf-8" else encoding
    return io.TextIOWrapper(tree.open(name), encoding, errors, newline=""), problems


def is_damaged(text: str) -> bool:
    """Tell a text with bytes in it that are no letters of its file's encoding."""
    return _DAMAGED.search(text) is not None


def lines_of(stream: TextIO, most: int) -> Iterator[tuple[int, str | None]]:
    """Yield the lines of a text with their numbers, from 1; ``None`` for one that is too long.

    Args:
        stream: the text; no more than one line of it is in memory.
        most: how many characters a line may have.
    """
    number = 0
    while line := stream.readline(most):
        number += 1
        if len(line) < most or line.endswith(_ENDS):
            yield number, line
            continue
        while (rest := stream.readline(most)) and not rest.endswith(_ENDS):
            pass
        yield number, None


def read_lines(tree: FileTree, name: str) -> tuple[list[str], list[Problem]]:
    """Return the lines of a small text without spaces around, none when it cannot be read."""
    try:
        stream, problems = open_text(tree, name)
        with stream:
            lines = (line or "" for _, line in lines_of(stream, _MAX_LISTED))
            return [line.strip() for line in lines], problems
    except (OSError, KeyError) as error:
        return [], [unreadable(name, error)]


def unreadable(name: str, error: Exception) -> Problem:
    """Return the problem of a file that cannot be read."""
    text = f"The file cannot be read ({error}). Replace it or leave it out."
    return Problem("file_unreadable", name, text)


def sniff_encoding(tree: FileTree, name: str) -> str:
    """Return the first encoding that the whole file is valid in and looks like.

    Raises:
        KeyError: when there is no such file.
        OSError: when it cannot be read.
    """
    with tree.open(name) as file:
        if file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            return "utf-16"
    if _is_valid(tree, name, "utf-8-sig"):
        return "utf-8-sig"
    with tree.open(name) as file:
        start = file.read(_CHUNK)
    return "gb18030" if is_chinese(start) and _is_valid(tree, name, "gb18030") else "latin-1"


def is_chinese(content: bytes) -> bool:
    """Tell bytes of which most above ASCII are pairs that stand for common Chinese letters."""
    runs = _HIGH_RUNS.findall(content)
    # Rows of GB 2312: punctuation, and the commoner half of its letters.
    num_common = sum(
        0xA1 <= lead <= 0xA3 or 0xB0 <= lead <= 0xD7
        for run in runs
        if len(run) % 2 == 0
        for lead in run[::2]
    )
    is_common: bool = 4 * num_common > sum(map(len, runs))
    return is_common


def count_damages(chunks: Iterable[bytes], *, is_whole: bool = True) -> int:
    """Return how many bytes of a text are no UTF-8 while nearly all are, else 0.

    Args:
        chunks: the text, or its beginning.
        is_whole: nothing was cut off, so that half a letter at the end is damage too.
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")("surrogateescape")
    num_bad = num_good = 0
    for chunk in chunks:
        text = decoder.decode(chunk)
        bad = len(_DAMAGED.findall(text))
        num_bad += bad
        num_good += len(text) - bad - len(_ASCII.findall(text))
    if is_whole:
        num_bad += len(decoder.decode(b"", final=True))
    return num_bad if num_bad <= _MAX_BAD_SHARE * num_good else 0


def _damages_of(tree: FileTree, name: str) -> int:
    with tree.open(name) as file:
        return count_damages(iter(lambda: file.read(_CHUNK), b""))


def _is_valid(tree: FileTree, name: str, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    with tree.open(name) as file:
        try:
            while chunk := file.read(_CHUNK):
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True
