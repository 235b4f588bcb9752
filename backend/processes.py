"""Processes that a command of ours starts: what they know, and that they never outlive it."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from types import FrameType

from backend.config.env import ROOT
from engine.specs.environment import OFF_LINE

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""What ends a command: somebody's wish, Ctrl-C, and a terminal that goes away."""

_PR_SET_PDEATHSIG = 1


def child_environment() -> dict[str, str]:
    """Return the environment of our own processes: ours, and where our packages are."""
    path = os.pathsep.join((str(ROOT), str(ROOT / "deploy" / "sdk" / "python" / "src")))
    own = {"PYTHONPATH": path, "PYTHONUNBUFFERED": "1", "PYTHONSAFEPATH": "1"}
    return {**os.environ, **own, **OFF_LINE}


def die_with_parent() -> None:
    """Have the kernel send SIGTERM when whoever started this process is killed.

    For ``preexec_fn`` of a process with one thread. The kernel means the thread that forked, so
    that has to be the main one.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def end_like_an_interrupt() -> None:
    """Let whatever ends this command raise ``KeyboardInterrupt``, so that it cleans up."""
    for number in ENDING:
        if not is_ignored_hang_up(number):
            signal.signal(number, _interrupt)


def is_ignored_hang_up(number: int) -> bool:
    """Tell whether a signal is SIGHUP and ``nohup`` has it ignored, which it then stays."""
    return number == signal.SIGHUP and signal.getsignal(number) is signal.SIG_IGN


def _interrupt(number: int, frame: FrameType | None) -> None:
    # Once: what cleans up is not interrupted by a second signal.
    for other in ENDING:
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt
