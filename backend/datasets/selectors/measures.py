"""How large the samples of datasets usually are."""

from __future__ import annotations

from collections.abc import Collection
from statistics import median
from uuid import UUID

from backend.datasets.models import Sample

# As many tell what is usual, and are read in a moment.
_NUM_READ = 200


def usual_longest_side(dataset_ids: Collection[UUID]) -> float | None:
    """Return the longer side of most images in pixels, ``None`` where samples have no sides."""
    found = Sample.objects.filter(
        dataset_id__in=list(dataset_ids), trashed_at=None, width__isnull=False
    )
    # By their ids, which say nothing of their sides.
    rows = found.order_by("id").values_list("width", "height")[:_NUM_READ]
    sides = [max(width or 0, height or 0) for width, height in rows]
    return float(median(sides)) if sides else None
