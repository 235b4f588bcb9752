"""An endpoint of a real package that runs, as far as its rows tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.deployments.contracts.servers import ServerState
from backend.deployments.models import Deployment, Gateway
from backend.model_registry.models import Model, ModelVersion
from backend.model_registry.services.versions import store_package
from tests.backend.conftest import World, ok
from tests.sdk.tiny_package import write_package

GATEWAY = "http://127.0.0.1:4567"


@pytest.fixture
def version(world: World, tmp_path: Path) -> ModelVersion:
    """A model that tells colours, with golden requests in its package."""
    package = write_package(tmp_path / "package")
    manifest = json.loads((package / "manifest.json").read_text())
    return ModelVersion.objects.create(
        model=Model.objects.create(project_id=world.project.id, name="colours"),
        number=3,
        manifest=manifest | {"task": "image.classification"},
        report={},
        primary_metric="accuracy",
        metric=1.0,
        package_blob_id=store_package(package),
    )


@pytest.fixture
def endpoint(world: World, version: ModelVersion) -> Deployment:
    """An endpoint of it with one revision."""
    made = Deployment.objects.create(
        project_id=world.project.id,
        name="Colours",
        suffix="colours",
        model_version=version,
        state=Deployment.State.RUNNING,
    )
    made.revisions.create(
        number=1, model_version=version, replicas=1, weight=100, routed_weight=100,
        state=ServerState.RUNNING, handle="{}", address="http://127.0.0.1:1",
    )  # fmt: skip
    Gateway.objects.create(address=GATEWAY, handle="{}", state=ServerState.RUNNING)
    return made


def address_of(endpoint: Deployment) -> str:
    """Return the address of an endpoint's tests."""
    return f"/api/v1/deployments/{endpoint.id}/load-tests"


def begin(api: APIClient, endpoint: Deployment, status: int = 202, **fields: Any) -> Any:
    """Ask for a test."""
    return ok(api.post(address_of(endpoint), fields, format="json"), status)
