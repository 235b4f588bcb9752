"""What other apps and the API may know of the quality of data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from backend.api.people import Person
from backend.datasets.contracts import DatasetRef
from backend.jobs.contracts import JobView


class InspectedDataset(DatasetRef, Protocol):
    """What inspecting needs to know of a dataset."""

    name: str
    num_samples: int


@dataclass(frozen=True)
class FixView:
    """What was done about a finding."""

    id: UUID
    finding_id: UUID
    kind: str
    state: str
    num_changed: int
    num_skipped: int
    job: JobView | None
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class FindingView:
    """One kind of thing that was found.

    ``num_open`` is how many samples its fix would change; ``params`` fill its sentence.
    """

    id: UUID
    kind: str
    severity: str
    num_samples: int
    num_groups: int
    num_open: int
    params: Mapping[str, Any]
    fixes: Sequence[str]
    first: Sequence[UUID]
    fix: FixView | None


@dataclass(frozen=True)
class InspectionView:
    """An inspection without what it found.

    ``has_changed_since`` tells that the live samples are not those any more that were inspected.
    """

    id: UUID
    dataset_id: UUID
    version_id: UUID | None
    version_number: int | None
    state: str
    num_samples: int
    num_found: int
    data_at: datetime | None
    has_changed_since: bool
    job: JobView | None
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class InspectionDetailView(InspectionView):
    """An inspection with everything that a page shows of it."""

    findings: Sequence[FindingView]
    charts: Sequence[Mapping[str, Any]]
    skipped: Sequence[Mapping[str, Any]]
    thresholds: Mapping[str, Any]
