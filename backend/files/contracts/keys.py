"""Where a file lies in the store, by what it holds."""

from __future__ import annotations

import hashlib
from pathlib import Path


def key_of(sha256: str) -> str:
    """Return where a blob lies, relative to the root of the store."""
    return f"blobs/{sha256[:2]}/{sha256[2:4]}/{sha256}"


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
