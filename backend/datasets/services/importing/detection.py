"""Which format files are in that somebody is about to send, by their names and beginnings."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import BinaryIO

from backend.api.parsers import ReceivedFile
from backend.datasets.models import Dataset
from engine.formats.layout import Problem
from engine.formats.recognition.detection import Guess, detect


def detect_format(
    *, dataset: Dataset, names: Sequence[str], heads: Sequence[ReceivedFile]
) -> tuple[Guess, ...]:
    """Return the formats that files may be in, the likeliest first."""
    return detect(_Beginnings(names, {head.path: head.take() for head in heads}), dataset.task)


class _Beginnings:
    """The names of files, and the beginnings of some."""

    def __init__(self, names: Sequence[str], heads: dict[str, bytes]) -> None:
        self._names = sorted({*names, *heads})
        self._heads = heads

    def names(self) -> Sequence[str]:
        return self._names

    def problems(self) -> Sequence[Problem]:
        return ()

    def open(self, name: str) -> BinaryIO:
        return io.BytesIO(self._heads.get(name, b""))
