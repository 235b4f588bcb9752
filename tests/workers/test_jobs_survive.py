"""Any process may be killed at any moment: no accepted job disappears, and none runs twice."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.backend.images import image
from tests.workers.installation import Installation, wait_for

pytestmark = pytest.mark.timeout(120)


def numbers_of(installation: Installation, job_id: str) -> list[int]:
    """Return the event numbers of a job, over all pages."""
    numbers: list[int] = []
    page = installation.get(f"jobs/{job_id}/events?page_size=200")
    while True:
        numbers += [event["number"] for event in page["results"]]
        if page["next"] is None:
            return numbers
        page = installation.client.get(page["next"]).json()


def steps_of(installation: Installation, run_id: str) -> list[float]:
    """Return the steps a run measured, in order."""
    series = installation.get(f"training-runs/{run_id}/metrics")["series"]
    return [point[0] for point in series[0]["points"]]


def test_a_run_whose_worker_is_killed_goes_on_in_the_same_process(
    installation: Installation,
) -> None:
    run = installation.train(steps=60)
    installation.wait_for_step(run["id"], 5)
    installation.part("celery").kill()
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["state"] == "succeeded"
    assert run["job"]["attempt"] == 1
    assert len(installation.starts(run)) == 1
    assert steps_of(installation, run["id"]) == list(range(1, 61))
    numbers = numbers_of(installation, run["job"]["id"])
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_run_that_ends_while_no_worker_lives_is_completed_by_the_next_one(
    installation: Installation,
) -> None:
    run = installation.train(steps=30)
    installation.wait_for_step(run["id"], 2)
    worker = installation.part("celery")
    worker.suspend()
    wait_for(lambda: has_ended(installation.starts(run)[0]), 20)
    worker.kill()
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["state"] == "succeeded"
    assert len(installation.starts(run)) == 1
    assert run["model_version_id"] is not None


def has_ended(pid: int) -> bool:
    """Return whether a process is over; the child of a suspended worker stays a zombie."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_a_killed_training_process_is_started_again_from_its_checkpoint(
    installation: Installation,
) -> None:
    run = installation.train(steps=40)
    installation.wait_for_step(run["id"], 10)
    os.kill(installation.starts(run)[0], signal.SIGKILL)
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["state"] == "succeeded"
    assert run["job"]["attempt"] == 2
    assert len(installation.starts(run)) == 2
    assert steps_of(installation, run["id"]) == list(range(1, 41))
    events = installation.get(f"jobs/{run['job']['id']}/events?page_size=200")["results"]
    begins = [e["data"]["message"] for e in events if e["kind"] == "log"]
    assert begins[0] == "begins at step 0"
    assert int(begins[1].removeprefix("begins at step ")) >= 10
    assert [e["data"]["code"] for e in events if e["kind"] == "warning"] == ["attempt_failed"]


def test_a_run_that_comes_forward_between_its_deaths_is_not_given_up(
    installation: Installation,
) -> None:
    run, num_deaths = installation.train(steps=160), 5
    step = 0
    for _ in range(num_deaths):
        step = installation.wait_for_step(run["id"], step + 4)["job"]["done"]
        os.kill(installation.starts(run)[-1], signal.SIGKILL)
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["state"] == "succeeded"
    assert len(installation.starts(run)) == num_deaths + 1
    assert steps_of(installation, run["id"]) == list(range(1, 161))


def test_a_run_goes_on_while_the_web_process_is_killed(installation: Installation) -> None:
    run = installation.train(steps=30)
    installation.wait_for_step(run["id"], 3)
    installation.webs()[0].kill()
    wait_for(installation._is_healthy, 30)
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["state"] == "succeeded"
    assert len(installation.starts(run)) == 1


def test_a_run_that_dies_every_time_fails_with_its_signal_and_log(
    installation: Installation,
) -> None:
    run = installation.train(steps=10, seed=2)
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["error"]["code"] == "process_died"
    assert "SIGKILL" in run["job"]["error"]["message"]
    assert "log" in run["job"]["error"]["params"]
    # Each attempt resumes behind step 2 and dies in step 3, so all three are used up.
    assert run["job"]["attempt"] == 3


def test_bad_data_is_not_tried_again_and_says_which_sample(installation: Installation) -> None:
    run = installation.train(steps=10, seed=1)
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["attempt"] == 1
    assert run["job"]["error"]["code"] == "image_unreadable"
    assert run["job"]["error"]["params"]["sample"] == "a.png"


def test_a_full_disk_is_tried_again_and_then_said(installation: Installation) -> None:
    run = installation.train(steps=10, seed=3)
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["error"]["code"] == "disk_full"
    assert run["job"]["attempt"] == 3


def test_a_loss_that_is_not_a_number_ends_the_run_with_the_fix(
    installation: Installation,
) -> None:
    run = installation.train(steps=10, seed=4)
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    error = run["job"]["error"]
    assert (run["job"]["attempt"], error["code"]) == (1, "training_diverged")
    assert error["params"]["step"] == 3
    assert "Lower the learning rate" in error["message"]


