"""What other apps and the API may know of cleaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from backend.api.people import Person
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
    """Steps under a name, for the samples of one medium in all datasets of a project."""

    id: UUID
    project_id: UUID
    media: str
    name: str
    steps: Steps
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class RunView:
    """Samples that were taken through steps, and what became of them.

    ``dropped`` counts by step those that left the dataset: ``decode`` are files that cannot be
    read, ``same_content`` those that became the same as another. ``num_skipped`` had been changed
    by somebody meanwhile, ``num_left`` could not be brought back.
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
    """What would become of a sample; ``like`` is the one that it repeats."""

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
    """What a recipe would do with ``num_samples`` of ``total`` samples, some of them shown."""

    num_samples: int
    total: int
    num_same: int
    num_changed: int
    num_dropped: int
    num_lost: int
    dropped: Mapping[str, int]
    samples: Sequence[PreviewedSample]
