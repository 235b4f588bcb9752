"""A bucket whose server takes connections and never answers holds nobody up."""

from __future__ import annotations

import dataclasses
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import override_settings
from rest_framework.test import APIClient

from backend.api.errors import Unavailable
from backend.files.contracts.source import FileSource
from backend.files.services import buckets
from backend.files.services.blobs import put_bytes
from backend.files.services.sources.buckets import open_file
from backend.files.services.store import store
from tests.backend.conftest import ok

pytestmark = pytest.mark.django_db


@contextmanager
def kept_at(port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Files are kept by the server at a port, which is waited for a moment."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    for name in ("CONNECT_SECONDS", "READ_SECONDS", "HEALTH_SECONDS"):
        monkeypatch.setattr(buckets, name, 0.2)
    environment = dataclasses.replace(
        settings.ENVIRONMENT,
        files_url=f"s3://easel-{uuid4().hex[:12]}/prefix",
        files_endpoint=f"http://127.0.0.1:{port}",
    )
    with override_settings(ENVIRONMENT=environment):
        yield


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The server only listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        with kept_at(listener.getsockname()[1], monkeypatch):
            yield


class _Fading(BaseHTTPRequestHandler):
    """Knows of every file, and ends the connection when it is asked for the content."""

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(9 << 20))
        self.send_header("ETag", '"x"')
        self.end_headers()

    def do_GET(self) -> None:
        self.close_connection = True

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def fading(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The server goes away between the opening of a file and its reading."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Fading) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with kept_at(server.server_address[1], monkeypatch):
                yield
        finally:
            server.shutdown()


@pytest.mark.usefixtures("silent")
def test_health_says_soon_that_the_store_does_not_answer(api: APIClient) -> None:
    began = time.monotonic()
    found = ok(api.get("/api/v1/health"))
    assert time.monotonic() - began < 3
    assert found["store"] is False
    assert found["status"] == "degraded"


@pytest.mark.usefixtures("silent")
def test_whoever_reads_or_writes_is_told_so_soon(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"content")
    key = "blobs/aa/bb/cc"
    for act in (
        lambda: store().put(key, b"content"),
        lambda: store().put_many({key: b"content"}),
        lambda: store().put_file(key, tmp_path / "a"),
        lambda: store().open(key),
        lambda: store().exists(key),
        lambda: store().delete(key),
        lambda: put_bytes(content=b"x", media_type="text/plain"),
    ):
        began = time.monotonic()
        with pytest.raises(Unavailable) as refused:
            act()
        assert refused.value.code == "store_unavailable"
        assert time.monotonic() - began < 3


@pytest.mark.usefixtures("fading")
@pytest.mark.parametrize("read", [lambda file: file.read(), lambda file: file.read(9), list])
def test_a_store_that_goes_away_while_a_file_is_read_is_named_too(
    read: Callable[[IO[bytes]], object],
) -> None:
    with store().open("media/x") as file, pytest.raises(Unavailable) as refused:
        read(file)
    assert refused.value.code == "store_unavailable"
    source = FileSource("s3://bucket/x", f"{9 << 20}-x")
    environment = dataclasses.replace(
        settings.ENVIRONMENT,
        import_buckets=("s3://bucket",),
        import_endpoint=settings.ENVIRONMENT.files_endpoint,
    )
    with (
        override_settings(ENVIRONMENT=environment),
        open_file(source)[0] as file,
        pytest.raises(Unavailable) as refused,
    ):
        read(file)
    assert refused.value.code == "store_unavailable"


def test_no_wait_for_a_bucket_is_as_long_as_a_proxy_waits() -> None:
    longest = buckets.NUM_TRIES * (buckets.CONNECT_SECONDS + buckets.READ_SECONDS)
    assert longest < 60
    assert buckets.HEALTH_SECONDS <= 5
