"""On functions that no constant was chosen on, SFDE finds more than TPE does in as many trials."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable

import optuna
import pytest

from engine.specs.search_space import Choices, FloatRange, IntRange, Parameter, SearchSpace
from tests.benchmarks.tuning.peers import build
from tests.benchmarks.tuning.problem import Settings

NUM_TRIALS, WIDTH = 48, 8
LINE = tuple(
    Parameter(name=name, range=FloatRange(low=-5.0, high=5.0)) for name in ("a", "b", "c", "d")
)
TUNING = (
    Parameter(name="rate", range=FloatRange(low=1e-6, high=1.0, log=True)),
    Parameter(name="decay", range=FloatRange(low=1e-8, high=1.0, log=True)),
    Parameter(name="depth", range=IntRange(low=1, high=20)),
    Parameter(name="optimizer", range=Choices(values=("adamw", "sgd", "rmsprop"))),
)


def valley(settings: Settings) -> float:
    """Return a narrow valley that is turned against the axes."""
    a, b, c, d = (float(settings[name]) for name in ("a", "b", "c", "d"))
    across = a - 0.8 * b + 0.3
    return 100 * across**2 + (b - 2.1) ** 2 + 10 * (c + d - 1.7) ** 2 + (c - d + 0.4) ** 2


def tuning(settings: Settings) -> float:
    """Return what a network might: the best rate depends on the optimizer, too much diverges."""
    rate, decay = math.log10(float(settings["rate"])), math.log10(float(settings["decay"]))
    best_rate = {"adamw": -3.1, "sgd": -0.9, "rmsprop": -3.6}[str(settings["optimizer"])]
    worse = {"adamw": 0.0, "sgd": 0.02, "rmsprop": 0.06}[str(settings["optimizer"])]
    if rate > best_rate + 1.2:
        return 5.0
    depth = (int(settings["depth"]) - 9) / 20
    return 0.1 * (rate - best_rate) ** 2 + 0.02 * (decay + 4.3) ** 2 + depth**2 + worse


@pytest.mark.parametrize(
    ("parameters", "loss"), [(LINE, valley), (TUNING, tuning)], ids=["valley", "tuning"]
)
def test_more_is_found_than_by_tpe(
    parameters: tuple[Parameter, ...], loss: Callable[[Settings], float]
) -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    space = SearchSpace(parameters=parameters)
    found = {
        peer: statistics.median(best_of(peer, space, loss, seed) for seed in range(3))
        for peer in ("sfde", "tpe")
    }
    assert found["sfde"] < 0.5 * found["tpe"]


def best_of(
    peer_name: str, space: SearchSpace, loss: Callable[[Settings], float], seed: int
) -> float:
    """Return the least loss of a run."""
    peer = build(peer_name, space, seed, WIDTH)
    losses: list[float] = []
    while len(losses) < NUM_TRIALS:
        batch = peer.ask(WIDTH)
        found = [loss(settings) for settings in batch]
        peer.tell(found)
        losses += found
    return min(losses)
