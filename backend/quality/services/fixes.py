"""Order fixes and undo them; a worker carries them out, see ``apply_fixes``."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.audit import services as audit
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of
from backend.quality.models import Finding, Fix
from engine.catalog import TASKS
from engine.catalog.quality import FindingKind, fixes_of

_BUSY = (Fix.State.APPLYING, Fix.State.UNDOING)


@transaction.atomic
def start_fix(
    *,
    finding: Finding,
    kind: str,
    requested_by: Caller,
    sample_ids: Collection[UUID] | None = None,
) -> Fix:
    """Have a worker fix a finding, or some of its samples.

    Raises:
        Invalid: ``fix_unknown`` when this kind of finding has no such fix.
        Conflict: ``nothing_to_fix``, or ``fix_under_way``.
    """
    annotation = TASKS[finding.inspection.dataset.task].annotation
    offered = [one.value for one in fixes_of(FindingKind(finding.kind), annotation)]
    if kind not in offered:
        known = ", ".join(offered) or "none"
        raise Invalid(
            f"This finding cannot be fixed by '{kind}'. There is: {known}.",
            code="fix_unknown",
            kind=kind,
            known=known,
        )
    # Locked, so that of two who click at once the second finds it busy.
    finding = Finding.objects.select_for_update().get(id=finding.id)
    _require_idle(finding.id)
    if not finding.num_open:
        raise Conflict(
            "Everything that was found here is fixed already. Inspect the data again.",
            code="nothing_to_fix",
        )
    fix = Fix.objects.create(
        finding=finding,
        kind=kind,
        sample_ids=None if sample_ids is None else [str(one) for one in sample_ids],
        created_by_id=requested_by.user_id,
    )
    _queue(fix, names.FIX_FINDING, requested_by, "finding.fixed")
    return fix


@transaction.atomic
def start_undo(*, fix: Fix, requested_by: Caller) -> None:
    """Have a worker take a fix back.

    Raises:
        Conflict: ``fix_undone`` when it was undone already, or ``fix_under_way``.
    """
    finding = Finding.objects.select_for_update().get(id=fix.finding_id)
    _require_idle(finding.id)
    changed = Fix.objects.filter(id=fix.id, state=Fix.State.APPLIED).update(state=Fix.State.UNDOING)
    if not changed:
        raise Conflict("This fix was undone already.", code="fix_undone")
    _queue(fix, names.UNDO_FIX, requested_by, "finding.fix_undone")


def _require_idle(finding_id: UUID) -> None:
    if Fix.objects.filter(finding_id=finding_id, state__in=_BUSY).exists():
        raise Conflict(
            "This finding is being fixed. Wait until that has ended.", code="fix_under_way"
        )


def _queue(fix: Fix, kind: str, requested_by: Caller, action: str) -> None:
    dataset = fix.finding.inspection.dataset
    organisation_id = organisation_of(project_id=dataset.project_id)
    job = create_job(
        kind=kind,
        organisation_id=organisation_id,
        project_id=dataset.project_id,
        subject_id=fix.id,
        title=dataset.name,
        requested_by_id=requested_by.user_id,
    )
    Fix.objects.filter(id=fix.id).update(job_id=job.id)
    audit.record(
        organisation_id=organisation_id,
        actor_id=requested_by.user_id,
        action=action,
        target_kind="dataset",
        target_id=dataset.id,
        project_id=dataset.project_id,
        details={"dataset": dataset.name, "finding": fix.finding.kind, "fix": fix.kind},
    )
