"""What monotone functions of the loss do to a search, on functions that do not judge it.

SFDE and CMA-ES hear f, f³ or log f of the synthetic functions, and the regret is that of f.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tests.benchmarks.tuning import synthetic
from tests.benchmarks.tuning.peers import TRANSFORMS
from tests.benchmarks.tuning.running import Setting
from tests.benchmarks.tuning.running import run as run_one

_SETTING = Setting(8, 200, (104, 200))
_LEAST = 1e-12


def run(*, quick: bool) -> Mapping[str, float]:
    """Return mean logarithms to 10 of the regret, by peer, transform and number of trials."""
    figures: dict[str, float] = {}
    for peer in ("sfde", "cma_es"):
        for name in (peer, *(f"{peer}@{transform}" for transform in TRANSFORMS)):
            runs = [
                run_one(synthetic.continuous(function, 5, seed=3), name, _SETTING, seed)
                for function in synthetic.FUNCTIONS
                for seed in range(2 if quick else 10)
            ]
            for reading in _SETTING.read_at:
                regrets = [max(one.regrets[reading], _LEAST) for one in runs]
                mark = name.replace("@", "_of_")
                figures[f"{mark}_{reading}_log10_regret"] = float(np.mean(np.log10(regrets)))
    return figures
