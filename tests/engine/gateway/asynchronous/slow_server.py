"""A model server that takes its time and remembers what it was asked."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class SlowServer(ThreadingHTTPServer):
    """Answers each request after ``seconds`` with its own body, as JSON.

    Attributes:
        asked: how often each request id came.
        headers: of the last request.
        most: how many requests it had at once.
        status: with which it answers.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, seconds: float) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seconds = seconds
        self.asked: Counter[str] = Counter()
        self.order: list[str] = []
        self.headers: dict[str, str] = {}
        self.most = self.now = 0
        self.status = 200
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of those who hang up."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: SlowServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        server = self.server
        with server.lock:
            name = self.headers["x-request-id"]
            server.asked[name] += 1
            server.order.append(name)
            server.headers = {key.lower(): value for key, value in self.headers.items()}
            server.now += 1
            server.most = max(server.most, server.now)
        time.sleep(server.seconds)
        with server.lock:
            server.now -= 1
        answer = json.dumps({"results": [], "sent": body.decode("latin-1")}).encode()
        self.send_response(server.status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@contextmanager
def slow_server(seconds: float) -> Iterator[SlowServer]:
    """Run one until the block ends."""
    with SlowServer(seconds) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
