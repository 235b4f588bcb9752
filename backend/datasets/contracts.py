"""What other apps may know of data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from backend.jobs.contracts import JobView


@dataclass(frozen=True)
class Person:
    """Somebody by name."""

    id: UUID
    name: str


@dataclass(frozen=True)
class ProjectData:
    """The data of a project."""

    num_datasets: int
    num_samples: int
    num_labelled: int
    num_bytes: int


@dataclass(frozen=True)
class VersionView:
    """A frozen version as the API shows it."""

    id: UUID
    dataset_id: UUID
    dataset_name: str
    project_id: UUID
    number: int
    note: str
    state: str
    multi_label: bool
    split_recipe: Mapping[str, Any]
    labels: list[dict[str, str]]
    counts: Mapping[str, Any]
    num_samples: int
    content_sha256: str | None
    job: JobView | None
    created_by: Person | None
    created_at: datetime
    num_runs: int


@dataclass(frozen=True)
class ProjectVersions:
    """The frozen versions of a project."""

    num: int
    latest: VersionView | None


@dataclass(frozen=True)
class SplitCounts:
    """How many samples are in a split, by label name."""

    total: int
    labels: Mapping[str, int]


@dataclass(frozen=True)
class VersionForTraining:
    """All that a training run has to know of a frozen version.

    ``index_path`` and ``files_root`` are folders on this machine, or ``None`` when the files lie in
    a bucket; ``index_url`` and ``files_url`` always say where. Every ``file`` of the index is
    relative to ``files_root`` and ``files_url``.
    """

    id: UUID
    dataset_id: UUID
    dataset_name: str
    project_id: UUID
    number: int
    state: str
    task: str
    multi_label: bool
    labels: tuple[str, ...]
    colors: Mapping[str, str]
    num_samples: int
    counts: Mapping[str, SplitCounts]
    content_sha256: str | None
    index_path: Path | None
    index_url: str | None
    files_root: Path | None
    files_url: str
