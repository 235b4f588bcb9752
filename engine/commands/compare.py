"""``python -m engine compare``: evaluate models on the same samples."""

from __future__ import annotations

import time
from argparse import Namespace

import easel.runtime

from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.disk import writing_to
from engine.events import EventSink, seldom, time_left
from engine.interrupt import Interrupt
from engine.specs.evaluations import EVALUATION_RESULT_FILE, EvaluationSpec


def run(options: Namespace) -> int:
    """Write ``evaluation.json``."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        from engine.evaluation.comparing import compare
        from engine.tasks.loading import load_task

        spec = read_as(options.spec, EvaluationSpec)
        emit.phase("prepare")
        task = load_task(easel.runtime.load(spec.models[0].package).manifest.task)
        emit.phase("evaluate")
        begun = time.monotonic()
        report = seldom(
            lambda done, total: emit.progress(
                "evaluate", done, total, time_left(begun, done, total)
            )
        )
        found = compare(task, spec, report)
        emit.phase("write")
        path = options.work / EVALUATION_RESULT_FILE
        with writing_to(path):
            path.write_text(found.model_dump_json())

    return run_work(options.work, command)
