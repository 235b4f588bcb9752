"""``python -m engine example-data``: write a small data set to try a task with."""

from __future__ import annotations

import shutil
from argparse import Namespace

from rich.console import Console

from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.errors import SpecError
from engine.events import EventSink
from engine.examples.loading import NOTE, write_example
from engine.interrupt import Interrupt
from engine.specs.example import DATA, ExampleSpec


def run(options: Namespace) -> int:
    """Write the data of a task into an empty folder, and say where its note is.

    A job writes it into the folder ``data`` of its work folder, anew each time.
    """
    if options.spec is not None and options.work is not None:
        return run_work(options.work, lambda emit, interrupt: _write(options, emit, interrupt))
    if options.folder is None or options.spec is not None or options.work is not None:
        raise SpecError(
            "Name a task and a folder: python -m engine example-data TASK DIR.",
            code="arguments_missing",
        )
    write_example(options.task, options.folder, options.language)
    Console().print(f"Written. {options.folder / NOTE} says what it is.", markup=False)
    return 0


def _write(options: Namespace, emit: EventSink, interrupt: Interrupt) -> None:
    spec = read_as(options.spec, ExampleSpec)
    emit.phase("prepare")
    shutil.rmtree(options.work / DATA, ignore_errors=True)
    write_example(spec.task, options.work / DATA, spec.language)
