"""A model server that answers when it is let, so that what waits meanwhile is known."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class GatedServer(ThreadingHTTPServer):
    """Answers each request with the length of its body once ``let`` says so.

    Attributes:
        bodies: what it was asked about, in order.
        paths: addresses with their queries.
        came: is released once for each request.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.bodies: list[bytes] = []
        self.paths: list[str] = []
        self.came = threading.Semaphore(0)
        self._may = threading.Semaphore(0)
        self._is_open = False
        self.answer_bytes = 0
        self.results: list[object] | None = None

    @property
    def address(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.server_port}"

    def let(self, num: int = 1) -> None:
        """Have so many requests answered."""
        self._may.release(num)

    def let_all(self) -> None:
        """Have all requests answered from now on."""
        self._is_open = True
        self._may.release(1000)

    def wait(self) -> None:
        """Hold a request until it is let."""
        self.came.release()
        if not self._is_open:
            assert self._may.acquire(timeout=60)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of those who hang up."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one piece, which nothing delays.
    wbufsize = -1
    server: GatedServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.bodies.append(body)
        self.server.paths.append(self.path)
        self.server.wait()
        results = self.server.results or [{"text": str(len(body))}]
        document = {"results": results, "filler": "x" * self.server.answer_bytes}
        answer = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@contextmanager
def gated_server() -> Iterator[GatedServer]:
    """Run one until the block ends."""
    with GatedServer() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.let_all()
            server.shutdown()
            thread.join()
