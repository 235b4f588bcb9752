"""Reads about inspections and what they found."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.datasets.selectors.datasets import require_dataset_row
from backend.jobs.selectors import jobs_of
from backend.quality.contracts import (
    FindingView,
    FixView,
    InspectionDetailView,
    InspectionView,
)
from backend.quality.models import Finding, Fix, FoundSample, Inspection
from engine.catalog import TASKS
from engine.catalog.quality import FindingKind, fixes_of

NUM_FIRST = 8


def inspections_of(*, dataset_id: UUID) -> QuerySet[Inspection]:
    """Return the inspections of a dataset and of its versions."""
    rows = Inspection.objects.filter(dataset_id=dataset_id)
    return rows.select_related("dataset", "version", "created_by").defer("summary")


def require_inspection(
    *, caller: Caller, inspection_id: UUID, minimum: Role = Role.VIEWER
) -> Inspection:
    """Return an inspection of a dataset in whose project the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_dataset_row(
        Inspection.objects.select_related("dataset", "version", "created_by").filter(
            id=inspection_id
        ),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such inspection.", code="inspection_not_found"),
    )


def require_finding(*, caller: Caller, finding_id: UUID, minimum: Role = Role.VIEWER) -> Finding:
    """Return a finding of a dataset in whose project the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_dataset_row(
        Finding.objects.select_related("inspection__dataset").filter(id=finding_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such finding.", code="finding_not_found"),
        dataset="inspection__dataset__",
    )


def require_fix(*, caller: Caller, fix_id: UUID, minimum: Role = Role.VIEWER) -> Fix:
    """Return a fix of a dataset in whose project the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_dataset_row(
        Fix.objects.select_related("finding__inspection__dataset").filter(id=fix_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such fix.", code="fix_not_found"),
        dataset="finding__inspection__dataset__",
    )


def complete(rows: Sequence[Inspection]) -> list[InspectionView]:
    """Add to inspections their jobs."""
    jobs = jobs_of(rows)
    return [
        InspectionView(
            id=row.id,
            dataset_id=row.dataset_id,
            version_id=row.version_id,
            version_number=row.version.number if row.version is not None else None,
            state=row.state,
            num_samples=row.num_samples,
            num_found=row.num_found,
            data_at=row.data_at,
            has_changed_since=_has_changed_since(row),
            job=jobs.get(row.job_id) if row.job_id else None,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
    ]


def detail(inspection: Inspection) -> InspectionDetailView:
    """Describe an inspection with everything that a page shows of it."""
    return InspectionDetailView(
        **vars(complete([inspection])[0]),
        findings=_findings(inspection),
        charts=inspection.summary.get("charts", []),
        skipped=inspection.summary.get("skipped", []),
        thresholds=inspection.summary.get("thresholds", {}),
    )


def describe_fix(fix_id: UUID) -> FixView:
    """Describe a fix that the caller may see."""
    return _fixes([Fix.objects.select_related("created_by").get(id=fix_id)])[0]


def _findings(inspection: Inspection) -> list[FindingView]:
    rows = list(Finding.objects.filter(inspection=inspection).order_by("position"))
    annotation = TASKS[inspection.dataset.task].annotation
    latest: dict[UUID, Fix] = {}
    made = Fix.objects.filter(finding__inspection=inspection).select_related("created_by")
    for fix in made.order_by("created_at", "id"):
        latest[fix.finding_id] = fix
    fixes = {view.finding_id: view for view in _fixes(list(latest.values()))}
    return [
        FindingView(
            id=row.id,
            kind=row.kind,
            severity=row.severity,
            num_samples=row.num_samples,
            num_groups=row.num_groups,
            num_open=row.num_open,
            params=row.params,
            # A frozen version never changes, but the samples it was made of can.
            fixes=[fix.value for fix in fixes_of(FindingKind(row.kind), annotation)],
            first=_first(row.id),
            fix=fixes.get(row.id),
        )
        for row in rows
    ]


def _first(finding_id: UUID) -> list[UUID]:
    rows = FoundSample.objects.filter(finding_id=finding_id).order_by("id")
    return list(dict.fromkeys(rows.values_list("sample_id", flat=True)[:NUM_FIRST]))


def _fixes(rows: Sequence[Fix]) -> list[FixView]:
    jobs = jobs_of(rows)
    return [
        FixView(
            id=row.id,
            finding_id=row.finding_id,
            kind=row.kind,
            state=row.state,
            num_changed=row.num_changed,
            num_skipped=row.num_skipped,
            job=jobs.get(row.job_id) if row.job_id else None,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
    ]


def _has_changed_since(inspection: Inspection) -> bool:
    """Tell whether the live samples are not those any more that were inspected."""
    if inspection.version_id is not None or inspection.data_at is None:
        return False
    return inspection.dataset.updated_at > inspection.data_at
