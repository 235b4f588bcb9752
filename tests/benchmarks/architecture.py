"""Architecture search: what is found within a limit on answers, by number of trials.

Two parts. *Table*: NAS-Bench-201 (every one of its 15,625 cells was trained, so that the best is
known) searched by SFDE, by the RL controller and by chance, the cost of a cell standing for the
time of an answer: a sum over its operations, of which the dearest half of all cells breaks the
limit. *Digits*: shapes of ``designed_cnn`` on 8x8 digits, trained and exported for real, once with
and once without a look at candidates before training; the limit is what half of random shapes keep.

Regrets are in units of what random search finds in 8 trials without a limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import cast

import numpy as np
import torch
from torch import nn

from engine.catalog.image import CLASSIFICATION
from engine.catalog.searchable import default_parameters, with_settings
from engine.models.vision.classification.backbones import build_designed
from engine.specs.options.image.classification import ImageClassificationOptions
from engine.specs.tuning.search_space import Choices, SearchSpace, Value
from engine.tuning.algorithms.algorithm import Algorithm
from engine.tuning.algorithms.baselines import RandomSearch
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.reinforce import Reinforce
from engine.tuning.algorithms.sfde import Sfde
from engine.tuning.constraints import feasible_first
from engine.tuning.latency import measured_ms
from engine.tuning.proxies import ranked
from tests.benchmarks.tuning.problem import Problem, Settings
from tests.benchmarks.tuning.tables import table
from tests.shared import shared_data

TABLES = ("nasbench201-cifar10", "nasbench201-cifar100")
BUDGETS = (25, 50, 100, 150)
# Multiply-adds relative to those of a 3x3 convolution.
_COSTS = {"none": 0.0, "skip_connect": 0.02, "avg_pool_3x3": 0.05, "nor_conv_1x1": 0.11}
_MAKERS: Mapping[str, Callable[[SearchSpace, int], Algorithm]] = {
    "sfde": Sfde,
    "reinforce": lambda space, seed: Reinforce(space, seed, 0.2, 8),
    "random": RandomSearch,
}
_DIGITS_SIZE, _EPOCHS = 8, 12


def run(*, quick: bool) -> Mapping[str, float]:
    """Measure both parts; quickly: 3 seeds and one table, and a few trials on digits."""
    figures: dict[str, float] = {}
    for name in TABLES[:1] if quick else TABLES:
        figures |= _table_part(name, num_seeds=3 if quick else 5)
    return figures | _digits_part(num_trials=6 if quick else 16, num_seeds=1 if quick else 3)


def _table_part(name: str, num_seeds: int) -> dict[str, float]:
    problem = table(shared_data("hpo"), name)
    limit = _median_cost(problem)
    best = _best_feasible(name, limit)
    figures = {}
    for key, make in _MAKERS.items():
        regrets = np.array(
            [_regrets(make(problem.space, seed), problem, limit, best) for seed in range(num_seeds)]
        )
        for budget, regret in zip(BUDGETS, np.median(regrets, 0), strict=True):
            figures[f"{name}_{key}_regret_at_{budget}"] = float(regret)
        print(f"{name:<22} {key:<10} {np.median(regrets, 0).round(3)} at {BUDGETS}", flush=True)
    return figures


def _regrets(algorithm: Algorithm, problem: Problem, limit: float, best: float) -> list[float]:
    losses: list[float] = []
    excesses: list[float] = []
    points: list[np.ndarray] = []
    for number in range(max(BUDGETS)):
        ranked_N = feasible_first(np.array(losses), np.array(excesses))
        history = History(
            np.array(points).reshape(-1, algorithm.cube.num_dims),
            ranked_N,
            np.arange(number),
            np.empty((0, algorithm.cube.num_dims)),
        )
        points.append(algorithm.ask(history, number))
        settings = algorithm.cube.settings(points[-1])
        losses.append(problem.loss(settings))
        excesses.append(max(0.0, _cost(settings) / limit - 1))
    kept_N = np.where(np.array(excesses) == 0, losses, np.inf)
    return [(float(kept_N[:budget].min()) - best) / problem.scale for budget in BUDGETS]


def _cost(settings: Settings) -> float:
    return sum(_COSTS.get(str(value), 1.0) for value in settings.values())


def _all_settings(problem: Problem) -> list[dict[str, Value]]:
    found: list[dict[str, Value]] = [{}]
    for parameter in problem.space.parameters:
        values = cast("Choices", parameter.range).values
        found = [one | {parameter.name: value} for one in found for value in values]
    return found


def _median_cost(problem: Problem) -> float:
    return float(np.median([_cost(one) for one in _all_settings(problem)]))


@cache
def _best_feasible(name: str, limit: float) -> float:
    problem = table(shared_data("hpo"), name)
    return min(problem.loss(one) for one in _all_settings(problem) if _cost(one) <= limit)


def _digits_part(num_trials: int, num_seeds: int) -> dict[str, float]:
    parameters = default_parameters(CLASSIFICATION, ["designed_cnn"])
    shapes = tuple(
        one
        for one in parameters
        if one.name.startswith("design.") and not one.name.endswith(("kernel", "expansion"))
    )
    space = SearchSpace(parameters=shapes)
    draws = RandomSearch(space, 1_000)
    nothing = History.empty(draws.cube.num_dims)
    drawn = [_build(draws.cube.settings(draws.ask(nothing, number))) for number in range(16)]
    limit = float(np.median([_latency(model) for model in drawn]))
    figures = {"digits_limit_ms": limit}
    for looks in (False, True):
        began = time.perf_counter()
        best = [_digits_search(space, seed, num_trials, limit, looks) for seed in range(num_seeds)]
        name = "screened" if looks else "plain"
        figures[f"digits_{name}_error"] = float(np.median(best))
        taken = (time.perf_counter() - began) / num_seeds
        figures[f"digits_{name}_seconds"] = taken
        print(f"digits {name}: error {np.round(best, 4)} in {taken:.0f} s a search", flush=True)
    return figures


def _digits_search(
    space: SearchSpace, seed: int, num_trials: int, limit: float, looks: bool
) -> float:
    """Return the least validation error among shapes within the limit, 1 without any."""
    losses: list[float] = []
    excesses: list[float] = []
    algorithms = [Sfde(space, seed + 1_000_003 * place) for place in range(8 if looks else 1)]
    cube = algorithms[0].cube
    points: list[np.ndarray] = []
    for number in range(num_trials):
        history = History(
            np.array(points).reshape(-1, cube.num_dims),
            feasible_first(np.array(losses), np.array(excesses)),
            np.arange(number),
            np.empty((0, cube.num_dims)),
        )
        candidates = [one.ask(history, number) for one in algorithms]
        models = [_build(cube.settings(point)) for point in candidates]
        latencies = [_latency(model) for model in models]
        chosen = _chosen(models, latencies, limit) if looks else 0
        points.append(candidates[chosen])
        losses.append(_train(models[chosen], seed))
        excesses.append(max(0.0, latencies[chosen] / limit - 1))
    kept = [loss for loss, excess in zip(losses, excesses, strict=True) if excess == 0]
    return min(kept, default=1.0)


def _chosen(models: list[nn.Module], latencies: list[float], limit: float) -> int:
    for place in np.argsort(-ranked(models, _digits()[0][:32])):
        if latencies[place] <= limit:
            return int(place)
    return int(np.argmin(latencies))


def _build(settings: Settings) -> nn.Module:
    options = ImageClassificationOptions.model_validate(with_settings({}, settings)[0])
    torch.manual_seed(0)
    return build_designed(options.design, _DIGITS_SIZE, 10)


def _latency(model: nn.Module) -> float:
    return measured_ms(model, {"image": torch.zeros(1, 3, _DIGITS_SIZE, _DIGITS_SIZE)}, 1)


@cache
def _digits() -> tuple[torch.Tensor, torch.Tensor]:
    from sklearn.datasets import load_digits

    found = load_digits()
    images = torch.tensor(found.images, dtype=torch.float32)[:, None] / 8 - 1
    order = np.random.default_rng(0).permutation(len(images))
    return images.repeat(1, 3, 1, 1)[order], torch.tensor(found.target)[order]


def _train(model: nn.Module, seed: int) -> float:
    """Return the validation error after some epochs on 300 digits."""
    images, labels = _digits()
    torch.manual_seed(seed)
    optimizer = torch.optim.AdamW(model.parameters(), 4e-3, weight_decay=0.02)
    for _ in range(_EPOCHS):
        for rows in torch.randperm(300).split(50):
            loss = nn.functional.cross_entropy(model.train()(images[rows]), labels[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        guessed = model.eval()(images[300:1300]).argmax(1)
    return float((guessed != labels[300:1300]).float().mean())
