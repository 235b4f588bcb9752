"""One run as it is handed to a process: names alone, built where it is run."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.benchmarks.tuning.functions import bbob
from tests.benchmarks.tuning.problem import Problem
from tests.benchmarks.tuning.running import SETTINGS, Run, run
from tests.benchmarks.tuning.surrogates import SCENARIOS, surrogate_problem
from tests.benchmarks.tuning.tables import table

_INSTANCES = 5
_BEST_SEEN = Path(__file__).parent / "best_seen.json"


@dataclass(frozen=True)
class Work:
    """A peer on a problem.

    Attributes:
        problem: ``bbob/f1/d5``, ``table/hpobench-car`` or ``yahpo_lcbench/168868``. Seeds of a BBOB
            problem go through its first five instances.
    """

    problem: str
    peer: str
    width: int
    seed: int

    @property
    def identity(self) -> tuple[str, str, int, int]:
        """Return what tells a run from all others."""
        return self.problem, self.peer, self.width, self.seed

    @property
    def family(self) -> str:
        """Return what the problem is averaged with: ``bbob`` or ``tuning``."""
        return "bbob" if self.problem.startswith("bbob") else "tuning"


def carry_out(work: Work) -> Run:
    """Return what the run found."""
    setting = next(one for one in SETTINGS if one.width == work.width)
    found = run(_problem(work.problem, work.seed), work.peer, setting, work.seed)
    return Run(
        work.family,
        work.problem,
        work.peer,
        work.width,
        work.seed,
        found.regrets,
        found.cpu_seconds,
    )


def _problem(name: str, seed: int) -> Problem:
    kind, _, rest = name.partition("/")
    if kind == "bbob":
        function, dimension = (int(part[1:]) for part in rest.split("/"))
        return bbob(function, dimension, 1 + seed % _INSTANCES)
    return _tuning_problem(kind, rest)


@cache
def _tuning_problem(kind: str, name: str) -> Problem:
    if kind == "table":
        return table(hpo_folder(), name)
    scenario = next(one for one in SCENARIOS if one.folder == kind)
    best = json.loads(_BEST_SEEN.read_text())[f"{kind}/{name}"]
    return surrogate_problem(hpo_folder(), scenario, name, best)


def hpo_folder() -> Path:
    """Return where the tuning tables and surrogates lie."""
    root = Path(__file__).resolve().parents[3]
    return Path(os.environ.get("EASEL_SHARED", root / ".." / "shared")) / "data" / "hpo"
