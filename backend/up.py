"""Run everything on one machine: ``python -m backend.up``.

One supervisor starts the web server and a worker, prefixes what they print, starts either again
when it dies, and on Ctrl-C or SIGTERM stops them so that nothing accepted is lost: jobs go back to
the queue with a checkpoint, and model servers come back at the next start.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import fcntl
import os
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import httpx

from backend.config.env import ROOT, read_environment

STOP_SECONDS = 100.0
MAX_BACK_OFF_SECONDS = 30.0
HEALTHY_AFTER_SECONDS = 30.0
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Part:
    """One long-lived child of the supervisor."""

    name: str
    command: tuple[str, ...]


class AlreadyRunning(Exception):
    """Another supervisor uses this data folder."""


class Supervisor:
    """Keeps the parts alive until it is told to stop."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Run all parts until SIGINT or SIGTERM."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stopping.set)
        await asyncio.gather(*(self._keep(part) for part in self._parts))

    async def announce(self, address: str) -> None:
        """Print the address as soon as the site answers there."""
        async with httpx.AsyncClient(trust_env=False) as client:
            while not self._stopping.is_set():
                with contextlib.suppress(httpx.HTTPError):
                    answer = await client.get(f"{address}/api/v1/health", timeout=2.0)
                    if answer.status_code == httpx.codes.OK:
                        say("up", f"Easel is ready at {address}")
                        return
                await asyncio.sleep(0.2)

    async def _keep(self, part: Part) -> None:
        """Run a part, and again after it died, waiting longer each time it dies young."""
        wait = 0.5
        while not self._stopping.is_set():
            started = time.monotonic()
            status = await self._run_once(part)
            if self._stopping.is_set():
                return
            lived = time.monotonic() - started
            wait = 0.5 if lived > HEALTHY_AFTER_SECONDS else min(wait * 2, MAX_BACK_OFF_SECONDS)
            say("up", f"{part.name} ended with status {status}; starting it again in {wait:.0f} s.")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), wait)

    async def _run_once(self, part: Part) -> int:
        child = await asyncio.create_subprocess_exec(
            *part.command,
            cwd=ROOT,
            env=child_environment(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )
        assert child.stdout is not None
        printing = asyncio.create_task(_prefix(part.name, child.stdout))
        stopping = asyncio.create_task(self._stopping.wait())
        ending = asyncio.create_task(child.wait())
        await asyncio.wait({stopping, ending}, return_when=asyncio.FIRST_COMPLETED)
        if not ending.done():
            child.terminate()
            await asyncio.wait({ending}, timeout=STOP_SECONDS)
            if not ending.done():
                child.kill()
        stopping.cancel()
        status = await ending
        # A grandchild may hold the pipe open; what it says later belongs to nobody here.
        await asyncio.wait({printing}, timeout=1.0)
        printing.cancel()
        return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run everything and return the exit status."""
    options = _parser().parse_args(argv)
    if not options.workers_only:
        os.environ.setdefault("EASEL_PUBLIC_URL", _address(options))
    data, parts = read_environment().data, _parts(options)
    with contextlib.ExitStack() as locks:
        try:
            for part in parts:
                locks.enter_context(_lock(data, part.name))
        except AlreadyRunning as error:
            sys.stderr.write(f"{error}\n")
            return 75
        # Django's system checks would load every view first; `make check` runs them.
        migrate = ("-m", "backend.manage", "migrate", "--verbosity", "0", "--skip-checks")
        _run_to_end("migrate", migrate)
        asyncio.run(_supervise(Supervisor(parts), options))
        if not options.web_only:
            say("up", "Stopping model servers.")
            _run_to_end("halt", ("-m", "workers.halt"))
        say("up", "Stopped.")
    return 0


def say(name: str, text: str) -> None:
    """Print one line with the name of the part it comes from."""
    print(f"{name:>6} | {text}", flush=True)


def child_environment() -> dict[str, str]:
    """Return the environment of our own processes: ours, and where our packages are."""
    path = os.pathsep.join((str(ROOT), str(ROOT / "deploy" / "sdk" / "python" / "src")))
    return os.environ | {"PYTHONPATH": path, "PYTHONUNBUFFERED": "1", "PYTHONSAFEPATH": "1"}


async def _supervise(supervisor: Supervisor, options: argparse.Namespace) -> None:
    announcing = None
    if not options.workers_only:
        announcing = asyncio.create_task(supervisor.announce(_address(options)))
    await supervisor.run()
    if announcing is not None:
        announcing.cancel()


def _address(options: argparse.Namespace) -> str:
    """Return where the site answers on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(options.host, options.host)
    return f"http://[{host}]:{options.port}" if ":" in host else f"http://{host}:{options.port}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m backend.up", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address the site binds")
    parser.add_argument("--port", type=int, default=8000, help="port of the site")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--workers-only", action="store_true", help="no web server")
    only.add_argument("--web-only", action="store_true", help="no worker")
    return parser


def _parts(options: argparse.Namespace) -> list[Part]:
    web = Part(
        "web",
        (
            sys.executable, "-m", "uvicorn", "backend.config.asgi:application",
            "--host", options.host, "--port", str(options.port),
            "--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "5",
        ),
    )  # fmt: skip
    worker = Part(
        "worker",
        (
            sys.executable, "-m", "celery", "--quiet", "-A", "workers.app", "worker",
            "--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING",
            "--without-gossip", "--without-mingle", "--without-heartbeat",
        ),
    )  # fmt: skip
    if options.workers_only:
        return [worker]
    return [web] if options.web_only else [web, worker]


def _run_to_end(name: str, arguments: Sequence[str]) -> None:
    """Run a short command of ours.

    Raises:
        SystemExit: when it fails.
    """
    status = os.spawnve(
        os.P_WAIT, sys.executable, (sys.executable, *arguments), child_environment()
    )
    if status != 0:
        say("up", f"{name} failed with status {status}.")
        raise SystemExit(1)


def _lock(data: Path, part: str) -> IO[str]:
    """Let one supervisor run a part on a data folder.

    Raises:
        AlreadyRunning: when another does.
    """
    data.mkdir(parents=True, exist_ok=True)
    file = (data / f"{part}.lock").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        pid = file.read().strip() or "unknown"
        file.close()
        raise AlreadyRunning(
            f"Easel's {part} already runs on {data} (process {pid}). Stop it first, or set "
            "EASEL_DATA to another folder."
        ) from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


async def _prefix(name: str, stream: asyncio.StreamReader) -> None:
    while line := await stream.readline():
        say(name, line.decode("utf-8", "replace").rstrip("\n"))


def _die_with_parent() -> None:
    """Have the kernel send SIGTERM when the supervisor is killed; it runs one thread only."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
