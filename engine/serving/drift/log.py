"""The log of windows: what was counted every few seconds, as lines that others take away."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from engine.serving.files import append_lines

if TYPE_CHECKING:
    from engine.serving.drift.meter import DriftMeter

logger = logging.getLogger(__name__)

EVERY_SECONDS = 5.0
"""What a replica that is killed loses at most."""
MAX_FOLDER_BYTES = 48 * 1024 * 1024
"""Three full logs. With more than that waiting nobody takes them away."""


class DriftLog:
    """Writes ``drift-<pid>.jsonl`` in a folder, a line for each package that was called.

    While the folder is full nothing is written and nothing is lost: windows go on counting, and
    take the same room however long they do.
    """

    def __init__(
        self, folder: Path, meters: Sequence[DriftMeter], thread: ThreadPoolExecutor
    ) -> None:
        """Prepare to write.

        Args:
            folder: that the lines are written in.
            meters: of the packages that are measured.
            thread: in which it is written, so that no call waits for the disk.
        """
        self._folder = folder
        self._path = folder / f"drift-{os.getpid()}.jsonl"
        self._meters = meters
        self._thread = thread
        self._next = time.monotonic() + EVERY_SECONDS
        self._writing: Future[None] | None = None

    def look(self) -> None:
        """Have what was counted written when it is time; takes none itself."""
        now = time.monotonic()
        if not self._meters or now < self._next or (self._writing and not self._writing.done()):
            return
        self._next = now + EVERY_SECONDS
        self._writing = self._thread.submit(self.write)

    def write(self) -> None:
        """Write what was counted, if there is room."""
        try:
            if self._num_bytes() >= MAX_FOLDER_BYTES:
                return
            parts = [part for meter in self._meters if (part := meter.take()) is not None]
            if parts:
                lines = "".join(f"{part.model_dump_json()}\n" for part in parts)
                append_lines(self._path, lines.encode())
        except OSError:
            # A disk that is full loses windows and no call.
            logger.exception("windows not written")

    def _num_bytes(self) -> int:
        total = 0
        for path in self._folder.glob("drift-*"):
            try:
                total += path.stat().st_size
            except FileNotFoundError:
                # Taken away a moment ago.
                continue
        return total
