"""``python -m engine options TASK``: what a training may be told, and in what ranges."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from engine.catalog import TASKS
from engine.commands.described_options import described_options
from engine.commands.refusals import unknown_task
from engine.specs.parse import options_class

# Longer lists make a table that nobody can read.
_WIDE = 200


def run(options: Namespace) -> int:
    """Print the options of a task, the rarely needed ones last.

    Raises:
        SpecError: when there is no such task.
    """
    if options.task not in TASKS:
        raise unknown_task(options.task)
    found = sorted(described_options(options_class(options.task)), key=lambda one: one.expert)
    if options.json:
        json.dump([asdict(one) for one in found], sys.stdout, indent=2, ensure_ascii=False)
        sys.stdout.write("\n")
        return 0
    table = Table("option", "type", "default", "allowed", box=None, pad_edge=False)
    for one in found:
        table.add_row(one.name, one.type, json.dumps(one.default), one.allowed)
    # A pipe gets whole lines, whatever the terminal's width would be.
    Console(width=None if sys.stdout.isatty() else _WIDE, highlight=False).print(table)
    return 0
