"""``python -m engine package_segmenter``: make a package of a click-to-segment model's weights."""

from __future__ import annotations

from argparse import Namespace

from pydantic import ValidationError

from engine.commands.process import run_work
from engine.commands.specs import invalid
from engine.errors import SpecError
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.segmenter import SegmenterSpec


def run(options: Namespace) -> int:
    """Write the package into the work folder."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = _spec(options)
        from engine.export.segmenter import build_segmenter

        build_segmenter(spec, options.work, emit)

    return run_work(options.work, command)


def _spec(options: Namespace) -> SegmenterSpec:
    if options.spec is None:
        name = options.name or options.weights.resolve().name
        return SegmenterSpec(weights=str(options.weights), name=name)
    try:
        return SegmenterSpec.model_validate_json(options.spec.read_bytes())
    except OSError as error:
        raise SpecError(
            f"The spec '{options.spec}' cannot be read: {error.strerror}. Check the path.",
            code="spec_unreadable",
            path=str(options.spec),
        ) from error
    except ValidationError as error:
        raise invalid(error) from error
