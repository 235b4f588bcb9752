"""Names that people give their files and folders."""

from __future__ import annotations

from pathlib import PurePosixPath

from engine.formats.reading.paths import split_of
from engine.formats.tables.label_cells import NONE, UNLABELLED
from engine.specs.data import Split

MAX_LABEL = 120


def folder_says_none(path: str) -> bool:
    """Tell a file in the folder of samples that show none of the labels."""
    return PurePosixPath(path).parent.name == NONE


def folder_label(path: str) -> str | None:
    """Return the name of the folder that a file lies in, ``None`` at the top."""
    name = PurePosixPath(path).parent.name
    return name if name not in ("", UNLABELLED, NONE) else None


def folder_split(path: str) -> Split | None:
    """Return the split that a folder around the folder of a class names, the outermost first."""
    around = PurePosixPath(path).parent.parts[:-1]
    return next((split for folder in around if (split := split_of(folder))), None)
