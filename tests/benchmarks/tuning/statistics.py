"""What many runs say: ranks, regrets, and whether a difference is more than noise."""

# P problems, K peers

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata, wilcoxon

from tests.benchmarks.tuning.running import Run

Floats = NDArray[np.float64]

# Below this a regret is as good as none.
_FLOOR = 1e-8
_BOOTSTRAPS = 2000


@dataclass(frozen=True)
class Comparison:
    """Peers on the same problems, at one width and reading.

    Attributes:
        names: of the K peers.
        problems: the P problems that every peer was run on.
        regrets_PK: mean over seeds.
        log_regrets_PK: mean over seeds of log10, of 1e-8 at the least.
        num_runs: of each peer, all seeds together; the least of the peers'.
        seconds_K: mean CPU seconds of asking and telling in a run, to its last reading.
    """

    names: tuple[str, ...]
    problems: tuple[str, ...]
    regrets_PK: Floats
    log_regrets_PK: Floats
    num_runs: int
    seconds_K: Floats

    def ranks(self) -> Floats:
        """Return the mean ranks (K,) over problems; 1 is the best."""
        return np.asarray(rankdata(self.log_regrets_PK, axis=1).mean(0))

    def rank_interval(self, name: str) -> tuple[float, float]:
        """Return the 95 % bootstrap interval over problems of a peer's mean rank."""
        place = self.names.index(name)
        ranks_P = rankdata(self.log_regrets_PK, axis=1)[:, place]
        return _interval(ranks_P, np.mean)

    def median_regret(self, name: str) -> float:
        """Return the median over problems of a peer's regret."""
        return float(np.median(self.regrets_PK[:, self.names.index(name)]))

    def mean_regret(self, name: str) -> float:
        """Return the mean over problems, of regrets cut at 2."""
        return float(np.minimum(self.regrets_PK[:, self.names.index(name)], 2.0).mean())

    def mean_log_regret(self, name: str) -> float:
        """Return the mean over problems of the logarithm to 10."""
        return float(self.log_regrets_PK[:, self.names.index(name)].mean())

    def wins(self, name: str, other: str) -> tuple[int, int]:
        """Return on how many problems a peer is ahead of another, and behind."""
        difference_P = self._difference(name, other)
        return int((difference_P < 0).sum()), int((difference_P > 0).sum())

    def p_values(self, name: str) -> dict[str, float]:
        """Return, for each other peer, Holm's adjusted p of Wilcoxon's signed-rank test.

        Problems are the pairs; seeds were averaged before, as they are no independent problems.
        """
        raw = {}
        for other in self.names:
            if other == name:
                continue
            difference_P = self._difference(name, other)
            moved = np.abs(difference_P) > 0
            raw[other] = float(wilcoxon(difference_P).pvalue) if moved.sum() >= 6 else 1.0
        return holm(raw)

    def _difference(self, name: str, other: str) -> Floats:
        own, others = self.names.index(name), self.names.index(other)
        return np.asarray(self.log_regrets_PK[:, own] - self.log_regrets_PK[:, others])


def compare(runs: Iterable[Run], names: Sequence[str], width: int, reading: int) -> Comparison:
    """Return the comparison of peers on the problems that all of them were run on."""
    found: dict[tuple[str, str], list[float]] = {}
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for run in runs:
        if run.width == width and reading in run.regrets and run.peer in seconds:
            found.setdefault((run.problem, run.peer), []).append(run.regrets[reading])
            seconds[run.peer].append(run.cpu_seconds)
    keys = {problem for problem, _ in found}
    problems = sorted(key for key in keys if all((key, name) in found for name in names))

    def table(value: Callable[[list[float]], float]) -> Floats:
        rows = [[value(found[key, name]) for name in names] for key in problems]
        return np.array(rows, float).reshape(-1, len(names))

    return Comparison(
        tuple(names),
        tuple(problems),
        table(np.mean),
        table(lambda regrets: np.mean([math.log10(max(one, _FLOOR)) for one in regrets])),
        min(sum(len(found[key, name]) for key in problems) for name in names),
        np.array([np.mean(seconds[name]) if seconds[name] else np.nan for name in names]),
    )


def holm(raw: dict[str, float]) -> dict[str, float]:
    """Return p values adjusted for their number (Holm 1979)."""
    adjusted: dict[str, float] = {}
    highest = 0.0
    for place, (name, value) in enumerate(sorted(raw.items(), key=lambda one: one[1])):
        highest = max(highest, min(1.0, (len(raw) - place) * value))
        adjusted[name] = highest
    return adjusted


def _interval(values_P: Floats, statistic: Callable[[Floats], float]) -> tuple[float, float]:
    generator = np.random.default_rng(0)
    drawn = generator.integers(len(values_P), size=(_BOOTSTRAPS, len(values_P)))
    statistics = np.array([statistic(values_P[one]) for one in drawn])
    low, high = np.quantile(statistics, [0.025, 0.975])
    return float(low), float(high)
