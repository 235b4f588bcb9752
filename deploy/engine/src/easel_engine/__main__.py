"""Run the engine, whose own package no other program can meet.

Its package is called ``engine``, a plain name that a customer's code may have, too. So it lies
beneath this one, and only this process, and those that it starts, have it on their path.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

TREE = Path(__file__).with_name("tree")
_STOP_AT_EOF = "EASEL_STOP_AT_EOF"


def main() -> int:
    """Run a command of the engine and return its exit status."""
    sys.path.insert(0, str(TREE))
    known = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(TREE), *([known] if known else [])])
    if os.environ.pop(_STOP_AT_EOF, None):
        threading.Thread(target=_stop_at_eof, daemon=True).start()
    from engine.cli import main as run

    return run()


def _stop_at_eof() -> None:
    """Ask for a stop when whoever started this is gone: its end of the pipe closes with it."""
    # The buffer of sys.stdin has a lock, which a thread that waits would keep at the end.
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
