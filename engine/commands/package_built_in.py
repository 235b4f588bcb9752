"""``python -m engine package_built_in``: make a package of weights that come with the engine."""

from __future__ import annotations

from argparse import Namespace

from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.built_in import BuiltInSpec


def run(options: Namespace) -> int:
    """Write the package into the work folder."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = _spec(options)
        # Loaded late: a wrong spec is refused before torch is read from disk.
        from engine.pretraining.package import build_built_in

        build_built_in(spec, options.work, emit)

    return run_work(options.work, command)


def _spec(options: Namespace) -> BuiltInSpec:
    if options.spec is None:
        return BuiltInSpec(task=options.task)
    return read_as(options.spec, BuiltInSpec)
