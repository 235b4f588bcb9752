"""``python -m engine train``: from data to a model package."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.commands.process import run_work
from engine.commands.specs import SPEC_FILE, spec_of
from engine.disk import write_atomically
from engine.errors import DataError, SpecError
from engine.events import EventSink
from engine.garbage import uncollected
from engine.interrupt import Interrupt
from engine.specs.training import TrainingSpec


def run(options: Namespace) -> int:
    """Train; a person sees a progress bar, a launcher reads ``events.jsonl``."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = spec_of(options)
        with _asked(options.work / SPEC_FILE, spec):
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


@contextmanager
def _asked(path: Path, spec: TrainingSpec) -> Iterator[None]:
    """Write what is asked for; when it is refused, put back what the folder was made with."""
    before = path.read_bytes() if path.is_file() else None
    write_atomically(path, spec.model_dump_json(indent=2).encode())
    try:
        yield
    except (SpecError, DataError):
        if before is not None:
            write_atomically(path, before)
        raise


def train(spec: TrainingSpec, work: Path, emit: EventSink, interrupt: Interrupt) -> None:
    """Train and build the package.

    Raises:
        EngineError: the kind says whose fault it is.
    """
    with uncollected():
        from engine.export.package import build_package
        from engine.interfaces.run import RunContext
        from engine.tasks.loading import task_of
        from engine.training.resources import ResourceMonitor
        from engine.training.trainer import Trainer

        task = task_of(spec)
    with ResourceMonitor(emit) as monitor:
        trained = Trainer(task, spec, RunContext(work, emit, interrupt, monitor)).train()
        build_package(task, trained, work=work, emit=emit)
