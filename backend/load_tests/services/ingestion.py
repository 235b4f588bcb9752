"""Take in what a test measures, as it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.deployments.services.load_tests import handle_of_revision
from backend.load_tests.models import LoadTest
from engine.specs.load_test import REST_SECONDS, STAGES_FILE, StageResult

Finish = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True)
class Mark:
    """What a model server had used between two stages; ``at`` the test began to rest."""

    at: datetime
    handle: str
    cpu_seconds: float | None

    @property
    def is_in_time(self) -> bool:
        """Tell whether nobody calls yet: later, the calls of the next stage would count."""
        return (timezone.now() - self.at).total_seconds() < REST_SECONDS


def handle_of(job_id: UUID) -> str:
    """Return by what the launcher finds the model server that is tested, empty without one."""
    row = LoadTest.objects.filter(job_id=job_id).first()
    if row is None:
        return ""
    return handle_of_revision(deployment_id=row.deployment_id, number=row.revision)


@transaction.atomic
def ingest(*, job_id: UUID, work: Path, mark: Mark | None = None) -> None:
    """Keep the stages that are over, and what the model server has used until now.

    Args:
        job_id: of the test; one that was deleted meanwhile is passed over.
        work: where its process writes.
        mark: what was read between two stages, if something was.

    Raises:
        OSError: when the file cannot be read.
    """
    row = LoadTest.objects.select_for_update().filter(job_id=job_id).first()
    if row is None:
        return
    row.stages = [one.model_dump(mode="json") for one in _read(work / STAGES_FILE)]
    if mark is not None:
        known = mark.cpu_seconds is not None and mark.is_in_time
        # What an earlier process was seen at says nothing of a stage that is run again.
        row.cpu_marks[str(len(row.stages))] = [mark.handle, mark.cpu_seconds] if known else None
    row.save(update_fields=["stages", "cpu_marks"])


def complete_test(*, job_id: UUID, work: Path, finish: Finish) -> None:
    """Keep all stages and end the job; safe to repeat after a break."""
    with transaction.atomic():
        ingest(job_id=job_id, work=work)
        finish({})


def _read(path: Path) -> list[StageResult]:
    """Return the whole lines."""
    if not path.is_file():
        return []
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    return [StageResult.model_validate_json(line) for line in whole.splitlines()]
