"""Trials that go on from each other's weights: what is refused, who begins when, what is kept."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.datasets.models import DatasetVersion
from backend.jobs.models import Job
from backend.tuning.models import Study, Trial
from backend.tuning.services.files import package_of
from backend.tuning.services.populations import as_interval
from backend.tuning.services.progress import advance
from backend.tuning.services.proposals import prepare_proposal, take_proposal
from engine.specs.data import ManifestDataSpec
from engine.specs.parse import parse_options
from engine.specs.training import TrainingSpec
from engine.tuning.propose import propose
from tests.backend.conftest import World, ok
from tests.backend.training.test_runs import freeze
from tests.backend.tuning.test_progress import end_trial
from tests.backend.tuning.test_studies import of, request

TWO = {"size": 2, "interval": 3, "quantile": 0.5}


@pytest.fixture
def version(world: World) -> DatasetVersion:
    """A version that can be trained on."""
    return freeze(world, per_split=4)


def start(api: APIClient, world: World, version: DatasetVersion, **changes: Any) -> Study:
    """Start a population of two, each trial of three epochs."""
    fields = {"population": TWO, "max_trials": 6, **changes}
    made = ok(api.post("/api/v1/studies", request(world, version, **fields)), 202)
    return Study.objects.get(id=made["id"])


def begin(study: Study) -> list[int]:
    """Answer the proposal that a study waits for as the engine does; return what began."""
    study.refresh_from_db()
    job: Any = study.propose_job
    numbers = job.request["numbers"]
    begun: list[int] = []

    def finish(result: Any) -> None:
        begun.extend(result["numbers"])
        Job.objects.filter(id=job.id).update(state="succeeded")

    asked = prepare_proposal(study_id=study.id, numbers=numbers)
    take_proposal(study_id=study.id, numbers=numbers, proposal=propose(asked), finish=finish)
    advance(study_id=study.id)
    return begun


def succeed(study: Study, number: int, score: float) -> Trial:
    """Let a trial leave its package and end with a score."""
    trial = Trial.objects.get(study=study, number=number)
    run: Any = trial.training_run
    package_of(run.job_id).mkdir(parents=True)
    return end_trial(study, number, "succeeded", [score])


def spec_of(study: Study, number: int) -> TrainingSpec:
    """Return what the process of a trial is given."""
    run: Any = Trial.objects.get(study=study, number=number).training_run
    spec = TrainingSpec(
        run_id=str(run.id),
        task=run.task,
        data=ManifestDataSpec(index="samples.jsonl", files_root="blobs", labels=("a", "b")),
        backbone=run.backbone,
        options=parse_options(run.task, run.options),
    )
    return as_interval(run_id=run.id, spec=spec)


def parents(study: Study) -> list[int | None]:
    rows = study.trials.order_by("number")
    return list(rows.values_list("parent__number", flat=True))


def packages(study: Study) -> list[int]:
    rows = study.trials.filter(has_package=True).order_by("number")
    return list(rows.values_list("number", flat=True))


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"population": {"size": 1}}, "/population/size", "greater_than_equal"),
        ({"population": {"quantile": 0.6}}, "/population/quantile", "less_than_equal"),
        ({"population": TWO, "sampler": {"kind": "tpe"}}, "/sampler/kind", "population_sampler"),
        ({"sampler": {"kind": "pbt"}}, "/sampler/kind", "population_needed"),
        ({"population": TWO, "pruner": {"kind": "median"}}, "/pruner/kind", "population_pruner"),
        ({"population": TWO, "space": of("image_size", low=16, high=64)},
         "/space/parameters/0/name", "parameter_changes_network"),
        ({"population": TWO, "space": {"parameters": [
            {"name": "backbone",
             "range": {"kind": "choices", "values": ["small_cnn", "resnet18"]}}]}},
         "/space/parameters/0/name", "parameter_changes_network"),
    ],
)  # fmt: skip
def test_what_cannot_hand_on_its_weights_is_refused_by_name(
    world: World,
    api: APIClient,
    version: DatasetVersion,
    changes: dict[str, Any],
    pointer: str,
    code: str,
) -> None:
    response = api.post("/api/v1/studies", request(world, version, **changes))
    assert response.status_code in (400, 422), response.json()
    found = {error["pointer"].rstrip("/"): error["code"] for error in response.json()["errors"]}
    assert found == {pointer: code}


def test_the_second_round_begins_from_the_better_weights_and_nobody_waits(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version)
    assert study.pruner == {"kind": "none"}
    assert begin(study) == [0, 1]
    first = spec_of(study, 0)
    assert (first.options.model_dump()["epochs"], first.epochs_before) == (3, 0)
    assert first.initial_package is None
    good = succeed(study, 0, 0.9)
    # Member 1 is still learning; member 0 goes on alone.
    assert begin(study) == [2]
    assert succeed(study, 1, 0.4).has_package
    assert begin(study) == [3]
    assert parents(study) == [None, None, 0, 0]
    copied = spec_of(study, 3)
    run: Any = good.training_run
    assert copied.initial_package == str(package_of(run.job_id))
    assert copied.epochs_before == 3
    shown = ok(api.get(f"/api/v1/studies/{study.id}/trials/3"))
    assert shown["parent_number"] == 0
    assert [(one["number"], one["score"]) for one in shown["line"]] == [(0, 0.9), (3, None)]


def start_with_two(world: World, api: APIClient, version: DatasetVersion, **fields: Any) -> Study:
    """Start a study whose first two members have scored 0.9 and 0.4."""
    study = start(api, world, version, **fields)
    begin(study)
    succeed(study, 0, 0.9)
    succeed(study, 1, 0.4)
    return study


def test_weights_are_kept_while_somebody_may_go_on_from_them_and_no_longer(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start_with_two(world, api, version)
    assert packages(study) == [0, 1]
    assert begin(study) + begin(study) == [2, 3]
    succeed(study, 2, 0.7)
    # Trial 3 still runs from 0, which is the best besides; 1 is the last of its member.
    assert packages(study) == [0, 1, 2]
    succeed(study, 3, 0.95)
    assert packages(study) == [2, 3]
    assert begin(study) + begin(study) == [4, 5]
    end_trial(study, 4, "failed")
    assert packages(study) == [2, 3]
    succeed(study, 5, 0.5)
    study.refresh_from_db()
    assert (study.state, study.ending) == ("finished", "trials")
    assert packages(study) == [3]


def test_a_search_that_is_extended_goes_on_from_its_best_trial(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start_with_two(world, api, version, max_trials=2)
    assert packages(study) == [0]
    ok(api.post(f"/api/v1/studies/{study.id}/extend", {"max_trials": 4}), 202)
    assert begin(study) == [2, 3]
    assert parents(study)[2:] == [0, 0]


def test_what_would_begin_from_cleared_weights_is_asked_for_again(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start_with_two(world, api, version)
    study.refresh_from_db()
    job: Any = study.propose_job
    asked = prepare_proposal(study_id=study.id, numbers=job.request["numbers"])
    stale = propose(asked)
    study.trials.filter(number=0).update(has_package=False)
    begun: list[Any] = []
    take_proposal(
        study_id=study.id, numbers=list(asked.numbers), proposal=stale, finish=begun.append
    )
    assert begun == [{"numbers": []}]


def test_a_population_is_not_forked_and_its_settings_are_not_trained_alone(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    study = start(api, world, version)
    begin(study)
    forked = api.post(f"/api/v1/studies/{study.id}/fork", {"max_trials": 3})
    assert (forked.status_code, forked.json()["code"]) == (409, "population_not_forked")
    trained = api.post(f"/api/v1/studies/{study.id}/trials/0/train", {})
    assert (trained.status_code, trained.json()["code"]) == (409, "population_settings_moved")


def test_the_space_says_what_stays_in_a_population(world: World, api: APIClient) -> None:
    place = f"/api/v1/studies/searchable?project={world.project.id}"
    found = ok(api.get(f"{place}&backbone=small_cnn&backbone=resnet18"))
    assert found["supports_population"]
    assert found["fixed_in_population"] == ["backbone"]
