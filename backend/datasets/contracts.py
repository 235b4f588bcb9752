"""What other apps may know of frozen dataset versions and samples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class VersionRef:
    """A frozen dataset version.

    ``counts`` is ``{split: {"total": n, "labels": {name: n}}}``; ``index_sha256`` is the blob of
    its ``samples.jsonl``, ``None`` until it is ready.
    """

    id: UUID
    number: int
    dataset_id: UUID
    dataset_name: str
    project_id: UUID
    state: str
    multi_label: bool
    labels: tuple[str, ...]
    counts: Mapping[str, Any]
    num_samples: int
    index_sha256: str | None


@dataclass(frozen=True)
class SampleRef:
    """One image and where its content is."""

    id: UUID
    project_id: UUID
    name: str
    sha256: str
