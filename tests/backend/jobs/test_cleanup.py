"""Stuck jobs are freed, and folders that nobody needs any more are deleted, and no others."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone

from backend.api.errors import Invalid
from backend.datasets.models import Archive
from backend.datasets.services.importing.abandoned import abandoned_folders, delete_abandoned
from backend.datasets.services.importing.archive_import import run_archive_import
from backend.jobs.contracts import names
from backend.jobs.models import Job, WorkerHeartbeat
from backend.jobs.services.cleanup import (
    delete_job_folder,
    free_job,
    old_job_folders,
    stuck_jobs,
)
from backend.jobs.services.jobs import create_job, job_folder
from tests.backend.conftest import World
from tests.backend.datasets.test_archives import place, quietly

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(days=60)


def make_job(world: World, kind: str = names.IMPORT_ARCHIVE, **changes: object) -> Job:
    job = create_job(
        kind=kind, organisation_id=world.organisation.id, project_id=world.project.id,
        subject_id=uuid4(), title="t", requested_by_id=None,
    )  # fmt: skip
    Job.objects.filter(id=job.id).update(**changes)
    return Job.objects.get(id=job.id)


def work_of(job_id: object, data: Path) -> Path:
    work = data / "jobs" / str(job_id) / "work"
    work.mkdir(parents=True)
    (work.parent / "output.log").write_text("said")
    (work / "checkpoint").write_text("large")
    return work


def test_a_job_without_a_living_worker_goes_back_into_the_queue(world: World) -> None:
    silent = make_job(world, state="running", worker="gone", heartbeat_at=LONG_AGO, handle="one")
    unwanted = make_job(
        world, state="running", worker="gone", heartbeat_at=LONG_AGO, cancel_requested_at=LONG_AGO
    )
    waiting = make_job(world, created_at=LONG_AGO)
    make_job(world, state="running", worker="here", heartbeat_at=timezone.now())
    make_job(world)
    make_job(world, state="succeeded", finished_at=LONG_AGO)
    assert set(stuck_jobs()) == {silent.id, unwanted.id, waiting.id}
    assert all(free_job(job_id) for job_id in stuck_jobs())
    silent.refresh_from_db()
    assert (silent.state, silent.worker, silent.handle) == ("queued", "", None)
    unwanted.refresh_from_db()
    assert unwanted.state == "cancelled"
    assert not free_job(unwanted.id)


def test_what_waits_for_a_slot_of_a_living_worker_is_not_stuck(world: World) -> None:
    make_job(world, created_at=LONG_AGO)
    WorkerHeartbeat.objects.create(name="here", started_at=timezone.now(), seen_at=timezone.now())
    assert stuck_jobs() == []


def test_folders_of_jobs_that_are_gone_or_long_ended_are_deleted(
    world: World, data_folder: Path
) -> None:
    gone = work_of(uuid4(), data_folder).parent
    young = work_of(uuid4(), data_folder).parent
    os.utime(gone, (0, 0))
    ended = make_job(world, state="failed", finished_at=LONG_AGO)
    ended_work = work_of(ended.id, data_folder)
    kept = [
        make_job(world, state="failed", finished_at=timezone.now()),
        make_job(world),
        make_job(world, state="running", heartbeat_at=LONG_AGO),
        make_job(world, kind=names.RUN_TRIAL, state="succeeded", finished_at=LONG_AGO),
    ]
    works = [work_of(job.id, data_folder) for job in kept]
    found = list(old_job_folders())
    assert set(found) == {gone, ended_work}
    assert all(map(delete_job_folder, found))
    assert not gone.exists()
    assert not ended_work.exists()
    assert (job_folder(ended.id) / "output.log").is_file()
    assert young.is_dir()
    assert all(work.is_dir() for work in works)


def test_a_job_that_is_begun_again_meanwhile_keeps_its_work(
    world: World, data_folder: Path
) -> None:
    job = make_job(world, state="failed", finished_at=LONG_AGO)
    work = work_of(job.id, data_folder)
    (found,) = old_job_folders()
    Job.objects.filter(id=job.id).update(state="queued", finished_at=None)
    assert not delete_job_folder(found)
    assert work.is_dir()


def old_archive(world: World) -> tuple[Archive, Path]:
    archive = place(world, b"half of a zip")
    folder = next(Path(str(path)) for path in _uploads(world, archive))
    for path in (*folder.iterdir(), folder):
        os.utime(path, (0, 0))
    return archive, folder


def _uploads(world: World, archive: Archive) -> list[Path]:
    from django.conf import settings

    return [settings.ENVIRONMENT.data / "uploads" / str(archive.id)]


def test_an_archive_that_was_left_is_deleted_and_not_taken_for_one_that_was_read(
    world: World, data_folder: Path
) -> None:
    archive, folder = old_archive(world)
    Archive.objects.filter(id=archive.id).update(num_entries_done=3)
    busy, busy_folder = old_archive(world)
    Archive.objects.filter(id=busy.id).update(job_id=make_job(world).id)
    place(world, b"young")
    gone = data_folder / "uploads" / str(uuid4())
    gone.mkdir()
    os.utime(gone, (0, 0))
    found = set(abandoned_folders())
    assert found == {folder, gone}
    assert all(map(delete_abandoned, found))
    assert busy_folder.is_dir()
    assert not folder.exists()
    with pytest.raises(Invalid) as refused:
        run_archive_import(archive.id, quietly)
    assert refused.value.code == "archive_missing"


def test_an_archive_that_is_used_again_meanwhile_is_kept(world: World) -> None:
    archive, folder = old_archive(world)
    (found,) = abandoned_folders()
    Archive.objects.filter(id=archive.id).update(job_id=make_job(world).id)
    assert not delete_abandoned(found)
    assert folder.is_dir()
