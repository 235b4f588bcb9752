"""Click-to-segment: who may ask, what happens without weights, and how the model gets ready."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.datasets.models import Sample
from backend.deployments.services.serving import list_servers, note_server, server_spec
from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job, WorkerHeartbeat
from backend.segmenting.models import Segmenter
from backend.segmenting.selectors.weights import configured
from backend.segmenting.services.packaging import complete_package, prepare_package
from tests.backend.conftest import World, make_world
from tests.backend.images import image

pytestmark = pytest.mark.django_db

CONTENT = image(3)
MASK = {"score": 0.75, "location": {}, "size": [9, 12], "mask": "T3"}
PROMPT = {"points": [{"x": 4.5, "y": 3, "positive": True}]}


class Responding(BaseHTTPRequestHandler):
    """A model server that keeps no image until it was sent one."""

    kept: ClassVar[set[bytes]] = set()
    bodies: ClassVar[list[bytes]] = []
    broken: ClassVar[tuple[int, bytes] | None] = None

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        type(self).bodies.append(body)
        if b'name="image"' in body:
            type(self).kept.add(b"it")
        results = [MASK] if b'name="prompt"' in body else []
        document: dict[str, Any] = {"results": results}
        status = 200 if self.kept else 422
        if not self.kept:
            params = {"reason": "image_not_kept"}
            document = {"code": "image_invalid", "detail": "Send it.", "params": params}
        content = json.dumps(document).encode()
        if self.broken is not None:
            status, content = self.broken
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[int]:
    """Run a model server and yield its port."""
    Responding.kept, Responding.bodies, Responding.broken = set(), [], None
    listening = HTTPServer(("127.0.0.1", 0), Responding)
    thread = threading.Thread(target=listening.serve_forever)
    thread.start()
    yield listening.server_port
    listening.shutdown()
    thread.join()
    listening.server_close()


@pytest.fixture
def weights(data_folder: Path) -> Iterator[Path]:
    """Put weights where an administrator would."""
    folder = data_folder / "pretrained" / "workshop" / "sam"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"model_type": "sam"}))
    (folder / "model.safetensors").write_bytes(b"weights")
    other = data_folder / "pretrained" / "a-resnet"
    other.mkdir()
    (other / "config.json").write_text(json.dumps({"model_type": "resnet"}))
    (other / "model.safetensors").write_bytes(b"weights")
    with override_settings(ENVIRONMENT=_environment(data_folder)):
        yield folder


@pytest.fixture
def no_weights(data_folder: Path) -> Iterator[None]:
    with override_settings(ENVIRONMENT=_environment(data_folder)):
        yield


@pytest.fixture
def worker(db: None) -> None:
    now = timezone.now()
    WorkerHeartbeat.objects.create(name="one", seen_at=now, started_at=now)


@pytest.fixture
def sample(world: World) -> Sample:
    return make_sample(world)


def _environment(data: Path) -> Any:
    return dataclasses.replace(settings.ENVIRONMENT, pretrained_folder=str(data / "pretrained"))


def make_sample(world: World) -> Sample:
    return Sample.objects.create(
        dataset=world.dataset,
        blob_id=put_bytes(content=CONTENT, media_type="image/png"),
        name="a.png",
        width=12,
        height=9,
        bytes=len(CONTENT),
        created_at=timezone.now(),
    )


def wake(api: APIClient, sample: Sample, **fields: object) -> Any:
    return api.post(f"/api/v1/samples/{sample.id}/segmenter", fields, format="json")


def segment(api: APIClient, sample: Sample, prompt: object = PROMPT) -> Any:
    return api.post(f"/api/v1/samples/{sample.id}/segments", prompt, format="json")


def running(port: int, **fields: object) -> Segmenter:
    """Make the row of the configured weights' model as the workers leave it."""
    found = configured()
    assert found is not None
    values = {"name": found.name, "is_built": True, "state": "running"}
    return Segmenter.objects.create(
        fingerprint=found.fingerprint,
        weights=str(found.folder),
        address=f"http://127.0.0.1:{port}",
        last_used_at=timezone.now(),
        **{**values, **fields},
    )


def test_without_weights_the_model_is_absent_and_says_how_to_configure_it(
    no_weights: None, api: APIClient, sample: Sample
) -> None:
    assert api.get("/api/v1/segmenter").json() == {"state": "absent", "name": None, "error": None}
    assert wake(api, sample).json()["state"] == "absent"
    refused = segment(api, sample)
    assert refused.status_code == 409
    assert refused.json()["code"] == "segmenter_absent"
    assert "EASEL_PRETRAINED_FOLDER" in refused.json()["detail"]


def test_the_first_use_orders_the_package_once(
    weights: Path, worker: None, api: APIClient, sample: Sample
) -> None:
    assert api.get("/api/v1/segmenter").json()["state"] == "stopped"
    for _ in range(2):
        found = wake(api, sample)
        assert found.status_code == 202
        assert found.json() == {"state": "preparing", "name": "workshop/sam", "error": None}
    (job,) = Job.objects.all()
    assert job.kind == "package_segmenter"
    spec = prepare_package(segmenter_id=job.subject_id)
    assert (spec.name, Path(spec.weights)) == ("workshop/sam", weights.resolve())
    assert segment(api, sample).json()["code"] == "segmenter_starting"


