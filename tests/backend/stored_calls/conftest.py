"""An endpoint that stores calls, and a folder as its gateway fills it."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from rest_framework.test import APIClient

from backend.deployments.contracts import StoringEndpoint
from backend.deployments.models import Deployment
from backend.deployments.selectors import storing_endpoint
from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from backend.stored_calls.services.collecting import collect
from engine.specs.gateway import SampledCall
from tests.backend.conftest import World, ok

MANIFEST = {
    "task": "image.classification",
    "multi_label": False,
    "input": {"kind": "image"},
    "labels": [{"name": "red", "threshold": 0.5}, {"name": "blue", "threshold": 0.5}],
}
_numbers = itertools.count(1)


def png(colour: int = 0) -> bytes:
    """Return a small image of one colour."""
    stream = io.BytesIO()
    Image.new("RGB", (8, 8), (colour % 256, colour // 256 % 256, 7)).save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def deployment(world: World, api: APIClient) -> Deployment:
    """An endpoint whose owner lets calls be stored."""
    version = ModelVersion.objects.create(
        model=Model.objects.create(project_id=world.project.id, name="Cells"),
        number=1, manifest=MANIFEST, report={}, primary_metric="accuracy", metric=1.0,
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
    )  # fmt: skip
    made = Deployment.objects.create(
        project_id=world.project.id, name="Cells live", suffix="cells", model_version=version
    )
    made.revisions.create(number=1, model_version=version, replicas=1, weight=100)
    allow(api, made)
    return made


def allow(api: APIClient, deployment: Deployment, **sampling: Any) -> Any:
    """Say which calls are stored."""
    body = {"sampling": {"share": 1, **sampling}}
    return ok(api.patch(f"/api/v1/deployments/{deployment.id}", body, format="json"))


def endpoint_of(deployment: Deployment) -> StoringEndpoint:
    """Return an endpoint as those see it who store its calls."""
    found = storing_endpoint(deployment.id)
    assert found is not None
    return found


Keep = Callable[..., int]


@pytest.fixture
def keep(tmp_path: Path) -> Keep:
    """Have the gateway keep a call; returns its log id."""

    def write(content: bytes | None = None, **changes: Any) -> int:
        log_id = next(_numbers)
        fields: dict[str, Any] = {
            "time": datetime.now(UTC), "log_id": log_id, "request_id": None, "caller": "key-1",
            "revision": 1, "version": "1", "route": "predict", "reason": "random",
            "values": {}, "files": () if content is None else ("image",),
            "results": ({"name": "red", "score": 0.9}, {"name": "blue", "score": 0.1}),
            "top_label": "red", "top_score": 0.9, **changes,
        }  # fmt: skip
        folder = tmp_path / "gateway" / "samples"
        folder.mkdir(parents=True, exist_ok=True)
        if content is not None:
            (folder / f"{log_id}.image").write_bytes(content)
        (folder / f"{log_id}.json").write_text(SampledCall(**fields).model_dump_json())
        return log_id

    return write


def take(deployment: Deployment, tmp_path: Path) -> int:
    """Take over what the gateway kept."""
    return collect(endpoint=endpoint_of(deployment), folder=tmp_path / "gateway")
