"""How a study goes on: from what its rows say alone, once for each number, whoever asks."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connections
from django.utils import timezone
from rest_framework.test import APIClient

from backend.datasets.models import DatasetVersion
from backend.jobs.contracts import NewEvent
from backend.jobs.models import Job
from backend.jobs.services.lifecycle import queued_job_ids
from backend.tuning.models import Study, Trial
from backend.tuning.services.measurements import note_measurements
from backend.tuning.services.progress import advance, studies_to_watch
from backend.tuning.services.proposals import prepare_proposal, take_proposal
from engine.specs.tuning.study import Proposal
from tests.backend.conftest import World, make_world, ok
from tests.backend.training.test_runs import freeze
from tests.backend.training.test_runs import request as run_request
from tests.backend.tuning.test_studies import SPACE, of, request


@pytest.fixture
def version(world: World) -> DatasetVersion:
    """A version that can be trained on."""
    return freeze(world, per_split=4)


def start(api: APIClient, world: World, version: DatasetVersion, **changes: Any) -> Study:
    """Start a search and let its first trials begin."""
    made = ok(api.post("/api/v1/studies", request(world, version, **changes)), 202)
    study = Study.objects.get(id=made["id"])
    propose(study)
    return study


def propose(study: Study, *, exhausted: bool = False) -> list[int]:
    """Answer the proposal that a study waits for; return the numbers that began."""
    study.refresh_from_db()
    job: Any = study.propose_job
    numbers = job.request["numbers"]
    settings = tuple({"label_smoothing": number / 1000} for number in numbers)
    begun: list[int] = []

    def finish(result: Any) -> None:
        begun.extend(result["numbers"])
        Job.objects.filter(id=job.id).update(state="succeeded")

    response = Proposal(settings=settings[: 1 if exhausted else None])
    take_proposal(study_id=study.id, numbers=numbers, proposal=response, finish=finish)
    advance(study_id=study.id)
    return begun


def measure(trial: Trial, scores: Sequence[float]) -> None:
    """Let the run of a trial measure one score an epoch."""
    run: Any = trial.training_run
    events = [
        NewEvent(
            "metric",
            {"step": epoch * 7, "epoch": float(epoch), "split": "validation",
             "values": {"accuracy": score}},
            timezone.now(),
        )
        for epoch, score in enumerate(scores, start=1)
    ]  # fmt: skip
    note_measurements(run_id=run.id, events=events)


def end_trial(study: Study, number: int, state: str, scores: Sequence[float] = ()) -> Trial:
    """Let the job of a trial end, and the study take it in."""
    trial = Trial.objects.get(study=study, number=number)
    run: Any = trial.training_run
    if scores:
        measure(trial, scores)
    failure = {"error_code": "out_of_memory", "error_message": "It does not fit."}
    now = timezone.now()
    Job.objects.filter(id=run.job_id).update(
        state=state, started_at=now, finished_at=now, attempt=1,
        **(failure if state == "failed" else {}),
    )  # fmt: skip
    advance(study_id=study.id)
    study.refresh_from_db()
    trial.refresh_from_db()
    return trial


def test_no_number_is_used_twice_and_no_slot_exceeded(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version, num_parallel=2, max_trials=5)
    assert propose(study) == []
    end_trial(study, 0, "succeeded", [0.5, 0.7, 0.6])
    assert propose(study) == [2]
    end_trial(study, 1, "failed")
    end_trial(study, 2, "cancelled")
    assert propose(study) == [3]
    assert propose(study) == [4]
    assert propose(study) == []
    states = [trial.state for trial in study.trials.order_by("number")]
    assert states == ["complete", "failed", "cancelled", "queued", "queued"]
    jobs = Job.objects.filter(kind="run_trial")
    assert jobs.count() == 5
    assert set(jobs.values_list("yields", "max_attempts")) == {(True, 2)}


def test_a_trial_has_the_score_of_its_best_epoch_and_a_lost_one_its_reason(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version)
    best = end_trial(study, 0, "succeeded", [0.5, 0.7, 0.6])
    assert (best.score, best.curve) == (0.7, [[1, 0.5], [2, 0.7], [3, 0.6]])
    assert study.best_trial_id == best.id
    lost = end_trial(study, 1, "failed", [0.9])
    assert (lost.state, lost.score, lost.error_code) == ("failed", None, "out_of_memory")
    assert (propose(study), propose(study)) == ([2], [3])
    silent = end_trial(study, 2, "succeeded", [])
    assert (silent.state, silent.error_code) == ("failed", "trial_without_score")
    measure(Trial.objects.get(study=study, number=3), [float("nan"), float("inf")])
    assert end_trial(study, 3, "succeeded").error_code == "trial_without_score"
    assert (study.state, study.ending) == ("finished", "trials")
    detail = ok(api.get(f"/api/v1/studies/{study.id}"))
    assert [one["score"] for one in detail["best_so_far"]] == [0.7]
    sorted_down = ok(api.get(f"/api/v1/studies/{study.id}/trials?order=-score"))["results"]
    assert sorted_down[0]["number"] == 0


def test_a_search_ends_with_the_reason_when_its_first_trials_all_fail(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version, num_parallel=1, max_trials=50)
    for number in range(5):
        end_trial(study, number, "failed")
        if study.state == "running":
            propose(study)
    assert (study.state, study.ending, study.error_code) == (
        "failed", "failures", "out_of_memory",
    )  # fmt: skip
    assert study.trials.count() == 5
    extended = ok(api.post(f"/api/v1/studies/{study.id}/extend", {"max_trials": 51}), 202)
    assert (extended["state"], extended["error"]) == ("running", None)
    assert propose(study) == [5]
    end_trial(study, 5, "failed")
    assert study.state == "running"


def test_a_reached_target_ends_the_other_trials(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version, target_score=0.8)
    end_trial(study, 0, "succeeded", [0.8])
    assert (study.state, study.ending) == ("finished", "target")
    advance(study_id=study.id)
    assert study.trials.get(number=1).state == "cancelled"
    assert studies_to_watch() == []
    again = api.post(f"/api/v1/studies/{study.id}/extend", {"max_trials": 9})
    assert again.json()["code"] == "study_used_up"
    more = {"max_trials": 9, "target_score": 0.9}
    assert ok(api.post(f"/api/v1/studies/{study.id}/extend", more), 202)["state"] == "running"
    assert propose(study) == [2, 3]


def test_minutes_end_a_search_and_a_clock_that_is_ahead_gives_none_back(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version, max_minutes=2)
    Study.objects.filter(id=study.id).update(active_since=timezone.now() + timedelta(hours=1))
    advance(study_id=study.id)
    shown = ok(api.get(f"/api/v1/studies/{study.id}"))
    assert (shown["state"], shown["seconds_used"]) == ("running", 0)
    Study.objects.filter(id=study.id).update(active_since=timezone.now() - timedelta(minutes=3))
    advance(study_id=study.id)
    study.refresh_from_db()
    assert (study.state, study.ending) == ("finished", "minutes")


def test_a_used_up_space_ends_a_search(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    made = ok(api.post("/api/v1/studies", request(world, version, max_trials=9)), 202)
    study = Study.objects.get(id=made["id"])
    assert propose(study, exhausted=True) == [0]
    end_trial(study, 0, "succeeded", [0.5])
    assert (study.state, study.ending) == ("finished", "space")


def test_a_proposal_that_comes_after_the_stop_begins_nothing(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    made = ok(api.post("/api/v1/studies", request(world, version)), 202)
    ok(api.post(f"/api/v1/studies/{made['id']}/stop"), 202)
    study = Study.objects.get(id=made["id"])
    assert propose(study) == []
    assert study.trials.count() == 0


def test_a_hopeless_trial_is_told_to_stop_and_counts_as_pruned(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    pruner = {"kind": "median", "num_startup_trials": 1}
    study = start(api, world, version, pruner=pruner)
    end_trial(study, 0, "succeeded", [0.5, 0.9])
    trial = study.trials.get(number=1)
    Job.objects.filter(subject_id=trial.training_run_id).update(state="running")
    measure(trial, [0.2])
    job = Job.objects.get(subject_id=trial.training_run_id)
    assert job.cancel_requested_at is not None
    pruned = end_trial(study, 1, "cancelled")
    assert (pruned.state, pruned.score) == ("pruned", 0.2)


def test_what_is_left_is_told_while_a_trial_runs(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version, max_trials=4)
    end_trial(study, 0, "succeeded", [0.5])
    address = f"/api/v1/studies/{study.id}"
    assert ok(api.get(address))["eta_seconds"] is None
    Trial.objects.filter(study=study, number=1).update(state="running")
    assert ok(api.get(address))["eta_seconds"] is not None


def test_another_space_is_a_fork_which_begins_with_what_is_known(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version, max_trials=3)
    end_trial(study, 0, "succeeded", [0.9])
    end_trial(study, 1, "succeeded", [0.5])
    address = f"/api/v1/studies/{study.id}"
    narrow = {"parameters": [{"name": "label_smoothing", "range": {
        "kind": "float", "low": 0.0005, "high": 0.01}}]}  # fmt: skip
    refused = api.post(f"{address}/extend", {"space": narrow, "max_trials": 9})
    assert (refused.status_code, refused.json()["code"]) == (409, "study_space_fixed")
    ok(api.post(f"{address}/extend", {"space": SPACE, "max_trials": 9}), 202)
    fork = ok(api.post(f"{address}/fork", {"space": narrow, "max_trials": 2}), 202)
    assert fork["fork_of"] == str(study.id)
    assert (fork["counts"]["complete"], fork["counts"]["copied"]) == (1, 1)
    assert fork["best_trial"]["copied_from"] == {"study_id": str(study.id), "number": 1}
    spec = prepare_proposal(study_id=UUID(fork["id"]), numbers=[1])
    assert [(one.number, one.score) for one in spec.trials] == [(0, 0.5)]
    assert spec.study.first == ()
    whole = ok(api.post(f"{address}/fork", {"max_trials": 2}), 202)
    assert whole["best_trial"]["score"] == 0.9
    assert propose(Study.objects.get(id=whole["id"])) == [2, 3]


def test_the_first_trial_has_the_settings_of_the_request(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    options = {"epochs": 3, "label_smoothing": 0.15}
    study = start(api, world, version, options=options)
    spec = prepare_proposal(study_id=study.id, numbers=[0])
    assert spec.study.first == ({"label_smoothing": 0.15},)
    outside = start(api, world, version, space=of("label_smoothing", low=0.2, high=0.3))
    spec = prepare_proposal(study_id=outside.id, numbers=[0])
    assert spec.study.first == ({},)


def test_a_single_run_goes_before_the_trials_that_wait(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version)
    run = ok(api.post("/api/v1/training-runs", run_request(world, version)), 202)
    trials = study.trials.order_by("number").values_list("training_run__job_id", flat=True)
    order = [job_id for job_id in queued_job_ids() if Job.objects.get(id=job_id).resource != "io"]
    assert order == [UUID(run["job"]["id"]), *trials]
    assert run["job"]["waiting"]["position"] == 1
    runs = ok(api.get(f"/api/v1/training-runs?project={world.project.id}"))["results"]
    assert [one["id"] for one in runs] == [run["id"]]
    address = f"/api/v1/training-runs?project={world.project.id}&study={study.id}"
    assert len(ok(api.get(address))["results"]) == 2
    trial = study.trials.get(number=0)
    resumed = api.post(f"/api/v1/training-runs/{trial.training_run_id}/resume")
    assert resumed.json()["code"] == "run_is_trial"


@pytest.mark.django_db(transaction=True)
def test_servers_that_advance_one_study_at_once_ask_and_begin_once() -> None:
    world = make_world()
    client = APIClient()
    client.force_login(world.owner)
    version = freeze(world, per_split=4)
    made = ok(client.post("/api/v1/studies", request(world, version, num_parallel=3)), 202)
    study = Study.objects.get(id=made["id"])
    numbers = [0, 1, 2]
    response = Proposal(settings=({}, {"label_smoothing": 0.1}, {"label_smoothing": 0.2}))
    errors: list[BaseException] = []
    gate = threading.Barrier(4)

    def work() -> None:
        try:
            gate.wait()
            take_proposal(
                study_id=study.id, numbers=numbers, proposal=response, finish=lambda result: None
            )
            advance(study_id=study.id)
        except BaseException as error:
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert sorted(study.trials.values_list("number", flat=True)) == numbers
    assert Job.objects.filter(kind="propose_trials").count() == 1
