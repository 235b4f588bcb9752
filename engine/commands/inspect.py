"""``python -m engine inspect``: say what is wrong with data, without a model."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console

from engine.commands.data_index import write_index
from engine.commands.process import run_work
from engine.commands.specs import SPEC_FILE, made, read_as
from engine.disk import write_atomically
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.inspection import InspectionSpec


def run(options: Namespace) -> int:
    """Write ``found.jsonl`` and ``inspection.json`` into the work folder."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = _spec(options)
        # Loaded late: a wrong spec is refused before scikit-learn is read from disk.
        from engine.quality.inspection import FOUND, SUMMARY, inspect

        summary = inspect(spec, options.work, emit, interrupt, threads=options.threads)
        console.print(
            f"{summary.num_found} of {summary.num_samples} samples stand in "
            f"{options.work / FOUND}; {options.work / SUMMARY} has the numbers.",
            markup=False,
        )

    console = Console()
    return run_work(options.work, command)


def _spec(options: Namespace) -> InspectionSpec:
    if options.spec is not None:
        return read_as(options.spec, InspectionSpec)
    data = write_index(options)
    spec = made(
        InspectionSpec,
        media=data.media.value,
        index=str(data.index),
        files_root=str(data.files_root),
        labels=data.labels,
        multi_label=data.multi_label,
        has_splits=data.has_splits,
    )
    write_atomically(options.work / SPEC_FILE, spec.model_dump_json(indent=2).encode())
    return spec
