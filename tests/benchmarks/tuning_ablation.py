"""What each part of SFDE is worth, on functions that do not judge it.

Problems are those that constants were chosen on: synthetic functions, plain and mixed.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tests.benchmarks.tuning import synthetic
from tests.benchmarks.tuning.problem import Problem
from tests.benchmarks.tuning.running import SETTINGS, Run
from tests.benchmarks.tuning.running import run as run_one
from tests.benchmarks.tuning.statistics import compare

_PARTS = ("sde", "sfde_no_region", "sfde_no_quadratic", "sfde")
_MIXED = ("ellipsoid", "rastrigin", "asymmetric", "tuning", "step", "ackley")


def run(*, quick: bool) -> Mapping[str, float]:
    """Return mean ranks, and mean logarithms to 10 of the regret, by part left out."""
    figures: dict[str, float] = {}
    for setting in SETTINGS[1:]:
        runs: list[Run] = []
        for problem in _problems(quick=quick):
            for seed in range(2 if quick else 10):
                runs += [run_one(problem, part, setting, seed) for part in _PARTS]
        compared = compare(runs, _PARTS, setting.width, setting.budget)
        for part, rank in zip(_PARTS, compared.ranks(), strict=True):
            mark = f"q{setting.width}_{part}"
            figures[f"{mark}_rank"] = float(rank)
            figures[f"{mark}_log10_regret"] = compared.mean_log_regret(part)
        figures[f"q{setting.width}_problems"] = float(np.size(compared.problems))
    return figures


def _problems(*, quick: bool) -> list[Problem]:
    dimensions = (5,) if quick else (3, 5, 10)
    plain = [
        synthetic.continuous(name, dimension, seed=3)
        for name in synthetic.FUNCTIONS
        for dimension in dimensions
    ]
    return plain + [synthetic.mixed(name, seed=3) for name in _MIXED]
