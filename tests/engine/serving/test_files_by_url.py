"""Files by address come from allowed hosts only, without detours, and bounded."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from engine.serving.errors import ServingError
from engine.serving.files_by_url import UrlReader


class Images(BaseHTTPRequestHandler):
    """Answers an image, a redirect, something long, or nothing."""

    def do_GET(self) -> None:
        status = {"/image": 200, "/long": 200, "/elsewhere": 302}.get(self.path, 404)
        body = b"x" * 5000 if self.path == "/long" else b"picture"
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if status == 302:
            self.send_header("Location", "/image")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Stay silent."""


@pytest.fixture
def site() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Images) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def read(url: object, hosts: tuple[str, ...] = ("127.0.0.1",)) -> bytes:
    return asyncio.run(UrlReader(hosts, 1000).read(url))


def test_an_allowed_host_is_read(site: str) -> None:
    assert read(f"{site}/image") == b"picture"


@pytest.mark.parametrize(
    ("path", "code"),
    [("/elsewhere", "url_unreadable"), ("/absent", "url_unreadable"), ("/long", "input_size")],
)
def test_redirects_absence_and_length_are_refused(site: str, path: str, code: str) -> None:
    with pytest.raises(ServingError) as caught:
        read(site + path)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost/image",
        "http://127.0.0.1@evil.example/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "//127.0.0.1/image",
        "http://[broken",
        "",
        7,
    ],
)
def test_every_other_address_is_refused_without_a_connection(url: object) -> None:
    with pytest.raises(ServingError) as caught:
        read(url)
    assert caught.value.code == "url_not_allowed"


def test_a_host_that_does_not_answer_is_named() -> None:
    with pytest.raises(ServingError) as caught:
        read("http://127.0.0.1:1/image")
    assert caught.value.code == "url_unreadable"
