"""Files that others read while we write them."""

from __future__ import annotations

import json
import os
from pathlib import Path

MAX_LOG_BYTES = 16 * 1024 * 1024


def append_lines(path: Path, lines: bytes) -> None:
    """Append whole lines to a log in one write.

    One past 16 MiB is renamed, from ``{name}.jsonl`` to ``{name}.{n}.jsonl``, is complete then, and
    never written again. The log is opened by its name each time: others may rename it, too.
    """
    with path.open("ab", buffering=0) as stream:
        stream.write(lines)
        size = stream.tell()
    if size > MAX_LOG_BYTES:
        path.rename(_free_name(path))


def write_json(path: Path, document: object) -> None:
    """Write a document whole or not at all, so that a reader never sees half of it."""
    write_text(path, json.dumps(document, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write text whole or not at all."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Write bytes whole or not at all; they are on the disk once this returns.

    Args:
        path: the file.
        content: what it holds.
        mode: who may read and write it, less what the umask takes away.

    Raises:
        OSError: when it cannot be written; the file is as it was, and nothing is left beside it.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def _free_name(path: Path) -> Path:
    number = 1
    while (name := path.with_suffix(f".{number}.jsonl")).exists():
        number += 1
    return name
