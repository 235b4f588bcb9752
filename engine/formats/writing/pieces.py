"""Files of annotations on their way out, kept on disk when they grow large."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Iterator, Sequence
from typing import Literal

from engine.formats.layout import Piece
from engine.formats.tables.formulas import guarded

_IN_MEMORY = 4 * 2**20
_CHUNK = 1 << 20


class Spool:
    """Collects files that grow side by side and gives them out one after the other.

    Use it as a context manager: what it keeps on disk is gone at the end.
    """

    def __init__(self) -> None:
        self._files: dict[str, tempfile.SpooledTemporaryFile[bytes]] = {}

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *error: object) -> None:
        for file in self._files.values():
            file.close()

    def __contains__(self, path: str) -> bool:
        return path in self._files

    def add(self, path: str, text: str) -> None:
        """Append text to a file, in UTF-8."""
        if path not in self._files:
            file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 see __exit__
            self._files[path] = file
        self._files[path].write(text.encode("utf-8", errors="replace"))

    def add_row(self, path: str, row: Sequence[object], delimiter: str = ",") -> None:
        """Append a row to a table, none of whose texts a spreadsheet takes for a formula."""
        line = io.StringIO()
        cells = [guarded(cell) if isinstance(cell, str) else cell for cell in row]
        # A lone carriage return would end the row for readers, and the writer does not know it.
        has_return = any(isinstance(cell, str) and "\r" in cell for cell in cells)
        quoting: Literal[0, 1] = csv.QUOTE_ALL if has_return else csv.QUOTE_MINIMAL
        writer = csv.writer(line, delimiter=delimiter, lineterminator="\n", quoting=quoting)
        writer.writerow(cells)
        self.add(path, line.getvalue())

    def pieces(self, *paths: str, into: str | None = None) -> Iterator[Piece]:
        """Yield files in pieces.

        Args:
            paths: which ones, in which order; all of them when none is named.
            into: the path under which they come, one after the other; their own when ``None``.
        """
        for path in paths or tuple(self._files):
            file = self._files[path]
            file.seek(0)
            yield Piece(into or path, file.read(_CHUNK))
            while chunk := file.read(_CHUNK):
                yield Piece(into or path, chunk)
