"""Small files that others read while we write them."""

from __future__ import annotations

import json
import os
from pathlib import Path


def write_json(path: Path, document: object) -> None:
    """Write a document whole or not at all, so that a reader never sees half of it."""
    write_text(path, json.dumps(document, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write text whole or not at all."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    with partial.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(path)
