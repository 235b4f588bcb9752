"""What an earlier version wrote is known after the upgrade.

One database is taken back and brought up to date for all tests here: that takes a quarter of a
minute, and none of them needs another.
"""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psutil
import pytest
from django.core.management import call_command
from django.db.migrations.state import StateApps
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from backend.audit.models import AuditEntry
from backend.datasets.models import DatasetVersion, Sample, VersionSample
from backend.datasets.selectors.versions import describe
from backend.deployments.models import CallStatistic, DeploymentRevision, Playground
from backend.files.services.blobs import put_bytes
from backend.jobs.contracts import names
from backend.jobs.models import Job
from backend.jobs.services import lifecycle
from backend.model_registry.models import Model, ModelVersion
from backend.quality.models import Finding, Fix, FoundSample, Inspection
from backend.segmenting.models import Segmenter
from engine.catalog import TASKS
from engine.specs.package.sections import CasesSection
from tests.backend.cards import world_of
from tests.backend.conftest import World, make_world, private_files
from tests.backend.jobs.test_lifecycle import make_job
from tests.backend.old_database import migrated_back_to
from tests.workers.installation import wait_for
from workers.executor import JobExecutor
from workers.launchers.launcher import Handle
from workers.launchers.local.launcher import LocalLauncher
from workers.processes import HOST

pytestmark = pytest.mark.django_db

OLD = (
    ("jobs", "0004_deaths_of_workers_are_no_attempts"),
    ("deployments", "0003_rights_never_grow"),
    ("segmenting", "0001_initial"),
    ("model_registry", "0002_initial"),
    ("datasets", "0016_datumaro_exports"),
    ("quality", "0004_mirrored"),
    ("assignments", "0002_making"),
)
OURS = "of-this-test"
MINUTE = datetime(2026, 11, 3, 22, 58, tzinfo=UTC)
CASE = {"sample_id": "a", "name": "a.png", "error": None, "truth": [], "predicted": []}
OLD_CASE = {**CASE, "picture": "heat/a.png", "sample_picture": "made/a.png"}
NEW_CASE = {**CASE, "image": "heat/a.png", "sample_image": "made/a.png"}
NOTE = {"kind": "note", "key": "answer", "params": {}}
SECTION = {"kind": "cases", "key": "cases", "num_cases": 1}
NO_SAMPLES = {split: {"total": 0, "labels": {}} for split in ("train", "validation", "test")}
NUM_ROWS = {"tabular.prediction": 149, "text.sentiment": None}


@dataclass(frozen=True)
class Upgraded:
    """Rows that were there before, by what they are of."""

    process: subprocess.Popen[bytes]
    job: UUID
    model_version: UUID
    deployment: UUID
    fix: UUID
    found: UUID
    tables: dict[str, UUID]


@pytest.fixture(scope="module")
def upgraded(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Upgraded]:
    """A database as the earlier version left it, brought up to date."""
    folder = tmp_path_factory.mktemp("old")
    with ExitStack() as held:
        process = held.enter_context(
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        )
        held.callback(process.kill)
        with django_db_blocker.unblock():
            held.callback(_emptied, django_db_blocker)
            with private_files(folder, folder / "values"):
                made = _written(process)
        yield made


def _emptied(blocker: DjangoDbBlocker) -> None:
    with blocker.unblock():
        call_command("flush", verbosity=0, interactive=False)


def _written(process: subprocess.Popen[bytes]) -> Upgraded:
    """Write what has not changed with today's models, and the rest with the old ones."""
    world = make_world()
    version = ModelVersion.objects.create(
        model=Model.objects.create(project_id=world.project.id, name="Cells"),
        number=1, manifest={}, report={}, primary_metric="map_50", metric=1.0,
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
    )  # fmt: skip
    inspection = Inspection.objects.create(dataset_id=world.dataset.id)
    finding = Finding.objects.create(
        inspection=inspection, position=0, kind="outlier", severity="note", num_samples=1
    )
    job = make_job(world)
    tables = {task: _table(task, rows) for task, rows in NUM_ROWS.items()}
    with migrated_back_to(*OLD) as old:
        deployment = _running(old, world, job, version, process)
        _counted(old, deployment)
        fix, found = _fixed(old, world, finding)
        _reported(old, version)
        versions = old.get_model("datasets", "DatasetVersion").objects
        versions.filter(id__in=tables.values()).update(counts=NO_SAMPLES)
    return Upgraded(process, job.id, version.id, deployment, fix, found, tables)


