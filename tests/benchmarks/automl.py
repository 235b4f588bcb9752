"""AutoML for tables beside AutoGluon's ``medium_quality``: the same rows, minutes and threads.

Installs nothing: ``AUTOGLUON_PYTHON`` names the Python of an environment with autogluon.tabular.
A fifth of the rows is held out, once of large tables and several times of small ones; each side
gets the other rows and five minutes to train, and is evaluated by the same metric on the rows that
neither has seen. Easel's figure is that of the exported package. One side runs after the other,
with two threads each; seconds are of the whole run, Easel's with its report, export and check.

``--quick`` gives each side one minute, one thread, and one division of each table.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from tests.benchmarks.automl_tables import TABLES, OuterFold, RealTable, write_folds, write_plan
from tests.benchmarks.tasks.measuring import train

PYTHON = "AUTOGLUON_PYTHON"
PEER = Path(__file__).with_name("automl_autogluon.py")
BACKBONE = "ensemble_large"
MINUTES, THREADS = 5.0, 2
QUICK_MINUTES, QUICK_THREADS = 1.0, 1
SMALL_FOLDS = 3
_LESS_IS_BETTER = ("rmse", "log_loss")


def run(*, quick: bool) -> Mapping[str, float]:
    """Return the metric of both sides on each table, and on how many Easel is at least as good."""
    python = os.environ.get(PYTHON)
    if not python:
        raise SystemExit(f"Name the Python of an environment with autogluon.tabular in {PYTHON}.")
    minutes = QUICK_MINUTES if quick else MINUTES
    threads = QUICK_THREADS if quick else THREADS
    figures: dict[str, float] = {"minutes": minutes, "threads": threads}
    ahead = []
    for table in TABLES:
        with tempfile.TemporaryDirectory(prefix="automl-") as folder:
            folds = write_folds(table, Path(folder), most=1 if quick else SMALL_FOLDS)
            theirs = autogluon(Path(python), folds, minutes, threads, Path(folder))
            ours = easel(folds, minutes, threads)
        found = _figures(table, ours, theirs)
        for key, value in found.items():
            print(f"  {key:<40} {value:,.5g}", flush=True)
        figures |= found
        ahead.append(figures[f"{table.name}_ahead_by"])
    figures["num_tables"] = len(ahead)
    figures["num_at_least_as_good"] = sum(one >= 0 for one in ahead)
    return figures


def easel(folds: Sequence[OuterFold], minutes: float, threads: int) -> list[tuple[float, float]]:
    """Return metric and seconds of each fold."""
    found = []
    for fold in folds:
        document = {
            "task": "tabular.prediction",
            "backbone": BACKBONE,
            "data": {"kind": "files", "format": "table", "root": fold.table},
            "options": {
                "target": fold.target,
                "problem": fold.problem,
                "split_column": "part",
                "minutes": minutes,
            },
        }
        done = train(document, threads=threads)
        found.append((done.number(fold.metric), done.seconds))
    return found


def autogluon(
    python: Path, folds: Sequence[OuterFold], minutes: float, threads: int, folder: Path
) -> list[tuple[float, float]]:
    """Return metric and seconds of each fold."""
    plan = folder / "plan.json"
    write_plan(folds, minutes, threads, plan)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"OMP_NUM_THREADS": str(threads), "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [str(python), str(PEER), str(plan), str(folder / "work")],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return [(one["value"], one["seconds"]) for one in said]


def _figures(
    table: RealTable,
    ours: Sequence[tuple[float, float]],
    theirs: Sequence[tuple[float, float]],
) -> dict[str, float]:
    mine, other = (fmean(value for value, _ in side) for side in (ours, theirs))
    sign = -1 if table.metric in _LESS_IS_BETTER else 1
    return {
        f"{table.name}_easel_{table.metric}": mine,
        f"{table.name}_autogluon_{table.metric}": other,
        f"{table.name}_ahead_by": sign * (mine - other),
        f"{table.name}_folds": len(ours),
        f"{table.name}_easel_seconds": fmean(seconds for _, seconds in ours),
        f"{table.name}_autogluon_seconds": fmean(seconds for _, seconds in theirs),
    }