def test_a_run_ends_well_though_a_label_of_its_version_is_deleted_meanwhile(
    installation: Installation,
) -> None:
    dataset = installation.post(
        "datasets", {"project_id": installation.ids["project"], "name": "Two"}
    )["id"]
    session = installation.post(f"datasets/{dataset}/imports", {"format": "image_folder"})["id"]
    names = [f"{label}/{number}.png" for label in ("cat", "dog") for number in range(30)]
    files = [("files", (name, image(hash(name)), "image/png")) for name in names]
    installation.client.post(f"imports/{session}/files", files=files).raise_for_status()
    split = {"kind": "random", "train": 0.6, "validation": 0.2, "test": 0.2, "seed": 1}
    version = installation.post(f"datasets/{dataset}/versions", {"split": split})["id"]
    wait_for(lambda: installation.get(f"dataset-versions/{version}")["state"] == "ready", 30)
    run = installation.train(steps=30, version=version)
    installation.wait_for_step(run["id"], 2)
    cat = installation.get(f"datasets/{dataset}/labels")["results"][0]
    deleted = installation.client.delete(f"datasets/{dataset}/labels/{cat['id']}")
    assert deleted.status_code == 204
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["state"] == "succeeded"
    spec = json.loads((installation.work(run).parent / "spec.json").read_text())
    assert spec["data"]["labels"] == ["cat", "dog"]


def test_a_disk_that_is_full_before_the_process_begins_is_said_and_fixed(
    installation: Installation,
) -> None:
    jobs = installation.folder / "jobs"
    jobs.mkdir(exist_ok=True)
    with small_disk(jobs):
        with pytest.raises(OSError, match="No space"), (jobs / "filler").open("wb") as filler:
            filler.write(bytes(2 << 20))
        run = installation.train(steps=2)
        run = installation.wait_for_run(run["id"], "succeeded", "failed")
        error = run["job"]["error"]
        assert error["code"] == "disk_full"
        assert "Free some" in error["message"]
        (jobs / "filler").unlink()
        installation.post(f"training-runs/{run['id']}/resume")
        run = installation.wait_for_run(run["id"], "succeeded", "failed")
        assert run["job"]["state"] == "succeeded"


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Put a file system of a megabyte on a folder."""
    options = ["-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    mounted = subprocess.run(["mount", *options], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("may not mount a file system here, so that no disk can be full")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


FORGE_WORKERS = """
import sys
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from backend.jobs.models import Job
for job_id, seconds in zip(sys.argv[1:3], (300, 60)):
    Job.objects.filter(id=job_id).update(
        state="running", attempt=1, worker="elsewhere:7:1.00:abcd",
        heartbeat_at=timezone.now() - timedelta(seconds=seconds),
    )
"""


def test_a_job_of_another_host_is_taken_over_after_long_silence_only(
    installation: Installation,
) -> None:
    first = installation.train(steps=100)
    installation.wait_for_step(first["id"], 1)
    silent, alive = (installation.train(steps=2) for _ in range(2))
    jobs = [one["job"]["id"] for one in (silent, alive)]
    installation.run("-c", FORGE_WORKERS, *jobs)
    taken = installation.wait_for_run(silent["id"], "succeeded", "failed")
    assert (taken["job"]["state"], taken["job"]["attempt"]) == ("succeeded", 1)
    other = installation.get(f"training-runs/{alive['id']}")["job"]
    assert (other["state"], other["attempt"]) == ("running", 1)
    installation.run("-c", FORGE_WORKERS.replace("(300, 60)", "(300, 300)"), jobs[1], jobs[1])
    assert installation.wait_for_run(alive["id"], "succeeded")["job"]["attempt"] == 1
    installation.post(f"training-runs/{first['id']}/stop")
    installation.wait_for_run(first["id"], "cancelled", "succeeded")


def test_a_stopped_run_keeps_its_checkpoint_and_can_be_resumed(
    installation: Installation,
) -> None:
    run = installation.train(steps=40)
    installation.wait_for_step(run["id"], 5)
    installation.post(f"training-runs/{run['id']}/stop")
    run = installation.wait_for_run(run["id"], "cancelled")
    done = len(steps_of(installation, run["id"]))
    assert 5 <= done < 40
    installation.post(f"training-runs/{run['id']}/resume")
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["state"] == "succeeded"
    assert steps_of(installation, run["id"]) == list(range(1, 41))


def test_a_second_run_waits_for_the_slot_and_says_so(installation: Installation) -> None:
    first = installation.train(steps=40)
    installation.wait_for_step(first["id"], 1)
    second = installation.train(steps=2)
    third = installation.train(steps=2)
    waiting = installation.get(f"training-runs/{third['id']}")["job"]["waiting"]
    assert (waiting["reason"], waiting["position"]) == ("slots_busy", 2)
    installation.post(f"jobs/{second['job']['id']}/cancel")
    assert installation.get(f"jobs/{second['job']['id']}")["state"] == "cancelled"
    assert installation.wait_for_run(third["id"], "succeeded")["job"]["attempt"] == 1
    assert installation.get(f"training-runs/{first['id']}")["job"]["state"] == "succeeded"


def test_a_run_goes_on_after_everything_was_stopped_and_started(
    installation: Installation,
) -> None:
    run = installation.train(steps=60)
    installation.wait_for_step(run["id"], 5)
    installation.stop()
    assert not any(psutil.pid_exists(pid) for pid in installation.starts(run))
    installation.start()
    run = installation.wait_for_run(run["id"], "succeeded", "failed")
    assert run["job"]["state"] == "succeeded"
    assert run["job"]["attempt"] == 1
    assert len(installation.starts(run)) == 2
    assert steps_of(installation, run["id"]) == list(range(1, 61))


def test_a_second_supervisor_on_the_same_data_is_refused(installation: Installation) -> None:
    with pytest.raises(Exception, match="75"):
        installation.run("-m", "backend.up", "--port", "0")
