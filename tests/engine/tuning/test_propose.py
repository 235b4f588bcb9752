from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import SpecError
from engine.specs.tuning import study as specs
from engine.specs.tuning.search_space import (
    Choices,
    Condition,
    FloatRange,
    IntRange,
    Parameter,
    SearchSpace,
)
from engine.tuning.propose import propose

SPACE = SearchSpace(
    parameters=(
        Parameter(name="learning_rate", range=FloatRange(low=1e-5, high=0.1, log=True)),
        Parameter(name="optimizer", range=Choices(values=("adamw", "sgd"))),
        Parameter(
            name="momentum",
            range=FloatRange(low=0, high=0.99),
            when=Condition(parameter="optimizer", values=("sgd",)),
        ),
        Parameter(name="layers", range=IntRange(low=1, high=8)),
    )
)
SAMPLERS: list[specs.Sampler] = [
    specs.Sfde(),
    specs.RandomSearch(),
    specs.Grid(num_cuts=3),
    specs.Tpe(),
    specs.GaussianProcess(num_startup_trials=4),
    specs.CmaEs(),
    specs.ParticleSwarm(),
    specs.Reinforce(),
]


def study(**changes: object) -> specs.StudySpec:
    return specs.StudySpec.model_validate(
        {"space": SPACE, "direction": "maximize", "num_parallel": 4, "seed": 1, **changes}
    )


def trial(number: int, settings: dict[str, object], **changes: object) -> specs.Trial:
    return specs.Trial.model_validate(
        {"number": number, "settings": settings, "state": "complete", **changes}
    )


def score(settings: dict[str, object]) -> float:
    rate = float(str(settings["learning_rate"]))
    return -abs(rate - 0.003) - (settings["optimizer"] == "sgd") - int(str(settings["layers"])) / 8


@pytest.mark.parametrize("sampler", SAMPLERS, ids=lambda one: str(one.kind))
def test_every_sampler_searches_a_conditional_space_in_parallel(sampler: specs.Sampler) -> None:
    trials: list[specs.Trial] = []
    for first in range(0, 24, 4):
        numbers = tuple(range(first, first + 4))
        asked = specs.ProposalSpec(
            study=study(sampler=sampler), trials=tuple(trials), numbers=numbers
        )
        proposal = propose(asked)
        assert propose(asked) == proposal
        assert len(proposal.settings) == 4
        for number, settings in zip(numbers, proposal.settings, strict=True):
            assert ("momentum" in settings) == (settings["optimizer"] == "sgd")
            assert 1e-5 <= settings["learning_rate"] <= 0.1
            assert settings["layers"] in range(1, 9)
            trials.append(trial(number, settings, score=score(settings)))
    assert len({json.dumps(one.settings, sort_keys=True) for one in trials}) > 20


def test_the_settings_that_come_first_are_tried_first() -> None:
    first = {"learning_rate": 0.01, "optimizer": "adamw", "layers": 2}
    proposal = propose(specs.ProposalSpec(study=study(first=[first]), numbers=(0, 1)))
    assert proposal.settings[0] == first
    assert proposal.settings[1] != first


def test_running_trials_are_not_proposed_again() -> None:
    one = propose(specs.ProposalSpec(study=study(), numbers=(0,))).settings[0]
    running = trial(0, dict(one), state="running")
    other = propose(specs.ProposalSpec(study=study(), trials=(running,), numbers=(1,)))
    assert other.settings[0] != one


def test_a_space_that_is_used_up_gives_fewer_settings() -> None:
    space = SearchSpace(parameters=(Parameter(name="a", range=Choices(values=(1, 2, 3))),))
    asked = specs.ProposalSpec(study=study(space=space), numbers=tuple(range(5)))
    assert sorted(one["a"] for one in propose(asked).settings) == [1, 2, 3]


@pytest.mark.parametrize("sampler", SAMPLERS, ids=lambda one: str(one.kind))
def test_a_space_that_is_used_up_ends_every_search(sampler: specs.Sampler) -> None:
    space = SearchSpace(
        parameters=(
            Parameter(name="a", range=Choices(values=(1, 2))),
            Parameter(
                name="b",
                range=IntRange(low=1, high=2),
                when=Condition(parameter="a", values=(2,)),
            ),
        )
    )
    tried = ({"a": 1}, {"a": 2, "b": 1}, {"a": 2, "b": 2})
    trials = tuple(trial(number, dict(one), score=1.0) for number, one in enumerate(tried))
    used_up = study(space=space, sampler=sampler)
    asked = specs.ProposalSpec(study=used_up, trials=trials, numbers=(3, 4))
    assert propose(asked).settings == ()
    if not isinstance(sampler, specs.Grid):
        left = specs.ProposalSpec(study=used_up, trials=trials[:2], numbers=(2,))
        assert len(propose(left).settings) == 1


def test_a_pruned_trial_never_leads() -> None:
    settings = [
        {"learning_rate": rate, "optimizer": "adamw", "layers": 1}
        for rate in (1e-4, 1e-3, 1e-2, 2e-2, 3e-2, 5e-2, 9e-2)
    ]
    trials = [trial(n, one, score=float(n)) for n, one in enumerate(settings[:-1])]
    # It was stopped after its first step, where it was higher than anything at its end.
    pruned = trial(6, settings[-1], state="pruned", score=1e6, curve=[{"step": 1, "score": 1e6}])
    asked = specs.ProposalSpec(study=study(), trials=(*trials, pruned), numbers=(7,))
    without = specs.ProposalSpec(study=study(), trials=tuple(trials), numbers=(7,))
    assert propose(asked).settings[0] != settings[-1]
    assert propose(without).settings


@pytest.mark.parametrize(
    "settings", [{"learning_rat": 0.1}, {"optimizer": "adam"}], ids=["name", "choice"]
)
def test_trials_of_another_space_are_refused_by_name(settings: dict[str, object]) -> None:
    asked = specs.ProposalSpec(study=study(), trials=(trial(0, settings, score=1.0),), numbers=(1,))
    with pytest.raises(SpecError) as caught:
        propose(asked)
    assert caught.value.code == "trial_settings_foreign"


def test_a_grid_of_millions_is_refused() -> None:
    space = SearchSpace(
        parameters=tuple(
            Parameter(name=f"p{n}", range=FloatRange(low=0, high=1)) for n in range(12)
        )
    )
    asked = specs.ProposalSpec(study=study(space=space, sampler=specs.Grid()), numbers=(0,))
    with pytest.raises(SpecError, match="244,140,625 combinations"):
        propose(asked)


def test_the_command_answers_in_json(tmp_path: Path) -> None:
    path = tmp_path / "proposal.json"
    path.write_text(specs.ProposalSpec(study=study(), numbers=(0, 1)).model_dump_json())
    command = [sys.executable, "-m", "engine", "propose", "--spec", str(path)]
    proposal = subprocess.run(command, capture_output=True, text=True, check=True)
    assert len(specs.Proposal.model_validate_json(proposal.stdout).settings) == 2
    path.write_text("{}")
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 64
    assert "study" in refused.stderr


def test_cma_es_goes_on_when_all_it_has_seen_is_one_point() -> None:
    settings = {"learning_rate": 0.01, "optimizer": "adamw", "layers": 2}
    trials = tuple(trial(number, settings, score=1.0) for number in range(200))
    asked = specs.ProposalSpec(study=study(sampler=specs.CmaEs()), trials=trials, numbers=(200,))
    assert len(propose(asked).settings) == 1
