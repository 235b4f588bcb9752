"""The processes of one spec: started together, kept alive, drained together."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Callable
from pathlib import Path

from engine.serving.forwarding.upstream import ReplicaAddress
from engine.serving.metrics import forget_process

logger = logging.getLogger(__name__)

FIRST_BACK_OFF_SECONDS = 0.5
LONGEST_BACK_OFF_SECONDS = 30.0
_BACKLOG = 1024
STEADY_SECONDS = 60.0
"""A replica that has lived so long is restarted without delay, as if it were its first failure."""
# Of large images what is given back goes to the system: glibc would raise the size from which it
# does so, and keep some for each thread. Smaller ones stay quick.
_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(4 * 2**20)}


class LoadFailed(Exception):
    """A replica could not begin to serve; ``code`` and ``message`` say why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Replica:
    """One child process, which ends by itself when its lifeline is closed.

    ``address`` is where a relay reaches it; without one it takes connections from callers itself.
    """

    def __init__(self, process: Process, lifeline: int, address: ReplicaAddress | None) -> None:
        self.process = process
        self.address = address
        self.started = time.monotonic()
        self._lifeline = lifeline

    def signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        try:
            self.process.send_signal(number)
        except ProcessLookupError:
            return

    async def ended(self) -> int:
        """Wait for the end and return the exit status."""
        status = await self.process.wait()
        os.close(self._lifeline)
        if self.address is not None:
            self.address.close()
        forget_process(self.process.pid)
        return status


class Generation:
    """All processes that go by one version of a spec.

    Args:
        spec_path: the file of the spec, which others write and delete.
        work: folder of what the processes write.
        listener: the socket that they take connections on.
        program: the module that each process runs.
        num_processes: how many there are to be.
        is_relayed: whether a relay stands before them, so that each listens on its own.
        on_change: told when processes come and go.
        on_death: told before that when one has ended by itself.
    """

    def __init__(
        self,
        spec_path: Path,
        work: Path,
        listener: socket.socket,
        *,
        program: str,
        num_processes: int,
        is_relayed: bool,
        on_change: Callable[[], None],
        on_death: Callable[[], None] = lambda: None,
    ) -> None:
        self._work = work
        self._listener = listener
        self._program = program
        self._num_processes = num_processes
        self.is_relayed = is_relayed
        self._on_change = on_change
        self._on_death = on_death
        self.spec_path = spec_path
        self._replicas: set[Replica] = set()
        self._replica_tasks: list[asyncio.Task[None]] = []
        self._draining = False

    def num_ready(self) -> int:
        """Return how many replicas answer now."""
        return len(self._replicas)

    def addresses(self) -> list[ReplicaAddress]:
        """Return where a relay finds the replicas that answer now."""
        return [one.address for one in self._replicas if one.address is not None]

    def pids(self) -> list[int]:
        """Return the processes that answer now."""
        return [one.process.pid for one in self._replicas]

    async def start(self) -> None:
        """Start every replica and keep each alive from then on.

        Raises:
            LoadFailed: when one cannot load the spec.
        """
        starts = [self._launch_and_keep() for _ in range(self._num_processes)]
        for outcome in await asyncio.gather(*starts, return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome

    def reread(self) -> None:
        """Have the processes read their spec again, and take over what needs no restart."""
        for replica in self._replicas:
            replica.signal(signal.SIGHUP)

    async def drain(self) -> None:
        """Let every replica finish what it was asked, and end."""
        self._draining = True
        for replica in list(self._replicas):
            replica.signal(signal.SIGTERM)
        await asyncio.gather(*self._replica_tasks)

    async def _launch_and_keep(self) -> None:
        replica = await self._launch()
        self._replica_tasks.append(asyncio.create_task(self._keep(replica)))

    async def _keep(self, replica: Replica) -> None:
        """Wait for the end of a replica and start another, until the generation drains."""
        back_off = FIRST_BACK_OFF_SECONDS
        while True:
            self._replicas.add(replica)
            self._on_change()
            # Its launch had begun before the drain did.
            if self._draining:
                replica.signal(signal.SIGTERM)
            status = await replica.ended()
            self._replicas.discard(replica)
            if not self._draining:
                self._on_death()
            self._on_change()
            if time.monotonic() - replica.started > STEADY_SECONDS:
                back_off = FIRST_BACK_OFF_SECONDS
            relaunched = None
            while relaunched is None and not self._draining:
                logger.warning("replica ended", extra={"status": status, "again_in": back_off})
                await asyncio.sleep(back_off)
                back_off = min(2 * back_off, LONGEST_BACK_OFF_SECONDS)
                if not self._draining:
                    relaunched = await self._relaunched()
            if relaunched is None:
                return
            replica = relaunched

    async def _relaunched(self) -> Replica | None:
        try:
            return await self._launch()
        except LoadFailed as error:
            logger.error("replica did not start", extra={"code": error.code})
            return None

    async def _launch(self) -> Replica:
        """Start one replica and wait until it is ready.

        Raises:
            LoadFailed: when it says that it cannot serve, or ends without a word.
        """
        ready_read, ready_write = os.pipe()
        alive_read, alive_write = os.pipe()
        private = _private_listener() if self.is_relayed else None
        listener = (private or self._listener).fileno()
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._program,
                *("--spec", str(self.spec_path), "--work", str(self._work)),
                *("--listener", str(listener), "--ready", str(ready_write)),
                *("--alive", str(alive_read)),
                stdin=asyncio.subprocess.DEVNULL,
                pass_fds=(listener, ready_write, alive_read),
                env=os.environ | _MEMORY,
            )
        except OSError:
            os.close(ready_read)
            os.close(alive_write)
            raise
        finally:
            # With a copy of it here the pipe would not end when the replica dies.
            os.close(ready_write)
            os.close(alive_read)
            if private is not None:
                address = ReplicaAddress(*private.getsockname())
                # Nobody else holds it, so that it is gone with the replica.
                private.close()
        replica = Replica(process, alive_write, address if private is not None else None)
        try:
            text = await _read_all(ready_read)
        except asyncio.CancelledError:
            replica.signal(signal.SIGKILL)
            await replica.ended()
            raise
        report = json.loads(text) if text else {}
        if report.get("ready") is True:
            return replica
        status = await replica.ended()
        raise LoadFailed(
            str(report.get("code", "replica_died")),
            str(
                report.get(
                    "message",
                    f"A replica ended with status {status} before it was ready. "
                    "The server's log says why.",
                )
            ),
        )


def _private_listener() -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.listen(_BACKLOG)
    return listener


async def _read_all(descriptor: int) -> bytes:
    """Read a pipe to its end without blocking the loop."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    transport, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(descriptor, "rb")
    )
    try:
        return await reader.read()
    finally:
        transport.close()
