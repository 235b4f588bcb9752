"""Reads about the samples of a finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from backend.datasets.selectors.sample_views import SampleView, complete_many
from backend.quality.models import FoundSample


@dataclass(frozen=True)
class FoundSampleView:
    """A sample of a finding; ``sample`` is null when it was deleted since."""

    id: int
    sample_id: UUID
    group: int | None
    is_kept: bool
    is_fixed: bool
    score: float
    suggested: str
    params: Mapping[str, Any]
    sample: SampleView | None


def found_of(*, finding_id: UUID) -> QuerySet[FoundSample]:
    """Return the samples of a finding, to be read in the order of their ids."""
    return FoundSample.objects.filter(finding_id=finding_id)


def complete(rows: Sequence[FoundSample]) -> list[FoundSampleView]:
    """Add the samples as they are now."""
    samples = {view.id: view for view in complete_many({row.sample_id for row in rows})}
    return [
        FoundSampleView(
            id=row.id,
            sample_id=row.sample_id,
            group=row.group,
            is_kept=row.is_kept,
            is_fixed=row.fix_id is not None,
            score=row.score,
            suggested=row.suggested,
            params=row.params,
            sample=samples.get(row.sample_id),
        )
        for row in rows
    ]
