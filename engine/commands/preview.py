"""``python -m engine preview``: draw images as training changes them."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any, cast

from engine.commands.process import run_work
from engine.commands.specs import spec_of
from engine.errors import SpecError
from engine.events import EventSink
from engine.interrupt import Interrupt

if TYPE_CHECKING:
    from engine.interfaces.task import GradientTask


def run(options: Namespace) -> int:
    """Write ``preview/IMAGE-VARIANT.png``, both counted; variant 0 is the unchanged image."""
    if options.count < 1:
        raise SpecError("A preview needs at least one variant per image.", count=options.count)

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = spec_of(options)
        from engine.data.preview import write_preview
        from engine.tasks.loading import load_task

        emit.phase("prepare")
        task = cast("GradientTask[Any]", load_task(spec.task))
        write_preview(task, spec, options.images, options.count, options.work, emit)

    return run_work(options.work, command)
