"""Do what a page says, in one shell and one Python, in a folder that was empty."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.documents.pages import Step
from tests.site import ROOT, free_port

COMMAND_SECONDS = 900.0
# What the engine serves on the reader's machine: any port that is free here.
_PORT = re.compile(r"\b80[89]\d\b")
_TAIL = 4000
_INTERPRETER = Path(__file__).with_name("interpreter.py")


@dataclass(frozen=True)
class Ran:
    """How one step of a page went; ``output`` is the end of what was printed."""

    step: Step
    status: int
    seconds: float
    output: str


class Reader:
    """Somebody at a page: a folder, a shell in it, and a Python that keeps its names.

    Args:
        folder: empty.
        own: what the reader writes in the place of what the page prints.
    """

    def __init__(self, folder: Path, own: Mapping[str, str]) -> None:
        self._folder = folder
        self._own = own
        self._ports: dict[str, str] = {}
        self._private = Path(tempfile.mkdtemp(prefix="easel-reader-"))
        self._log = (self._private / "log").open("w+b")
        self._statuses, told = os.pipe()
        self._told = told
        self._shell = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env=_environment(self._private),
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            pass_fds=(told,),
            start_new_session=True,
        )
        self._shell_says("set -uo pipefail")

    def do(self, step: Step) -> Ran:
        """Carry out one step."""
        began, start = time.monotonic(), self._log.seek(0, os.SEEK_END)
        text = self._as_here(step.text)
        if step.kind == "file":
            path = self._folder / step.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            status = 0
        elif step.kind == "python":
            status = self._run_python(text)
        else:
            status = self._shell_says(f"{{ {text}\n}} < /dev/null")
        self._log.flush()
        self._log.seek(max(start, self._log.seek(0, os.SEEK_END) - _TAIL))
        output = self._log.read().decode(errors="replace")
        return Ran(step, status, time.monotonic() - began, output)

    def leave(self) -> None:
        """End the shell and all that it started."""
        assert self._shell.stdin is not None
        with suppress(BrokenPipeError):
            self._shell.stdin.close()
        with suppress(ProcessLookupError):
            os.killpg(self._shell.pid, signal.SIGTERM)
        try:
            self._shell.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._shell.pid, signal.SIGKILL)
            self._shell.wait()
        os.close(self._statuses)
        os.close(self._told)
        self._log.close()
        shutil.rmtree(self._private, ignore_errors=True)

    def _as_here(self, text: str) -> str:
        """Put what is the reader's own, and free ports, in the place of those of the page."""
        for printed, own in self._own.items():
            text = text.replace(printed, own)
        return _PORT.sub(lambda port: self._port(port.group()), text)

    def _port(self, printed: str) -> str:
        return self._ports.setdefault(printed, str(free_port()))

    def _run_python(self, code: str) -> int:
        """Run a block after those before it: the shell starts their Python, so it has its names."""
        code_file = self._private / "block.py"
        if not code_file.with_name("in").exists():
            os.mkfifo(self._private / "in")
            os.mkfifo(self._private / "out")
            self._shell_says(
                f"python -u {_INTERPRETER} < {self._private}/in 9> {self._private}/out &\n"
                f"exec 7> {self._private}/in 8< {self._private}/out"
            )
        code_file.write_text(code, encoding="utf-8")
        return self._shell_says(f"echo {code_file} >&7; read -u 8 told && (exit $told)")

    def _shell_says(self, command: str) -> int:
        """Give a command to the shell and return its status; 124 when it takes too long."""
        assert self._shell.stdin is not None
        self._shell.stdin.write(f"{command}\necho $? >&{self._told}\n".encode())
        self._shell.stdin.flush()
        deadline = time.monotonic() + COMMAND_SECONDS
        while not select.select([self._statuses], [], [], 0.5)[0]:
            if self._shell.poll() is not None:
                return self._shell.returncode or 1
            if time.monotonic() > deadline:
                return 124
        return int(os.read(self._statuses, 64).split()[-1])


def run_page(steps: Sequence[Step], own: Mapping[str, str]) -> Iterator[Ran]:
    """Do what a page says in a folder of its own, up to the first step that fails."""
    with _reading(own) as reader:
        for step in steps:
            if step.reason is not None:
                continue
            done = reader.do(step)
            yield done
            if done.status:
                return


@contextmanager
def _reading(own: Mapping[str, str]) -> Iterator[Reader]:
    with tempfile.TemporaryDirectory(prefix="easel-page-", ignore_cleanup_errors=True) as folder:
        reader = Reader(Path(folder), own)
        try:
            yield reader
        finally:
            reader.leave()


def _environment(private: Path) -> Mapping[str, str]:
    """Return the environment of somebody who has Easel, and nothing of ours but that."""
    kept = {name: os.environ[name] for name in ("LANG", "LC_ALL", "TERM") if name in os.environ}
    sources = os.pathsep.join((str(ROOT), str(ROOT / "deploy/sdk/python/src")))
    return {
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "HOME": str(private),
        "PYTHONPATH": sources,
        # In the place of the engine's wheel, which no page installs here.
        "EASEL_ENGINE_COMMAND": f"{sys.executable} -P -m engine",
        "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "2"),
        **kept,
    }
