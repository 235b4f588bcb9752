"""Texts of a tree, opened in the encoding that somebody says or that they look like."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Literal, TextIO

from engine.formats.layout import FileTree, Problem
from engine.formats.reading.encoding_guess import Guess, guess_encoding
from engine.specs.samples.table_reading import Encoding

_CHUNK = 1 << 18
_ENDS = ("\n", "\r")
_MAX_LISTED = 2**16
"""Characters of one line of a list: no name or path is as long."""


def open_text(
    tree: FileTree, name: str, given: Encoding | Literal["auto"] = "auto"
) -> tuple[TextIO, list[Problem]]:
    """Open a text for reading with line ends kept, and say when its encoding is a guess.

    The file is read several times, a chunk at a time, so that its size does not matter.

    Args:
        tree: where the file is.
        name: of the file.
        given: the encoding that somebody says; bytes of other ones refuse the text when it is read.

    Raises:
        KeyError: when there is no such file.
        OSError: when it cannot be read.
    """
    guess = None if given not in ("auto", "utf-8") else _guess(tree, name)
    if guess is not None and guess.num_damaged:
        text = (
            f"{guess.num_damaged} bytes are damaged: the file is UTF-8 but for them. Rows and "
            "lines that hold them are left out. Save the file again."
        )
        stream = io.TextIOWrapper(tree.open(name), "utf-8-sig", "surrogateescape", newline="")
        return stream, [Problem("bytes_damaged", name, text, {"num": guess.num_damaged})]
    problems = []
    encoding: str = guess.encoding if guess is not None and given == "auto" else given
    if given == "auto" and guess is not None and not guess.is_sure:
        text = f"The file is not UTF-8; it was read as {encoding}. Check letters beyond A to Z."
        problems.append(Problem("encoding_guessed", name, text, {"encoding": encoding}))
    # A UTF-16 file may end in the middle of a letter.
    errors = "replace" if encoding.startswith("utf-16") else "strict"
    # A mark at the beginning is no letter of the first name.
    encoding = "utf-8-sig" if encoding == "utf-8" else encoding
    return io.TextIOWrapper(tree.open(name), encoding, errors, newline=""), problems


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


def num_lines(tree: FileTree, name: str) -> int:
    """Return how many lines of a text say something; of one that cannot be read, none does."""
    try:
        stream, _ = open_text(tree, name)
        with stream:
            lines = lines_of(stream, _MAX_LISTED)
            return sum(line is None or bool(line.strip()) for _, line in lines)
    except (OSError, KeyError):
        return 0


def unreadable(name: str, error: Exception) -> Problem:
    """Return the problem of a file that cannot be read."""
    text = f"The file cannot be read ({error}). Replace it or leave it out."
    return Problem("file_unreadable", name, text)


def _guess(tree: FileTree, name: str) -> Guess:
    def chunks() -> Iterator[bytes]:
        with tree.open(name) as file:
            yield from iter(lambda: file.read(_CHUNK), b"")

    return guess_encoding(chunks)
