"""How the trials of a population begin: a pure function of the trials before."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pydantic import ValidationError

from engine.catalog import TASKS
from engine.catalog.population import learns_in_intervals, may_change_between_intervals
from engine.specs.tuning import study as specs
from engine.specs.tuning.search_space import Choices, FloatRange, IntRange, Parameter, SearchSpace
from engine.tuning.propose import propose

SPACE = SearchSpace(
    parameters=(
        Parameter(name="learning_rate", range=FloatRange(low=1e-5, high=0.1, log=True)),
        Parameter(name="batch_size", range=IntRange(low=8, high=128, log=True)),
        Parameter(name="optimizer", range=Choices(values=("adamw", "sgd"))),
    )
)
FIRST: dict[str, Any] = {"learning_rate": 0.003, "optimizer": "adamw"}
FOUR = specs.Population(size=4, interval=2, quantile=0.25)
SAMPLERS: list[specs.Sampler] = [specs.Sfde(), specs.Pbt()]
both = pytest.mark.parametrize("sampler", SAMPLERS, ids=lambda one: str(one.kind))


def study(sampler: specs.Sampler, **changes: object) -> specs.StudySpec:
    fields = {"space": SPACE, "direction": "maximize", "population": FOUR, "first": (FIRST,)}
    return specs.StudySpec.model_validate({**fields, "sampler": sampler, **changes})


def trial(number: int, score: float | None, **changes: object) -> specs.Trial:
    """A trial with settings of its own; one without a score failed."""
    fields: dict[str, object] = {
        "number": number,
        "settings": {"learning_rate": 1e-4 * (1 + number), "batch_size": 16, "optimizer": "sgd"},
        "state": "failed" if score is None else "complete",
        "score": score,
        "has_weights": score is not None,
    }
    return specs.Trial.model_validate({**fields, **changes})


def ask(
    sampler: specs.Sampler, trials: list[specs.Trial], *numbers: int, **changes: object
) -> specs.Proposal:
    request = specs.ProposalSpec(
        study=study(sampler, **changes), trials=tuple(trials), numbers=numbers
    )
    proposal = propose(request)
    assert propose(request) == proposal
    assert len(proposal.parents) == len(proposal.settings) == len(numbers)
    return proposal


@both
def test_the_first_round_learns_from_scratch_and_begins_with_the_users_settings(
    sampler: specs.Sampler,
) -> None:
    proposal = ask(sampler, [], 0, 1, 2, 3)
    assert proposal.parents == (None,) * 4
    assert proposal.settings[0] == FIRST
    assert len({one["learning_rate"] for one in proposal.settings}) == 4
    # It does not depend on who has ended meanwhile.
    assert ask(sampler, [trial(0, 0.9)], 1, 2, 3).settings == proposal.settings[1:]


@both
def test_who_is_behind_goes_on_from_the_leader_and_others_from_themselves(
    sampler: specs.Sampler,
) -> None:
    round_0 = [trial(0, 0.5), trial(1, 0.9), trial(2, 0.1), trial(3, 0.6)]
    proposal = ask(sampler, round_0, 4, 5, 6, 7)
    assert proposal.parents == (0, 1, 1, 3)
    # The leader's settings stay, and the copy explores.
    assert proposal.settings[1] == round_0[1].settings
    assert proposal.settings[2] != round_0[1].settings
    # A loss is better when it is lower.
    falling = ask(sampler, round_0, 4, 5, 6, 7, direction="minimize")
    assert falling.parents == (0, 2, 2, 3)


def test_members_of_pbt_that_are_neither_keep_their_settings_and_those_of_sfde_move() -> None:
    round_0 = [trial(0, 0.5), trial(1, 0.9), trial(2, 0.1), trial(3, 0.6)]
    kept = ask(specs.Pbt(), round_0, 4, 7)
    assert kept.settings == (round_0[0].settings, round_0[3].settings)
    moved = ask(specs.Sfde(), round_0, 4, 7)
    assert moved.settings[0] != round_0[0].settings
    assert moved.settings[1] != round_0[3].settings


def test_pbt_changes_numbers_by_a_fifth_and_draws_anew_as_often_as_asked() -> None:
    round_0 = [trial(0, 0.5), trial(1, 0.9), trial(2, 0.1), trial(3, 0.6)]
    rate = float(str(round_0[1].settings["learning_rate"]))
    for seed in range(20):
        settings = ask(specs.Pbt(explore_probability=0), round_0, 6, seed=seed).settings[0]
        factor = float(str(settings["learning_rate"])) / rate
        assert min(abs(factor - 0.8), abs(factor - 1.2)) < 1e-9
        assert settings["batch_size"] in (13, 19)
        assert settings["optimizer"] == "sgd"
    drawn = [
        ask(specs.Pbt(explore_probability=1), round_0, 6, seed=seed).settings[0]
        for seed in range(20)
    ]
    assert {one["optimizer"] for one in drawn} == {"adamw", "sgd"}
    assert max(float(str(one["learning_rate"])) for one in drawn) > 10 * rate


def test_a_whole_number_moves_by_one_at_least() -> None:
    space = SearchSpace(parameters=(Parameter(name="layers", range=IntRange(low=1, high=6)),))
    round_0 = [trial(n, s, settings={"layers": 2}) for n, s in enumerate((0.1, 0.9))]
    pair = specs.Population(size=2)
    found = {
        ask(
            specs.Pbt(explore_probability=0),
            round_0,
            2,
            space=space,
            first=(),
            population=pair,
            seed=seed,
        ).settings[0]["layers"]
        for seed in range(12)
    }
    assert found == {1, 3}


@both
def test_nobody_waits_for_a_slow_member(sampler: specs.Sampler) -> None:
    running = trial(3, None, state="running", has_weights=False)
    trials = [trial(0, 0.5), trial(1, 0.9), trial(2, 0.1), running]
    assert ask(sampler, trials, 4, 5, 6).parents == (0, 1, 1)
    ahead = [*trials[:3], trial(5, 0.95), running]
    assert ask(sampler, ahead, 9).parents == (5,)


@both
def test_a_failed_interval_is_taken_again_from_the_last_good_one(sampler: specs.Sampler) -> None:
    trials = [trial(n, s) for n, s in enumerate((0.5, 0.9, 0.4, 0.6))]
    trials += [trial(4, None), trial(5, 0.91), trial(6, 0.45), trial(7, None)]
    assert ask(sampler, trials, 8, 11).parents == (0, 3)
    # A member that never had a score copies a leader; where all failed, all begin anew.
    hopeless = [trial(0, None), trial(1, 0.9), trial(2, 0.1), trial(3, 0.2)]
    assert ask(sampler, hopeless, 4).parents == (1,)
    nothing = [trial(number, None) for number in range(4)]
    assert ask(sampler, nothing, 4, 5).parents == (None, None)


def test_failed_trials_do_not_move_the_consensus() -> None:
    trials = [trial(n, s) for n, s in enumerate((0.5, 0.9, 0.1, 0.6))]
    failed = trial(4, None, settings={"learning_rate": 0.1, "batch_size": 128})
    assert ask(specs.Sfde(), [*trials, failed], 7) == ask(specs.Sfde(), trials, 7)


def test_only_the_order_of_scores_counts() -> None:
    trials = [trial(n, s) for n, s in enumerate((0.5, 0.9, 0.1, 0.6))]
    stretched = [trial(n, s) for n, s in enumerate((5.0, 9e6, -3.0, 70.0))]
    for sampler in SAMPLERS:
        assert ask(sampler, trials, 4, 5, 6, 7) == ask(sampler, stretched, 4, 5, 6, 7)


@both
def test_a_search_whose_weights_were_cleared_goes_on_from_the_best_trial(
    sampler: specs.Sampler,
) -> None:
    trials = [trial(n, s, has_weights=n == 1) for n, s in enumerate((0.5, 0.9, 0.1, 0.6))]
    trials += [trial(n + 4, 0.7, has_weights=False) for n in range(4)]
    assert ask(sampler, trials, 8, 9, 10, 11).parents == (1, 1, 1, 1)


@both
def test_a_population_learns_a_schedule_that_no_constant_setting_reaches(
    sampler: specs.Sampler,
) -> None:
    """Each interval approaches its goal by rate · (1 - rate / best rate of the round)."""
    space = SearchSpace(
        parameters=(Parameter(name="rate", range=FloatRange(low=1e-3, high=1, log=True)),)
    )

    def gain(rate: float, depth: int) -> float:
        best = 0.5 * 0.6**depth
        return max(-0.5, 2 * rate / best - (rate / best) ** 2)

    def reached(rates: list[float]) -> float:
        return sum(gain(rate, depth) for depth, rate in enumerate(rates))

    lines: dict[int, list[float]] = {}
    trials: list[specs.Trial] = []
    eight = specs.Population(size=8, interval=1)
    for first in range(0, 80, 8):
        numbers = tuple(range(first, first + 8))
        proposal = ask(sampler, trials, *numbers, space=space, first=(), population=eight)
        made = []
        for number, settings, parent in zip(
            numbers, proposal.settings, proposal.parents, strict=True
        ):
            before = [] if parent is None else lines[parent]
            lines[number] = [*before, float(str(settings["rate"]))]
            made.append(trial(number, reached(lines[number]), settings=settings))
        random.Random(first).shuffle(made)
        trials += made
    best = max(reached(line) for line in lines.values())
    constant = max(reached([10 ** (-3 + 0.01 * step)] * 10) for step in range(301))
    assert best > constant


def test_only_sfde_and_pbt_lead_a_population_and_pbt_needs_one() -> None:
    with pytest.raises(ValidationError, match="cannot lead"):
        study(specs.Tpe())
    with pytest.raises(ValidationError, match="needs a population"):
        study(specs.Pbt(), population=None)


def test_what_changes_the_network_may_not_change_between_intervals() -> None:
    card = TASKS["multimodal.image_text_retrieval"]
    assert may_change_between_intervals(card, "learning_rate")
    for name in ("backbone", "embedding_size", "image_size", "epochs", "unheard_of"):
        assert not may_change_between_intervals(card, name)
    assert may_change_between_intervals(TASKS["image.classification"], "augmentation.scale")
    tables = TASKS["tabular.prediction"]
    assert not learns_in_intervals(tables, tables.backbones[0])
    texts = TASKS["text.classification"]
    assert not learns_in_intervals(texts, texts.backbone("nb_ngrams"))
    assert learns_in_intervals(texts, texts.backbone("text_cnn"))
