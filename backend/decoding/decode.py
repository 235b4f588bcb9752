"""Have a file decoded by a child process: the one way in for whoever has a file of a stranger."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from backend.decoding.helper import Decoded
from backend.decoding.pool import pool
from backend.decoding.works import ReportProgress

_PIECE = 1 << 20

Source = bytes | Path | IO[bytes]


def decode(
    work: str,
    source: Source,
    *,
    report_progress: ReportProgress = lambda done, total: None,
    **options: Any,
) -> Decoded:
    """Have a child of the pool do a work on a file.

    Args:
        work: a key of ``WORKS``.
        source: the file, its path or its bytes; from a file that lies elsewhere a copy is made.
        report_progress: hears how far a long work is; what it raises ends the work.
        options: of the work, as JSON can say them.

    Raises:
        Refused: when the file cannot be decoded within the limits.
        Unavailable: ``decoding_busy`` when too many files wait before it.
    """
    with _descriptor(source) as descriptor:
        return pool().run(work, descriptor, options, report_progress)


def decode_alone(
    work: str,
    source: Source,
    *,
    report_progress: ReportProgress = lambda done, total: None,
    **options: Any,
) -> Decoded:
    """Have a child of its own do a work that may take hours; see ``decode``.

    Raises:
        Refused: when the file cannot be decoded within the limits.
    """
    with _descriptor(source) as descriptor:
        return pool().run_alone(work, descriptor, options, report_progress)


@contextmanager
def _descriptor(source: Source) -> Iterator[int]:
    if isinstance(source, Path):
        with source.open("rb") as file:
            yield file.fileno()
    elif isinstance(source, bytes):
        with _in_memory() as file:
            file.write(source)
            file.flush()
            yield file.fileno()
    else:
        try:
            descriptor = source.fileno()
            source.flush()
        except OSError:
            with tempfile.TemporaryFile() as file:
                while piece := source.read(_PIECE):
                    file.write(piece)
                file.flush()
                yield file.fileno()
        else:
            yield descriptor


def _in_memory() -> IO[bytes]:
    """Return a file without a name, in memory where the system has such files."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("easel", os.MFD_CLOEXEC), "w+b")
    return tempfile.TemporaryFile()
