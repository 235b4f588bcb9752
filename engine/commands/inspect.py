"""``python -m engine inspect``: say what is wrong with data, without a model."""

from __future__ import annotations

from argparse import Namespace

from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.inspection import InspectionSpec


def run(options: Namespace) -> int:
    """Write ``found.jsonl`` and ``inspection.json`` into the work folder."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = read_as(options.spec, InspectionSpec)
        # Loaded late: a wrong spec is refused before scikit-learn is read from disk.
        from engine.quality.inspection import inspect

        inspect(spec, options.work, emit, interrupt, threads=options.threads)

    return run_work(options.work, command)
