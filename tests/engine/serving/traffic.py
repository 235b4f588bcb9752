"""Callers that ask all the time, so that nothing that changes behind them goes unnoticed."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tests.engine.serving.deployments import API_KEY
from tests.sdk.tiny_package import plain_image

IMAGE = plain_image((10, 220, 10))


class Traffic:
    """A few callers who keep asking; ``failures`` holds everything that was not a 200."""

    def __init__(self, url: str, path: str = "/predict") -> None:
        self.failures: list[str] = []
        self.versions: list[str] = []
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(url, path)) for _ in range(3)]
        for thread in self._threads:
            thread.start()

    def _ask(self, url: str, path: str) -> None:
        headers = {"X-API-Key": API_KEY}
        with httpx.Client(base_url=url, headers=headers, timeout=60, trust_env=False) as client:
            while not self._stop.is_set():
                try:
                    response = client.post(path, content=IMAGE)
                except httpx.HTTPError as error:
                    self.failures.append(repr(error))
                else:
                    if response.status_code == 200:
                        self.versions.append(response.json()["version"])
                    else:
                        self.failures.append(response.text)
                self._stop.wait(0.005)

    def wait_for(self, num_calls: int) -> None:
        """Wait until so many more were answered."""
        wanted = len(self.versions) + num_calls
        deadline = time.monotonic() + 60
        while len(self.versions) < wanted:
            assert time.monotonic() < deadline, self.failures[:3]
            time.sleep(0.01)

    def end(self) -> None:
        """Stop asking, and wait for the last answers."""
        self._stop.set()
        for thread in self._threads:
            thread.join()


@contextmanager
def traffic(url: str, path: str = "/predict") -> Iterator[Traffic]:
    """Have callers ask until the block ends."""
    running = Traffic(url, path)
    try:
        yield running
    finally:
        running.end()
