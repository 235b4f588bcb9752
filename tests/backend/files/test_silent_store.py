"""A bucket whose server takes connections and never answers holds nobody up."""

from __future__ import annotations

import dataclasses
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import override_settings
from rest_framework.test import APIClient

from backend.api.errors import Unavailable
from backend.files.services import backends
from backend.files.services.blobs import put_bytes
from backend.files.services.store import store
from tests.backend.conftest import ok

pytestmark = pytest.mark.django_db


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Files are kept by a server that only listens, and is waited for a moment."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    for name in ("CONNECT_SECONDS", "READ_SECONDS", "HEALTH_SECONDS"):
        monkeypatch.setattr(backends, name, 0.2)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        environment = dataclasses.replace(
            settings.ENVIRONMENT,
            files_url=f"s3://easel-{uuid4().hex[:12]}/prefix",
            files_endpoint=f"http://127.0.0.1:{listener.getsockname()[1]}",
        )
        with override_settings(ENVIRONMENT=environment):
            yield


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


def test_no_wait_for_a_bucket_is_as_long_as_a_proxy_waits() -> None:
    longest = backends.NUM_TRIES * (backends.CONNECT_SECONDS + backends.READ_SECONDS)
    assert longest < 60
    assert backends.HEALTH_SECONDS <= 5
