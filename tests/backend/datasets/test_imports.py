"""Files come in whole, once, and every refusal says why."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from rest_framework.test import APIClient

from tests.backend.conftest import World, ok
from tests.backend.pictures import encoded, picture

pytestmark = pytest.mark.django_db


def begin(api: APIClient, world: World, label_source: str = "none") -> str:
    body = {"label_source": label_source}
    made = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/imports", body), 201)
    return str(made["id"])


def send(api: APIClient, import_id: str, files: dict[str, bytes]) -> list[dict[str, Any]]:
    boundary = "x-boundary"
    body = b"".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n'.encode()
        + b"Content-Type: application/octet-stream\r\n\r\n"
        + content
        + b"\r\n"
        for name, content in files.items()
    )
    body += f"--{boundary}--\r\n".encode()
    answer = api.post(
        f"/api/v1/imports/{import_id}/files",
        data=body,
        content_type=f"multipart/form-data; boundary={boundary}",
    )
    return list(ok(answer)["outcomes"])


def test_files_are_added_once_and_their_folder_is_their_label(api: APIClient, world: World) -> None:
    session = begin(api, world, "folder")
    outcomes = send(
        api,
        session,
        {"wbc/a.png": picture(1), "rbc/b.png": picture(2), "rbc/again.png": picture(2)},
    )
    assert [item["outcome"] for item in outcomes] == ["added", "added", "duplicate"]
    shown = ok(api.post(f"/api/v1/imports/{session}/close"))
    assert (shown["num_added"], shown["num_duplicate"], shown["num_labelled"]) == (2, 1, 2)
    labels = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/labels"))["results"]
    assert {label["name"]: label["num_samples"] for label in labels} == {"wbc": 1, "rbc": 1}
    samples = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/samples?ordering=name"))["results"]
    assert [sample["name"] for sample in samples] == ["rbc/b.png", "wbc/a.png"]
    assert samples[0]["labels"][0]["source"] == "import"