def _running(
    old: StateApps, world: World, job: Job, version: ModelVersion, process: subprocess.Popen[bytes]
) -> UUID:
    started = psutil.Process(process.pid).create_time()
    handle = {"host": HOST, "pid": process.pid, "started": started, "installation": OURS}
    long_ago = timezone.now() - timedelta(hours=1)
    seen = {"last_used_at": long_ago, "state": "running", "host": "127.0.0.1"}
    old.get_model("jobs", "Job").objects.filter(id=job.id).update(
        state="running", worker="gone", heartbeat_at=long_ago, handle=handle | {"events_start": 512}
    )
    deployment: UUID = (
        old.get_model("deployments", "Deployment")
        .objects.create(
            project_id=world.project.id, name="Cells", suffix=f"c-{uuid.uuid4().hex[:8]}",
            model_version_id=version.id, state="running", host="0.0.0.0", port=9001, handle=handle,
        )
        .id
    )  # fmt: skip
    old.get_model("deployments", "Playground").objects.create(
        model_version_id=version.id, port=9002, handle=handle, **seen
    )
    old.get_model("segmenting", "Segmenter").objects.create(port=9003, **seen)
    return deployment


def _counted(old: StateApps, deployment: UUID) -> None:
    for number in range(4):
        old.get_model("deployments", "CallStatistic").objects.create(
            deployment_id=deployment, version="1", minute=MINUTE + timedelta(minutes=number),
            num_calls=10, num_errors=1, latency_sum_ms=5.0, latency_buckets={"0.5": 10},
            labels={"cat": 7},
        )  # fmt: skip


def _fixed(old: StateApps, world: World, finding: Finding) -> tuple[UUID, UUID]:
    """Write a fix by the name that it had, with its jobs and audit entries."""
    before = old.get_model("quality", "Mending").objects.create(
        finding_id=finding.id, state="applied", num_changed=1, **{"mend": "trash"}
    )
    found = old.get_model("quality", "FoundSample").objects.create(
        finding_id=finding.id,
        sample_id=finding.id,
        **{"mending": before, "mended_revision": 3},
    )
    organisation = world.organisation.id
    for kind in ("mend_finding", "undo_mend"):
        old.get_model("jobs", "Job").objects.create(
            kind=kind, organisation_id=organisation, subject_id=before.id, resource="io",
            title="Leaves",
        )  # fmt: skip
    for action in ("finding.mended", "finding.mend_undone"):
        old.get_model("audit", "AuditEntry").objects.create(
            organisation_id=organisation, action=action, target_kind="dataset",
            details={"dataset": "Leaves", "mend": "trash"},
        )  # fmt: skip
    return before.id, found.id


def _reported(old: StateApps, version: ModelVersion) -> None:
    report = {"sections": [NOTE, {**SECTION, "answer": "boxes", "cases": [OLD_CASE]}]}
    versions = old.get_model("model_registry", "ModelVersion").objects
    versions.filter(id=version.id).update(report=report)


def _table(task: str, num_rows: int | None) -> UUID:
    """Freeze a table of so many rows; return the version."""
    world = world_of(TASKS[task], name=task)
    blob = put_bytes(content=b"a\n1\n", media_type="text/csv")
    sample = Sample.objects.create(
        dataset=world.dataset, blob_id=blob, name="a.csv", bytes=4, num_rows=num_rows,
        created_at=timezone.now(),
    )  # fmt: skip
    version = DatasetVersion.objects.create(
        dataset=world.dataset, number=1, state="ready", multi_label=False, split_recipe={},
        labels=[], counts={}, num_samples=1,
    )  # fmt: skip
    VersionSample.objects.create(
        version=version, sample_id=sample.id, blob_id=blob, split="train", position=0
    )
    return version.id


