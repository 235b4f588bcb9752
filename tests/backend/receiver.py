"""A web server that takes what is posted to it, for tests of channels."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread

from django.conf import settings
from django.test import override_settings


@dataclasses.dataclass(frozen=True)
class Received:
    """One request: its path with query, headers in lower case, and body."""

    path: str
    headers: Mapping[str, str]
    body: bytes


Respond = Callable[[Received], tuple[int, Mapping[str, str], bytes]]


def accept(_: Received) -> tuple[int, Mapping[str, str], bytes]:
    """Answer that all is fine."""
    return 204, {}, b""


class Receiver:
    """What came, in its order; ``respond`` says what is answered."""

    def __init__(self, respond: Respond) -> None:
        self.respond = respond
        self.received: Queue[Received] = Queue()
        self.num = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.take(self)

            def do_GET(self) -> None:
                outer.take(self)

            def log_message(self, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_address[1]}"
        self.url = f"http://{self.host}/hook"

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        """Keep a request and answer it."""
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        one = Received(handler.path, headers, body)
        self.num += 1
        self.received.put(one)
        status, answered, content = self.respond(one)
        handler.send_response(status)
        for name, value in answered.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)


@contextmanager
def receiving(respond: Respond = accept, *, is_allowed: bool = True) -> Iterator[Receiver]:
    """Run a receiver that this installation may post to, unless it is not allowed."""
    receiver = Receiver(respond)
    thread = Thread(target=receiver.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    known = settings.ENVIRONMENT.webhook_private_hosts
    hosts = (*known, receiver.host) if is_allowed else known
    environment = dataclasses.replace(settings.ENVIRONMENT, webhook_private_hosts=hosts)
    try:
        with override_settings(ENVIRONMENT=environment):
            yield receiver
    finally:
        receiver.server.shutdown()
        thread.join()
        receiver.server.server_close()
