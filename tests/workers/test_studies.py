"""A whole search with two workers, of which parts are killed: nothing is lost or counted twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.workers.installation import ROOT, Installation, wait_for

pytestmark = pytest.mark.timeout(240)

SPACE = {
    "parameters": [
        {
            "name": "learning_rate",
            "range": {"kind": "float", "low": 1e-5, "high": 1.0, "log": True},
        }
    ]
}


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation with two slots and two worker processes."""
    made = Installation(tmp_path_factory.mktemp("search"), EASEL_COMPUTE_SLOTS="2")
    second: subprocess.Popen[bytes] | None = None
    try:
        made.start()
        # ``backend.up`` starts one worker for a data folder; a cluster starts any number.
        second = subprocess.Popen(
            [
                sys.executable, "-m", "celery", "--quiet", "-A", "workers.app", "worker",
                "--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING",
                "--without-gossip", "--without-mingle", "--without-heartbeat",
            ],
            cwd=ROOT, env=made.environment, stdout=made.log, stderr=made.log,
        )  # fmt: skip
        yield made
    finally:
        if second is not None:
            second.terminate()
            second.wait(60)
        made.close()


def search(installation: Installation, **changes: Any) -> Any:
    """Start a search of a few trials of ten steps."""
    body = {
        "project_id": installation.ids["project"],
        "dataset_version_ids": [installation.ids["version"]],
        "target": "cloud_api",
        "backbone": "small_cnn",
        "options": {"epochs": 10, "learning_rate": 0.5},
        "space": SPACE,
        "pruner": {"kind": "none"},
        "sampler": {"kind": "random"},
        "max_trials": 6,
        "num_parallel": 2,
    }
    return installation.post("studies", body | changes)


def wait_for_end(installation: Installation, study_id: str) -> Any:
    """Wait until a search and all its trials have ended; return it."""

    def ended() -> Any:
        study = installation.get(f"studies/{study_id}")
        return study if study["state"] != "running" and not study["active_trials"] else None

    return wait_for(ended, 120)


def trials_of(installation: Installation, study_id: str) -> list[Any]:
    """Return the trials of a search by number."""
    return list(installation.get(f"studies/{study_id}/trials?order=number")["results"])


def work_of(installation: Installation, trial: Any) -> Path:
    """Return the work folder of a trial's run."""
    return installation.folder / "jobs" / trial["job_id"] / "work"


