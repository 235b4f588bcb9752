"""``python -m engine package_segmenter``: make a package of a click-to-segment model's weights."""

from __future__ import annotations

from argparse import Namespace

from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.segmenter import SegmenterSpec


def run(options: Namespace) -> int:
    """Write the package into the work folder."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = _spec(options)
        # Loaded late: a wrong spec is refused before torch is read from disk.
        from engine.export.segmenter import build_segmenter

        build_segmenter(spec, options.work, emit)

    return run_work(options.work, command)


def _spec(options: Namespace) -> SegmenterSpec:
    if options.spec is None:
        name = options.name or options.weights.resolve().name
        return SegmenterSpec(weights=str(options.weights), name=name)
    return read_as(options.spec, SegmenterSpec)
