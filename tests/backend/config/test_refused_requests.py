"""Requests that Django itself refuses do not fill the log."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from rest_framework.test import APIClient

from backend.config.logs import FieldFormatter, RefusedRequests

pytestmark = pytest.mark.django_db


@pytest.fixture
def log() -> Iterator[tuple[io.StringIO, list[float]]]:
    """What is written to a log like that of the product, and a clock that one can set."""
    stream, now = io.StringIO(), [0.0]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(FieldFormatter())
    handler.addFilter(RefusedRequests(clock=lambda: now[0]))
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream, now
    root.removeHandler(handler)


def test_foreign_hosts_are_a_few_warnings_a_minute_without_tracebacks(
    log: tuple[io.StringIO, list[float]],
) -> None:
    stream, now = log
    for _ in range(50):
        response = APIClient().get("/api/v1/session", HTTP_HOST="scanner.example")
        assert response.status_code == 400
    lines = stream.getvalue().splitlines()
    assert len(lines) == 5
    assert all(" WARNING django.security.DisallowedHost " in line for line in lines)
    assert "Traceback" not in stream.getvalue()
    now[0] = 61.0
    APIClient().get("/api/v1/session", HTTP_HOST="scanner.example")
    assert stream.getvalue().splitlines()[-1].endswith("num_left_out=45")


def test_a_request_of_too_many_fields_is_one_line(log: tuple[io.StringIO, list[float]]) -> None:
    stream, _ = log
    body = "&".join(f"a{number}=1" for number in range(2_000))
    kind = "application/x-www-form-urlencoded"
    APIClient().generic("POST", "/api/v1/oauth/2.0/token", body, content_type=kind)
    assert "Traceback" not in stream.getvalue()


def test_mistakes_of_ours_keep_their_tracebacks(log: tuple[io.StringIO, list[float]]) -> None:
    stream, _ = log
    try:
        raise RuntimeError("a mistake")
    except RuntimeError:
        logging.getLogger("django.request").exception("Internal Server Error")
    assert "Traceback" in stream.getvalue()
    assert " ERROR django.request " in stream.getvalue()
