"""Which runs a comparison is made of."""

from __future__ import annotations

from dataclasses import dataclass

from tests.benchmarks.tuning.running import SETTINGS
from tests.benchmarks.tuning.work import Work

# Ranks are given among these eight.
FIELD = ("random", "tpe", "cma_es", "gp", "catcma", "cbo", "pshe2", "sfde")
# Optuna's Gaussian process takes a hundred times the others' time.
_CHEAP_FIELD = tuple(name for name in FIELD if name != "gp")
_TABLES = (
    "hpobench-car",
    "hpobench-kc1",
    "hpobench-segment",
    "hpobench-vehicle",
    "hpolib-naval_propulsion",
    "hpolib-slice_localization",
    "nasbench201-cifar10",
    "nasbench201-cifar100",
)
# Every fifth of 34 and every twentieth of 119, in the order of their names.
LCBENCH_INSTANCES = ("126026", "167149", "167184", "168329", "168908", "189866", "189909")
_XGBOOST = ("1049", "1479", "22", "40498", "41027", "4134")


@dataclass(frozen=True)
class Plan:
    """Runs, in the order in which they tell most."""

    peers: tuple[str, ...]
    works: tuple[Work, ...]


def full() -> Plan:
    """Return all functions in 2, 5 and 10 dimensions, tables and surrogates, with ten seeds."""
    return Plan(FIELD, _works(FIELD, dimensions=(2, 5, 10), num_seeds=10))


def quick() -> Plan:
    """Return all functions in 5 dimensions, tables and surrogates: five seeds, without GP."""
    return Plan(_CHEAP_FIELD, _works(_CHEAP_FIELD, dimensions=(5,), num_seeds=5))


def _works(peers: tuple[str, ...], dimensions: tuple[int, ...], num_seeds: int) -> tuple[Work, ...]:
    problems = [f"bbob/f{number}/d{dim}" for dim in dimensions for number in range(1, 25)]
    problems += [f"table/{name}" for name in _TABLES]
    problems += [f"yahpo_lcbench/{name}" for name in LCBENCH_INSTANCES]
    problems += [f"yahpo_rbv2_xgboost/{name}" for name in _XGBOOST]
    return tuple(
        Work(problem, peer, setting.width, seed)
        for seed in range(num_seeds)
        for setting in sorted(SETTINGS, key=lambda one: one.width != 8)
        for problem in problems
        for peer in peers
    )
