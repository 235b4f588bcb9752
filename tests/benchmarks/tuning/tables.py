"""Tuning tables: every setting of real networks was trained, so that the best is known."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np

from engine.specs.tuning.search_space import Choices, IntRange, Parameter, SearchSpace, Value
from tests.benchmarks.tuning.problem import Problem, Settings, random_scale

# The others are ordered grids.
_UNORDERED = {"activation_fn_1", "activation_fn_2", "lr_schedule"}


def table_names(folder: Path) -> list[str]:
    """Return the names of all tables below a folder."""
    return sorted(path.stem for path in folder.glob("*.npz"))


@cache
def table(folder: Path, name: str) -> Problem:
    """Return a table as a problem; the loss is the mean over the seeds it was trained with.

    Sources: HPOLib (Klein & Hutter 2019), HPOBench (Eggensperger et al. 2021), NAS-Bench-201
    (Dong & Yang 2020). HPOLib's losses span twelve orders of magnitude: they are logarithms here.
    """
    document = json.loads((folder / "tables.json").read_text())
    family = name.partition("-")[0]
    choices = document["spaces"][family]
    with np.load(folder / f"{name}.npz", allow_pickle=False) as file:
        values = np.asarray(file["values"], np.float64)
    means = np.nanmean(values, axis=-1)
    is_score = document["tables"][name]["direction"] != "minimize"
    losses = -means if is_score else means
    if family == "hpolib":
        losses = np.log(losses)
    losses = np.where(np.isfinite(losses), losses, np.nanmax(losses[np.isfinite(losses)]))
    space = SearchSpace(
        parameters=tuple(_parameter(family, key, options) for key, options in choices.items())
    )

    def loss(settings: Settings) -> float:
        return float(losses[tuple(_place(choices[key], settings[key]) for key in choices)])

    def many(all_settings: list[dict[str, Value]]) -> list[float]:
        return [loss(one) for one in all_settings]

    optimum = float(losses.min())
    return Problem("tables", name, space, loss, optimum, random_scale(space, many, optimum))


def _is_unordered(family: str, key: str) -> bool:
    return family == "nasbench201" or key in _UNORDERED


def _parameter(family: str, key: str, options: list[Value]) -> Parameter:
    if _is_unordered(family, key):
        return Parameter(name=key, range=Choices(values=tuple(options)))
    # What counts is the order of the grid; the place in it is what is searched.
    return Parameter(name=key, range=IntRange(low=0, high=len(options) - 1))


def _place(options: list[Value], value: Value) -> int:
    return options.index(value) if isinstance(value, str) else int(value)
