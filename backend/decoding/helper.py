"""One decoding child as its parent sees it: asked, listened to, ended."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

from backend.config.env import ROOT
from backend.decoding.errors import (
    Refused,
    breaks_decoder,
    needs_too_much_memory,
    takes_too_long,
)
from backend.decoding.messages import Gone, receive, send
from backend.decoding.works import WORKS, ReportProgress

# What a child needs to find programs and libraries; nothing secret is handed on.
_HANDED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR", "TZ", "HOME", "SYSTEMROOT")
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "ARROW_NUM_THREADS")
# Files after which a child is replaced, so that what a decoder leaks does not pile up.
MAX_FILES = 500


@dataclass(frozen=True)
class Decoded:
    """What a child found: something of JSON, and bytes."""

    found: Any
    content: bytes


class Helper:
    """A child process that decodes one file at a time."""

    def __init__(self, memory_bytes: int) -> None:
        self._memory_bytes = memory_bytes
        self._end, theirs = socket.socketpair()
        self.num_files = 0
        self.idle_since = time.monotonic()
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable, "-m", "backend.decoding.child",
                    str(theirs.fileno()), str(memory_bytes),
                ],
                pass_fds=(theirs.fileno(),),
                cwd=ROOT,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                # A group of its own, so that it can be ended with all that it may have started.
                start_new_session=True,
            )  # fmt: skip

    @property
    def is_worn(self) -> bool:
        """Whether it has decoded so many files that a new one should take its place."""
        return self.num_files >= MAX_FILES or self._process.poll() is not None

    def run(
        self, work: str, descriptor: int, options: dict[str, Any], report_progress: ReportProgress
    ) -> Decoded:
        """Have a file decoded; the child is gone when this raises anything but its refusal.

        Raises:
            Refused: when the file cannot be decoded, or not within the limits.
        """
        self.num_files += 1
        seconds = WORKS[work].seconds
        # A child is ended by its own clock at twice its time; this is for one that does not even
        # die.
        deadline = time.monotonic() + 2 * seconds + 5
        try:
            send(self._end, {"work": work, "options": options}, descriptor=descriptor)
            while True:
                self._end.settimeout(max(0.01, deadline - time.monotonic()))
                message, content, _ = receive(self._end)
                if "done" not in message:
                    break
                report_progress(message["done"], message["total"])
        except TimeoutError as error:
            self.end()
            raise takes_too_long(seconds) from error
        except Gone as error:
            raise self._cause_of_death(seconds) from error
        except BaseException:
            # ``report_progress`` says that nobody wants the work any more.
            self.end()
            raise
        if "code" in message:
            if message["code"] in ("decoding_memory", "decoding_failed"):
                # Nobody knows what state the libraries are in.
                self.end()
            raise Refused(message["message"], code=message["code"], params=message["params"])
        return Decoded(message["found"], content)

    def end(self) -> None:
        """End the child and whatever it may have started."""
        self._end.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _cause_of_death(self, seconds: int) -> Refused:
        self._end.close()
        try:
            status = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.end()
            return breaks_decoder("it stopped answering")
        if status in (-signal.SIGXCPU, -signal.SIGALRM):
            return takes_too_long(seconds)
        # Libraries in C that get no memory abort or follow a null pointer; the kernel kills.
        if status in (-signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV, -signal.SIGBUS):
            return needs_too_much_memory(self._memory_bytes)
        return breaks_decoder(f"the decoder ended with status {status}")


def _environment() -> dict[str, str]:
    given = {name: os.environ[name] for name in _HANDED_ON if name in os.environ}
    path = os.pathsep.join((str(ROOT), str(ROOT / "deploy" / "sdk" / "python" / "src")))
    return (
        given
        | dict.fromkeys(_ONE_THREAD, "1")
        | {
            "PYTHONPATH": path,
            "PYTHONSAFEPATH": "1",
            # Each arena reserves 64 MB of addresses, which the limit counts.
            "MALLOC_ARENA_MAX": "2",
        }
    )
