"""A model version of every task is tried with files, texts and rows, as its page sends them."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import httpx
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from easel.runtime import Part
from easel.runtime.audio.input import AudioInput
from easel.runtime.image.input import ImageInput
from easel.runtime.image_text.input import ImageTextInput
from easel.runtime.series.input import SeriesInput
from easel.runtime.table.input import TableInput
from easel.runtime.text.input import TextInput, TextPairInput
from easel.runtime.video.input import VideoInput
from rest_framework.test import APIClient

from backend.deployments.services import playgrounds
from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from engine.catalog import TASKS, Media, TaskCard
from engine.serving.protocol.parts import parts_of_form, parts_of_json
from engine.specs.requests import PARTS, InputPart
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db
RUNTIME: dict[str, tuple[Part, ...]] = {
    "image": ImageInput.parts,
    "audio": AudioInput.parts,
    "video": VideoInput.parts,
    "text": TextInput.parts,
    "text_pair": TextPairInput.parts,
    "table": TableInput.parts,
    "series": SeriesInput.parts,
    "image_text": ImageTextInput.parts,
}
VALUES = {"data": [{"width": 3}], "text": "fine", "text1": "one", "text2": "two"}


def kind_of(card: TaskCard) -> str:
    """Return the kind of input that models of a task take."""
    if card.key.startswith("multimodal."):
        return "image_text"
    if card.media is Media.TABLE:
        return "series" if card.key.endswith("forecasting") else "table"
    return card.media.value


def version_of(world: World, kind: str) -> ModelVersion:
    """Return a version of a model that takes a kind of input, packaged at any time."""
    return ModelVersion.objects.create(
        model=Model.objects.create(project_id=world.project.id, name=kind),
        number=1, manifest={"input": {"kind": kind}}, report={}, primary_metric="accuracy",
        metric=1.0,
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
    )  # fmt: skip


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Have requests read as a model server reads them; what it took of the last one."""
    found: dict[str, Any] = {}
    monkeypatch.setattr(
        playgrounds, "use", lambda **_: playgrounds.PlaygroundAddress("http://model", "token")
    )

    def response(url: str, **request: Any) -> httpx.Response:
        del url
        found.clear()
        parts = found_parts()
        if "json" in request:
            found.update(parts_of_json(parts, request["json"]))
        else:
            form = {name: value.encode() for name, value in request["data"].items()}
            form |= {name: content for name, (_, content) in request["files"].items()}
            found.update(parts_of_form(parts, form))
        return httpx.Response(200, json={"results": []})

    def found_parts() -> tuple[Part, ...]:
        return RUNTIME[ModelVersion.objects.get().manifest["input"]["kind"]]

    monkeypatch.setattr(httpx, "post", response)
    return found


@pytest.mark.parametrize("task", TASKS)
def test_a_model_of_each_task_takes_what_its_page_sends(
    api: APIClient, world: World, taken: dict[str, Any], task: str
) -> None:
    kind = kind_of(TASKS[task])
    address = f"/api/v1/model-versions/{version_of(world, kind).id}/predict"
    files = {part.name for part in RUNTIME[kind] if part.is_file}
    values = {part.name: VALUES[part.name] for part in RUNTIME[kind] if not part.is_file}
    if files:
        sent = {name: SimpleUploadedFile(f"{name}.bin", b"content") for name in files}
        response = api.post(address, values | sent, format="multipart")
    else:
        response = api.post(address, json.dumps(values), content_type="application/json")
    assert ok(response)["results"] == []
    assert taken == values | dict.fromkeys(files, b"content")


def test_the_parts_that_the_api_knows_are_those_of_the_runtime() -> None:
    assert {
        kind: tuple(InputPart(**asdict(part)) for part in of) for kind, of in RUNTIME.items()
    } == PARTS
