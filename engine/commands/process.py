"""What every long command does around its work: events, lock, exit status."""

from __future__ import annotations

import errno
import fcntl
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.commands.refusals import flags_of
from engine.disk import writing_to
from engine.errors import Cancelled, EngineError, ResourceError
from engine.events import EventSink, Listener
from engine.interrupt import Interrupt

Command = Callable[[EventSink, Interrupt], None]


def run_work(work: Path, command: Command, listener: Listener | None = None) -> int:
    """Carry out a command in its work folder and return the exit status.

    Whatever happens is said in ``events.jsonl``, unless that file itself cannot be written.

    Args:
        work: made when it is missing.
        command: does the work, and raises ``EngineError`` when it cannot.
        listener: is handed each event too.
    """
    with writing_to(work):
        work.mkdir(parents=True, exist_ok=True)
    # The lock before the file of events: who does not hold the folder writes nothing there.
    with (
        Interrupt() as interrupt,
        locked(work),
        EventSink(work / "events.jsonl", listener, interrupt) as emit,
    ):
        try:
            command(emit, interrupt)
        except Cancelled as error:
            emit.log("stopped_on_request", error.message)
            emit.finished("cancelled")
            return error.exit_status
        except Exception as error:
            failure = as_engine_error(error)
            if failure is not error:
                # The event says what went wrong, the log where; nobody else keeps that.
                traceback.print_exc()
            _say(emit, failure, is_heard=listener is not None)
            return failure.exit_status
        emit.finished("succeeded")
        return 0


@contextmanager
def locked(work: Path) -> Iterator[None]:
    """Hold a work folder for this process alone; the system lets go when the process dies.

    Raises:
        ResourceError: ``work_locked`` when another process holds it.
    """
    with writing_to(work):
        lock = (work / "lock").open("a")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            raise ResourceError(
                f"Another process works in '{work}'. Wait until it ends, or use another folder.",
                code="work_locked",
                path=str(work),
            ) from error
        yield


def as_engine_error(error: Exception) -> EngineError:
    """Return an error of ours for any error; what we did not foresee is ``internal_error``."""
    if isinstance(error, EngineError):
        return error
    if _is_out_of_memory(error):
        return ResourceError(
            "The run does not fit into memory. Choose a smaller batch size, image size or "
            "backbone, or give it more memory.",
            code="out_of_memory",
        )
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ResourceError(
            f"There was no room left on the disk ({os.strerror(error.errno)}). Free disk space, "
            "then start the run again.",
            code="disk_full",
        )
    kind = type(error).__name__
    return EngineError(
        f"The engine met an error it did not expect: {kind}: {error}. The log has the details; "
        "please report it.",
        code="internal_error",
        kind=kind,
    )


def _is_out_of_memory(error: Exception) -> bool:
    if isinstance(error, MemoryError):
        return True
    # Not imported for this: many commands do without it.
    torch = sys.modules.get("torch")
    if torch is None:
        return False
    # The CPU allocator of torch has no exception class of its own.
    return isinstance(error, torch.OutOfMemoryError) or (
        isinstance(error, RuntimeError) and "can't allocate memory" in str(error)
    )


def _say(emit: EventSink, error: EngineError, *, is_heard: bool) -> None:
    if not is_heard:
        # Who typed the command looks at the terminal, not at the file of events.
        sys.stderr.write(f"{error.code}: {error.message}{flags_of(error.code, error.params)}\n")
    try:
        emit.error(error)
        emit.finished("failed")
    except EngineError as silenced:
        # The disk is full: the exit status and these lines are all that is left.
        first = (
            f"{error.code}: {error.message}{flags_of(error.code, error.params)}\n"
            if is_heard
            else ""
        )
        sys.stderr.write(f"{first}{silenced.message}\n")
