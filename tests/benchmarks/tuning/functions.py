"""BBOB, the black-box functions of the COCO platform, and its mixed-integer suite."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from engine.specs.tuning.search_space import FloatRange, IntRange, Parameter, SearchSpace
from tests.benchmarks.tuning.problem import Problem, Settings


def bbob(function: int, dimension: int, instance: int) -> Problem:
    """Return one of the 24 functions on [-5, 5]^d (Hansen et al. 2009)."""
    return _problem("bbob", function, dimension, instance)


def mixed_integer(function: int, dimension: int, instance: int) -> Problem:
    """Return one of the 24 with four of five variables whole numbers (Tušar et al. 2019)."""
    return _problem("bbob-mixint", function, dimension, instance)


def _problem(suite_name: str, function: int, dimension: int, instance: int) -> Problem:
    import cocoex

    suite = cocoex.Suite(
        suite_name,
        "",
        f"function_indices:{function} dimensions:{dimension} instance_indices:{instance}",
    )
    found = suite.get_problem(0)
    num_integers = found.number_of_integer_variables
    parameters = []
    for place, (low, high) in enumerate(zip(found.lower_bounds, found.upper_bounds, strict=True)):
        if place < num_integers:
            wanted: FloatRange | IntRange = IntRange(low=int(low), high=int(high))
        else:
            wanted = FloatRange(low=float(low), high=float(high))
        parameters.append(Parameter(name=f"x{place}", range=wanted))

    def loss(settings: Settings) -> float:
        # The suite owns the memory of its problems, so it is kept beside them.
        assert suite is not None
        return float(found(np.array([settings[f"x{place}"] for place in range(dimension)], float)))

    return Problem(
        suite_name,
        f"{suite_name}/f{function}/d{dimension}/i{instance}",
        SearchSpace(parameters=tuple(parameters)),
        loss,
        _optimum(found),
    )


def _optimum(found: Any) -> float:
    """Return the least value; the platform tells it only through a file in the current folder."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            found._best_parameter("print")
            best = np.loadtxt("._bbob_problem_best_parameter.txt")
        finally:
            os.chdir(before)
    return float(found(best))
