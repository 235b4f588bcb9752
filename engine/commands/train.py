"""``python -m engine train``: from data to a model package."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from engine.commands.process import run_work
from engine.commands.specs import spec_of
from engine.disk import write_atomically
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.training import TrainingSpec

SPEC_FILE = "spec.json"
"""A copy of what was asked for, in the work folder: ``export`` repeats it."""


def run(options: Namespace) -> int:
    """Train; a person sees a progress bar, a launcher reads ``events.jsonl``."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = spec_of(options)
        write_atomically(options.work / SPEC_FILE, spec.model_dump_json(indent=2).encode())
        train(spec, options.work, emit, interrupt)

    if options.spec is not None:
        return run_work(options.work, command)
    from engine.commands.console import Console

    console = Console(options.work)
    with console:
        status = run_work(options.work, command, console)
    if status == 0:
        console.print_summary()
    return status


def train(spec: TrainingSpec, work: Path, emit: EventSink, interrupt: Interrupt) -> None:
    """Train and build the package.

    Raises:
        EngineError: the kind says whose fault it is.
    """
    from engine.export.package import build_package
    from engine.interfaces.run import RunContext
    from engine.tasks.loading import task_of
    from engine.training.resources import ResourceMonitor
    from engine.training.trainer import Trainer

    task = task_of(spec)
    with ResourceMonitor(emit) as monitor:
        trained = Trainer(task, spec, RunContext(work, emit, interrupt, monitor)).train()
        build_package(task, trained, work=work, emit=emit)
