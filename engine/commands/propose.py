"""``python -m engine propose``: which settings a study tries next."""

from __future__ import annotations

import argparse
import sys

from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.disk import writing_to
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.tuning.study import PROPOSAL_FILE, ProposalSpec
from engine.tuning.propose import propose


def run(options: argparse.Namespace) -> int:
    """Print the proposal as JSON, or write it into the work folder when there is one."""
    if options.work is None:
        sys.stdout.write(propose(read_as(options.spec, ProposalSpec)).model_dump_json() + "\n")
        return 0

    def write(emit: EventSink, interrupt: Interrupt) -> None:
        del emit
        proposal = propose(read_as(options.spec, ProposalSpec))
        # A wish to stop that comes now would leave half of the file.
        with interrupt.deferred(), writing_to(options.work):
            (options.work / PROPOSAL_FILE).write_text(proposal.model_dump_json())

    return run_work(options.work, write)
