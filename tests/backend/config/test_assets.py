"""The browser application's files: found on demand, packed when possible, nothing beside them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from backend.config.assets import Receive, Scope, Send, with_assets


async def behind(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 418, so that a test sees what is passed on."""
    del scope, receive
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """A built application beside a file that is nobody's business."""
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<html>")
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "assets" / "main-1a.js").write_text("plain")
    (folder / "assets" / "main-1a.js.br").write_bytes(b"brotli")
    (folder / "assets" / "main-1a.js.gz").write_bytes(b"gzip")
    return folder


def get(dist: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    """Ask for a path; the answer's body is as it was sent, still packed."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(with_assets(behind, dist))  # type: ignore[arg-type]
        request = httpx.Request(method, f"http://site{path}", headers=headers)
        return await transport.handle_async_request(request)

    return asyncio.run(ask())


def body(response: httpx.Response) -> bytes:
    """Return the bytes on the wire."""

    async def read() -> bytes:
        assert isinstance(response.stream, httpx.AsyncByteStream)
        return b"".join([piece async for piece in response.stream])

    return asyncio.run(read())


@pytest.mark.parametrize(
    ("accepted", "encoding", "content"),
    [
        ("gzip, deflate, br", "br", b"brotli"),
        ("gzip;q=1.0", "gzip", b"gzip"),
        ("identity", None, b"plain"),
        ("", None, b"plain"),
    ],
)
def test_a_browser_gets_the_best_form_that_it_takes(
    dist: Path, accepted: str, encoding: str | None, content: bytes
) -> None:
    response = get(dist, "/assets/main-1a.js", **{"Accept-Encoding": accepted})
    assert response.status_code == 200
    assert response.headers.get("content-encoding") == encoding
    assert body(response) == content
    assert response.headers["vary"] == "Accept-Encoding"
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.headers["x-content-type-options"] == "nosniff"


def test_hashed_files_are_kept_for_ever_and_others_asked_for_again(dist: Path) -> None:
    hashed = get(dist, "/assets/main-1a.js").headers["cache-control"]
    assert hashed == "public, max-age=31536000, immutable"
    assert get(dist, "/favicon.svg").headers["cache-control"] == "no-cache"


def test_what_a_later_build_adds_is_found_at_once(dist: Path) -> None:
    application = with_assets(behind, dist)

    async def ask() -> int:
        transport = httpx.ASGITransport(application)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://site") as client:
            return (await client.get("/assets/late-2b.js")).status_code

    assert asyncio.run(ask()) == 404
    (dist / "assets" / "late-2b.js").write_text("late")
    assert asyncio.run(ask()) == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../secret",
        "/assets/../../secret",
        "/assets/%2e%2e/%2e%2e/secret",
        "/..%2fsecret",
        "/assets/%00",
        "//etc/passwd",
    ],
)
def test_no_path_leads_out_of_the_folder(dist: Path, path: str) -> None:
    response = get(dist, path)
    assert response.status_code in (404, 418)
    assert b"secret" not in body(response)


def test_a_link_that_leads_out_is_not_followed(dist: Path) -> None:
    (dist / "link").symlink_to(dist.parent / "secret")
    assert get(dist, "/link").status_code == 418


def test_the_page_the_api_and_unknown_pages_are_passed_on(dist: Path) -> None:
    for path in ("/", "/index.html", "/projects/1", "/api/v1/session", "/rpc/2.0/x"):
        assert get(dist, path).status_code == 418
    assert get(dist, "/assets/gone-3c.js").status_code == 404


def test_files_are_read_only(dist: Path) -> None:
    response = get(dist, "/assets/main-1a.js", "POST")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")
    assert body(get(dist, "/assets/main-1a.js", "HEAD")) == b""


def test_wheels_are_sent_below_an_address_of_their_own_and_nothing_stands_in_for_one(
    tmp_path: Path,
) -> None:
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "easel-1-py3-none-any.whl").write_bytes(b"PK")
    (tmp_path / "secret").write_text("secret")

    async def ask(path: str) -> httpx.Response:
        application = with_assets(behind, tmp_path / "wheels", under="/wheels/", only="")
        transport = httpx.ASGITransport(application)  # type: ignore[arg-type]
        return await transport.handle_async_request(httpx.Request("GET", f"http://site{path}"))

    found = asyncio.run(ask("/wheels/easel-1-py3-none-any.whl"))
    assert (found.status_code, body(found)) == (200, b"PK")
    assert found.headers["cache-control"] == "no-cache"
    assert asyncio.run(ask("/wheels/easel-2-py3-none-any.whl")).status_code == 404
    assert asyncio.run(ask("/wheels/%2e%2e/secret")).status_code == 404
    # The list of links, and all that lies elsewhere, are not files.
    for path in ("/wheels/", "/wheels", "/easel-1-py3-none-any.whl"):
        assert asyncio.run(ask(path)).status_code == 418
