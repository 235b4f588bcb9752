"""What other apps and the API may know of maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from backend.api.people import Person
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
    """Samples of a dataset laid out on a plane by their embeddings.

    ``num_samples`` of ``num_live`` were drawn; ``num_unreadable`` have no place.
    """

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
    """The points of a map by columns; places are in 0..1, ``y`` counts from the top.

    ``distance`` tells how unlike its nearest neighbours a sample is. ``label`` is the only label
    of a whole sample, ``split`` that of the newest version, ``passes`` whether it passes filters.
    """

    ids: Sequence[UUID]
    x: Sequence[float]
    y: Sequence[float]
    distance: Sequence[float]
    label: Sequence[UUID | None]
    split: Sequence[str | None]
    passes: Sequence[bool]
    version_number: int | None
