"""The engine with its training loop replaced by a clock, so that tests decide how long a run is.

Everything around the loop is the engine's own: command line of ``serve`` and ``preview``, event
file, lock, signals, exit status. A step takes 50 ms and ``epochs`` is the number of steps; the
state is kept in ``checkpoint.json`` and resumed from. Every start adds its pid to ``starts``.

A learning rate says how good a run becomes. The seed says what goes wrong: 1 names bad data, 2 is
killed at step 3, 3 finds the disk full, 4 has a loss that is not a number.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import sys
import time
from pathlib import Path

from engine.cli import main as engine_main
from engine.commands.process import run_work
from engine.errors import DataError, ResourceError, TrainingDiverged
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.parse import parse_training_spec
from engine.specs.training import TrainingSpec

STEP_SECONDS = 0.05


def train(spec: TrainingSpec, work: Path, emit: EventSink, interrupt: Interrupt) -> None:
    """Count steps, keep the count, and leave the package beside this file's installation."""
    with (work / "starts").open("a") as starts:
        starts.write(f"{os.getpid()}\n")
    checkpoint = work / "checkpoint.json"
    done = json.loads(checkpoint.read_text()) if checkpoint.is_file() else 0
    options = spec.options.model_dump()
    epochs = int(options["epochs"])
    best = best_accuracy(options["learning_rate"])
    emit.phase("train")
    emit.log("run_resumed", f"begins at step {done}", step=done, epoch=done)
    for step in range(done + 1, epochs + 1):
        time.sleep(STEP_SECONDS)
        go_wrong(spec.seed, step)
        with interrupt.deferred():
            # Told before it is kept, as the engine does: killed in between, it measures again.
            emit.metric(step, float(step), "validation", {"accuracy": step / epochs * best})
            # Whole or not there, as the engine's own are.
            draft = checkpoint.with_suffix(".new")
            draft.write_text(json.dumps(step))
            draft.replace(checkpoint)
            emit.checkpoint("checkpoint.json", step, float(step), best=False)
            emit.progress("train", step, epochs, (epochs - step) * STEP_SECONDS)
    package = Path(spec.data.files_root).parent / "package"  # type: ignore[union-attr]
    shutil.copytree(package, work / "package", dirs_exist_ok=True)
    emit.artifact("package", "package")


def best_accuracy(learning_rate: float | str) -> float:
    """Return what a run comes to: the best learning rate is a hundredth, or nobody's choice."""
    if isinstance(learning_rate, str):
        return 1.0
    return 1 / (1 + math.log10(learning_rate / 0.01) ** 2)


def go_wrong(seed: int, step: int) -> None:
    """Fail at step 3 in the way that the seed asks for."""
    if step != 3:
        return
    if seed == 1:
        raise DataError(
            "The image 'a.png' is torn. Delete it.", code="image_unreadable", sample="a.png"
        )
    if seed == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    if seed == 3:
        raise ResourceError("There was no room left on the disk.", code="disk_full")
    if seed == 4:
        raise TrainingDiverged(
            "The loss is nan at step 3. Lower the learning rate and start again.",
            step=3,
            value="nan",
        )


def main() -> int:
    """Run one command of the engine."""
    if sys.argv[1] != "train":
        return engine_main()
    spec = parse_training_spec(Path(sys.argv[sys.argv.index("--spec") + 1]).read_text())
    work = Path(sys.argv[sys.argv.index("--work") + 1])
    return run_work(work, lambda emit, interrupt: train(spec, work, emit, interrupt))


if __name__ == "__main__":
    sys.exit(main())
