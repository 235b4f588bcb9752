"""Reads about maps."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from backend.accounts.contracts import Caller, Role
from backend.annotation.selectors.annotations import whole_labels
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.datasets.contracts import SampleFilter, Selection
from backend.datasets.selectors.datasets import require_dataset_row
from backend.datasets.selectors.samples import rows_of_selection
from backend.datasets.selectors.versions import splits_of_newest
from backend.jobs.selectors import get_views
from backend.maps.contracts import MapView, PointsView
from backend.maps.models import EmbeddingMap, MapPoint


def maps_of(*, dataset_id: UUID) -> QuerySet[EmbeddingMap]:
    """Return the maps of a dataset."""
    return EmbeddingMap.objects.filter(dataset_id=dataset_id).select_related("created_by")


def require_map(*, caller: Caller, map_id: UUID, minimum: Role = Role.VIEWER) -> EmbeddingMap:
    """Return a map of a dataset in whose project the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_dataset_row(
        EmbeddingMap.objects.select_related("dataset").filter(id=map_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such map.", code="map_not_found"),
    )


def complete(rows: Sequence[EmbeddingMap]) -> list[MapView]:
    """Add to maps their jobs."""
    jobs = get_views(job_ids=[row.job_id for row in rows if row.job_id])
    return [
        MapView(
            id=row.id,
            dataset_id=row.dataset_id,
            state=row.state,
            method=row.method,
            num_live=row.num_live,
            num_samples=row.num_samples,
            num_unreadable=row.num_unreadable,
            job=jobs.get(row.job_id) if row.job_id else None,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
    ]


def describe(map_id: UUID) -> MapView:
    """Describe a map that the caller may see."""
    return complete([EmbeddingMap.objects.select_related("created_by").get(id=map_id)])[0]


def points_of(embedding_map: EmbeddingMap, wanted: SampleFilter) -> PointsView:
    """Return the points of a map whose samples are not in the trash.

    Raises:
        Invalid: when the filter does not fit the dataset.
    """
    drawn = MapPoint.objects.filter(map=embedding_map)
    dataset_id = embedding_map.dataset_id
    live = rows_of_selection(dataset_id, Selection(filter=SampleFilter()))
    on_map = live.filter(id__in=drawn.values("sample_id")).values_list("id", flat=True)
    alive = set(on_map.order_by())
    rows = [
        row
        for row in drawn.order_by("id").values_list("sample_id", "x", "y", "distance")
        if row[0] in alive
    ]
    passing = alive
    if wanted != SampleFilter():
        chosen = rows_of_selection(dataset_id, Selection(filter=wanted)).order_by()
        passing = alive.intersection(
            chosen.filter(id__in=drawn.values("sample_id")).values_list("id", flat=True)
        )
    labels = whole_labels([row[0] for row in rows])
    number, splits = splits_of_newest(dataset_id=dataset_id, sample_ids=drawn.values("sample_id"))
    only = {key: found[0] for key, found in labels.items() if len(found) == 1}
    return PointsView(
        ids=[row[0] for row in rows],
        x=[round(row[1], 4) for row in rows],
        y=[round(row[2], 4) for row in rows],
        distance=[round(row[3], 4) for row in rows],
        label=[only.get(row[0]) for row in rows],
        split=[splits.get(row[0]) for row in rows],
        passes=[row[0] in passing for row in rows],
        version_number=number,
    )
