from __future__ import annotations

import copy
import math
import multiprocessing
import sqlite3
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import optuna
import pytest
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import FrozenTrial, TrialState

from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.sfde import Sfde
from engine.tuning.samplers.sfde import SfdeSampler
from engine.tuning.search_space import Floats

SPACE = {
    "x": FloatDistribution(-2, 2),
    "rate": FloatDistribution(1e-5, 1e-1, log=True),
    "depth": IntDistribution(1, 9),
    "kind": CategoricalDistribution(("a", None, True, 1.5)),
}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    with warnings.catch_warnings():
        # The journal storage is still called experimental.
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        yield


def loss(trial: optuna.Trial) -> float:
    x = trial.suggest_float("x", -2, 2)
    rate = trial.suggest_float("rate", 1e-5, 1e-1, log=True)
    depth = trial.suggest_int("depth", 1, 9)
    kind = trial.suggest_categorical("kind", ("a", None, True, 1.5))
    offsets = {"a": 0.0, None: 1.0, True: 2.0, 1.5: 3.0}
    return (x - 0.5) ** 2 + (math.log10(rate) + 3) ** 2 + abs(depth - 4) / 4 + offsets[kind]


def points(study: optuna.Study) -> list[str]:
    return [str(sorted(trial.params.items())) for trial in study.get_trials(deepcopy=False)]


@pytest.mark.parametrize("space", [None, SPACE], ids=["learnt", "given"])
def test_a_study_finds_the_best_of_a_mixed_space(
    space: dict[str, optuna.distributions.BaseDistribution] | None,
) -> None:
    study = optuna.create_study(sampler=SfdeSampler(space, seed=0))
    study.optimize(loss, n_trials=50)
    assert study.best_value < 0.3
    assert len(set(points(study))) == 50


def test_a_study_goes_on_after_a_restart_as_if_there_had_been_none() -> None:
    whole = optuna.create_study(sampler=SfdeSampler(SPACE, seed=3))
    whole.optimize(loss, n_trials=30)
    parts = optuna.create_study(sampler=SfdeSampler(SPACE, seed=3))
    parts.optimize(loss, n_trials=17)
    parts.sampler = SfdeSampler(SPACE, seed=3)
    parts.optimize(loss, n_trials=13)
    assert points(whole) == points(parts)


def test_parameters_may_depend_on_others() -> None:
    def conditional(trial: optuna.Trial) -> float:
        if trial.suggest_categorical("model", ("linear", "tree")) == "linear":
            return 1.0 + trial.suggest_float("decay", 0, 1)
        depth = trial.suggest_int("depth", 1, 20)
        return abs(depth - 13) / 10 + trial.suggest_float("share", 0, 1)

    study = optuna.create_study(sampler=SfdeSampler(seed=1))
    study.optimize(conditional, n_trials=50)
    assert study.best_value < 0.15
    assert study.best_params["model"] == "tree"


def test_trials_that_run_are_told_apart_before_they_suggest_anything() -> None:
    study = optuna.create_study(sampler=SfdeSampler(SPACE, seed=0))
    study.optimize(loss, n_trials=12)
    running = [study.ask() for _ in range(16)]
    published = [str(sorted(trial.relative_params.items())) for trial in running]
    assert len(set(published)) == 16


def test_enqueued_settings_are_tried_first_and_learnt_from() -> None:
    study = optuna.create_study(sampler=SfdeSampler(SPACE, seed=0))
    study.enqueue_trial({"x": 0.5, "rate": 1e-3, "depth": 4, "kind": "a"})
    study.optimize(loss, n_trials=1)
    assert study.best_value == pytest.approx(0.0)


def test_failed_and_pruned_trials_are_lived_with() -> None:
    def broken(trial: optuna.Trial) -> float:
        value = loss(trial)
        if trial.number % 3 == 0:
            raise ValueError("out of memory")
        for step in range(1, 6):
            trial.report(value + 5 / step, step)
            if trial.should_prune():
                raise optuna.TrialPruned
        return math.nan if trial.number % 7 == 0 else value

    study = optuna.create_study(
        sampler=SfdeSampler(SPACE, seed=0),
        pruner=optuna.pruners.SuccessiveHalvingPruner(reduction_factor=3),
    )
    study.optimize(broken, n_trials=60, catch=(ValueError,))
    states = [trial.state for trial in study.trials]
    assert states.count(TrialState.PRUNED) > 5
    assert study.best_trial.state == TrialState.COMPLETE
    assert study.best_value < 1.0


