"""Find the engine and run one of its commands as a process.

The engine is its own wheel, ``easel-engine``, which names the module to run under the entry-point
group ``easel.engine``. Nothing of it is ever imported here: it runs as a child, so that PyTorch,
its memory and a crash of it stay out of the notebook.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import IO, Any

from easel.training.errors import EngineMissing, TrainingFailed

GROUP = "easel.engine"
COMMAND = "EASEL_ENGINE_COMMAND"
"""How to start an engine that is not installed, such as one in a checkout."""

_STOP_AT_EOF = "EASEL_STOP_AT_EOF"
_ASK_FOR_COLOUR = frozenset({"FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "TTY_INTERACTIVE"})
"""Variables by which notebooks ask for colours and bars; what the engine prints is read by us."""
_LAST_LINES = 3
_REFUSED = re.compile(r": error: (.+)$")
"""How the engine's command line says that it does not take an argument."""


@dataclass(frozen=True)
class Engine:
    """How the engine is started: a command, and what its environment has beside ours."""

    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def started(
        self, arguments: Sequence[str], *, output: IO[bytes] | int, errors: IO[bytes] | int
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Run a command until it ends, or as long as this process lives.

        An interrupt of the notebook is ours alone: the child has a session of its own, and is asked
        to stop when the block ends early, or when its standard input ends with this process.
        """
        process = subprocess.Popen(
            [*self.command, *arguments],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=errors,
            env={**_plain_environment(), **self.environment, _STOP_AT_EOF: "1"},
            start_new_session=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            if process.stdin is not None:
                process.stdin.close()
            _wait(process)

    def ask(self, arguments: Sequence[str]) -> bytes:
        """Run a command and return what it prints.

        Raises:
            TrainingFailed: when it ends with an error, in the engine's words.
        """
        with tempfile.TemporaryFile() as errors:
            with self.started(arguments, output=subprocess.PIPE, errors=errors) as process:
                # Not communicate, which ends the standard input, and so the engine, first.
                assert process.stdout is not None, "it is a pipe"
                with process.stdout as output:
                    printed = output.read()
                process.wait()
            if process.returncode:
                errors.seek(0)
                raise failure(errors.read().decode("utf-8", "replace"))
        return printed


def find_engine() -> Engine:
    """Return the engine that is installed beside this package.

    Raises:
        EngineMissing: when there is none.
    """
    given = os.environ.get(COMMAND)
    if given:
        return Engine(tuple(shlex.split(given)))
    for entry in _entries():
        # The folder of the wheel may be on our path by hand alone, as notebooks do it.
        places = [_place(entry), str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
        path = os.pathsep.join(dict.fromkeys(place for place in places if place))
        # -P: a file of the notebook's folder must not stand in for a library of the engine.
        command = (sys.executable, "-P", "-m", entry.value.partition(":")[0])
        return Engine(command, {"PYTHONPATH": path})
    raise EngineMissing(
        "Training needs the engine, which is not installed: install the wheel 'easel_engine' that "
        "comes with the wheel of easel (in a checkout of Easel, 'make wheels' builds both).",
        package="easel-engine",
    )


def failure(text: str) -> TrainingFailed:
    """Return the error of what the engine wrote on its standard error."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    code, separator, message = lines[-1].partition(": ") if lines else ("", "", "")
    if separator and code.replace("_", "").isalnum() and code.islower():
        return TrainingFailed(message, code=code)
    refused = _REFUSED.search(lines[-1]) if lines else None
    if refused is not None:
        # The keyword of ``fit`` has the flag's name, without its dashes.
        reason = refused[1].replace("argument --", "")
        return TrainingFailed(f"{reason[:1].upper()}{reason[1:]}.", code="request_invalid")
    last = " ".join(line.strip() for line in lines[-_LAST_LINES:])
    return TrainingFailed(f"The engine ended without saying why. Its last words: {last or 'none'}")


def _plain_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _ASK_FOR_COLOUR}


def _place(entry: EntryPoint) -> str:
    # Python 3.9 does not know which distribution an entry point is of; there is no engine for it.
    distribution: Any = getattr(entry, "dist", None)
    return "" if distribution is None else str(distribution.locate_file(""))


def _entries() -> Sequence[EntryPoint]:
    if sys.version_info >= (3, 10):
        return tuple(entry_points(group=GROUP))
    return tuple(entry_points().get(GROUP, ()))


def _wait(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end; whoever cannot wait for an orderly one interrupts again."""
    try:
        process.wait()
    except KeyboardInterrupt:
        process.kill()
        process.wait()
        raise
