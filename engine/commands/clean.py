"""``python -m engine clean``: take data through a recipe of cleaning steps."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console

from engine.commands.data_index import write_index
from engine.commands.process import run_work
from engine.commands.specs import SPEC_FILE, made, read_as
from engine.disk import write_atomically
from engine.errors import SpecError
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.nearest import did_you_mean, nearest
from engine.specs.cleaning import CLEANED_FILE, STEPS_OF, CleaningSpec

KNOWN_STEPS = sorted(frozenset().union(*STEPS_OF.values()))


def run(options: Namespace) -> int:
    """Write ``cleaned.jsonl`` and the changed files into the work folder."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = _spec(options)
        # Loaded late: a wrong spec is refused before the decoders are read from disk.
        from engine.cleaning.recipe import clean

        clean(spec, options.work, emit, interrupt, limit=options.limit)
        console.print(
            f"{options.work / CLEANED_FILE} says what became of each sample.", markup=False
        )

    console = Console()
    return run_work(options.work, command)


def _spec(options: Namespace) -> CleaningSpec:
    """Return the recipe of a spec, or of steps that were named.

    Raises:
        SpecError: ``steps_misplaced`` when there are steps beside a spec, or none without;
            ``step_unknown`` when there is no such step.
    """
    if bool(options.step) is (options.spec is not None):
        raise SpecError(
            "Name steps with --data, such as --step drop_duplicates; a spec has its own. "
            f"There are: {', '.join(KNOWN_STEPS)}.",
            code="steps_misplaced",
        )
    if options.spec is not None:
        return read_as(options.spec, CleaningSpec)
    for step in options.step:
        if step not in KNOWN_STEPS:
            hint = did_you_mean(nearest(step, KNOWN_STEPS))
            raise SpecError(
                f"There is no step '{step}'.{hint} There are: {', '.join(KNOWN_STEPS)}.",
                code="step_unknown",
                step=step,
            )
    data = write_index(options)
    spec = made(
        CleaningSpec,
        media=data.media.value,
        index=str(data.index),
        files_root=str(data.files_root),
        steps=tuple({"kind": kind} for kind in options.step),
    )
    write_atomically(options.work / SPEC_FILE, spec.model_dump_json(indent=2).encode())
    return spec
