"""Run everything on one machine: ``python -m backend.up``.

One supervisor holds the site's socket, starts the web processes and a worker, prefixes what they
print, starts each again when it dies, and on Ctrl-C, SIGTERM or the end of its terminal stops them
so that nothing accepted is lost: jobs go back to the queue with a checkpoint, and model servers
come back at the next start. SIGUSR2 replaces the web processes one by one.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import httpx

from backend.config.database import database_settings
from backend.config.env import read_environment
from backend.config.private import keep_files_private
from backend.processes import ENDING, child_environment, die_with_parent
from backend.supervisor import Part, Supervisor, say

BACKLOG = 2048


class AlreadyRunning(Exception):
    """Another supervisor uses this data folder, or another program the address."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run everything and return the exit status."""
    options = _parser().parse_args(argv)
    try:
        environment = read_environment()
        database_settings(environment.database_url)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        # As in sysexits.h: 78 is a wrong setting, 75 that somebody else is there.
        return 78
    keep_files_private(environment)
    data = environment.data
    with contextlib.ExitStack() as held:
        try:
            for name in _names(options):
                held.enter_context(_lock(data, name))
            listener = None if options.workers_only else held.enter_context(_listener(options))
        except AlreadyRunning as error:
            sys.stderr.write(f"{error}\n")
            return 75
        # Django's system checks would load every view first; `make check` runs them.
        migrate = ("-m", "backend.manage", "migrate", "--verbosity", "0", "--skip-checks")
        _run_to_end("migrate", migrate)
        if environment.admin_email and not options.workers_only:
            ensure = ("-m", "backend.manage", "ensure_administrator", "--skip-checks")
            _run_to_end("ensure_administrator", ensure)
        asyncio.run(_supervise(options, listener))
        # A second Ctrl-C would leave behind what is being stopped.
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
        if not options.web_only:
            say("up", "Stopping model servers.")
            _run_to_end("shutdown", ("-m", "workers.shutdown"))
        say("up", "Stopped.")
    return 0


async def _supervise(options: argparse.Namespace, listener: socket.socket | None) -> None:
    parts = [] if options.web_only else [_worker()]
    announcing = None
    if listener is not None:
        options.port = listener.getsockname()[1]
        # The children read it, and which port 0 has become is known only here.
        os.environ.setdefault("EASEL_PUBLIC_URL", _address(options))
        parts.append(_web(listener.fileno()))
    supervisor = Supervisor(parts)
    if listener is not None:
        announcing = asyncio.create_task(_announce(supervisor, _address(options)))
    await supervisor.run()
    if announcing is not None:
        announcing.cancel()


async def _announce(supervisor: Supervisor, address: str) -> None:
    """Print the address as soon as the site answers there."""
    # A proxy that the environment names would be asked for an address of its own machine.
    async with httpx.AsyncClient(trust_env=False) as client:
        while not supervisor.stopping.is_set():
            with contextlib.suppress(httpx.HTTPError):
                response = await client.get(f"{address}/api/v1/health", timeout=2.0)
                if response.status_code == httpx.codes.OK:
                    say("up", f"Easel is ready at {address}")
                    return
            await asyncio.sleep(0.2)


def _address(options: argparse.Namespace) -> str:
    """Return where the site answers on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(options.host, options.host)
    return f"http://[{host}]:{options.port}" if ":" in host else f"http://{host}:{options.port}"


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text[:6]) > 65_535:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no port. Expected a number from 1 to 65535, or 0 for any free one."
        )
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m backend.up", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address the site binds")
    parser.add_argument("--port", type=_port, default=8000, help="port of the site")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--workers-only", action="store_true", help="no web server")
    only.add_argument("--web-only", action="store_true", help="no worker")
    return parser


def _names(options: argparse.Namespace) -> tuple[str, ...]:
    if options.workers_only:
        return ("worker",)
    return ("web",) if options.web_only else ("web", "worker")


def _web(listener: int) -> Part:
    """Return the web processes, which share a socket that outlives each of them.

    One socket with one queue, rather than a socket each with SO_REUSEPORT: what waits in the queue
    of a killed process would be lost with it, and the address would be free in between.
    """
    number = str(read_environment().web_processes)
    arguments = ("--processes", number, "--listener", str(listener))
    command = (sys.executable, "-m", "backend.web", *arguments)
    return Part("web", command, listener=listener, says_ready=True)


def _worker() -> Part:
    return Part(
        "worker",
        (
            sys.executable, "-m", "celery", "--quiet", "-A", "workers.app", "worker",
            "--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING",
            "--without-gossip", "--without-mingle", "--without-heartbeat",
        ),
    )  # fmt: skip


def _listener(options: argparse.Namespace) -> socket.socket:
    """Bind the site's address.

    Raises:
        AlreadyRunning: when another program uses it.
    """
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    # Connections of the last start that the system still winds up do not take the address.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((options.host, options.port))
    except OSError as error:
        listener.close()
        raise AlreadyRunning(
            f"The address {options.host}:{options.port} cannot be bound: {error.strerror}. Stop "
            "what uses it, or choose another --port."
        ) from None
    listener.listen(BACKLOG)
    return listener


def _run_to_end(name: str, arguments: Sequence[str]) -> None:
    """Run a short command of ours.

    Raises:
        SystemExit: when it fails.
    """
    done = subprocess.run(
        (sys.executable, *arguments), env=child_environment(), preexec_fn=die_with_parent
    )
    status = done.returncode
    if status != 0:
        say("up", f"{name} failed with status {status}.")
        raise SystemExit(1)


def _lock(data: Path, part: str) -> IO[str]:
    """Let one supervisor run a part on a data folder.

    Raises:
        AlreadyRunning: when another does.
    """
    data.mkdir(parents=True, exist_ok=True)
    # Not emptied by opening it: it holds the number of the process that is named below.
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


if __name__ == "__main__":
    sys.exit(main())
