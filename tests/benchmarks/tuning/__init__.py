"""How good the samplers are: BBOB, tuning tables and surrogates, against the peers.

``python -m tests.benchmarks tuning`` runs what is missing of the full comparison, which takes many
hours on all cores; runs are kept in ``var/benchmarks`` and a later call goes on with them.
``--quick`` is a sample of it that takes hours all the same. ``EASEL_BENCHMARK_MINUTES`` limits
either; with 0 the runs that are kept are compared, and none is added.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.tuning.plan import Plan, full
from tests.benchmarks.tuning.plan import quick as quick_plan
from tests.benchmarks.tuning.running import SETTINGS, Rows
from tests.benchmarks.tuning.statistics import Comparison, compare
from tests.benchmarks.tuning.work import carry_out

_ROOT = Path(__file__).resolve().parents[3]
_FAMILIES = ("bbob", "tuning")


def run(*, quick: bool) -> Mapping[str, float]:
    """Run what is missing, print the tables, and return the figures of SFDE."""
    plan = quick_plan() if quick else full()
    kept = Rows(_ROOT / "var" / "benchmarks" / "tuning.jsonl")
    _run_missing(plan, kept)
    figures: dict[str, float] = {}
    for family in _FAMILIES:
        runs = [one for one in kept if one.family == family]
        num_problems = len({work.problem for work in plan.works if work.family == family})
        for setting in SETTINGS:
            for reading in setting.read_at:
                compared = compare(runs, plan.peers, setting.width, reading)
                # Part of the problems would tell another story than all of them.
                if len(compared.problems) == num_problems:
                    mark = f"{family}_q{setting.width}_at_{reading}"
                    _print(mark, compared)
                    figures |= _figures(mark, compared)
    return figures


def _run_missing(plan: Plan, kept: Rows) -> None:
    """Spread the work over the cores, until it is done or the time allowed is over."""
    limit = float(os.environ.get("EASEL_BENCHMARK_MINUTES", "inf"))
    if limit <= 0:
        return
    until = time.monotonic() + 60 * limit
    known = {(one.problem, one.peer, one.width, one.seed) for one in kept}
    missing = [work for work in plan.works if work.identity not in known]
    context = multiprocessing.get_context("spawn")
    num_processes = int(os.environ.get("EASEL_BENCHMARK_PROCESSES", os.cpu_count() or 1))
    # Set before the processes begin: the libraries read it when they are loaded.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    with context.Pool(num_processes) as pool:
        started = time.monotonic()
        for num_done, result in enumerate(pool.imap_unordered(carry_out, missing), 1):
            kept.add(result)
            if num_done % 50 == 0:
                spent = time.monotonic() - started
                left = spent / num_done * (len(missing) - num_done) / 60
                print(f"  {num_done} of {len(missing)} runs, {left:.0f} minutes left", flush=True)
            if time.monotonic() > until:
                print(f"  stopped after {limit:g} minutes: {num_done} of {len(missing)} runs")
                pool.terminate()
                return


def _print(mark: str, compared: Comparison) -> None:
    ranks = compared.ranks()
    p_values = compared.p_values("sfde")
    print(f"  {mark}: {len(compared.problems)} problems, {compared.num_runs} runs of each peer")
    for place, name in enumerate(compared.names):
        wins, losses = compared.wins("sfde", name) if name != "sfde" else (0, 0)
        against = f"{wins:>3}–{losses:<3} p {p_values[name]:.2g}" if name != "sfde" else ""
        print(
            f"    {name:<8} rank {ranks[place]:5.2f}  log10 regret "
            f"{compared.mean_log_regret(name):6.2f}  median regret "
            f"{compared.median_regret(name):9.3g}  mean {compared.mean_regret(name):6.3f}  "
            f"{compared.seconds_K[place]:6.1f} s  {against}"
        )


def _figures(mark: str, compared: Comparison) -> dict[str, float]:
    ranks = dict(zip(compared.names, compared.ranks(), strict=True))
    low, high = compared.rank_interval("sfde")
    others = [compared.mean_log_regret(name) for name in compared.names if name != "sfde"]
    return {
        f"{mark}_problems": len(compared.problems),
        f"{mark}_runs": compared.num_runs,
        f"{mark}_rank": float(ranks["sfde"]),
        f"{mark}_rank_low": low,
        f"{mark}_rank_high": high,
        f"{mark}_best_other_rank": min(float(ranks[name]) for name in ranks if name != "sfde"),
        f"{mark}_median_regret": compared.median_regret("sfde"),
        f"{mark}_mean_regret": compared.mean_regret("sfde"),
        f"{mark}_decades_ahead": min(others) - compared.mean_log_regret("sfde"),
    }
