"""Conditions on samples, for whoever lists them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from backend.datasets.contracts import DatasetRef
from backend.maps.models import AreaSample


def in_area(dataset: DatasetRef, area_id: UUID) -> Q:
    """Return the condition that a sample lies within an area of a map."""
    del dataset
    return Q(id__in=AreaSample.objects.filter(area_id=area_id).values("sample_id"))