@pytest.mark.parametrize(
    "pruner", [optuna.pruners.HyperbandPruner(1, 5), optuna.pruners.MedianPruner(3)]
)
def test_pruners_of_brackets_and_medians_work_with_it(pruner: optuna.pruners.BasePruner) -> None:
    def reporting(trial: optuna.Trial) -> float:
        value = loss(trial)
        for step in range(5):
            trial.report(value + 1 / (step + 1), step)
            if trial.should_prune():
                raise optuna.TrialPruned
        return value

    study = optuna.create_study(sampler=SfdeSampler(SPACE, seed=0), pruner=pruner)
    study.optimize(reporting, n_trials=30)
    assert study.best_value < 2.0


def test_several_objectives_are_spread_over_the_front() -> None:
    study = optuna.create_study(directions=["minimize", "minimize"], sampler=SfdeSampler(seed=0))

    def both(trial: optuna.Trial) -> tuple[float, float]:
        x, y = trial.suggest_float("x", 0, 1), trial.suggest_float("y", 0, 1)
        return x * x + y, (x - 1) ** 2 + y

    study.optimize(both, n_trials=50)
    front = sorted(trial.params["x"] for trial in study.best_trials)
    assert len(front) >= 8
    assert front[0] < 0.25
    assert front[-1] > 0.75
    assert all(trial.params["y"] < 0.2 for trial in study.best_trials)


def test_constraints_are_kept() -> None:
    def limited(trial: optuna.Trial) -> float:
        x, y = trial.suggest_float("x", 0, 1), trial.suggest_float("y", 0, 1)
        trial.set_constraint("sum", 1.0 - x - y)
        return x + 2 * y

    study = optuna.create_study(sampler=SfdeSampler(seed=0))
    study.optimize(limited, n_trials=50)
    feasible = [t.value for t in study.trials if t.params["x"] + t.params["y"] >= 1.0]
    assert len(feasible) > 15
    assert min(feasible) == pytest.approx(1.0, abs=0.15)


def test_a_study_may_go_on_with_another_space() -> None:
    study = optuna.create_study(sampler=SfdeSampler(seed=0))
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=20)
    study.optimize(
        lambda trial: trial.suggest_float("x", -1, 1) ** 2 + trial.suggest_float("y", 0, 1),
        n_trials=20,
    )
    assert len(study.trials) == 40


def test_one_sampler_serves_two_studies_as_two_samplers_would() -> None:
    shared = SfdeSampler(SPACE, seed=2)
    studies = [optuna.create_study(sampler=shared), optuna.create_study(sampler=shared)]
    for _ in range(14):
        studies[0].optimize(loss, n_trials=1)
        studies[1].optimize(lambda trial: -loss(trial), n_trials=1)
    alone = optuna.create_study(sampler=SfdeSampler(SPACE, seed=2))
    alone.optimize(loss, n_trials=14)
    assert points(studies[0]) == points(alone)
    assert points(studies[0]) != points(studies[1])


def test_a_copied_sampler_goes_on_as_the_first_would() -> None:
    study = optuna.create_study(sampler=SfdeSampler(SPACE, seed=2))
    study.optimize(loss, n_trials=12)
    twin = copy.deepcopy(study)
    study.optimize(loss, n_trials=3)
    twin.optimize(loss, n_trials=3)
    assert points(study) == points(twin)


def test_a_lost_trial_is_tried_again_where_it_was(tmp_path: Path) -> None:
    storage = optuna.storages.RDBStorage(
        f"sqlite:///{tmp_path / 'study.db'}",
        heartbeat_interval=1,
        grace_period=1,
        heartbeat_stale_trial_callback=optuna.storages.RetryHeartbeatStaleTrialCallback(1),
    )
    study = optuna.create_study(storage=storage, sampler=SfdeSampler(SPACE, seed=0))
    study.optimize(loss, n_trials=9)
    # Nobody goes on with it, and it has not suggested anything.
    with pytest.warns(UserWarning, match="Heartbeat"):
        lost = study.ask()
    wanted = dict(lost.relative_params)
    with closing(sqlite3.connect(tmp_path / "study.db")) as database, database:
        database.execute("UPDATE trial_heartbeats SET heartbeat = datetime('now', '-1 hour')")
    study.optimize(loss, n_trials=1)
    trials = study.get_trials()
    assert [trial.state for trial in trials[9:]] == [TrialState.FAIL, TrialState.COMPLETE]
    assert trials[10].params == wanted


def test_two_who_ask_at_the_same_moment_do_not_both_keep_a_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = optuna.create_study(sampler=SfdeSampler(SPACE, seed=2, num_parallel=2))
    study.optimize(loss, n_trials=12)
    ask = Sfde.ask
    others: list[optuna.Trial] = []

    def ask_while_another_does(self: Sfde, history: History, number: int, width: int = 1) -> Floats:
        point = ask(self, history, number, width)
        if not others:
            # It has looked at the trials already, and another comes to the same point first.
            settings = self.cube.settings(point)
            settings["kind"] = SPACE["kind"].to_external_repr(float(settings["kind"]))
            study.enqueue_trial(settings)
            others.append(study.ask())
        return point

    monkeypatch.setattr(Sfde, "ask", ask_while_another_does)
    trial = study.ask()
    loss(trial)
    assert len(others) == 1
    loss(others[0])
    assert trial.params != others[0].params


