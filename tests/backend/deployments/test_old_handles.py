"""Processes that an earlier version left running are found again by the handles it stored."""

from __future__ import annotations

import subprocess
import sys
import uuid
from datetime import timedelta

import psutil
import pytest
from django.utils import timezone

from backend.deployments.models import DeploymentRevision, Playground
from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job
from backend.jobs.services import lifecycle
from backend.model_registry.models import Model, ModelVersion
from backend.segmenting.models import Segmenter
from tests.backend.conftest import World
from tests.backend.jobs.test_lifecycle import make_job
from tests.backend.old_database import migrated_back_to
from tests.workers.installation import wait_for
from workers.executor import JobExecutor
from workers.launchers.launcher import Handle
from workers.launchers.local.launcher import LocalLauncher
from workers.processes import HOST

OURS = "of-this-test"
OLD = (
    ("jobs", "0004_deaths_of_workers_are_no_attempts"),
    ("deployments", "0003_rights_never_grow"),
    ("segmenting", "0001_initial"),
)


@pytest.mark.django_db(transaction=True)
def test_what_runs_during_an_upgrade_is_known_afterwards(world: World) -> None:
    job = make_job(world)
    model = Model.objects.create(project_id=world.project.id, name="Cells")
    version = ModelVersion.objects.create(
        model=model, number=1, manifest={}, report={}, primary_metric="accuracy", metric=1.0,
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
    )  # fmt: skip
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as process:
        started = psutil.Process(process.pid).create_time()
        handle = {"host": HOST, "pid": process.pid, "started": started, "installation": OURS}
        long_ago = timezone.now() - timedelta(hours=1)
        seen = {"last_used_at": long_ago, "state": "running", "host": "127.0.0.1"}
        with migrated_back_to(*OLD) as old:
            old.get_model("jobs", "Job").objects.filter(id=job.id).update(
                state="running",
                worker="gone",
                heartbeat_at=long_ago,
                handle=handle | {"events_start": 512},
            )
            old.get_model("deployments", "Deployment").objects.create(
                project_id=world.project.id, name="Cells", suffix=f"c-{uuid.uuid4().hex[:8]}",
                model_version_id=version.id, state="running", host="0.0.0.0", port=9001,
                handle=handle,
            )  # fmt: skip
            old.get_model("deployments", "Playground").objects.create(
                model_version_id=version.id, port=9002, handle=handle, **seen
            )
            old.get_model("segmenting", "Segmenter").objects.create(port=9003, **seen)
        launcher = LocalLauncher(OURS, ())
        executor = JobExecutor(installation=OURS, launcher=launcher, runners={job.kind: _idle})
        executor.take_over_stale()
        (running,) = lifecycle.running_jobs()
        assert (running.worker, running.worker_deaths) == (executor.name, 0)
        assert running.events_start == 512
        (revision, playground) = DeploymentRevision.objects.get(), Playground.objects.get()
        assert (revision.number, revision.weight, revision.routed_weight) == (1, 100, 0)
        assert (revision.model_version_id, revision.deployment.state) == (version.id, "starting")
        assert playground.address == "http://127.0.0.1:9002"
        segmenter = Segmenter.objects.get()
        assert (segmenter.address, segmenter.handle) == ("http://127.0.0.1:9003", None)
        handles = [running.handle, revision.handle, playground.handle]
        assert all(launcher.ended(Handle(one or "")) is None for one in handles)
        launcher.stop(Handle(revision.handle or ""))
        wait_for(lambda: process.poll() is not None, 20, every_seconds=0.01)
        assert all(launcher.ended(Handle(one or "")) is not None for one in handles)
    assert Job.objects.get(id=job.id).state == Job.State.RUNNING


def _idle(context: object) -> None:
    """Leave the job as it is."""
