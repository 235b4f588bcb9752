"""What is known of a file that was looked at, or why it was refused."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from backend.datasets.media.content import Content, LocalFile, size_of
from backend.decoding.errors import Param

MAX_EXCERPT = 200


@dataclass(frozen=True)
class Problem:
    """Why a file was refused, or what a reader should know of it.

    ``place`` is the part of the file it is about, as it follows the name: ``:12`` is line 12.
    """

    code: str
    message: str
    params: dict[str, Param] = field(default_factory=dict)
    place: str = ""


@dataclass(frozen=True)
class MediaProperties:
    """What is known of a good file; ``content`` is what is stored, which may be put in order.

    Properties that the medium does not have are ``None``. A table that had to be put in order
    has the file it was made of as its ``original``; ``reading`` is how it is read (a
    ``TableReading`` as a document) and ``uneven`` its rows that did not fit (``UnevenRows``),
    ``suffixes`` are those that its name may end in now, and ``notes`` what people should know
    of it.
    """

    content: Content
    media_type: str
    width: int | None = None
    height: int | None = None
    duration_ms: int | None = None
    num_frames: int | None = None
    num_characters: int | None = None
    num_rows: int | None = None
    excerpt: str = ""
    original: Content | None = None
    original_type: str = ""
    reading: Mapping[str, Any] = field(default_factory=dict)
    uneven: Mapping[str, Any] = field(default_factory=dict)
    suffixes: tuple[str, ...] = ()
    notes: tuple[Problem, ...] = ()

    @cached_property
    def sha256(self) -> str:
        """The name of the content in the store."""
        if isinstance(self.content, LocalFile):
            return self.content.sha256
        return hashlib.sha256(self.content).hexdigest()

    @cached_property
    def original_sha256(self) -> str:
        """The name of the original in the store."""
        if isinstance(self.original, LocalFile):
            return self.original.sha256
        return hashlib.sha256(self.original or b"").hexdigest()

    @property
    def uneven_by_content(self) -> dict[str, Any]:
        """Rows of a table that did not fit, as a sample keeps them."""
        return {self.sha256: dict(self.uneven)} if self.uneven else {}

    @property
    def num_bytes(self) -> int:
        """How large the stored file is."""
        return size_of(self.content)


def excerpt_of(text: str) -> str:
    """Return the beginning of a text on one line, without characters that databases refuse."""
    line = " ".join(text[: 4 * MAX_EXCERPT].replace("\x00", " ").split())
    return line if len(line) <= MAX_EXCERPT else line[: MAX_EXCERPT - 1] + "…"
