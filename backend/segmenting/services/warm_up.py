"""Bring the segmenter to where it answers: make its package, then have its server started."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Unavailable
from backend.config.messages import enqueue_on_commit
from backend.datasets.contracts import SampleRef
from backend.jobs.contracts import names
from backend.jobs.selectors import has_live_worker
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of
from backend.segmenting.contracts import SegmenterStatus
from backend.segmenting.models import Segmenter
from backend.segmenting.selectors.status import status_of
from backend.segmenting.selectors.weights import configured
from backend.segmenting.services.asking import show_image


def wake(*, caller: Caller, sample: SampleRef, again: bool = False) -> SegmenterStatus:
    """Do the next thing that brings the model closer to answering clicks on an image.

    Args:
        caller: who asks.
        sample: the image; a model that runs looks at it now, so that the first click is quick.
        again: try once more what has failed.

    Raises:
        Unavailable: ``no_worker``.
        Invalid: when the model cannot use the image.
    """
    row = _begin(caller=caller, project_id=sample.project_id, again=again)
    if row is None:
        return SegmenterStatus("absent")
    status = status_of(row)
    if status.state == "ready" and not show_image(row, sample):
        # The server is gone and its row does not say so yet.
        return SegmenterStatus("starting", row.name)
    return status


@transaction.atomic
def _begin(*, caller: Caller, project_id: UUID, again: bool) -> Segmenter | None:
    """Note that the model is used, and order what it lacks."""
    weights = configured()
    if weights is None:
        return None
    now = timezone.now()
    Segmenter.objects.get_or_create(
        fingerprint=weights.fingerprint,
        defaults={
            "name": weights.name[-200:],
            "weights": str(weights.folder),
            "last_used_at": now,
        },
    )
    row = Segmenter.objects.select_for_update().get(fingerprint=weights.fingerprint)
    row.last_used_at = now
    # The workers write the other fields meanwhile.
    changed = ["last_used_at"]
    state = status_of(row).state
    if state == "stopped" or (state == "failed" and again):
        _require_worker()
        row.error_code = row.error_message = ""
        changed += ["error_code", "error_message"]
        if row.is_built:
            row.state = "starting"
            changed.append("state")
            enqueue_on_commit(names.SYNC_DEPLOYMENT, deployment_id=row.id)
        else:
            row.job_id = _order_package(row, caller, project_id)
            changed.append("job")
    row.save(update_fields=changed)
    return row


def _order_package(row: Segmenter, caller: Caller, project_id: UUID) -> UUID:
    job = create_job(
        kind=names.PACKAGE_SEGMENTER,
        organisation_id=organisation_of(project_id=project_id),
        project_id=project_id,
        subject_id=row.id,
        title=row.name,
        requested_by_id=caller.user_id,
    )
    return job.id


def _require_worker() -> None:
    if not has_live_worker():
        raise Unavailable(
            "No worker runs that could start the model. Start one, then try again.",
            code="no_worker",
        )
