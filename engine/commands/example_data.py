"""``python -m engine example-data``: write a small data set to try a task with."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console

from engine.examples.loading import NOTE, write_example


def run(options: Namespace) -> int:
    """Write the data of a task into an empty folder, and say where its note is."""
    write_example(options.task, options.folder, options.language)
    Console().print(f"Written. {options.folder / NOTE} says what it is.", markup=False)
    return 0
