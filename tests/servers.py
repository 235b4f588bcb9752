"""Private PostgreSQL and Redis servers on free ports, for the length of a test run."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 30


class ServerMissing(RuntimeError):
    """A server that the tests need is not installed."""


def free_port() -> int:
    """Return a port on the loopback address that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def postgresql(max_connections: int = 50) -> Iterator[str]:
    """Run a PostgreSQL server and yield its address; its data vanish with it."""
    binaries = _postgresql_binaries()
    with _private_folder() as folder:
        # PostgreSQL refuses to run as root.
        as_user = []
        if os.geteuid() == 0:
            as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(folder, "postgres", "postgres")
        data, port = folder / "data", free_port()
        initdb = [binaries / "initdb", "-D", data, "-U", "easel", "-A", "trust", "-E", "UTF8"]
        _run([*as_user, *initdb, "--no-sync", "--locale=C.UTF-8"])
        options = {
            "port": port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": folder,
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "max_connections": max_connections,
            "shared_buffers": "128MB",
        }
        settings = [f"-c{name}={value}" for name, value in options.items()]
        command = [*as_user, binaries / "postgres", "-D", data, *settings]
        with _running(command, folder / "log", port):
            ready = [binaries / "pg_isready", "-h", "127.0.0.1", "-p", str(port)]
            _wait(lambda: subprocess.run(ready, capture_output=True).returncode == 0)
            yield f"postgresql://easel@127.0.0.1:{port}/postgres"


@contextmanager
def redis() -> Iterator[str]:
    """Run a Redis server without persistence and yield its address."""
    binary = shutil.which("redis-server")
    if binary is None:
        raise ServerMissing("redis-server is not installed. Install the package redis-server.")
    with _private_folder() as folder:
        port = free_port()
        command = [
            binary,
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            folder,
        ]
        with _running(command, folder / "log", port):
            yield f"redis://127.0.0.1:{port}/0"


def postgresql_program(name: str) -> Path:
    """Return a program of the PostgreSQL that is installed, such as ``psql``.

    Raises:
        ServerMissing: when there is none.
    """
    return _postgresql_binaries() / name


def _postgresql_binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    on_path = shutil.which("postgres")
    if not found and on_path is None:
        raise ServerMissing("PostgreSQL is not installed. Install the package postgresql.")
    return found[-1].parent if found else Path(str(on_path)).parent


@contextmanager
def _private_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="easel-test-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(command: list[object], log: Path, port: int) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=output)
        try:
            _wait(lambda: process.poll() is not None or _listens(port))
            if process.poll() is not None:
                raise RuntimeError(f"{command[0]} ended early: {log.read_text()[-2000:]}")
            yield
        finally:
            process.terminate()
            process.wait(timeout=START_SECONDS)


def _run(command: list[object]) -> None:
    subprocess.run([str(part) for part in command], check=True, capture_output=True)


def _listens(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def _wait(is_done: object) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not is_done():  # type: ignore[operator]
        if time.monotonic() > deadline:
            raise TimeoutError("A test server did not start in time.")
        time.sleep(0.02)
