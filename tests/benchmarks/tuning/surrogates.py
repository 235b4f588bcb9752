"""Surrogates of real tuning runs, as ONNX networks: YAHPO Gym (Pfisterer et al. 2022)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.specs.tuning.search_space import (
    Choices,
    Condition,
    FloatRange,
    IntRange,
    Parameter,
    SearchSpace,
    Value,
)
from tests.benchmarks.tuning.problem import Problem, Settings, random_scale


@dataclass(frozen=True)
class Scenario:
    """One of YAHPO's scenarios.

    Attributes:
        folder: of the surrogate.
        instance: the parameter that names the data set.
        order: of the numbers that the network takes.
        category_order: of the choices that it takes.
        outputs: what it tells.
        loss: which of them is minimised.
        fixed: parameters that are no part of the search.
    """

    folder: str
    instance: str
    order: tuple[str, ...]
    category_order: tuple[str, ...]
    outputs: tuple[str, ...]
    loss: str
    fixed: Mapping[str, Value]


LCBENCH = Scenario(
    "yahpo_lcbench",
    "OpenML_task_id",
    (
        "epoch",
        "batch_size",
        "learning_rate",
        "momentum",
        "weight_decay",
        "num_layers",
        "max_units",
        "max_dropout",
    ),
    ("OpenML_task_id",),
    (
        "time",
        "val_accuracy",
        "val_cross_entropy",
        "val_balanced_accuracy",
        "test_cross_entropy",
        "test_balanced_accuracy",
    ),
    "val_cross_entropy",
    {"epoch": 52},
)
XGBOOST = Scenario(
    "yahpo_rbv2_xgboost",
    "task_id",
    (
        "nrounds",
        "eta",
        "gamma",
        "lambda",
        "alpha",
        "subsample",
        "max_depth",
        "min_child_weight",
        "colsample_bytree",
        "colsample_bylevel",
        "rate_drop",
        "skip_drop",
        "trainsize",
        "repl",
    ),
    ("task_id", "booster", "num.impute.selected.cpo"),
    (
        "acc",
        "bac",
        "auc",
        "brier",
        "f1",
        "logloss",
        "timetrain",
        "timepredict",
        "memory",
    ),
    "logloss",
    {"trainsize": 1.0, "repl": 10},
)
SCENARIOS = (LCBENCH, XGBOOST)


class Surrogate:
    """The network of a scenario."""

    def __init__(self, folder: Path, scenario: Scenario) -> None:
        import onnxruntime

        self._scenario = scenario
        self._space = json.loads((folder / scenario.folder / "config_space.json").read_text())
        self._codes = json.loads((folder / scenario.folder / "encoding.json").read_text())
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            str(folder / scenario.folder / "model.onnx"),
            options,
            providers=["CPUExecutionProvider"],
        )

    def instances(self) -> list[str]:
        """Return the names of the data sets."""
        return sorted(name for name in self._codes[self._scenario.instance] if name != "#na#")

    def space(self) -> SearchSpace:
        """Return what is searched, parents before their children."""
        left_out = {self._scenario.instance, *self._scenario.fixed}
        conditions = {one["child"]: one for one in self._space["conditions"]}
        entries = [one for one in self._space["hyperparameters"] if one["name"] not in left_out]
        entries.sort(key=lambda one: one["name"] in conditions)
        return SearchSpace(
            parameters=tuple(
                Parameter(
                    name=one["name"],
                    range=_range(one),
                    when=_condition(conditions.get(one["name"])),
                )
                for one in entries
            )
        )

    def losses(self, instance: str, all_settings: list[dict[str, Value]]) -> list[float]:
        """Return the losses of settings on a data set."""
        scenario = self._scenario
        numbers = np.zeros((len(all_settings), len(scenario.order)), np.float32)
        codes = np.zeros((len(all_settings), len(self._codes)), np.int32)
        for row, settings in enumerate(all_settings):
            known = {**scenario.fixed, **settings, scenario.instance: instance}
            numbers[row] = [float(known.get(name, 0)) for name in scenario.order]
            codes[row] = [
                self._codes[name][str(known.get(name, "#na#"))] for name in scenario.category_order
            ]
        (responses,) = self._session.run(["output"], {"x_cat": codes, "x_cont": numbers})
        return [float(one) for one in responses[:, scenario.outputs.index(scenario.loss)]]


@cache
def surrogate(folder: Path, scenario_folder: str) -> Surrogate:
    """Return the network of a scenario, loaded once."""
    scenario = next(one for one in SCENARIOS if one.folder == scenario_folder)
    return Surrogate(folder, scenario)


def surrogate_problem(folder: Path, scenario: Scenario, instance: str, best: float) -> Problem:
    """Return a data set of a scenario as a problem.

    Args:
        best: the least loss ever seen; the true one is not known.
    """
    network = surrogate(folder, scenario.folder)
    space = network.space()

    def loss(settings: Settings) -> float:
        return network.losses(instance, [dict(settings)])[0]

    def many(all_settings: list[dict[str, Value]]) -> list[float]:
        return network.losses(instance, all_settings)

    scale = random_scale(space, many, best)
    return Problem("surrogates", f"{scenario.folder}/{instance}", space, loss, best, scale)


def _range(entry: Mapping[str, Any]) -> Choices | FloatRange | IntRange:
    if entry["type"] == "categorical":
        return Choices(values=tuple(entry["choices"]))
    kind = IntRange if entry["type"] == "uniform_int" else FloatRange
    return kind(low=entry["lower"], high=entry["upper"], log=entry["log"])


def _condition(entry: Mapping[str, Any] | None) -> Condition | None:
    if entry is None:
        return None
    values = entry["values"] if entry["type"] == "IN" else [entry["value"]]
    return Condition(parameter=entry["parent"], values=tuple(values))
