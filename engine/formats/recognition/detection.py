"""Tell which format files are in, by what each format says of them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from engine.catalog import TASKS
from engine.formats.layout import FileTree
from engine.formats.recognition.signs import Sign, Signs
from engine.specs.data import DatasetFormat


@dataclass(frozen=True)
class Guess:
    """A format that files may be in, and why."""

    format: DatasetFormat
    sign: Sign


def detect(tree: FileTree, task: str) -> tuple[Guess, ...]:
    """Return the formats that data of a task may be in, the likeliest first; none when no one is.

    Only names, and the beginnings of a few files, are read.

    Raises:
        KeyError: when the task is not in the catalog.
    """
    signs = Signs(tree)
    found = []
    for key in TASKS[task].import_formats:
        recognise = getattr(import_module(f"engine.formats.{key.value}"), "recognise", None)
        sign = recognise(signs) if recognise is not None else None
        if sign is not None:
            found.append(Guess(key, sign))
    return tuple(sorted(found, key=lambda guess: -guess.sign.score))
