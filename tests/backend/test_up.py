"""Commands that start processes: they end them, whatever ends the command."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from tests.migrated import write_database
from tests.site import ROOT, environment, free_port
from tests.workers.installation import wait_for

pytestmark = pytest.mark.timeout(120)


@contextmanager
def command(data: Path, *arguments: str, **popen: object) -> Iterator[subprocess.Popen[bytes]]:
    """Run ``python -m …`` on a data folder; everything of it is gone at the end."""
    port = free_port()
    with (data / "log").open("ab") as log:
        process = subprocess.Popen(  # type: ignore[call-overload]
            [sys.executable, "-m", *arguments, "--port", str(port)],
            **{
                "cwd": ROOT,
                "env": environment(data, port),
                "stdout": log,
                "stderr": log,
                "start_new_session": True,
                "preexec_fn": _heed_hang_ups,
                **popen,
            },
        )
    process.url = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: responses(process.url), 60)
        yield process
    finally:
        for left in processes_of(data):
            left.kill()
        process.wait()


def _heed_hang_ups() -> None:
    """Let a process end with its terminal, although whoever runs the tests may be under nohup."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def responses(url: str) -> bool:
    """Tell whether the site is there."""
    try:
        return httpx.get(f"{url}/api/v1/health", timeout=5, trust_env=False).is_success
    except httpx.TransportError:
        return False


def processes_of(data: Path) -> list[psutil.Process]:
    """Return all processes whose data folder this is."""
    found = []
    for process in psutil.process_iter(["status"]):
        try:
            if process.info["status"] != psutil.STATUS_ZOMBIE and (
                process.environ().get("EASEL_DATA") == str(data)
            ):
                found.append(process)
        except psutil.Error:
            continue
    return found


def terminate(process: subprocess.Popen[bytes]) -> None:
    """Ask politely."""
    process.terminate()


def hang_up(process: subprocess.Popen[bytes]) -> None:
    """Say that the terminal is gone."""
    process.send_signal(signal.SIGHUP)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Leave it no time for a last word."""
    process.kill()


@pytest.mark.parametrize("end", [terminate, hang_up, kill])
def test_a_demo_leaves_nothing_running_however_it_ends(
    tmp_path: Path, end: Callable[[subprocess.Popen[bytes]], None]
) -> None:
    if end is not terminate:
        # One of them begins with nothing, as somebody does who has just installed it.
        write_database(tmp_path)
    with command(tmp_path, "backend.demo") as demo:
        assert len(processes_of(tmp_path)) >= 3
        end(demo)
        wait_for(lambda: not processes_of(tmp_path), 60)


def test_a_supervisor_ends_when_its_terminal_goes(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}

    def take_terminal() -> None:
        _heed_hang_ups()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    write_database(tmp_path)
    with command(tmp_path, "backend.up", preexec_fn=take_terminal, **streams):
        os.close(theirs)
        os.close(ours)
        wait_for(lambda: not processes_of(tmp_path), 60)


def web_processes(supervisor: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the processes that answer requests, all that there are."""
    family = psutil.Process(supervisor.pid).children(recursive=True)
    return [one for one in family if one.ppid() != supervisor.pid]


def both(supervisor: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the web processes once there are two."""
    found = web_processes(supervisor)
    return found if len(found) == 2 else []


def test_killed_and_replaced_web_processes_drop_nothing_but_their_own_requests(
    tmp_path: Path,
) -> None:
    write_database(tmp_path)
    with command(tmp_path, "backend.up", "--web-only") as supervisor:
        url = supervisor.url  # type: ignore[attr-defined]
        wait_for(lambda: len(web_processes(supervisor)) == 2, 20)
        for _ in range(3):
            web_processes(supervisor)[0].kill()
            assert responses(url)
        for process in web_processes(supervisor):
            process.kill()
        began = time.monotonic()
        # The supervisor holds the socket: the request waits in its queue and is answered.
        assert httpx.get(f"{url}/api/v1/health", timeout=20, trust_env=False).is_success
        assert time.monotonic() - began < 3
        # Those that are there go on without the process that forked them, until others are.
        parent = psutil.Process(supervisor.pid).children()[0]
        orphans = {process.pid for process in wait_for(lambda: both(supervisor), 20)}
        parent.kill()
        for _ in range(10):
            assert responses(url)
        wait_for(lambda: len(both(supervisor)) == 2, 20)
        wait_for(lambda: not any(psutil.pid_exists(pid) for pid in orphans), 40)

        wait_for(lambda: len(web_processes(supervisor)) == 2, 20)
        # And they are replaced while every request is answered.
        before = {process.pid for process in web_processes(supervisor)}
        supervisor.send_signal(signal.SIGUSR2)

        def is_renewed() -> bool:
            assert responses(url)
            return len(web_processes(supervisor)) == 2 and not before & {
                process.pid for process in web_processes(supervisor)
            }

        wait_for(is_renewed, 40)
