"""Order inspections, give their process what it needs, and keep what it found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid, NotFound
from backend.audit import services as audit
from backend.datasets.contracts import VersionRef
from backend.datasets.selectors.named_splits import named_splits
from backend.datasets.selectors.records import label_names, live_records
from backend.datasets.selectors.references import version_refs
from backend.datasets.services.sample_index import records, write_readable_records
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of
from backend.quality.contracts import InspectedDataset
from backend.quality.models import Finding, FoundSample, Inspection
from engine.catalog import TASKS, Media
from engine.catalog.quality import FINDINGS, FindingKind, fixes_of
from engine.specs.inspection import InspectionSpec, InspectionSummary

_BATCH = 2000
Finish = Callable[[Mapping[str, Any]], None]


@transaction.atomic
def start_inspection(
    *, dataset: InspectedDataset, requested_by: Caller, version_id: UUID | None = None
) -> Inspection:
    """Have a worker inspect the live samples of a dataset, or one of its versions.

    Raises:
        Conflict: ``nothing_to_inspect`` when the dataset is empty.
        Invalid: ``version_unknown`` when it has no such version, or that is not ready.
    """
    version = _version(dataset, version_id) if version_id is not None else None
    if version is None and not dataset.num_samples:
        raise Conflict(
            "The dataset has no samples to inspect. Import some first.", code="nothing_to_inspect"
        )
    inspection = Inspection.objects.create(
        dataset_id=dataset.id, version_id=version_id, created_by_id=requested_by.user_id
    )
    title = dataset.name if version is None else f"{dataset.name} · {version.number}"
    job = create_job(
        kind=names.INSPECT_DATASET,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=inspection.id,
        title=title,
        requested_by_id=requested_by.user_id,
    )
    inspection.job_id = job.id
    inspection.save(update_fields=["job"])
    audit.record(
        organisation_id=organisation_of(project_id=dataset.project_id),
        actor_id=requested_by.user_id,
        action="dataset.inspected",
        target_kind="dataset",
        target_id=dataset.id,
        project_id=dataset.project_id,
        details={"dataset": dataset.name},
    )
    return inspection


def prepare_inspection(*, inspection_id: UUID, folder: Path) -> InspectionSpec:
    """Write the sample index of an inspection into ``folder`` and return its spec.

    Raises:
        NotFound: when the version is gone.
        Unavailable: ``disk_full``.
    """
    inspection = Inspection.objects.select_related("dataset").get(id=inspection_id)
    dataset = inspection.dataset
    Inspection.objects.filter(id=inspection_id).update(data_at=timezone.now())
    index = folder / "samples.jsonl"
    media = TASKS[dataset.task].media.value
    if inspection.version_id is None:
        return InspectionSpec(
            media=media,
            labels=label_names(dataset.id),
            multi_label=dataset.multi_label,
            files_root=str(
                write_readable_records(live_records(dataset.id), index, with_unreadable=True)
            ),
            index=str(index),
            # Samples that no split is named for count for training, as where a version is frozen.
            has_splits=any(named_splits(dataset=dataset).values()),
        )
    version = version_refs([inspection.version_id]).get(inspection.version_id)
    if version is None:
        raise NotFound(
            "The dataset version is gone. Choose another.", code="dataset_version_not_found"
        )
    return InspectionSpec(
        media=media,
        labels=version.labels,
        multi_label=version.multi_label,
        files_root=str(write_readable_records(records([version]), index, with_unreadable=True)),
        index=str(index),
        has_splits=True,
    )


@transaction.atomic
def complete_inspection(*, inspection_id: UUID, work: Path, finish: Finish) -> None:
    """Keep what an inspection found; doing it again replaces it."""
    summary = InspectionSummary.model_validate_json((work / "inspection.json").read_bytes())
    Finding.objects.filter(inspection_id=inspection_id).delete()
    inspection = Inspection.objects.select_related("dataset").get(id=inspection_id)
    card = TASKS[inspection.dataset.task]
    order = {kind.value: place for place, kind in enumerate(FINDINGS)}
    findings = {
        found.finding: Finding.objects.create(
            inspection_id=inspection_id,
            position=order[found.finding],
            kind=found.finding,
            severity=FINDINGS[FindingKind(found.finding)].severity.value,
            num_samples=found.num_samples,
            num_groups=found.num_groups,
            params=dict(found.params),
        )
        for found in summary.findings
    }
    num_open = dict.fromkeys(findings, 0)
    rows = _found(work / "found.jsonl", findings)
    while batch := list(islice(rows, _BATCH)):
        FoundSample.objects.bulk_create(batch)
        for row in batch:
            num_open[row.finding.kind] += not row.is_kept
    for kind, finding in findings.items():
        # What is found in a table are its rows and columns; its sample is the whole table.
        fixes = fixes_of(FindingKind(kind), card.annotation)
        if fixes and card.media is not Media.TABLE:
            Finding.objects.filter(id=finding.id).update(num_open=num_open[kind])
    Inspection.objects.filter(id=inspection_id).update(
        state=Inspection.State.READY,
        num_samples=summary.num_samples,
        num_found=summary.num_found,
        summary=summary.model_dump(mode="json", include={"charts", "skipped", "thresholds"}),
    )
    finish({"num_samples": summary.num_samples, "num_found": summary.num_found})


def _version(dataset: InspectedDataset, version_id: UUID) -> VersionRef:
    version = version_refs([version_id]).get(version_id)
    if version is None or version.dataset_id != dataset.id or version.index_sha256 is None:
        raise Invalid(
            "The dataset has no such version, or it is not ready.", code="version_unknown"
        )
    return version


def _found(path: Path, findings: Mapping[str, Finding]) -> Iterator[FoundSample]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            document: dict[str, Any] = json.loads(line)
            kept = document["is_kept"]
            yield FoundSample(
                finding=findings[document["finding"]],
                sample_id=UUID(document["sample_id"]),
                group=document["group"],
                is_kept=kept,
                score=document["score"],
                suggested=(document["suggested"] or "")[:120],
                params=document["params"],
            )
