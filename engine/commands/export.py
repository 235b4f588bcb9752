"""``python -m engine export``: build the package of a work folder once more."""

from __future__ import annotations

from argparse import Namespace

from engine.commands.console import Console
from engine.commands.process import run_work
from engine.commands.specs import SPEC_FILE, read_spec
from engine.events import EventSink
from engine.interrupt import Interrupt


def run(options: Namespace) -> int:
    """Evaluate and export the best epoch so far, also of a run that was stopped early."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = read_spec(options.work / SPEC_FILE)
        from engine.export.package import build_package
        from engine.interfaces.run import RunContext
        from engine.tasks.loading import task_of
        from engine.training.resources import ResourceMonitor
        from engine.training.trainer import Trainer

        task = task_of(spec)
        with ResourceMonitor(emit) as monitor:
            context = RunContext(options.work, emit, interrupt, monitor)
            trained = Trainer(task, spec, context).restore()
            build_package(task, trained, work=options.work, emit=emit)

    console = Console(options.work)
    with console:
        status = run_work(options.work, command, console)
    if status == 0:
        console.print_summary()
    return status
