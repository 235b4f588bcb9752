"""Run the benchmarks of tasks one after another, and print what they measured as one table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from typing import Any

from engine.catalog import TASKS
from tests.benchmarks.tasks.measuring import Measurement, TrainingFailed

COLUMNS = (
    ("task", 29),
    ("data", 30),
    ("metric", 10),
    ("value", 8),
    ("bar", 8),
    ("met", 3),
    ("peer", 30),
    ("time s", 7),
    ("memory MB", 9),
    ("size MB", 7),
    ("p50 ms", 7),
)


@dataclass
class Outcome:
    """What was measured by task, and why the others were not.

    ``load`` is the machine's load average over the last 15 minutes when a task ended: times
    measured at more than its cores are upper bounds.
    """

    measured: dict[str, list[Measurement]] = field(default_factory=dict)
    load: dict[str, float] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    def documents(self, *, quick: bool) -> dict[str, Any]:
        """Return the measurements by task, as the results file holds them."""
        return {
            key: {
                "quick": quick,
                "machine_load": self.load[key],
                "measurements": [asdict(one) for one in measurements],
            }
            for key, measurements in self.measured.items()
        }


def benchmark_of(key: str) -> Callable[[bool], list[Measurement]]:
    """Return ``run`` of the module that measures a task."""
    module = import_module(f"tests.benchmarks.tasks.{key.replace('.', '_')}")
    run: Callable[[bool], list[Measurement]] = module.run
    return run


def run_tasks(keys: Sequence[str], *, quick: bool) -> Outcome:
    """Measure tasks, printing a line as soon as it is known.

    A task whose data this machine lacks is skipped, and one whose training fails is named: neither
    keeps the others from being measured.

    Args:
        keys: of tasks; none means all.
        quick: fewer runs and shorter ones, whose values say little.
    """
    outcome = Outcome()
    print(_line(title for title, _ in COLUMNS), flush=True)
    for key in keys or tuple(TASKS):
        try:
            outcome.measured[key] = benchmark_of(key)(quick)
        except FileNotFoundError as absent:
            outcome.skipped[key] = str(absent)
            print(f"{key}: skipped. {absent}", flush=True)
        except TrainingFailed as failure:
            outcome.failed[key] = str(failure)
            print(f"{key}: failed. {failure}", flush=True)
        else:
            outcome.load[key] = round(os.getloadavg()[2], 1)
            print("\n".join(table(key, outcome.measured[key])), flush=True)
    return outcome


def table(key: str, measurements: Iterable[Measurement]) -> list[str]:
    """Return a line per measurement."""
    return [_line(_cells(key, one)) for one in measurements]


def missed(measured: Mapping[str, Sequence[Measurement]]) -> list[str]:
    """Name what did not reach its bar."""
    return [
        f"{key} on {one.data}: {one.metric} {one.value:.4g}, bar {one.bar:.4g}"
        for key, measurements in measured.items()
        for one in measurements
        if not one.is_met
    ]


def _cells(key: str, one: Measurement) -> list[str]:
    return [
        key,
        one.data,
        one.metric,
        f"{one.value:.4f}",
        f"{'≥' if one.higher_is_better else '≤'} {one.bar:.4g}",
        "yes" if one.is_met else "no",
        "-" if one.peer is None else f"{one.peer[0]} {one.peer[1]:.4f}",
        f"{one.seconds:.1f}",
        f"{one.peak_memory_mb:.0f}",
        f"{one.package_mb:.2f}",
        f"{one.latency_p50_ms:.2f}",
    ]


def _line(cells: Iterable[str]) -> str:
    widths = [width for _, width in COLUMNS]
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