def test_nothing_is_pickled_and_attributes_fit_a_database(tmp_path: Path) -> None:
    many = {f"parameter_{n:03}": FloatDistribution(0, 1) for n in range(120)}
    study = optuna.create_study(
        storage=f"sqlite:///{tmp_path / 'study.db'}", sampler=SfdeSampler(many, seed=0)
    )
    trial = study.ask(many)
    attributes = study._storage.get_trial_system_attrs(trial._trial_id)
    assert len(attributes) > 1
    assert all(isinstance(value, str) and len(value) <= 2045 for value in attributes.values())


def _work(path: str, total: int) -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.simplefilter("ignore")
    study = optuna.load_study(
        study_name="shared",
        storage=JournalStorage(JournalFileBackend(path)),
        sampler=SfdeSampler(SPACE, seed=5, num_parallel=4),
    )

    def slow(trial: optuna.Trial) -> float:
        value = loss(trial)
        time.sleep(0.02)
        return value

    study.optimize(
        slow,
        callbacks=[optuna.study.MaxTrialsCallback(total, states=(TrialState.COMPLETE,))],
    )


def test_processes_that_share_a_study_never_try_a_point_twice(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.log")
    study = optuna.create_study(
        study_name="shared", storage=JournalStorage(JournalFileBackend(path))
    )
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_work, args=(path, 60)) for _ in range(4)]
    for worker in workers:
        worker.start()
    # One is killed in the middle; what it held stays a running trial and is worked around.
    while sum(one.state.is_finished() for one in study.get_trials(deepcopy=False)) < 15:
        time.sleep(0.05)
    workers[0].kill()
    for worker in workers:
        worker.join(120)
    trials = study.get_trials(deepcopy=False)
    assert [trial.number for trial in trials] == list(range(len(trials)))
    tried = [str(sorted(trial.params.items())) for trial in trials if len(trial.params) == 4]
    assert len(set(tried)) == len(tried)
    assert sum(trial.state == TrialState.COMPLETE for trial in trials) >= 60
    assert study.best_value < 0.5


def branching(trial: optuna.Trial) -> float:
    """A loss of 42 settings: six of one branch and 36 of the other."""
    if trial.suggest_categorical("model", ("linear", "tree")) == "linear":
        return trial.suggest_int("decay", 1, 6)
    return trial.suggest_int("depth", 1, 6) + trial.suggest_int("leaf", 1, 6) / 10


def layered(trial: optuna.Trial) -> float:
    """A loss of 39 settings: one to three layers, each of three sizes."""
    num = trial.suggest_int("layers", 1, 3)
    return float(sum(trial.suggest_int(f"units_{layer}", 1, 3) for layer in range(num)))


@pytest.mark.parametrize(("objective", "size"), [(branching, 42), (layered, 39)])
@pytest.mark.parametrize("num_workers", [1, 4])
def test_a_used_up_space_ends_a_study_without_a_setting_tried_twice(
    objective: Callable[[optuna.Trial], float], size: int, num_workers: int
) -> None:
    study = optuna.create_study(sampler=SfdeSampler(seed=2))
    study.optimize(objective, n_trials=6)
    study.optimize(objective, n_trials=80, n_jobs=num_workers)
    tried = [str(sorted(trial.params.items())) for trial in study.trials if trial.params]
    assert len(set(tried)) == size
    if num_workers == 1:
        assert len(study.trials) == size
    # Who had begun when the last setting was given suggests nothing, and is pruned.
    assert all(trial.state == TrialState.PRUNED for trial in study.trials if not trial.params)


def test_a_given_space_that_is_used_up_ends_a_study_also_for_who_comes_late() -> None:
    space = {"n": IntDistribution(1, 5), "kind": CategoricalDistribution(("a", "b"))}
    study = optuna.create_study(sampler=SfdeSampler(space, seed=0))

    def both(trial: optuna.Trial) -> float:
        return trial.suggest_int("n", 1, 5) + (trial.suggest_categorical("kind", ("a", "b")) == "a")

    study.optimize(both, n_trials=30)
    assert len(study.trials) == 10
    study.optimize(both, n_trials=30)
    assert [trial.state for trial in study.trials[10:]] == [TrialState.PRUNED]
    late = study.ask()
    with pytest.raises(RuntimeError, match="All 10 settings"):
        both(late)


