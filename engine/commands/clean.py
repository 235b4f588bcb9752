"""``python -m engine clean``: take data through a recipe of cleaning steps."""

from __future__ import annotations

from argparse import Namespace

from pydantic import ValidationError

from engine.commands.process import run_work
from engine.commands.specs import invalid
from engine.errors import SpecError
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.cleaning import CleaningSpec


def run(options: Namespace) -> int:
    """Write ``cleaned.jsonl`` and the changed files into the work folder."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        try:
            spec = CleaningSpec.model_validate_json(options.spec.read_bytes())
        except OSError as error:
            raise SpecError(
                f"The spec '{options.spec}' cannot be read: {error.strerror}. Check the path.",
                code="spec_unreadable",
                path=str(options.spec),
            ) from error
        except ValidationError as error:
            raise invalid(error) from error
        from engine.cleaning.recipe import clean

        clean(spec, options.work, emit, interrupt, limit=options.limit)

    return run_work(options.work, command)
