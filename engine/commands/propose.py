"""``python -m engine propose``: which settings a study tries next."""

from __future__ import annotations

import argparse
import sys

from engine.commands.specs import read_as
from engine.specs.study import ProposalSpec
from engine.tuning.propose import propose


def run(options: argparse.Namespace) -> int:
    """Print the proposal as JSON."""
    sys.stdout.write(propose(read_as(options.spec, ProposalSpec)).model_dump_json() + "\n")
    return 0
