"""``python -m engine train``: from data to a model package."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from engine.commands.console import Console
from engine.commands.process import run_work
from engine.commands.specs import spec_of
from engine.errors import SpecError
from engine.events import EventSink
from engine.specs.training import TrainingSpec

# A copy of what was asked for, so that ``export`` and people can repeat it.
SPEC_FILE = "spec.json"


def run(options: Namespace) -> int:
    """Train; a person sees a progress bar, a launcher reads ``events.jsonl``."""
    console = Console(options.work) if options.spec is None else None

    def command(emit: EventSink) -> None:
        spec = spec_of(options)
        (options.work / SPEC_FILE).write_text(spec.model_dump_json(indent=2), encoding="utf-8")
        train(spec, options.work, emit)

    if console is None:
        return run_work(options.work, command, None)
    with console:
        status = run_work(options.work, command, console)
    if status == 0:
        console.print_summary()
    return status


def train(spec: TrainingSpec, work: Path, emit: EventSink) -> None:
    """Train and build the package.

    Raises:
        EngineError: the kind says whose fault it is.
    """
    if spec.seed < 0:
        raise SpecError("The seed must not be negative.", code="spec_invalid", field="seed")
    from engine.export.package import build_package
    from engine.tasks.task import load_task
    from engine.training.interrupt import Interrupt
    from engine.training.resources import ResourceMonitor
    from engine.training.trainer import train as train_model

    task = load_task(spec.task)
    with Interrupt() as interrupt, ResourceMonitor(emit) as monitor:
        trained = train_model(
            task, spec, work=work, emit=emit, interrupt=interrupt, monitor=monitor
        )
        build_package(task, trained, work=work, emit=emit)
