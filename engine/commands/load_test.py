"""``python -m engine load-test``: call an endpoint stage by stage, and write what callers meet."""

from __future__ import annotations

import asyncio
from argparse import Namespace

import uvloop

from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.load_tests.tester import Stopped, Tester
from engine.specs.load_test import STAGES_FILE, LoadTestSpec
from engine.suggestions.lines import LineWriter


def run(options: Namespace) -> int:
    """Write ``stages.jsonl``; a process that was stopped goes on with the stage it was at."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = read_as(options.spec, LoadTestSpec)
        writer = LineWriter(options.work / STAGES_FILE)
        tester = Tester(spec, emit, interrupt)
        try:
            # A signal that raised inside the loop would leave calls behind: it is looked for there.
            with interrupt.deferred(), asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
                try:
                    loop.run(tester.run(writer.num_lines, lambda one: writer.write([one])))
                except Stopped:
                    pass
        finally:
            writer.close()

    return run_work(options.work, command)
