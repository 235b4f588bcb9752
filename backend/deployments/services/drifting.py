"""Whether the calls of a revision drift, by which the gateway stores more of them."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import F

from backend.deployments.models import Deployment, DeploymentRevision


@transaction.atomic
def note_drift(*, deployment_id: UUID, revision: int, has_drifted: bool) -> None:
    """Keep whether the latest calls of a revision have drifted."""
    rows = DeploymentRevision.objects.filter(deployment_id=deployment_id, number=revision)
    if rows.exclude(has_drifted=has_drifted).update(has_drifted=has_drifted):
        sampled = Deployment.objects.filter(id=deployment_id, sampling__isnull=False)
        sampled.update(callers_revision=F("callers_revision") + 1)
