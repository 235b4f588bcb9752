"""``easel finetune``, ``list`` and ``models report`` against a server that plays the product."""

from __future__ import annotations

import io
import json
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from easel.cli.main import main

from tests.sdk.tiny_package import plain_image, write_package

RUN = "00000000-0000-0000-0000-000000000001"
"""The run that a tiny package says it comes from."""

BACKBONES = [
    {"key": "small_cnn", "tier": "fast", "weights_available": False},
    {"key": "resnet18", "tier": "fast", "weights_available": True},
    {"key": "resnet50", "tier": "balanced", "weights_available": False},
]
CARD = {
    "key": "image.classification",
    "primary_metric": "accuracy",
    "formats": ["image_folder", "csv_labels"],
    "backbones": BACKBONES,
}
TRAINED = {
    "id": RUN,
    "number": 4,
    "project_id": "p-old",
    "task": "image.classification",
    "backbone": "resnet18",
    "tier": "fast",
    "best_metric": 0.91,
    "model_version_id": "m1",
}
IMPORTED = {"num_added": 2, "num_labelled": 2, "num_rejected": 0}
JOB = {"id": "j1", "state": "succeeded", "phase": "", "done": 1, "total": 1, "eta_seconds": None}

FINDINGS = [
    {
        "code": "target_guessed",
        "message": "The last column, 'price', would be predicted.",
        "blocking": False,
        "confirm": True,
    }
]

REPORT = {
    "kind": "sections",
    "split": "test",
    "num_samples": 72,
    "metrics": [{"name": "map_50", "value": 0.83, "low": None, "high": None}],
    "baseline": {"name": "map_50", "value": 0.4},
}


