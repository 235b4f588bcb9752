"""``easel predict-batch`` asks for what it was told, sends files, and writes the predictions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from easel.cli.main import main

BATCH = {
    "id": "b1",
    "source_name": "Photos",
    "model_name": "m",
    "job": {
        "id": "j1",
        "state": "succeeded",
        "phase": "",
        "done": 2,
        "total": 2,
        "eta_seconds": None,
    },
    "num_predicted": 1,
    "num_failed": 1,
    "problems": [{"name": "b.png", "code": "x", "message": "It is damaged."}],
}


class Server:
    """Answers as a server does whose jobs are done at once, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def _answer(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                outer.asked.append((self.command, self.path, self.rfile.read(length)))
                is_file = "/predictions?" in self.path
                is_job = self.path.startswith("/api/v1/jobs/")
                body = (
                    b'{"id": "1"}\n'
                    if is_file
                    else json.dumps(BATCH["job"] if is_job else BATCH).encode()
                )
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = _answer

            def log_message(self, *arguments: Any) -> None:
                """Say nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}"

    def body(self) -> Any:
        """What the batch prediction was asked for with."""
        return json.loads(self.asked[0][2])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    made = Server()
    monkeypatch.setenv("EASEL_URL", made.url)
    monkeypatch.setenv("EASEL_API_KEY", "ek_x")
    yield made
    made.http.shutdown()
    made.http.server_close()


def test_a_dataset_is_predicted_and_its_predictions_are_written(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "found.csv"
    arguments = ["m1", "--dataset", "d1", "--unlabelled", "--keep-suggestions"]
    assert main(["predict-batch", *arguments, "--output", str(target)]) == 0
    assert server.body() == {
        "model_version_id": "m1",
        "source": "dataset",
        "dataset_id": "d1",
        "filter": {"unlabelled": True},
        "keeps_suggestions": True,
    }
    assert server.asked[-1][1] == "/api/v1/batch-predictions/b1/predictions?form=csv"
    assert target.read_text() == '{"id": "1"}\n'
    assert "b.png: It is damaged." in capsys.readouterr().err


def test_files_and_folders_are_sent_before_the_start(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    (folder / "more").mkdir(parents=True)
    (folder / "more" / "a.png").write_bytes(b"first")
    lone = tmp_path / "b.png"
    lone.write_bytes(b"second")
    assert main(["predict-batch", "m1", "--files", str(folder), str(lone), "--detach"]) == 0
    paths = [path for _, path, _ in server.asked]
    assert paths == [
        "/api/v1/batch-predictions",
        "/api/v1/batch-predictions/b1/files",
        "/api/v1/batch-predictions/b1/start",
    ]
    sent = server.asked[1][2]
    for expected in (b'filename="more/a.png"', b"first", b'filename="b.png"', b"second"):
        assert expected in sent


def test_a_format_that_cannot_be_told_is_asked_for(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["predict-batch", "m1", "--view", "v1", "--output", "found.txt"]) == 1
    assert "--format" in capsys.readouterr().err
    assert not server.asked
