"""What many who watch one job cost everybody else: time of other requests, and memory.

Only the web process runs, with SQLite, on the loopback address. The bars: with 2,000 viewers the
median of other requests is at most 100 ms, and memory is back under 200 MB once they have gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil

from backend.processes import child_environment
from tests.site import ROOT, environment, free_port

NUM_VIEWERS, NUM_QUICK = 2_000, 200
_FILES = 8_192
_JOINING_AT_ONCE = 20
_WATCH_SECONDS, _QUICK_SECONDS = 20.0, 4.0
_GONE_SECONDS = 8.0


@dataclass(frozen=True)
class _Watched:
    """A web process, and the job that is watched there."""

    port: int
    process: psutil.Process
    job: str
    organisation: str
    secret: str

    @property
    def memory_mb(self) -> float:
        """The memory of the web process now."""
        return float(self.process.memory_info().rss) / 2**20


def run(*, quick: bool) -> dict[str, float]:
    """Return times of other requests without and with viewers, and memory before and after."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(_FILES, most), most))
    with _watched() as watched:
        return asyncio.run(_measure(watched, quick=quick))


@contextlib.contextmanager
def _watched() -> Iterator[_Watched]:
    with tempfile.TemporaryDirectory(prefix="easel-") as folder, contextlib.ExitStack() as stack:
        port = free_port()
        variables = {**child_environment(), **environment(Path(folder), port)}
        manage = [sys.executable, "-m", "backend.manage", "migrate", "--verbosity", "0"]
        subprocess.run(manage, cwd=ROOT, env=variables, check=True)
        serve = ["uvicorn", "backend.config.asgi:application", "--port", str(port)]
        quiet = ["--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "2"]
        web = _started(stack, [*serve, *quiet], variables)
        feeder = _started(
            stack, ["tests.benchmarks.viewers_site"], variables, stdout=subprocess.PIPE
        )
        assert feeder.stdout is not None
        made = json.loads(feeder.stdout.readline())
        _wait(f"http://127.0.0.1:{port}/api/v1/health")
        yield _Watched(port=port, process=psutil.Process(web.pid), **made)


def _started(
    stack: contextlib.ExitStack, arguments: list[str], variables: dict[str, str], **more: Any
) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-m", *arguments], cwd=ROOT, env=variables, **more)
    stack.callback(process.wait, timeout=20)
    stack.callback(process.terminate)
    return process


def _wait(address: str) -> None:
    for _ in range(600):
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(address, timeout=2).is_success:
                return
        time.sleep(0.1)
    raise RuntimeError(f"{address} did not answer within a minute.")


async def _measure(watched: _Watched, *, quick: bool) -> dict[str, float]:
    num_viewers = NUM_QUICK if quick else NUM_VIEWERS
    seconds = _QUICK_SECONDS if quick else _WATCH_SECONDS
    headers = {"Authorization": f"Bearer {watched.secret}"}
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{watched.port}/api/v1/", headers=headers, timeout=60
    ) as client:
        alone = await _times(client, watched, seconds / 2)
        before = watched.memory_mb
        async with _viewers(watched, num_viewers) as num_told:
            beside = await _times(client, watched, seconds)
            during = watched.memory_mb
            threads = watched.process.num_threads()
            told = num_told()
        await asyncio.sleep(_GONE_SECONDS)
        await _times(client, watched, seconds / 4)
    return {
        "viewers": num_viewers,
        "messages_each": told / num_viewers,
        "alone_p50_ms": statistics.median(alone),
        "p50_ms": statistics.median(beside),
        "p95_ms": statistics.quantiles(beside, n=20)[-1],
        "threads": threads,
        "rss_before_mb": before,
        "rss_during_mb": during,
        "rss_after_mb": watched.memory_mb,
    }


async def _times(client: httpx.AsyncClient, watched: _Watched, seconds: float) -> list[float]:
    """Return how long one list takes, asked again and again, in milliseconds."""
    found = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        response = await client.get("projects", params={"organisation": watched.organisation})
        response.raise_for_status()
        found.append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(0.02)
    return found


@contextlib.asynccontextmanager
async def _viewers(watched: _Watched, num: int) -> AsyncIterator[Any]:
    """Let many watch the job; yields a function that says how many messages all were told."""
    places = asyncio.Semaphore(_JOINING_AT_ONCE)
    request = (
        f"GET /api/v1/jobs/{watched.job}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bearer {watched.secret}\r\n\r\n"
    ).encode()
    told = 0

    async def watch(watching: asyncio.Event) -> None:
        nonlocal told
        async with places:
            reader, writer = await asyncio.open_connection("127.0.0.1", watched.port)
            writer.write(request)
            await reader.readuntil(b"event: state")
            watching.set()
        try:
            while piece := await reader.read(65_536):
                told += piece.count(b"event: progress")
        finally:
            writer.close()

    begun = [asyncio.Event() for _ in range(num)]
    watchers = [asyncio.create_task(watch(event)) for event in begun]
    await asyncio.gather(*(event.wait() for event in begun))
    told = 0
    try:
        yield lambda: told
    finally:
        for watcher in watchers:
            watcher.cancel()
        await asyncio.gather(*watchers, return_exceptions=True)
