"""Conditions on samples, for whoever lists them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from backend.datasets.contracts import DatasetRef
from backend.quality.models import FoundSample


def in_finding(dataset: DatasetRef, finding_id: UUID) -> Q:
    """Return the condition that a sample belongs to a finding."""
    del dataset
    return Q(id__in=FoundSample.objects.filter(finding_id=finding_id).values("sample_id"))
