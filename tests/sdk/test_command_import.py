"""``easel datasets import`` and ``import-in-place`` say alike what came in, and what did not."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from easel.cli.main import main

JOB = {"id": "j1", "state": "succeeded", "phase": "", "done": 1, "total": 1, "eta_seconds": None}
COUNTS: dict[str, Any] = {
    "id": "i1",
    "num_added": 3,
    "num_duplicate": 0,
    "num_rejected": 1,
    "num_labelled": 3,
    "annotations": {
        "num_given": 9,
        "num_taken": 5,
        "num_regions": 5,
        "num_same": 1,
        "num_merged": 0,
        "num_replaced": 0,
        "num_negative": 0,
        "left_out": [
            {"code": "regions_outside", "num": 2, "is_detail": False},
            {"code": "file_rejected", "num": 1, "is_detail": False},
            {"code": "points_left_out", "num": 7, "is_detail": True},
        ],
    },
}


class Product(ThreadingHTTPServer):
    """Answers for one import; ``result`` is what it came to, ``num_problems`` how many it has."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.result = dict(COUNTS)
        self.num_problems = 13

    def responses(self) -> dict[str, Any]:
        """Return the documents by method and address."""
        problems = [
            {"name": f"{n}.png", "code": "x", "message": f"Problem {n}."}
            for n in range(self.num_problems)
        ]
        archive = {"id": "a1", "job": JOB}
        return {
            "GET datasets/d1/import-places": {"folders": [{"number": 0, "name": "pets"}]},
            "POST datasets/d1/imports": {"id": "i1"},
            "POST imports/i1/sources": archive,
            "POST imports/i1/files": {},
            "POST imports/i1/close": self.result,
            "GET imports/i1/problems": {"next": None, "results": problems},
            "GET jobs/j1": JOB,
        }


class _Handler(BaseHTTPRequestHandler):
    server: Product

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the test's output clean."""

    def do_GET(self) -> None:
        self._respond()

    def do_POST(self) -> None:
        self._respond()

    def _respond(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = urlsplit(self.path).path.removeprefix("/api/v1/")
        response = self.server.responses().get(f"{self.command} {path}")
        body = json.dumps({"code": "not_found", "detail": path} if response is None else response)
        self.send_response(404 if response is None else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())


@pytest.fixture
def product(monkeypatch: pytest.MonkeyPatch) -> Iterator[Product]:
    """Start the server, and sign the command in to it."""
    with Product() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        monkeypatch.setenv("EASEL_URL", f"http://127.0.0.1:{running.server_address[1]}")
        monkeypatch.setenv("EASEL_API_KEY", "ek_test")
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture(params=["import", "import-in-place"])
def arguments(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """The same import, sent and in place."""
    (tmp_path / "cat").mkdir()
    (tmp_path / "cat" / "1.png").write_bytes(b"1")
    place = "pets/cats" if request.param == "import-in-place" else str(tmp_path)
    return ["datasets", request.param, "d1", place, "--format", "image_folder"]


def test_annotations_that_were_taken_and_left_out_add_up_to_those_that_were_given(
    product: Product, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["num_given"] == row["num_taken"] + row["num_same"] + row["num_left_out"] == 9
    assert row["left_out"] == "2 regions_outside, 1 file_rejected"
    assert row["details_left_out"] == "7 points_left_out"


def test_the_first_problems_are_printed_and_the_others_counted(
    product: Product, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "9.png: Problem 9." in lines
    assert lines[-1] == "… and 3 more problems; the import's page lists them."


def test_an_import_that_brought_nothing_is_a_failure(
    product: Product, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    product.result |= {"num_added": 0, "num_labelled": 0}
    product.num_problems = 1
    assert main(arguments) == 1
    said = capsys.readouterr()
    assert "0.png: Problem 0." in said.out
    assert "Nothing was imported as 'image_folder'." in said.err
