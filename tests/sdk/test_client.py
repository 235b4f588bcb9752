"""The client and the ``easel`` command against a real HTTP server that fails on purpose."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from easel.client import ApiError, Client
from easel.client import upload as uploading
from easel.client.errors import Unreachable
from easel.client.transport import Transport

KEY = "ek_of-the-tests"
NUM_RETRIED = 2


class Server(ThreadingHTTPServer):
    """Answers a few addresses of the API; ``num_failures`` answers to come are failures."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.num_failures = 0
        self.requests: list[tuple[str, str]] = []
        self.opened: list[Any] = []
        self.received = bytearray()
        self.num_announced = 0
        self.lost_responses = 0

    @property
    def url(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the test's output clean."""

    def do_GET(self) -> None:
        self._respond()

    def do_POST(self) -> None:
        self._respond()

    def do_PUT(self) -> None:
        self._respond()

    def _respond(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = urlsplit(self.path).path.removeprefix("/api/v1/")
        self.server.requests.append((self.command, path))
        if self.headers["Authorization"] != f"Bearer {KEY}":
            return self._problem(401, "not_signed_in", "Sign in first.")
        if self.server.num_failures:
            self.server.num_failures -= 1
            return self._problem(503, "busy", "Come back later.")
        if path.endswith("/export"):
            return self._cut()
        if path == "projects" and self.command == "GET":
            return self._page()
        if path == "projects":
            errors = [{"pointer": "/name", "detail": "May not be blank."}]
            return self._problem(422, "invalid", "The project is not valid.", errors=errors)
        if path.endswith("/imports"):
            self.server.opened.append(json.loads(body))
        if path.endswith("/chunks"):
            return self._chunk(body)
        if path.endswith("/archives"):
            self.server.num_announced = json.loads(body)["num_bytes"]
            return self._send(201, {"id": "a1", "num_received": len(self.server.received)})
        if path.endswith("/complete"):
            return self._send(200, {"id": "a1", "job": {"id": "j1"}})
        return self._send(201, {"id": "i1"})

    def _page(self) -> None:
        query = parse_qs(urlsplit(self.path).query)
        if "cursor" in query:
            return self._send(200, {"next": None, "results": [{"id": "2", "name": "二"}]})
        link = f"{self.server.url}/api/v1/projects?cursor=x"
        return self._send(200, {"next": link, "results": [{"id": "1", "name": "one"}]})

    def _cut(self) -> None:
        """Begin a file and break off."""
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"PK half a file")
        self.close_connection = True

    def _chunk(self, body: bytes) -> None:
        """Take a chunk as the product does; some answers are lost after the chunk was taken."""
        offset = int(parse_qs(urlsplit(self.path).query)["offset"][0])
        if offset != len(self.server.received):
            expected = len(self.server.received)
            return self._problem(409, "offset_mismatch", "Go on.", params={"expected": expected})
        self.server.received += body
        if self.server.lost_responses:
            self.server.lost_responses -= 1
            self.close_connection = True
            return None
        return self._send(200, {"num_received": len(self.server.received)})

    def _problem(self, status: int, code: str, detail: str, **more: Any) -> None:
        self._send(status, {"status": status, "code": code, "detail": detail, **more})

    def _send(self, status: int, document: Any) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def server() -> Iterator[Server]:
    """Run the failing server."""
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def client(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """Connect a client that does not wait long between attempts."""
    monkeypatch.setattr(Transport, "first_wait_seconds", 0.001)
    with Client(server.url, api_key=KEY) as connected:
        yield connected


def easel(server: Server, *arguments: str, key: str = KEY) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "EASEL_URL": server.url, "EASEL_API_KEY": key}
    command = [sys.executable, "-m", "easel.cli.main", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=variables, timeout=60)


def test_a_read_is_tried_again_while_the_server_is_busy(server: Server, client: Client) -> None:
    server.num_failures = NUM_RETRIED
    assert [project["name"] for project in client.projects.list()] == ["one", "二"]
    assert len(server.requests) == NUM_RETRIED + 2


def test_a_write_is_sent_once(server: Server, client: Client) -> None:
    server.num_failures = 1
    with pytest.raises(ApiError) as caught:
        client.projects.create(name="Once")
    assert (caught.value.status, caught.value.code) == (503, "busy")
    assert len(server.requests) == 1


def test_a_server_that_stays_busy_is_reported_in_the_end(server: Server, client: Client) -> None:
    server.num_failures = 100
    with pytest.raises(ApiError, match="Come back later"):
        list(client.projects.list())


def test_an_export_that_breaks_off_leaves_no_file_and_says_so(
    server: Server, tmp_path: Path
) -> None:
    target = tmp_path / "out.zip"
    target.write_bytes(b"the export of yesterday")

    ended = easel(server, "datasets", "export", "v1", str(target))

    assert ended.returncode == 1
    assert "broke off after 14 bytes" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out.zip"]
    assert target.read_bytes() == b"the export of yesterday"


def test_a_refusal_names_the_fields(server: Server, client: Client) -> None:
    with pytest.raises(ApiError, match="/name: May not be blank") as caught:
        client.projects.create(name=" ")
    assert caught.value.errors == [{"pointer": "/name", "detail": "May not be blank."}]


def test_nobody_at_the_address_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Transport, "first_wait_seconds", 0.001)
    with Server() as gone:
        url = gone.url
    with Client(url, api_key=KEY) as client, pytest.raises(Unreachable, match="Is the server run"):
        client.session()


