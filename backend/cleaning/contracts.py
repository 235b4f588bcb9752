"""What other apps and the API may know of cleaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from backend.datasets.contracts import Person
from backend.datasets.selectors.sample_views import SampleRegion, SampleView
from backend.jobs.contracts import JobView

Steps = Sequence[Mapping[str, Any]]

# The samples that a job cleans, one record a line, in the folder of the job.
INDEX = "samples.jsonl"


class CleanedDataset(Protocol):
    """What cleaning needs to know of a dataset."""

    id: UUID
    project_id: UUID
    name: str
    task: str


@dataclass(frozen=True)
class RecipeView:
    """A saved recipe."""

    id: UUID
    project_id: UUID
    media: str
    name: str
    steps: Steps
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class RunView:
    """A run as the API shows it.

    ``num_left`` counts samples that an undo could not bring back: their originals are deleted, or
    somebody has changed the new ones since.
    """

    id: UUID
    dataset_id: UUID
    name: str
    steps: Steps
    query: Mapping[str, Any]
    num_named: int | None
    state: str
    num_samples: int
    num_done: int
    num_changed: int
    num_dropped: int
    num_skipped: int
    num_lost: int
    num_left: int
    dropped: Mapping[str, int]
    can_be_undone: bool
    job: JobView | None
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class PreviewedSample:
    """What a recipe would do with one sample; texts are cut where they are very long."""

    sample: SampleView
    outcome: str
    step: str | None
    like: SampleView | None
    width: int | None
    height: int | None
    duration_ms: int | None
    num_lost: int
    url: str | None
    text_before: str | None
    text_after: str | None
    regions_before: Sequence[SampleRegion]
    regions_after: Sequence[SampleRegion]


@dataclass(frozen=True)
class PreviewView:
    """What a recipe would do with some samples of ``total``, drawn by a seed."""

    num_samples: int
    total: int
    num_same: int
    num_changed: int
    num_dropped: int
    num_lost: int
    dropped: Mapping[str, int]
    samples: Sequence[PreviewedSample]
