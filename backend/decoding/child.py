"""A decoding child: ``python -m backend.decoding.child <descriptor> <bytes of memory>``.

It takes one file after another over a socket, holds itself to its limits, and ends when the other
end is gone. A file that breaks a limit ends this process and nothing else.
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import signal
import socket
import sys
import warnings
from pathlib import Path
from typing import Any

from backend.decoding.errors import Refused, breaks_decoder, needs_too_much_memory
from backend.decoding.messages import Gone, receive, send
from backend.decoding.works import WORKS, Done

_MAX_REASON = 300


def main() -> int:
    """Serve until the parent is gone."""
    end = socket.socket(fileno=int(sys.argv[1]))
    memory_bytes = int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Ctrl-C at a terminal is for the parent, which ends this process by closing the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    try:
        while True:
            message, _, descriptor = receive(end, takes_file=True)
            assert descriptor is not None
            try:
                answer, content = _answer(end, message, descriptor, memory_bytes)
            finally:
                os.close(descriptor)
            send(end, answer, content)
            # What the last file left behind would count against the limit of the next one.
            gc.collect()
    except Gone:
        return 0


def _answer(
    end: socket.socket, message: dict[str, Any], descriptor: int, memory_bytes: int
) -> tuple[dict[str, Any], bytes]:
    """Carry out a work and say what came of it."""
    work = WORKS[message["work"]]
    _limit_time(work.seconds)
    try:
        done = _run(end, work.function, message["options"], descriptor)
        return {"found": done.found}, done.content
    except Refused as error:
        refused = error
    except MemoryError:
        refused = needs_too_much_memory(memory_bytes)
    except Gone:
        raise
    except Exception as error:
        # Decoders of other people raise what they like on hostile files.
        reason = f"{type(error).__name__}: {error}"[:_MAX_REASON]
        refused = breaks_decoder(reason)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return {"code": refused.code, "params": refused.params, "message": refused.message}, b""


def _run(end: socket.socket, function: str, options: dict[str, Any], descriptor: int) -> Done:
    module, _, name = function.partition(":")
    run = getattr(importlib.import_module(module), name)

    def report_progress(done: int, total: int) -> None:
        send(end, {"done": done, "total": total})

    # Opened anew by whoever reads it, so that no reader moves another one's place.
    done: Done = run(Path(f"/dev/fd/{descriptor}"), options, report_progress)
    return done


def _limit_time(seconds: int) -> None:
    """Have the kernel end this process after so many seconds of work, or a little more of all."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    # The kernel counts from the start of the process, and this one has done other files before.
    spent = int(used.ru_utime + used.ru_stime) + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (spent + seconds, hard))
    signal.setitimer(signal.ITIMER_REAL, 2 * seconds)


if __name__ == "__main__":
    sys.exit(main())
