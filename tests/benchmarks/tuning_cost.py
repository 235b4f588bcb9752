"""What a proposal costs: CPU milliseconds of asking SFDE, by itself and through Optuna.

Bars: 50 ms an ask at 200 trials of 10 parameters, 8 side by side; 150 ms one at a time; 500 ms at
2,000 trials; growth at most linear. An ask after which the kernel is fitted anew is the dearest:
``worst``. ``mean`` is over whole batches, the fit among them as often as it comes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import optuna

from engine.specs.tuning.search_space import FloatRange, Parameter, SearchSpace
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.sfde import Sfde
from engine.tuning.samplers.sfde import SfdeSampler
from engine.tuning.search_space import Floats

_NUM_ASKS = 48
# A longer study is fitted anew once in so many trials that a batch seldom meets it.
_NUM_ASKS_OF_LONG = 16
_LONG = 1000


@dataclass(frozen=True)
class Case:
    """How long the study is, how many parameters it has, how many trials run side by side."""

    num_trials: int
    num_dims: int
    width: int

    @property
    def mark(self) -> str:
        """Return the name of the case in the figures."""
        return f"{self.num_trials}_trials_d{self.num_dims}_q{self.width}"


CASES = (
    Case(200, 10, 8),
    Case(200, 10, 1),
    *(
        Case(num_trials, num_dims, width)
        for num_dims in (10, 20)
        for num_trials in (500, 1000, 2000)
        for width in (8, 1)
    ),
)


def run(*, quick: bool) -> Mapping[str, float]:
    """Measure all cases; without ``--quick`` also those above 500 trials."""
    figures: dict[str, float] = {}
    for case in CASES:
        if quick and case.num_trials > 500:
            continue
        for way, ask in (("algorithm", _asks_of_algorithm), ("optuna", _asks_of_optuna)):
            asks = list(ask(case))
            figures[f"{way}_{case.mark}_mean_ms"] = 1000 * float(np.mean(asks))
            figures[f"{way}_{case.mark}_worst_ms"] = 1000 * max(asks)
    if not quick:
        for way in ("algorithm", "optuna"):
            for num_dims in (10, 20):
                short, long = (
                    figures[f"{way}_{Case(num, num_dims, 8).mark}_mean_ms"] for num in (500, 2000)
                )
                # 1 is linear: twice the trials, twice the time.
                figures[f"{way}_d{num_dims}_growth"] = math.log(long / short) / math.log(4)
    return figures


def _asks_of_algorithm(case: Case) -> Iterator[float]:
    """Yield the CPU seconds of asks, batch by batch, of a study that grows from its length."""
    names = _names(case)
    space = SearchSpace(
        parameters=tuple(Parameter(name=name, range=FloatRange(low=0, high=1)) for name in names)
    )
    algorithm = Sfde(space, seed=0)
    points_ND = _tried(case)
    history = History(points_ND, _losses(points_ND), np.arange(case.num_trials), points_ND[:0])
    number = case.num_trials
    for _ in range(_num_asks(case) // case.width):
        for _ in range(case.width):
            started = time.process_time()
            point_D = algorithm.ask(history, number, case.width)
            yield time.process_time() - started
            history = history.begin(point_D)
            number += 1
        history = history.finish(_losses(history.pending_PD))


def _asks_of_optuna(case: Case) -> Iterator[float]:
    """Yield the same for asks of a study of Optuna's in memory, parameters suggested."""
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    space: dict[str, optuna.distributions.BaseDistribution] = {
        name: optuna.distributions.FloatDistribution(0, 1) for name in _names(case)
    }
    study = optuna.create_study(sampler=SfdeSampler(space, seed=0, num_parallel=case.width))
    points_ND = _tried(case)
    for point_D, loss in zip(points_ND.tolist(), _losses(points_ND).tolist(), strict=True):
        params = dict(zip(space, point_D, strict=True))
        study.add_trial(
            optuna.create_trial(params=params, distributions=dict(space), value=float(loss))
        )
    for _ in range(_num_asks(case) // case.width):
        batch = []
        for _ in range(case.width):
            started = time.process_time()
            batch.append(study.ask(space))
            yield time.process_time() - started
        for trial in batch:
            point_1D = np.array([[trial.params[name] for name in space]])
            study.tell(trial, float(_losses(point_1D)[0]))


def _num_asks(case: Case) -> int:
    return _NUM_ASKS_OF_LONG if case.num_trials >= _LONG else _NUM_ASKS


def _names(case: Case) -> list[str]:
    return [f"x{place:02}" for place in range(case.num_dims)]


def _tried(case: Case) -> Floats:
    """Return points that crowd around the optimum the later they were tried, as in a study."""
    generator = np.random.default_rng(0)
    reach_N1 = np.geomspace(0.5, 0.02, case.num_trials)[:, None]
    offsets_ND = generator.normal(size=(case.num_trials, case.num_dims))
    return np.asarray(np.clip(0.4 + reach_N1 * offsets_ND, 0.0, 1.0))


def _losses(points_ND: Floats) -> Floats:
    """Return Rastrigin's function around the middle of the crowd."""
    scaled_ND = 4 * (points_ND - 0.4)
    return np.asarray((scaled_ND**2 + 1 - np.cos(2 * np.pi * scaled_ND)).sum(1))