def test_a_search_with_a_killed_trial_retries_it_once_and_counts_it_once(
    two_workers: Installation,
) -> None:
    study = search(two_workers)

    def started() -> Any:
        active = two_workers.get(f"studies/{study['id']}")["active_trials"]
        return [one for one in active if one["num_steps"] >= 2]

    victim = wait_for(started, 60)[0]
    pid = int((work_of(two_workers, victim) / "starts").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    study = wait_for_end(two_workers, study["id"])
    assert (study["state"], study["ending"]) == ("finished", "trials")
    trials = trials_of(two_workers, study["id"])
    assert [trial["number"] for trial in trials] == list(range(6))
    assert {trial["state"] for trial in trials} == {"complete"}
    assert trials[victim["number"]]["attempts"] == 2
    assert sum(trial["attempts"] for trial in trials) == 7
    assert trials[0]["settings"] == {"learning_rate": 0.5}
    best = max(trials, key=lambda trial: trial["score"])
    assert study["best_trial"]["number"] == best["number"]
    assert [trial["number"] for trial in trials if trial["has_package"]] == [best["number"]]
    packages = [one["number"] for one in trials if (work_of(two_workers, one) / "package").exists()]
    assert packages == [best["number"]]


def test_a_hopeless_trial_is_stopped_and_the_best_becomes_a_model(
    two_workers: Installation,
) -> None:
    pruner = {"kind": "median", "num_startup_trials": 1, "num_warmup_steps": 1}
    # Ten seconds: time enough for a busy worker to stop what is hopeless.
    options = {"epochs": 200, "learning_rate": 0.01}
    study = search(two_workers, pruner=pruner, options=options, max_trials=4, num_parallel=1)
    study = wait_for_end(two_workers, study["id"])
    trials = trials_of(two_workers, study["id"])
    assert [trial["state"] for trial in trials] == ["complete", "pruned", "pruned", "pruned"]
    assert all(trial["num_steps"] < 200 for trial in trials[1:])
    assert study["best_trial"]["number"] == 0
    assert [one["number"] for one in study["best_so_far"]] == [0]
    place = f"studies/{study['id']}/trials/0"
    kept = two_workers.post(f"{place}/model-version")
    assert two_workers.post(f"{place}/model-version") == kept
    version = two_workers.get(f"model-versions/{kept['model_version_id']}")
    assert version["training_run_id"] == study["best_trial"]["training_run_id"]
    refused = two_workers.client.post(f"studies/{study['id']}/trials/1/model-version")
    assert (refused.status_code, refused.json()["code"]) == (409, "trial_package_gone")
    run = two_workers.post(f"{place}/train", {"name": "In full"})
    assert (run["study_id"], run["options"]["learning_rate"]) == (None, 0.01)
    two_workers.post(f"training-runs/{run['id']}/stop")


def test_a_search_is_stopped_and_goes_on(two_workers: Installation) -> None:
    study = search(two_workers, options={"epochs": 60}, max_trials=20)
    wait_for(lambda: two_workers.get(f"studies/{study['id']}")["active_trials"], 60)
    two_workers.post(f"studies/{study['id']}/stop")
    study = wait_for_end(two_workers, study["id"])
    assert (study["state"], study["ending"]) == ("stopped", "person")
    num = len(trials_of(two_workers, study["id"]))
    two_workers.post(f"studies/{study['id']}/extend", {"max_trials": num + 1})
    study = wait_for_end(two_workers, study["id"])
    assert (study["ending"], study["counts"]["complete"]) == ("trials", 1)
    assert len(trials_of(two_workers, study["id"])) == num + 1


def test_a_search_whose_trials_all_fail_ends_with_their_reason(two_workers: Installation) -> None:
    study = search(two_workers, seed=1, max_trials=20)
    study = wait_for_end(two_workers, study["id"])
    assert (study["state"], study["error"]["code"]) == ("failed", "image_unreadable")
    assert 5 <= study["counts"]["failed"] <= 6


def test_a_search_is_driven_from_a_shell(two_workers: Installation, tmp_path: Path) -> None:
    environment = two_workers.environment | {
        "EASEL_URL": two_workers.url,
        "EASEL_API_KEY": two_workers.ids["key"],
        "HOME": str(tmp_path),
    }

    def easel(*arguments: str) -> Any:
        command = [sys.executable, "-m", "easel.cli.main", *arguments, "--json"]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE
        )
        return json.loads(done.stdout)

    ids = two_workers.ids
    found = easel(
        "search", "--project", ids["project"], "--version", ids["version"], "--trials", "2",
        "--parallel", "2", "--vary", "learning_rate", "--option", "epochs=5",
        "--pruner", "none",
    )[0]  # fmt: skip
    assert (found["state"], found["ending"]) == ("finished", "trials")
    trials = easel("searches", "trials", found["id"])
    assert trials[0]["number"] == found["best_trial"]["number"]
    assert easel("searches", "keep", found["id"])[0]["model_version_id"]


def test_a_killed_worker_loses_no_trial_and_repeats_none(two_workers: Installation) -> None:
    study = search(two_workers, options={"epochs": 30}, max_trials=5)

    def running() -> Any:
        active = two_workers.get(f"studies/{study['id']}")["active_trials"]
        return len([one for one in active if one["num_steps"] >= 2]) == 2

    wait_for(running, 60)
    two_workers.part("celery").kill()
    study = wait_for_end(two_workers, study["id"])
    trials = trials_of(two_workers, study["id"])
    assert [trial["number"] for trial in trials] == list(range(5))
    assert {trial["state"] for trial in trials} == {"complete"}
    assert {trial["num_steps"] for trial in trials} == {30}
    assert sum(trial["attempts"] for trial in trials) == 5


def test_scripts_share_a_search(two_workers: Installation) -> None:
    wide = {"kind": "float", "low": 1e-5, "high": 1.0, "log": True}
    study = two_workers.post(
        "studies/scripted",
        {
            "project_id": two_workers.ids["project"],
            "name": "By hand",
            "metric": "loss",
            "direction": "minimize",
            "space": {"parameters": [{"name": "rate", "range": wide}]},
            "first": {"rate": 0.9},
            "pruner": {"kind": "none"},
            "num_parallel": 2,
            "max_trials": 6,
        },
    )
    environment = two_workers.environment | {
        "EASEL_URL": two_workers.url,
        "EASEL_API_KEY": two_workers.ids["key"],
    }
    command = [sys.executable, "-m", "tests.workers.tuned_script", study["id"]]
    scripts = [subprocess.Popen(command, cwd=ROOT, env=environment) for _ in range(2)]
    assert [script.wait(120) for script in scripts] == [0, 0]
    study = two_workers.get(f"studies/{study['id']}")
    trials = trials_of(two_workers, study["id"])
    assert (study["state"], len(trials)) == ("finished", 6)
    assert trials[0]["error"]["code"] == "script_failed"
    complete = [trial for trial in trials if trial["state"] == "complete"]
    assert len(complete) >= 4
    assert study["best_trial"]["score"] == min(trial["score"] for trial in complete)
    assert {trial["attempts"] for trial in trials} == {1}
