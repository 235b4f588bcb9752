"""Names that people give their files and folders."""

from __future__ import annotations

from pathlib import PurePosixPath

from engine.formats.image_folder import UNLABELLED

MAX_LABEL = 120


def folder_label(path: str) -> str | None:
    """Return the name of the folder that a file lies in, ``None`` at the top."""
    name = PurePosixPath(path).parent.name
    return name if name not in ("", UNLABELLED) else None
