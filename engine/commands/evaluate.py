"""``python -m engine evaluate``: measure a package on data that says what is true."""

from __future__ import annotations

import json
import sys
import tempfile
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import easel.runtime
from easel.errors import EaselError
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from engine.catalog import TASKS
from engine.commands.refusals import unknown_task
from engine.commands.specs import asked_data, plugins_of
from engine.errors import DataError
from engine.specs.data import DataSpec, Split

if TYPE_CHECKING:
    from engine.evaluation.measuring import Measured


def run(options: Namespace) -> int:
    """Print the numbers of the deployed runtime, at the thresholds of the package."""
    try:
        model = easel.runtime.load(options.package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error
    key = model.manifest.task
    if key not in TASKS:
        raise unknown_task(key)
    options.multi_label = options.multi_label or model.manifest.multi_label
    plugins = plugins_of(options.plugin)
    with tempfile.TemporaryDirectory(prefix="easel-dataset-") as scratch:
        if plugins:
            from engine.tasks.own_parts import load_plugins

            load_plugins(plugins)
        measured = _measured(options, model, asked_data(options, key, Path(scratch)))
    if options.json:
        sys.stdout.write(json.dumps(asdict(measured), ensure_ascii=False) + "\n")
    else:
        _print(measured)
    return 0


def _measured(options: Namespace, model: easel.runtime.Model, data: DataSpec) -> Measured:
    # PyTorch comes with these, and takes seconds: what was refused before did not wait for it.
    from engine.evaluation.measuring import measure
    from engine.tasks.loading import load_task
    from engine.tasks.own_parts import evaluated_by_plugins

    task = load_task(model.manifest.task)
    if options.plugin:
        task = evaluated_by_plugins(task)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        line = bar.add_task("Evaluating", total=None)
        return measure(
            task,
            model,
            data,
            lambda done, total: bar.update(line, completed=done, total=total),
            None if options.split == "all" else Split(options.split),
        )


def _print(measured: Measured) -> None:
    console = Console()
    table = Table(title=f"{measured.num_samples} samples", show_header=False)
    for name, value in measured.metrics.items():
        table.add_row(name, f"{value:.4f}")
    console.print(table)
    for name, reason in measured.left_out.items():
        console.print(f"Left out {name}: {reason}", style="yellow", markup=False)