def test_an_archive_goes_on_where_it_broke_off(
    server: Server, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploading, "_CHUNK_BYTES", 100)
    path = tmp_path / "images.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.bin", bytes(range(256)) * 2)
    server.lost_responses = NUM_RETRIED
    seen: list[int] = []
    response = client.imports.archive("d1", path, on_progress=lambda done, _: seen.append(done))
    assert bytes(server.received) == path.read_bytes()
    assert seen[-1] == path.stat().st_size
    assert seen == sorted(seen)
    assert (response["job"]["id"], response["import_id"]) == ("j1", "i1")


@pytest.mark.parametrize("existing", ["merge", "replace"])
def test_the_client_says_what_becomes_of_annotations_that_are_there(
    existing: str, server: Server, client: Client, tmp_path: Path
) -> None:
    (tmp_path / "cat").mkdir()
    (tmp_path / "cat" / "a.txt").write_text("a")
    place = {"kind": "folder", "folder": 0, "path": ""}
    client.imports.folder("d1", tmp_path, format="image_folder", existing=existing)
    client.imports.folder("d1", tmp_path, format="yolo", existing=existing)
    client.imports.in_place("d1", place, existing=existing)
    client.imports.folder("d1", tmp_path, format="image_folder")
    said = [opened.get("existing") for opened in server.opened]
    assert said == [existing, existing, existing, None]


def test_the_command_prints_json_and_nothing_else(server: Server) -> None:
    result = easel(server, "projects", "list", "--organisation", "o1", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    assert [row["name"] for row in json.loads(result.stdout)] == ["one", "二"]


def test_the_command_prints_a_table_for_people(server: Server) -> None:
    lines = easel(server, "projects", "list", "--organisation", "o1").stdout.splitlines()
    assert lines[0].split()[:2] == ["ID", "NAME"]
    assert lines[2].split()[:2] == ["2", "二"]


@pytest.mark.parametrize(
    ("arguments", "key", "status", "words"),
    [
        (("projects", "list"), "ek_wrong", 1, "easel: Sign in first."),
        (("projects", "create", " ", "--organisation", "o"), KEY, 1, "/name: May not be blank."),
        (("projects", "dance"), KEY, 2, "invalid choice: 'dance'"),
        (("datasets", "import", "d1", "/no/such/file.zip"), KEY, 1, "No such file"),
    ],
)
def test_the_exit_status_tells_refusal_from_wrong_usage(
    server: Server, arguments: tuple[str, ...], key: str, status: int, words: str
) -> None:
    result = easel(server, *arguments, key=key)
    assert (result.returncode, result.stdout) == (status, "")
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_help_loads_neither_http_nor_arrays() -> None:
    code = (
        "import sys; from easel.cli.main import build_parser; build_parser().format_help();"
        "print([name for name in ('httpx', 'numpy', 'onnxruntime') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.strip() == "[]", result.stderr
