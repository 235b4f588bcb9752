"""Read the index of samples and write what is said of them, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from engine.disk import writing_to
from engine.specs.spec import Spec

Line = TypeVar("Line", bound=Spec)


def read_lines(path: Path, kind: type[Line]) -> Iterator[Line]:
    """Yield the lines of a file.

    Raises:
        OSError: when it cannot be read.
        pydantic.ValidationError: when a line is none of this kind.
    """
    with path.open("rb") as file:
        for line in file:
            yield kind.model_validate_json(line)


def in_batches(lines: Iterator[Line], size: int) -> Iterator[list[Line]]:
    """Yield lines by so many."""
    while batch := list(islice(lines, size)):
        yield batch


class LineWriter:
    """Appends whole lines; a torn last line of an earlier process is cut off first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with writing_to(path):
            self._file = path.open("ab+")
        self.num_lines = self._repair()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def write(self, lines: Sequence[Spec]) -> None:
        """Append lines; a reader sees them when this returns.

        Raises:
            ResourceError: ``disk_full``.
        """
        with writing_to(self._path):
            # In one piece: whoever is killed meanwhile leaves all of them or, nearly always, none.
            self._file.write(b"".join(line.model_dump_json().encode() + b"\n" for line in lines))
            self._file.flush()
        self.num_lines += len(lines)

    def _repair(self) -> int:
        self._file.seek(0)
        num, whole = 0, 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            num, whole = num + 1, whole + len(line)
        self._file.truncate(whole)
        return num


def content_of(path: Path) -> bytes:
    """Return a file; one that is gone is as unreadable as a broken one."""
    try:
        return path.read_bytes()
    except OSError:
        return b""
