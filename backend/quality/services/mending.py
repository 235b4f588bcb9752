"""Order mends and undo them; a worker carries them out, see ``backend.quality.services.mends``."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.audit import services as audit
from backend.jobs import names
from backend.jobs.services import create_job
from backend.projects.selectors import organisation_of
from backend.quality.models import Finding, Mending
from engine.catalog import TASKS
from engine.catalog.quality import FindingKind, mends_of

_BUSY = (Mending.State.APPLYING, Mending.State.UNDOING)


@transaction.atomic
def start_mending(
    *,
    finding: Finding,
    mend: str,
    requested_by: Caller,
    sample_ids: Collection[UUID] | None = None,
) -> Mending:
    """Have a worker mend a finding, or some of its samples.

    Raises:
        Invalid: ``mend_unknown`` when this kind of finding has no such mend.
        Conflict: ``nothing_to_mend``, or ``mending_under_way``.
    """
    annotation = TASKS[finding.inspection.dataset.task].annotation
    offered = [one.value for one in mends_of(FindingKind(finding.kind), annotation)]
    if mend not in offered:
        known = ", ".join(offered) or "none"
        raise Invalid(
            f"This finding cannot be mended by '{mend}'. There is: {known}.",
            code="mend_unknown",
            mend=mend,
            known=known,
        )
    finding = Finding.objects.select_for_update().get(id=finding.id)
    _require_idle(finding.id)
    if not finding.num_open:
        raise Conflict(
            "Everything that was found here is mended already. Inspect the data again.",
            code="nothing_to_mend",
        )
    mending = Mending.objects.create(
        finding=finding,
        mend=mend,
        sample_ids=None if sample_ids is None else [str(one) for one in sample_ids],
        created_by_id=requested_by.user_id,
    )
    _queue(mending, names.MEND_FINDING, requested_by, "finding.mended")
    return mending


@transaction.atomic
def start_undo(*, mending: Mending, requested_by: Caller) -> None:
    """Have a worker take a mend back.

    Raises:
        Conflict: ``mend_undone`` when it was undone already, or ``mending_under_way``.
    """
    finding = Finding.objects.select_for_update().get(id=mending.finding_id)
    _require_idle(finding.id)
    changed = Mending.objects.filter(id=mending.id, state=Mending.State.APPLIED).update(
        state=Mending.State.UNDOING
    )
    if not changed:
        raise Conflict("This mend was undone already.", code="mend_undone")
    _queue(mending, names.UNDO_MEND, requested_by, "finding.mend_undone")


def _require_idle(finding_id: UUID) -> None:
    if Mending.objects.filter(finding_id=finding_id, state__in=_BUSY).exists():
        raise Conflict(
            "This finding is being mended. Wait until that has ended.", code="mending_under_way"
        )


def _queue(mending: Mending, kind: str, requested_by: Caller, action: str) -> None:
    dataset = mending.finding.inspection.dataset
    organisation_id = organisation_of(project_id=dataset.project_id)
    job = create_job(
        kind=kind,
        organisation_id=organisation_id,
        project_id=dataset.project_id,
        subject_id=mending.id,
        title=dataset.name,
        requested_by_id=requested_by.user_id,
    )
    Mending.objects.filter(id=mending.id).update(job_id=job.id)
    audit.record(
        organisation_id=organisation_id,
        actor_id=requested_by.user_id,
        action=action,
        target_kind="dataset",
        target_id=dataset.id,
        project_id=dataset.project_id,
        details={"dataset": dataset.name, "finding": mending.finding.kind, "mend": mending.mend},
    )