def test_processes_that_run_during_an_upgrade_are_found_again(upgraded: Upgraded) -> None:
    launcher = LocalLauncher(OURS, ())
    kind = Job.objects.get(id=upgraded.job).kind
    executor = JobExecutor(installation=OURS, launcher=launcher, runners={kind: _idle})
    executor.take_over_stale()
    (running,) = lifecycle.running_jobs()
    assert (running.worker, running.worker_deaths) == (executor.name, 0)
    assert running.events_start == 512
    (revision, playground) = DeploymentRevision.objects.get(), Playground.objects.get()
    assert (revision.number, revision.weight, revision.routed_weight) == (1, 100, 0)
    assert revision.model_version_id == upgraded.model_version
    assert revision.deployment.state == "starting"
    assert playground.address == "http://127.0.0.1:9002"
    segmenter = Segmenter.objects.get()
    assert (segmenter.address, segmenter.handle) == ("http://127.0.0.1:9003", None)
    handles = [running.handle, revision.handle, playground.handle]
    assert all(launcher.ended(Handle(one or "")) is None for one in handles)
    launcher.stop(Handle(revision.handle or ""))
    wait_for(lambda: upgraded.process.poll() is not None, 20, every_seconds=0.01)
    assert all(launcher.ended(Handle(one or "")) is not None for one in handles)
    assert Job.objects.get(id=upgraded.job).state == Job.State.RUNNING


def _idle(context: object) -> None:
    """Leave the job as it is."""


def test_calls_counted_by_minute_are_there_by_hour_and_day(upgraded: Upgraded) -> None:
    rows = CallStatistic.objects.filter(deployment_id=upgraded.deployment)
    found = {
        span: sorted(
            (row.begin, row.num_calls, row.labels["cat"]) for row in rows.filter(span=span)
        )
        for span in ("minute", "hour", "day")
    }
    assert [num for _, num, _ in found["minute"]] == [10] * 4
    hours = [MINUTE.replace(minute=0), MINUTE.replace(minute=0) + timedelta(hours=1)]
    assert found["hour"] == [(hours[0], 20, 14), (hours[1], 20, 14)]
    assert found["day"] == [(MINUTE.replace(hour=0, minute=0), 40, 28)]


def test_fixes_are_listed_with_their_jobs_and_audit_entries(upgraded: Upgraded) -> None:
    fix = Fix.objects.get(id=upgraded.fix)
    row = FoundSample.objects.get(id=upgraded.found)
    assert (fix.kind, fix.finding_id, fix.num_changed) == ("trash", row.finding_id, 1)
    assert (row.fix_id, row.fixed_revision) == (fix.id, 3)
    kinds = set(Job.objects.filter(subject_id=fix.id).values_list("kind", flat=True))
    assert kinds == {names.FIX_FINDING, names.UNDO_FIX}
    entries = AuditEntry.objects.filter(action__startswith="finding.").order_by("action")
    assert [(entry.action, entry.details) for entry in entries] == [
        ("finding.fix_undone", {"dataset": "Leaves", "fix": "trash"}),
        ("finding.fixed", {"dataset": "Leaves", "fix": "trash"}),
    ]


def test_cases_of_a_report_keep_their_images_and_their_kind(upgraded: Upgraded) -> None:
    version = ModelVersion.objects.get(id=upgraded.model_version)
    cases = {**SECTION, "prediction": "boxes", "cases": [NEW_CASE]}
    assert version.report == {"sections": [NOTE, cases]}
    assert CasesSection.model_validate(cases).cases[0].sample_image == "made/a.png"


@pytest.mark.parametrize(("task", "rows"), NUM_ROWS.items())
def test_a_version_counts_the_rows_of_its_tables(
    task: str, rows: int | None, upgraded: Upgraded
) -> None:
    shown = describe(upgraded.tables[task])
    assert shown.num_rows == rows
    assert shown.counts["train"]["num_rows"] == rows
