"""What other apps and the API may know of maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from backend.datasets.contracts import Person
from backend.jobs.contracts import JobView


class MappedDataset(Protocol):
    """What drawing a map needs to know of a dataset."""

    id: UUID
    project_id: UUID
    name: str
    task: str
    num_samples: int


@dataclass(frozen=True)
class MapView:
    """A map without its points."""

    id: UUID
    dataset_id: UUID
    state: str
    method: str
    num_live: int
    num_samples: int
    num_unreadable: int
    job: JobView | None
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class PointsView:
    """The points of a map by columns, for samples that are not in the trash.

    ``label`` is the only label of a whole sample; ``split`` that of the newest ready version,
    whose number is ``version_number``; ``passes`` tells which pass a filter.
    """

    ids: Sequence[UUID]
    x: Sequence[float]
    y: Sequence[float]
    distance: Sequence[float]
    label: Sequence[UUID | None]
    split: Sequence[str | None]
    passes: Sequence[bool]
    version_number: int | None
