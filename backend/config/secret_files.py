"""Secrets of this installation, each in a file that its owner alone may read."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def stored_secret(path: Path, make: Callable[[], bytes]) -> bytes:
    """Read a secret, making it on first use; when several processes do, the first one's stays."""
    if not path.exists():
        draft = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(make())
            # Whole from the first moment: another process may read it at once.
            with suppress(FileExistsError):
                os.link(draft, path)
        finally:
            draft.unlink()
    return path.read_bytes()


def keys_folder(data: Path) -> Path:
    """Return the folder of the installation's own keys, making it on first use."""
    folder = data / "keys"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
