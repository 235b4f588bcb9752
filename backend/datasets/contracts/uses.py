"""What other apps know of frozen versions: what they went through, and who uses them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.db.models import QuerySet

from backend.config.registry import Registry


@dataclass(frozen=True)
class RunUse:
    """A training run on a version; ``model_version_id`` is what it made, once it has."""

    id: UUID
    number: int
    name: str
    state: str
    primary_metric: str
    best_metric: float | None
    model_version_id: UUID | None
    model_name: str | None
    model_number: int | None


class VersionUses(Protocol):
    """The training runs on versions."""

    def num_runs_by_version(self, *, dataset_version_ids: Collection[UUID]) -> dict[UUID, int]:
        """Return how many runs used each version; versions without runs are left out."""

    def runs_on(self, *, dataset_version_id: UUID) -> list[RunUse]:
        """Return the runs that used a version, newest first, with the models they made."""

    def num_running_on(self, *, dataset_version_ids: Collection[UUID]) -> int:
        """Return how many unfinished runs use any of these versions."""


class CleaningHistory(Protocol):
    """The cleaning that samples went through."""

    def __call__(self, *, dataset_id: UUID, sample_ids: QuerySet[Any, Any]) -> list[dict[str, Any]]:
        """Return the runs in force that samples went through, oldest first, as JSON values.

        Args:
            dataset_id: the dataset of the samples.
            sample_ids: a query of their ids.
        """


USES: Registry[VersionUses] = Registry("use of versions")
HISTORIES: Registry[CleaningHistory] = Registry("history of cleaning")