def test_a_package_that_is_made_is_served(
    weights: Path, worker: None, api: APIClient, sample: Sample, tmp_path: Path
) -> None:
    wake(api, sample)
    row = Segmenter.objects.get()
    made = tmp_path / "made"
    made.mkdir()
    (made / "manifest.json").write_text("{}")
    results: list[object] = []
    complete_package(segmenter_id=row.id, package=made, finish=results.append)
    assert results == [{}]
    (server,) = list_servers()
    assert (server.kind, server.should_run) == ("segmenter", True)
    spec = server_spec(server)
    assert (Path(spec.models[0].package) / "manifest.json").is_file()
    assert spec.access == "token"
    assert wake(api, sample).json()["state"] == "starting"
    note_server(server, state="failed", error_code="package_unusable", error_message="Broken.")
    failed = wake(api, sample).json()
    assert (failed["state"], failed["error"]["code"]) == ("failed", "package_unusable")
    assert wake(api, sample, again=True).json()["state"] == "starting"


def test_a_failed_package_is_made_again_only_when_asked(
    weights: Path, worker: None, api: APIClient, sample: Sample
) -> None:
    wake(api, sample)
    Job.objects.update(state="failed", error_code="weights_unusable", error_message="No.")
    for _ in range(2):
        assert wake(api, sample).json()["error"]["code"] == "weights_unusable"
    assert Job.objects.count() == 1
    assert wake(api, sample, again=True).json()["state"] == "preparing"
    assert Job.objects.count() == 2


def test_without_a_worker_nothing_is_begun(weights: Path, api: APIClient, sample: Sample) -> None:
    refused = wake(api, sample)
    assert (refused.status_code, refused.json()["code"]) == (503, "no_worker")
    assert Job.objects.count() == 0


def test_a_click_is_asked_of_the_server_which_is_sent_the_image_once(
    weights: Path, server: int, api: APIClient, sample: Sample
) -> None:
    running(server)
    assert wake(api, sample).json()["state"] == "ready"
    assert [b'name="image"' in body for body in Responding.bodies] == [False, True]
    found = segment(api, sample)
    assert found.status_code == 200
    assert found.json() == {
        "model": "workshop/sam",
        "geometry": {"kind": "mask", "size": [9, 12], "counts": "T3"},
        "score": 0.75,
    }
    assert len(Responding.bodies) == 3
    assert b'"x": 4.5' in Responding.bodies[-1]
    assert sample.blob_id.encode() in Responding.bodies[-1]


def test_a_server_that_is_gone_is_starting_again(
    weights: Path, worker: None, api: APIClient, sample: Sample
) -> None:
    running(1)
    assert wake(api, sample).json()["state"] == "starting"
    assert segment(api, sample).json()["code"] == "segmenter_starting"


@pytest.mark.parametrize(
    "broken", [(502, b"<h1>Bad Gateway</h1>"), (500, b'{"error": "?"}'), (200, b"OK"), (200, b"[]")]
)
def test_what_is_no_answer_of_a_model_server_is_none(
    weights: Path, server: int, api: APIClient, sample: Sample, broken: tuple[int, bytes]
) -> None:
    running(server)
    Responding.broken = broken
    refused = segment(api, sample)
    assert (refused.status_code, refused.json()["code"]) == (503, "segmenter_unavailable")


def test_weights_that_change_are_another_model(weights: Path, sample: Sample) -> None:
    row = running(1, handle="one")
    (weights / "model.safetensors").write_bytes(b"better weights")
    assert configured() is not None
    (server,) = list_servers()
    assert (server.id, server.should_run) == (row.id, False)


@pytest.mark.parametrize(
    "prompt",
    [
        {},
        {"points": [{"x": "four", "y": 1}]},
        {"box": {"left": 0, "top": 0, "width": 0, "height": 4}},
        {"points": [{"x": 1, "y": 1}] * 65},
    ],
)
def test_a_prompt_that_points_at_nothing_is_refused(
    weights: Path, api: APIClient, sample: Sample, prompt: object
) -> None:
    assert segment(api, sample, prompt).status_code == 422


def test_only_those_who_may_label_an_image_may_ask(
    weights: Path,
    world: World,
    sample: Sample,
    client_of: Callable[[User], APIClient],
) -> None:
    stranger = client_of(make_world("theirs").owner)
    viewer = client_of(world.member(Role.VIEWER))
    contributor = client_of(world.member(Role.CONTRIBUTOR))
    for ask in (wake, segment):
        assert ask(stranger, sample).status_code == 404
        assert ask(viewer, sample).status_code == 403
        assert ask(contributor, sample).status_code == 403
    annotator = client_of(world.member(Role.ANNOTATOR))
    assert segment(annotator, sample).json()["code"] == "segmenter_starting"
