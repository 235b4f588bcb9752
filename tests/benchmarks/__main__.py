"""``python -m tests.benchmarks NAME [--quick] [--json] [--record]``: measure, and say where.

A benchmark is a module of this package with ``run(quick) -> figures``. Its figures are ratios
within one run wherever a ratio makes sense, and medians where it repeats.

``journey [KEY …] [--all] [--images DIR]`` walks the sample projects of the tasks named, of a few,
or of all, and leaves an image of each look at a page. What it finds with each task is recorded by
itself, so that all may be walked in several goes on one day.

``tasks [KEY …]`` trains tasks on real data instead, all or those named, and holds each against its
bar; see ``tests.benchmarks.tasks``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from backend.processes import end_like_an_interrupt
from engine.catalog import TASKS
from engine.specs.environment import OFF_LINE
from tests.benchmarks import automl_page
from tests.benchmarks.recording import record
from tests.benchmarks.tasks.page import write_pages
from tests.benchmarks.tasks.runner import missed, run_tasks

NAMES = (
    "active_learning",
    "batch_prediction",
    "chaos",
    "demo",
    "documented_commands",
    "drift",
    "duplicates",
    "duplicates_images",
    "duplicates_text",
    "gateway",
    "import",
    "journey",
    "labels_errors",
    "lists",
    "loop",
    "million",
    "regions_errors",
    "serving",
    "shapes",
    "outliers",
    "pretrained",
    "reading",
    "training",
    "viewers",
    "web",
)
# Not among all: against products that have to be installed first, or for many hours.
APART = (
    "architecture",
    "automl",
    "forecasting",
    "label_studio",
    "peers",
    "tuning",
    "tuning_ablation",
    "tuning_cost",
    "tuning_fidelity",
    "tuning_real",
    "tuning_transforms",
    "tuning_workers",
)
Figures = Mapping[str, float]


def main() -> int:
    """Run one benchmark, or all of them, or those of tasks."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", choices=(*NAMES, *APART, "all", "tasks"))
    parser.add_argument("keys", nargs="*", metavar="KEY", help="tasks to measure")
    parser.add_argument("--all", action="store_true", help="of journey: walk all tasks")
    parser.add_argument("--images", type=Path, help="of journey: where images of the pages go")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--json", action="store_true", help="last line: one JSON object of figures")
    parser.add_argument("--record", action="store_true", help="add the figures to the results")
    parser.add_argument("--kills", type=int, help="of chaos: processes killed on each database")
    parser.add_argument("--seconds", type=float, help="of chaos: end the killing after so long")
    options = parser.parse_args()
    os.environ.update(OFF_LINE)
    end_like_an_interrupt()
    unknown = [key for key in options.keys if key not in TASKS]
    if unknown:
        parser.error(f"no such task: {', '.join(unknown)}. There are: {', '.join(TASKS)}.")
    if options.name == "tasks":
        return _tasks(options)
    if options.keys and options.name != "journey":
        parser.error(f"'{options.name}' takes no tasks.")
    if options.name != "journey" and (options.all or options.images):
        parser.error("--all and --images are for 'journey'.")
    if options.name != "chaos" and (options.kills or options.seconds):
        parser.error("--kills and --seconds are for 'chaos'.")
    return _figures(options)


def _figures(options: argparse.Namespace) -> int:
    names = NAMES if options.name == "all" else (options.name,)
    own: Mapping[str, Mapping[str, Any]] = {
        "chaos": {"kills": options.kills, "seconds": options.seconds},
        "journey": {
            "tasks": options.keys,
            "everything": options.all,
            "images": options.images,
            "keep": options.record,
        },
    }
    figures = {name: _run(name, quick=options.quick, **own.get(name, {})) for name in names}
    if options.record:
        mark = {"quick": True} if options.quick else {}
        path = record("figures", {name: {**values, **mark} for name, values in figures.items()})
        print(f"Recorded in {path}.")
        if {"automl", "forecasting"} & set(figures):
            automl_page.write_pages()
    if options.json:
        print(json.dumps(figures if options.name == "all" else figures[options.name]))
    return 0


def _tasks(options: argparse.Namespace) -> int:
    """Measure tasks; the status is 1 when one of them could not be trained."""
    outcome = run_tasks(options.keys, quick=options.quick)
    documents = outcome.documents(quick=options.quick)
    for sentence in missed(outcome.measured):
        print(f"Not reached: {sentence}.")
    if options.record:
        print(f"Recorded in {record('tasks', documents)}.")
        write_pages()
    if options.json:
        print(json.dumps(documents))
    return 1 if outcome.failed else 0


def _run(name: str, *, quick: bool, **own: Any) -> Figures:
    print(f"{name} …", flush=True)
    module = importlib.import_module(f"tests.benchmarks.{name}")
    figures: Figures = module.run(quick=quick, **own)
    for key, value in figures.items():
        print(f"  {key:<32} {value:,.4g}", flush=True)
    return figures


if __name__ == "__main__":
    sys.exit(main())