def test_a_failure_before_all_was_asked_shuts_no_branch() -> None:
    study = optuna.create_study(sampler=SfdeSampler(seed=0))
    study.enqueue_trial({"model": "tree"})

    def unlucky(trial: optuna.Trial) -> float:
        if trial.number == 0:
            trial.suggest_categorical("model", ("linear", "tree"))
            raise ValueError("out of memory")
        return branching(trial)

    study.optimize(unlucky, n_trials=80, catch=(ValueError,))
    assert len(study.get_trials(states=(TrialState.COMPLETE,))) == 42


def test_a_branch_that_always_fails_is_left_alone() -> None:
    study = optuna.create_study(sampler=SfdeSampler(seed=0))

    def broken(trial: optuna.Trial) -> float:
        if trial.suggest_categorical("model", ("linear", "tree")) == "tree":
            raise ValueError("no such library")
        return trial.suggest_int("decay", 1, 6)

    study.optimize(broken, n_trials=80, catch=(ValueError,))
    assert len(study.get_trials(states=(TrialState.COMPLETE,))) == 6
    assert len(study.get_trials(states=(TrialState.FAIL,))) == 2


def test_a_given_space_that_lacks_a_parameter_is_not_used_up_without_it() -> None:
    space = {"kind": CategoricalDistribution(("a", "b"))}
    study = optuna.create_study(sampler=SfdeSampler(space, seed=0))
    study.optimize(
        lambda trial: (
            abs(trial.suggest_float("x", 0, 1) - 0.3)
            + (trial.suggest_categorical("kind", ("a", "b")) == "a")
        ),
        n_trials=20,
    )
    assert len(study.trials) == 20
    assert study.best_value < 0.02


def corner(trial: optuna.Trial) -> float:
    """A loss that is least, -0.6 in all, where a ball of radius 0.3 ends."""
    point = [trial.suggest_float(f"x{place}", 0, 1) - 0.5 for place in range(4)]
    trial.set_user_attr("outside", math.hypot(*point) - 0.3)
    return sum(point)


def outside(trial: FrozenTrial) -> tuple[float]:
    return (trial.user_attrs["outside"],)


@pytest.mark.parametrize("num_parallel", [1, 8])
def test_the_best_is_found_on_the_border_of_a_constraint(num_parallel: int) -> None:
    sampler = SfdeSampler(seed=0, num_parallel=num_parallel, constraints_func=outside)
    study = optuna.create_study(sampler=sampler)
    study.optimize(corner, n_trials=60)
    kept = [trial for trial in study.trials if trial.constraints["0"] <= 0]
    assert study.best_trial in kept
    assert study.best_value < -0.57


def test_a_function_of_constraints_and_set_constraint_are_the_same() -> None:
    def setting(trial: optuna.Trial) -> float:
        value = corner(trial)
        trial.set_constraint("0", trial.user_attrs["outside"])
        return value

    asked = optuna.create_study(sampler=SfdeSampler(seed=1, constraints_func=outside))
    asked.optimize(corner, n_trials=14)
    told = optuna.create_study(sampler=SfdeSampler(seed=1))
    told.optimize(setting, n_trials=14)
    assert points(asked) == points(told)
    copied = copy.deepcopy(asked)
    copied.optimize(corner, n_trials=1)
    assert "0" in copied.trials[-1].constraints


def test_constraints_that_nothing_keeps_are_approached() -> None:
    study = optuna.create_study(
        sampler=SfdeSampler(
            seed=0,
            constraints_func=lambda trial: (trial.params["x"] + 0.1, 0.5 - trial.params["y"]),
        )
    )
    study.optimize(
        lambda trial: trial.suggest_float("y", 0, 1) - trial.suggest_float("x", 0, 1), n_trials=30
    )
    assert min(trial.params["x"] for trial in study.trials) < 0.02


@pytest.mark.parametrize(
    ("distribution", "reason"),
    [
        (CategoricalDistribution(tuple(range(10_001))), "'x': it has 10,001 choices"),
        (FloatDistribution(-1e308, 1e308), "'x': the range is wider than a number can tell"),
    ],
)
def test_a_parameter_that_cannot_be_searched_is_refused_by_name(
    distribution: optuna.distributions.BaseDistribution, reason: str
) -> None:
    study = optuna.create_study(sampler=SfdeSampler({"x": distribution}, seed=0))
    with pytest.raises(ValueError, match=f"{reason}.*TPESampler"):
        study.ask({"x": distribution})
    learnt = optuna.create_study(sampler=SfdeSampler(seed=0))
    with pytest.raises(ValueError, match=f"{reason}.*TPESampler"):
        learnt.ask({"x": distribution})


def test_more_parameters_than_a_sequence_has_are_refused() -> None:
    many = {f"x{place}": FloatDistribution(0, 1) for place in range(21_202)}
    trial = optuna.create_study(sampler=SfdeSampler(many, seed=0)).ask()
    with pytest.raises(ValueError, match="21,202 parameters"):
        trial.suggest_float("x0", 0, 1)
