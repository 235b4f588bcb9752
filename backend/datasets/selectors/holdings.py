"""What many projects hold, in a fixed number of queries: for the cards that stand for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, Subquery, When

from backend.annotation.contracts.drawing import DrawnLabel
from backend.annotation.selectors.annotations import drawings_of
from backend.datasets.models import Dataset, DatasetVersion, Sample
from backend.datasets.selectors.table_rows import num_rows


@dataclass(frozen=True)
class CoverView:
    """A sample that stands for a project, with what a small image of it draws."""

    id: UUID
    dataset_id: UUID
    name: str
    width: int | None
    height: int | None
    duration_ms: int | None
    num_characters: int | None
    excerpt: str
    drawn: Sequence[DrawnLabel]


@dataclass(frozen=True)
class Holding:
    """The data of a project; ``cover`` is absent while it has none.

    ``num_rows`` are those of its tables, absent where it has none.
    """

    num_samples: int = 0
    num_rows: int | None = None
    num_labelled: int = 0
    has_versions: bool = False
    cover: CoverView | None = None


def holdings_of(project_ids: Collection[UUID]) -> dict[UUID, Holding]:
    """Return what projects hold outside the trash, without those that have no dataset.

    The cover is the sample that was annotated first, or the oldest one, of the fullest dataset.
    """
    samples = Sample.objects.filter(dataset=OuterRef("pk"), trashed_at=None)
    labelled = samples.filter(labelled_at__isnull=False, is_negative=False)
    versions = DatasetVersion.objects.filter(
        dataset=OuterRef("pk"), state=DatasetVersion.State.READY
    )
    rows = Dataset.objects.filter(project_id__in=list(project_ids), trashed_at=None).annotate(
        has_versions=Exists(versions),
        num_rows=num_rows(),
        cover_id=Case(
            When(num_samples=0, then=None),
            When(
                num_labelled__gt=0, then=Subquery(labelled.order_by("labelled_at").values("id")[:1])
            ),
            default=Subquery(samples.order_by("created_at", "id").values("id")[:1]),
        ),
    )
    by_project: dict[UUID, list[Dataset]] = defaultdict(list)
    for row in rows.order_by("-num_samples", "id"):
        by_project[row.project_id].append(row)
    covers = _covers(
        {project_id: vars(found[0])["cover_id"] for project_id, found in by_project.items()}
    )
    return {
        project_id: Holding(
            num_samples=sum(row.num_samples for row in found),
            num_rows=_num_rows(found),
            num_labelled=sum(row.num_labelled for row in found),
            has_versions=any(vars(row)["has_versions"] for row in found),
            cover=covers.get(project_id),
        )
        for project_id, found in by_project.items()
    }


def _num_rows(found: Sequence[Dataset]) -> int | None:
    known = [rows for row in found if (rows := vars(row)["num_rows"]) is not None]
    return sum(known) if known else None


def _covers(chosen: Mapping[UUID, UUID | None]) -> dict[UUID, CoverView]:
    """Return the chosen samples by project; two queries."""
    known = {project_id: one for project_id, one in chosen.items() if one is not None}
    samples = Sample.objects.in_bulk(list(known.values()))
    drawings = drawings_of(known.values())
    return {
        project_id: _cover(samples[sample_id], drawings.get(sample_id, ()))
        for project_id, sample_id in known.items()
        if sample_id in samples
    }


def _cover(sample: Sample, drawn: Sequence[DrawnLabel]) -> CoverView:
    return CoverView(
        id=sample.id,
        dataset_id=sample.dataset_id,
        name=sample.name,
        width=sample.width,
        height=sample.height,
        duration_ms=sample.duration_ms,
        num_characters=sample.num_characters,
        excerpt=sample.excerpt,
        drawn=drawn,
    )
