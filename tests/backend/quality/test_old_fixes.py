"""A database from before fixes were called so keeps what was done to its samples."""

from __future__ import annotations

import pytest

from backend.audit.models import AuditEntry
from backend.jobs.contracts import names
from backend.jobs.models import Job
from backend.quality.models import Finding, Fix, FoundSample, Inspection
from tests.backend.conftest import World
from tests.backend.old_database import migrated_back_to

OLD = (("quality", "0004_mirrored"), ("assignments", "0002_making"))


@pytest.mark.django_db(transaction=True)
def test_fixes_of_an_old_database_are_listed_with_their_jobs_and_audit_entries(
    world: World,
) -> None:
    inspection = Inspection.objects.create(dataset_id=world.dataset.id)
    finding = Finding.objects.create(
        inspection=inspection, position=0, kind="outlier", severity="note", num_samples=1
    )
    with migrated_back_to(*OLD) as old:
        before = old.get_model("quality", "Mending").objects.create(
            finding_id=finding.id, state="applied", num_changed=1, **{"mend": "trash"}
        )
        found = old.get_model("quality", "FoundSample").objects.create(
            finding_id=finding.id,
            sample_id=finding.id,
            **{"mending": before, "mended_revision": 3},
        )
        for kind in ("mend_finding", "undo_mend"):
            old.get_model("jobs", "Job").objects.create(
                kind=kind,
                organisation_id=world.organisation.id,
                subject_id=before.id,
                resource="io",
                title="Leaves",
            )
        for action in ("finding.mended", "finding.mend_undone"):
            old.get_model("audit", "AuditEntry").objects.create(
                organisation_id=world.organisation.id,
                action=action,
                target_kind="dataset",
                details={"dataset": "Leaves", "mend": "trash"},
            )
    fix = Fix.objects.get(id=before.id)
    assert (fix.kind, fix.finding_id, fix.num_changed) == ("trash", finding.id, 1)
    row = FoundSample.objects.get(id=found.id)
    assert (row.fix_id, row.fixed_revision) == (before.id, 3)
    kinds = set(Job.objects.filter(subject_id=before.id).values_list("kind", flat=True))
    assert kinds == {names.FIX_FINDING, names.UNDO_FIX}
    entries = AuditEntry.objects.filter(action__startswith="finding.").order_by("action")
    assert [(entry.action, entry.details) for entry in entries] == [
        ("finding.fix_undone", {"dataset": "Leaves", "fix": "trash"}),
        ("finding.fixed", {"dataset": "Leaves", "fix": "trash"}),
    ]
