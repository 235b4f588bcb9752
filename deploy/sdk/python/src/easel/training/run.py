"""Run a long command of the engine to its end, telling listeners what it says on the way."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from easel.training.engine import Engine, failure
from easel.training.errors import Interrupted, TrainingFailed
from easel.training.events import EventFile, Listener
from easel.training.work import EVENTS, LOG

_POLL_SECONDS = 0.1


def run_command(
    engine: Engine, arguments: Sequence[str], work: Path, listeners: Sequence[Listener]
) -> None:
    """Run ``train`` or ``export`` in a work folder; an error of a listener stops it in order.

    Raises:
        Interrupted: by the notebook, or by a signal to the engine; a checkpoint was written.
        TrainingFailed: when the engine refuses or fails, in its own words.
    """
    events = EventFile(work / EVENTS)
    errors: list[dict[str, Any]] = []
    ended: list[str] = []

    def tell() -> None:
        for event in events.new():
            if event["kind"] == "error":
                errors.append(dict(event))
            elif event["kind"] == "finished":
                ended.append(str(event["status"]))
            for listener in listeners:
                listener(event)

    with (work / LOG).open("ab") as log:
        begin = log.tell()
        try:
            with engine.started(arguments, output=log, errors=log) as process:
                while not _has_ended(process):
                    tell()
        except KeyboardInterrupt as error:
            raise Interrupted(work) from error
    tell()
    if errors:
        last = errors[-1]
        raise TrainingFailed(last["message"], code=last["code"], **last["params"])
    if ended[-1:] == ["cancelled"]:
        raise Interrupted(work)
    if process.returncode or not ended:
        with (work / LOG).open("rb") as output:
            output.seek(begin)
            raise failure(output.read().decode("utf-8", "replace"))


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(_POLL_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return True
