"""CPU and memory of model servers, by revision, minute, hour and day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from backend.deployments.models import DeploymentRevision, UsageStatistic
from backend.deployments.services.counting import Span, begin_of


@dataclass(frozen=True)
class Used:
    """What the model server of a revision used while it was watched.

    Attributes:
        revision_id: of the row, not its number.
        seconds: how long it was watched.
        cpu_seconds: of all its processes together.
        memory_bytes: the most that they held at a look.
    """

    revision_id: UUID
    seconds: float
    cpu_seconds: float
    memory_bytes: int


@transaction.atomic
def add_usage(used: Iterable[Used], *, time: datetime) -> None:
    """Add what was used until now to the minute, hour and day of a time.

    What is lost with a worker is what it watched since it wrote last: a minute at most.
    """
    by_id = {one.revision_id: one for one in used}
    rows = DeploymentRevision.objects.filter(id__in=by_id).order_by("id")
    for row in rows.values_list("id", "deployment_id", "number"):
        for span in Span:
            _add(by_id[row[0]], row[1], row[2], span, begin_of(span, time))


def _add(used: Used, deployment_id: UUID, number: int, span: Span, begin: datetime) -> None:
    row, _ = UsageStatistic.objects.get_or_create(
        deployment_id=deployment_id, revision=number, span=span, begin=begin
    )
    UsageStatistic.objects.filter(id=row.id).update(
        seconds=F("seconds") + used.seconds,
        cpu_seconds=F("cpu_seconds") + used.cpu_seconds,
        memory_bytes=Greatest(F("memory_bytes"), used.memory_bytes),
    )
