"""What processes print: one file for all of a folder, with a mark where the newest begins."""

from __future__ import annotations

from pathlib import Path
from typing import IO

OUTPUT = "output.log"
_MARK = "output.start"
_MAX_BYTES = 16_384


def open_output(folder: Path) -> IO[bytes]:
    """Open the file for a process that begins now."""
    output = (folder / OUTPUT).open("ab")
    # Whole or as it was: whoever reads the mark sees no part of it.
    draft = folder / f"{_MARK}.new"
    draft.write_text(str(output.tell()))
    draft.replace(folder / _MARK)
    return output


def last_lines(folder: Path, num_lines: int) -> str:
    """Return the last lines that the newest process of a folder wrote; nothing of earlier ones."""
    path, mark = folder / OUTPUT, folder / _MARK
    if not path.is_file():
        return ""
    start = int(mark.read_text()) if mark.is_file() else 0
    with path.open("rb") as file:
        # A log may be very long; only its end is wanted.
        file.seek(max(start, path.stat().st_size - _MAX_BYTES))
        text = file.read().decode("utf-8", "replace")
    return "\n".join(text.splitlines()[-num_lines:])