class Product(ThreadingHTTPServer):
    """Answers what the command asks, and keeps what it was sent, by address."""

    daemon_threads = True

    def __init__(self, package: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sent: dict[str, Any] = {}
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for path in package.rglob("*"):
                archive.write(path, path.relative_to(package).as_posix())
        self.package = stream.getvalue()

    def responses(self) -> dict[str, Any]:
        """Return the documents by method and address."""
        member = {"memberships": [{"organisation": {"id": "o1"}}]}
        return {
            "GET session": member,
            "GET catalog": {"tasks": [CARD]},
            "POST projects": {"id": "p-new"},
            "POST datasets": {"id": "d1"},
            "POST datasets/d1/imports": {"id": "i1"},
            "POST imports/i1/files": {},
            "POST imports/i1/close": IMPORTED,
            "GET datasets/d1/named-splits": {"train": 0, "validation": 0, "test": 0},
            "POST datasets/d1/versions": {"id": "v1", "job": JOB},
            "GET dataset-versions/v1": {"id": "v1"},
            "GET jobs/j1": JOB,
            "POST training-runs/check": {"findings": FINDINGS},
            "POST training-runs/estimate": {
                "backbones": [{**one, "is_usual": one["key"] != "small_cnn"} for one in BACKBONES]
            },
            "POST training-runs": {"id": RUN, "job": JOB},
            "GET projects/p-old": {"id": "p-old", "task": "image.classification"},
            "GET model-versions/m1/report": REPORT,
            f"GET training-runs/{RUN}": {**TRAINED, "job": JOB},
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
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = urlsplit(self.path).path.removeprefix("/api/v1/")
        if (self.headers["Content-Type"] or "").startswith("application/json"):
            self.server.sent[path] = json.loads(body)
        if path == "model-versions/m1/package":
            return self._send(200, self.server.package)
        response = self.server.responses().get(f"{self.command} {path}")
        if response is None:
            return self._send(404, json.dumps({"code": "not_found", "detail": path}).encode())
        return self._send(200, json.dumps(response).encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def product(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Product]:
    """Start the server, and sign the command in to it."""
    package = write_package(tmp_path / "colours")
    with Product(package) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        monkeypatch.setenv("EASEL_URL", f"http://127.0.0.1:{running.server_address[1]}")
        monkeypatch.setenv("EASEL_API_KEY", "ek_test")
        monkeypatch.setenv("EASEL_MODELS", str(tmp_path / "models"))
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder per class."""
    for label in ("red", "blue"):
        (tmp_path / "Shop photos" / label).mkdir(parents=True)
        (tmp_path / "Shop photos" / label / "1.png").write_bytes(plain_image((9, 9, 9)))
    return tmp_path / "Shop photos"


def test_a_folder_becomes_a_package_that_answers(
    product: Product, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--wait", "--option", "epochs=3", "--json")
    assert main(["finetune", "image.classification", str(data), *options]) == 0
    (run,) = json.loads(capsys.readouterr().out)
    assert Path(run["package"]) == tmp_path / "models" / "Shop photos-4.zip"
    assert product.sent["projects"]["task"] == "image.classification"
    assert product.sent["datasets/d1/imports"] == {"format": "image_folder"}
    asked = product.sent["training-runs"]
    # What the server says that the tier stands for with this data.
    assert product.sent["training-runs/estimate"]["dataset_version_ids"] == ["v1"]
    assert (asked["project_id"], asked["backbone"], asked["tier"]) == ("p-new", "resnet18", "fast")
    assert "pretrained" not in asked
    assert asked["options"] == {"epochs": 3}
    assert "initial_model_version_id" not in asked
    image = str(data / "red" / "1.png")
    assert main(["run", "Shop photos-4", "--input", image, "--json"]) == 0


def test_a_package_learns_on_in_the_project_it_comes_from(
    product: Product, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["finetune", str(tmp_path / "colours"), str(data), "--json"]) == 0
    asked = product.sent["training-runs"]
    assert (asked["project_id"], asked["backbone"]) == ("p-old", "resnet18")
    assert asked["initial_model_version_id"] == "m1"
    assert "projects" not in product.sent
    (run,) = json.loads(capsys.readouterr().out)
    assert "package" not in run


def test_a_package_of_another_server_is_told_from_one_of_this(
    product: Product,
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(product, "responses", lambda: {"GET catalog": {"tasks": [CARD]}})
    assert main(["finetune", str(tmp_path / "colours"), str(data)]) == 1
    assert f"comes from the run {RUN}, which this server does not know" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("image.classification", "absent"), "There is no data in 'absent'"),
        (("image.smell", "."), "There is no package 'image.smell'"),
        (("image.classification", ".", "--tier", "accurate"), "has no backbone of the tier"),
        (("image.classification", ".", "--option", "epochs"), "'epochs' is no option"),
    ],
)
def test_wrong_words_are_refused_before_anything_is_made(
    product: Product,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    words: str,
) -> None:
    assert main(["finetune", *arguments]) == 1
    assert words in capsys.readouterr().err
    assert product.sent == {}


def test_what_a_run_waits_for_is_printed_before_it_and_agreed_to_by_its_code(
    product: Product, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ("train", "--project", "p-old", "--version", "v1", "--option", "folds=3", "--detach")
    assert main([*order, "--accept", "target_guessed", "--accept", "uneven_rows"]) == 0
    assert "Note [target_guessed]: The last column, 'price', would be" in capsys.readouterr().out
    options = {"folds": 3, "accepted": ["target_guessed", "uneven_rows"]}
    assert product.sent["training-runs/check"]["task_options"] == options
    assert product.sent["training-runs"]["options"] == options
    assert main([*order]) == 0
    assert product.sent["training-runs"]["options"] == {"folds": 3}


def test_tasks_are_listed_by_tier_beside_packages(
    product: Product, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "small_cnn, resnet18*" in out
    assert str(tmp_path / "colours") in out
    assert main(["list", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["tasks"] == [CARD]
    assert document["packages"] == []


def test_the_report_of_any_task_is_told_in_numbers(
    product: Product, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "report", "m1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "On 72 samples of the test split:"
    assert lines[2].split() == ["map_50", "0.8300", "-", "-"]
    assert lines[3] == "The simple method: map_50 0.4000."
