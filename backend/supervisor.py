"""Keeps long-lived processes alive: started again when they die, replaced one by one when asked."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from backend.config.env import ROOT
from backend.processes import (
    ENDING,
    child_environment,
    die_with_parent,
    is_ignored_hang_up,
)

STOP_SECONDS = 100.0
FIRST_BACK_OFF_SECONDS = 0.5
MAX_BACK_OFF_SECONDS = 30.0
HEALTHY_AFTER_SECONDS = 5.0
"""A process that lived so long, or said that it was ready, is started again at once."""
RENEW = signal.SIGUSR2
_MAX_LINE_BYTES = 2**20


@dataclass(frozen=True)
class Part:
    """One long-lived child of the supervisor.

    ``listener`` is a socket that it inherits. One that ``says_ready`` is given two descriptors,
    ``--ready`` to write to and ``--lifeline``, which closes with the supervisor; it is replaced by
    a new one when the supervisor is told to renew.
    """

    name: str
    command: tuple[str, ...]
    listener: int | None = None
    says_ready: bool = False


class _Child:
    """One process of a part."""

    def __init__(self, process: asyncio.subprocess.Process, ready: asyncio.Task[bool]) -> None:
        self.process = process
        self.started = time.monotonic()
        self.ready = ready
        self.ending = asyncio.create_task(process.wait())

    def has_lived(self) -> bool:
        """Tell whether it came as far as doing its work."""
        is_ready = self.ready.done() and not self.ready.cancelled() and self.ready.result()
        return is_ready or time.monotonic() - self.started > HEALTHY_AFTER_SECONDS


class Supervisor:
    """Keeps the parts alive until it is told to stop."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._lifeline, self._alive = os.pipe()
        self._printing: set[asyncio.Task[None]] = set()
        self.stopping = asyncio.Event()
        self._renewing = {part: asyncio.Event() for part in parts if part.says_ready}

    async def run(self) -> None:
        """Run all parts until SIGINT, SIGTERM or SIGHUP."""
        loop = asyncio.get_running_loop()
        for number in ENDING:
            if not is_ignored_hang_up(number):
                loop.add_signal_handler(number, self.stopping.set)
        renewals: set[asyncio.Task[None]] = set()
        loop.add_signal_handler(RENEW, lambda: renewals.add(loop.create_task(self._renew())))
        await asyncio.gather(*(self._keep(part) for part in self._parts))
        for renewal in renewals:
            renewal.cancel()
        os.close(self._alive)
        os.close(self._lifeline)

    async def _renew(self) -> None:
        """Replace what can be replaced, one after another, so that somebody always answers."""
        for event in self._renewing.values():
            event.set()
            while event.is_set():
                await asyncio.sleep(0.05)

    async def _keep(self, part: Part) -> None:
        """Run a part, and again after it died, waiting longer each time it dies young."""
        wait = FIRST_BACK_OFF_SECONDS
        child = await self._start(part)
        while True:
            await self._until_ended_or_signalled(part, child)
            if self.stopping.is_set():
                await _stop(child)
                return
            if not child.ending.done():
                child = await self._replaced(part, child)
                continue
            status = child.ending.result()
            if child.has_lived():
                wait = FIRST_BACK_OFF_SECONDS
                say("up", f"{part.name} ended with status {status}; starting it again.")
            else:
                wait = min(wait * 2, MAX_BACK_OFF_SECONDS)
                again = f"starting it again in {wait:.0f} s."
                say("up", f"{part.name} ended with status {status}; {again}")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.stopping.wait(), wait)
                    return
            child = await self._start(part)

    async def _until_ended_or_signalled(self, part: Part, child: _Child) -> None:
        waits = [asyncio.create_task(self.stopping.wait())]
        if part in self._renewing:
            waits.append(asyncio.create_task(self._renewing[part].wait()))
        await asyncio.wait({child.ending, *waits}, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    async def _replaced(self, part: Part, old: _Child) -> _Child:
        """Start a successor; once it is ready, let the old process finish what it was asked."""
        new = await self._start(part)
        await asyncio.wait({new.ready, new.ending}, return_when=asyncio.FIRST_COMPLETED)
        self._renewing[part].clear()
        if new.ending.done():
            say("up", f"{part.name} could not be replaced; the one that runs goes on.")
            return old
        await _stop(old)
        return new

    async def _start(self, part: Part) -> _Child:
        passed, arguments = [], [*part.command]
        read, write = os.pipe()
        # Ours rather than asyncio's: that waits for the end of a process and of all that it left
        # behind with its output.
        output, printed = os.pipe()
        if part.listener is not None:
            passed.append(part.listener)
        if part.says_ready:
            passed += [write, self._lifeline]
            arguments += ["--ready", str(write), "--lifeline", str(self._lifeline)]
        try:
            process = await asyncio.create_subprocess_exec(
                *arguments,
                cwd=ROOT,
                env=child_environment(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=printed,
                stderr=asyncio.subprocess.STDOUT,
                # Ctrl-C reaches the supervisor alone, which ends the parts in good order.
                start_new_session=True,
                preexec_fn=die_with_parent if sys.platform == "linux" else None,
                pass_fds=passed,
            )
        finally:
            os.close(write)
            os.close(printed)
        child = _Child(process, asyncio.create_task(_reported_ready(read)))
        # To its end: who it forked may write after it has died.
        self._printing.add(asyncio.create_task(_prefix(part.name, output)))
        return child


async def _stop(child: _Child) -> None:
    """Let a process end; kill it when it takes too long."""
    if not child.ending.done():
        child.process.terminate()
        await asyncio.wait({child.ending}, timeout=STOP_SECONDS)
        if not child.ending.done():
            child.process.kill()
    await child.ending


async def _reported_ready(descriptor: int) -> bool:
    """Wait for a process to say that it is ready, or to end without a word."""
    async with _reading(descriptor) as reader:
        return bool(await reader.read())


async def _prefix(name: str, descriptor: int) -> None:
    async with _reading(descriptor) as reader:
        while True:
            try:
                line = await reader.readline()
            except ValueError:
                # Longer than any line of ours; a pipe that nobody reads would stop the process.
                continue
            if not line:
                return
            say(name, line.decode("utf-8", "replace").rstrip("\n"))


@contextlib.asynccontextmanager
async def _reading(descriptor: int) -> AsyncIterator[asyncio.StreamReader]:
    """Read a pipe without blocking the loop."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=_MAX_LINE_BYTES)
    transport, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(descriptor, "rb")
    )
    try:
        yield reader
    finally:
        transport.close()


def say(name: str, text: str) -> None:
    """Print one line with the name of the part it comes from, while anybody can read it."""
    with contextlib.suppress(OSError):
        print(f"{name:>6} | {text}", flush=True)
