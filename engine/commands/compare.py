"""``python -m engine compare``: evaluate models on the same samples."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable

import easel.runtime

from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.disk import writing_to
from engine.events import EventSink, seldom, time_left
from engine.interrupt import Interrupt
from engine.specs.evaluations import EVALUATION_RESULT_FILE, EvaluationSpec
from engine.specs.events import Phase


def run(options: Namespace) -> int:
    """Write ``evaluation.json``."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        from engine.evaluation.comparing import compare
        from engine.tasks.loading import load_task

        spec = read_as(options.spec, EvaluationSpec)
        emit.phase("prepare")
        task = load_task(easel.runtime.load(spec.models[0].package).manifest.task)
        found = compare(task, spec, reporter(emit, "evaluate"), reporter(emit, "compare"))
        emit.phase("write")
        path = options.work / EVALUATION_RESULT_FILE
        with writing_to(path):
            path.write_text(found.model_dump_json())

    return run_work(options.work, command)


def reporter(emit: EventSink, phase: Phase) -> Callable[[int, int], None]:
    """Return what tells of a phase, which begins when something of it is done."""
    begun: list[float] = []
    report = seldom(
        lambda done, total: emit.progress(phase, done, total, time_left(begun[0], done, total))
    )

    def progress(done: int, total: int) -> None:
        if not begun:
            begun.append(time.monotonic())
            emit.phase(phase)
        report(done, total)

    return progress
