"""Whatever is sent, the API answers in its own shape, and never that it broke."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest
from rest_framework.test import APIClient

from backend.config.asgi import application
from backend.datasets.media.properties import Problem
from backend.datasets.media.text import examine_pair
from tests.backend.api.everything import parameters_of
from tests.backend.conftest import World

pytestmark = pytest.mark.django_db


def ask(
    path: str,
    *,
    query: bytes = b"",
    method: str = "GET",
    headers: list[tuple[bytes, bytes]] | None = None,
    body: bytes = b"",
    is_hostless: bool = False,
) -> tuple[int, str, bytes]:
    """Ask the ASGI application itself, without a client that would correct the request."""
    sent: list[Any] = []
    has_host = is_hostless or any(name == b"host" for name, _ in headers or ())

    received = 0

    async def receive() -> dict[str, Any]:
        nonlocal received
        received += 1
        if received > 1:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": b"",
        "query_string": query,
        "headers": headers or [] if has_host else [(b"host", b"localhost"), *(headers or ())],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    asyncio.run(application(scope, receive, send))  # type: ignore[arg-type]
    start = sent[0]
    told = {key.lower(): value for key, value in start["headers"]}
    kind = told.get(b"content-type", b"").decode()
    return start["status"], kind, b"".join(one.get("body", b"") for one in sent[1:])


def require_problem(response: tuple[int, str, bytes], *statuses: int) -> None:
    """Assert that an answer is a problem with one of the statuses."""
    status, kind, body = response
    assert status in statuses, response
    assert kind == "application/problem+json", response
    assert orjson.loads(body)["status"] == status


@pytest.mark.parametrize(
    ("path", "statuses"),
    [
        ("/api/v1/nothing", (404,)),
        ("/api/nothing", (404,)),
        ("/oauth/nothing", (404,)),
        ("/rpc/nothing", (404,)),
        ("/api/v1/" + "x" * 5000, (414,)),
        ("/api/v1/invitations/" + "x" * 3900, (404,)),
        ("/" + "x" * 5000, (414,)),
        ("/api/v1/invitations/\0", (400,)),
        ("/api/v1/invitations/\ufffd", (400,)),
        ("/api/v1/projects/not-a-uuid", (404,)),
    ],
)
def test_an_address_that_leads_nowhere_is_told_so(path: str, statuses: tuple[int, ...]) -> None:
    require_problem(ask(path), *statuses)


def test_a_long_path_of_the_page_is_the_page() -> None:
    assert ask("/" + "x" * 3000)[0] in (200, 503)


@pytest.mark.parametrize(
    ("query", "headers", "statuses"),
    [
        (b"x=" + b"y" * 40_000, [], (414,)),
        (b"page_size=" + b"9" * 5000, [], (401,)),
        (b"\xff\xfe=%ff&%00=%zz", [], (400,)),
        (b"", [(b"host", b"evil.example/../")], (400,)),
        (b"", [(b"content-type", b"application/json; charset=nonsense")], (401,)),
        (b"", [(b"content-type", b"\xff\xfe")], (400, 401)),
        (b"", [(b"authorization", b"Bearer \xff\xfe\x00")], (401,)),
        (b"", [(b"cookie", b"sessionid=\xff\xfe\x00; csrftoken=" + b"x" * 5000)], (401,)),
        (b"", [(b"content-length", b"9" * 5000)], (413,)),
        (b"", [(b"accept", b"*/*;q=" + b"9" * 5000)], (406,)),
        (b"", [(b"accept-language", b"x" * 5000)], (401,)),
    ],
)
def test_a_query_or_header_that_is_nonsense_is_refused_like_any_other(
    query: bytes, headers: list[tuple[bytes, bytes]], statuses: tuple[int, ...]
) -> None:
    require_problem(ask("/api/v1/api-keys", query=query, headers=headers), *statuses)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"[" * 100_000),
        ("application/json", b'{"name":' * 50_000 + b"1" + b"}" * 50_000),
        ("application/json", b'{"name": ' + b"9" * 5000 + b"}"),
        ("application/json", b'{"name": "\\ud800"}'),
        ("application/json", b'{"\\ud800": 1}'),
        ("application/json", b'{"name": "\\u0000"}'),
        ("application/json", b"\xff\xfe\x00"),
        ("application/json", b'{"name": NaN}'),
        ("application/json", b"null"),
        ("application/json", b"[]"),
        ("application/json; charset=utf-16", b'{"name": "x"}'),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=" + "b" * 300, b"--"),
        ("text/plain", b"x"),
        ("", b"x"),
    ],
)
def test_a_body_that_is_nonsense_is_a_problem(
    api: APIClient, world: World, kind: str, body: bytes
) -> None:
    for method, path in (
        ("PATCH", f"/api/v1/projects/{world.project.id}"),
        ("POST", "/api/v1/projects"),
        ("POST", f"/api/v1/datasets/{world.dataset.id}/labels"),
    ):
        response = api.generic(method, path, body, content_type=kind)
        require_problem(
            (response.status_code, response["Content-Type"], response.content), 400, 413, 415, 422
        )


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=é"])
def test_an_upload_without_a_boundary_is_a_problem(api: APIClient, world: World, kind: str) -> None:
    import_id = parameters_of(world)["import_id"]
    response = api.generic("POST", f"/api/v1/imports/{import_id}/files", b"x", content_type=kind)
    require_problem(
        (response.status_code, response["Content-Type"], response.content), 400, 409, 422
    )


@pytest.mark.parametrize(
    "wanted",
    [
        "bytes=0-" + "9" * 5000,
        "bytes=" + "9" * 5000 + "-",
        "bytes=-" + "9" * 5000,
        "bytes=٣-٤",
        "bytes=5-1",
        "bytes=--",
        "lines=1-2",
    ],
)
def test_a_range_of_any_length_is_answered(api: APIClient, world: World, wanted: str) -> None:
    sample = parameters_of(world)["sample_id"]
    response = api.get(f"/api/v1/samples/{sample}/file", HTTP_RANGE=wanted)
    assert response.status_code in (200, 206, 416)


def test_a_page_size_of_any_length_is_refused(api: APIClient) -> None:
    response = api.get("/api/v1/api-keys", {"page_size": "9" * 5000})
    require_problem((response.status_code, response["Content-Type"], response.content), 422)


def test_a_length_of_any_length_is_refused_in_the_easydl_manner() -> None:
    for length in ("9" * 5000, "²"):
        response = APIClient().generic(
            "POST", "/rpc/2.0/ai_custom/v1/x/some-suffix", b"", CONTENT_LENGTH=length
        )
        assert response.json()["error_code"] == 336004
        assert 0 <= response.json()["log_id"] < 2**53


@pytest.mark.parametrize(
    "content",
    [
        b'{"text1": ' + b"[" * 100_000,
        b'{"text1": "\\ud800", "text2": "x"}',
        b'{"text1": "\\u0000", "text2": "x"}',
    ],
)
def test_a_pair_that_cannot_be_kept_is_a_problem_of_that_file(content: bytes) -> None:
    found = examine_pair(content)
    assert isinstance(found, Problem)
    assert found.code == "not_a_text_pair"


@pytest.mark.parametrize("path", ["/", "/api/v1/health"])
def test_no_host_and_trace_are_refused(path: str) -> None:
    assert ask(path, is_hostless=True)[0] == 400
    assert ask(path, method="TRACE")[0] == 405
