"""``python -m engine check``: say what is wrong with data, before any training."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console

from engine.catalog import TASKS
from engine.commands.reading import mapping_of, reading_of
from engine.commands.refusals import unknown_task
from engine.commands.specs import data_of, read_spec
from engine.errors import DataError
from engine.specs.data import DataSpec


def run(options: Namespace) -> int:
    """Print all findings; the exit status is that of a data error when one stops a run."""
    data: DataSpec
    if options.spec is not None:
        spec = read_spec(options.spec)
        task, data = spec.task, spec.data
    elif options.task in TASKS:
        task = options.task
        data = data_of(
            options.data,
            task,
            options.format,
            options.multi_label,
            reading_of(options),
            mapping_of(options),
        )
    else:
        raise unknown_task(options.task)
    from engine.tasks.loading import load_task

    findings = load_task(task).check(data)
    console = Console()
    for finding in findings:
        style, word = ("red", "Error") if finding.blocking else ("yellow", "Warning")
        console.print(f"{word} [{finding.code}]: {finding.message}", style=style, markup=False)
        for sample in finding.sample_ids:
            console.print(f"  {sample}", markup=False)
    if any(finding.blocking for finding in findings):
        return DataError.exit_status
    if not findings:
        console.print("The data is ready.")
    return 0
