"""``python -m engine clean``: take data through a recipe of cleaning steps."""

from __future__ import annotations

from argparse import Namespace

from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.cleaning import CleaningSpec


def run(options: Namespace) -> int:
    """Write ``cleaned.jsonl`` and the changed files into the work folder."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = read_as(options.spec, CleaningSpec)
        # Loaded late: a wrong spec is refused before the decoders are read from disk.
        from engine.cleaning.recipe import clean

        clean(spec, options.work, emit, interrupt, limit=options.limit)

    return run_work(options.work, command)
