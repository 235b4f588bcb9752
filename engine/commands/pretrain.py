"""``python -m engine pretrain``: make the weights that come with the engine."""

from __future__ import annotations

import json
import math
from argparse import Namespace
from pathlib import Path

from engine.commands.process import run_work
from engine.commands.specs import made
from engine.disk import write_atomically
from engine.errors import SpecError
from engine.events import EventSink
from engine.garbage import uncollected
from engine.interrupt import Interrupt

PLAN_FILE = "pretraining.json"


def run(options: Namespace) -> int:
    """Pretrain; a work folder that is there already is gone on with."""
    from engine.commands.console import Console

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        pretrain(options, emit, interrupt)

    console = Console(options.work)
    with console:
        return run_work(options.work, command, console)


def pretrain(options: Namespace, emit: EventSink, interrupt: Interrupt) -> None:
    """Train the network of a recipe, and write its weights and their card.

    Raises:
        EngineError: the kind says whose fault it is.
    """
    with uncollected():
        from engine.data.ocr.synthesis.fonts import FOLDERS
        from engine.interfaces.run import RunContext
        from engine.pretraining import learning
        from engine.pretraining.compiled import IS_FAST
        from engine.pretraining.recipes import recipe_of
        from engine.pretraining.result import write_result
        from engine.specs.training import ResourceSpec
        from engine.training.resources import ResourceMonitor, open_device, use_threads

    _require_length(options)
    fonts = FOLDERS if options.fonts is None else [options.fonts]
    recipe = recipe_of(options.recipe, options.seed, fonts)
    threads = "auto" if options.threads is None else options.threads
    resources = made(ResourceSpec, device=options.device, num_threads=threads)
    use_threads(resources)
    open_device(resources)
    if not IS_FAST:
        emit.warning(
            "numba_absent",
            "numba is not installed, so images are drawn by NumPy, which takes about four times as "
            "long. Run: pip install numba",
        )
    with ResourceMonitor(emit) as monitor:
        num_steps = options.steps
        if num_steps is None:
            num_steps = _planned(options.work)
        if num_steps is None:
            num_steps = learning.steps_in(recipe, options.hours, options.device)
        _keep_plan(options, num_steps)
        context = RunContext(options.work, emit, interrupt, monitor)
        found = learning.pretrain(recipe, num_steps, options.device, context)
    write_result(recipe, found, num_steps, options.device, options.work)
    emit.log(
        "weights_written",
        f"Wrote {recipe.key}.safetensors and its card after {found.num_samples:,} samples.",
        samples=found.num_samples,
    )


def _require_length(options: Namespace) -> None:
    """Refuse a length that is none.

    Raises:
        SpecError: ``length_invalid``.
    """
    for name in ("hours", "steps"):
        length = getattr(options, name)
        if length is not None and not 0 < length < math.inf:
            raise SpecError(
                f"'--{name}' is {length:g}, and has to be more than 0.",
                code="length_invalid",
                option=name,
            )


def _planned(work: Path) -> int | None:
    """Return how many steps were planned before, which a resumed training keeps to."""
    path = work / PLAN_FILE
    return int(json.loads(path.read_text())["steps"]) if path.exists() else None


def _keep_plan(options: Namespace, num_steps: int) -> None:
    plan = {"recipe": options.recipe, "seed": options.seed, "steps": num_steps}
    path = options.work / PLAN_FILE
    if path.exists() and json.loads(path.read_text()) != plan:
        raise SpecError(
            f"'{options.work}' holds another pretraining: {path.read_text()}. Use an empty folder, "
            "or go on with that one.",
            code="checkpoint_differs",
            path=str(options.work),
        )
    write_atomically(path, json.dumps(plan).encode())
