"""Endpoints behind a real gateway, with real model servers, and links to them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.deployments.contracts.servers import ServerState
from backend.deployments.models import Deployment, Gateway
from backend.deployments.services.gateways import routing_table
from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from tests.backend.conftest import World, ok
from tests.engine.gateway.gateways import (
    UPSTREAM_KEY,
    RunningGateway,
    gateway_running,
    gateway_spec,
    server_spec,
)
from tests.engine.serving.deployments import Deployment as ModelServer
from tests.engine.serving.deployments import deployed, new_issuer
from tests.sdk.text_package import moods, sameness, write_text_package
from tests.sdk.tiny_package import write_package

TASKS = {
    "image": "image.classification",
    "text": "text.classification",
    "text_pair": "text.similarity",
}


@pytest.fixture(scope="session")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGateway]:
    """A gateway that runs."""
    with gateway_running(gateway_spec(), tmp_path_factory.mktemp("gateway")) as running:
        yield running


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Model packages by what they take."""
    folder = tmp_path_factory.mktemp("packages")
    pair = {"text1": "fine", "text2": "lovely"}
    return {
        "image": write_package(folder / "image"),
        "text": write_text_package(folder / "text", [moods()], [{"text": "fine"}]),
        "text_pair": write_text_package(
            folder / "pairs", [sameness()], [pair], kind="text_pair", labels=("same", "different")
        ),
    }


@pytest.fixture(scope="session")
def model_server(
    packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], ModelServer]]:
    """Start model servers, one for each kind of input that is asked for."""
    started: dict[str, Any] = {}

    def of(kind: str) -> ModelServer:
        if kind not in started:
            spec = server_spec(packages[kind], new_issuer())
            running = deployed(spec, tmp_path_factory.mktemp(kind))
            started[kind] = (running, running.__enter__())
        server: ModelServer = started[kind][1]
        return server

    yield of
    for running, _ in started.values():
        running.__exit__(None, None, None)


Publish = Callable[..., Deployment]


@pytest.fixture
def publish(
    world: World,
    gateway: RunningGateway,
    packages: dict[str, Path],
    model_server: Callable[[str], ModelServer],
) -> Publish:
    """Publish a model of a kind of input, whose endpoint answers when this returns."""

    def make(kind: str = "image", **fields: Any) -> Deployment:
        manifest = json.loads((packages[kind] / "manifest.json").read_text())
        version = ModelVersion.objects.create(
            model=Model.objects.create(project_id=world.project.id, name=f"Cells {kind}"),
            number=1,
            manifest=manifest | {"task": TASKS[kind]},
            report={},
            primary_metric="accuracy",
            metric=1.0,
            package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
        )
        made = Deployment.objects.create(
            project_id=world.project.id,
            name="Cells",
            suffix=f"c-{uuid.uuid4().hex[:8]}",
            model_version=version,
            state=Deployment.State.RUNNING,
            **fields,
        )
        made.revisions.create(
            number=1, model_version=version, replicas=1, weight=100, routed_weight=100,
            state=ServerState.RUNNING, handle="{}", address=model_server(kind).url,
        )  # fmt: skip
        Gateway.objects.get_or_create(
            defaults={"address": gateway.url, "handle": "{}", "state": ServerState.RUNNING}
        )
        table = routing_table().spec
        gateway.change(table.model_copy(update={"upstream_key": UPSTREAM_KEY}))
        return made

    return make


def share(api: APIClient, deployment: Deployment, **fields: Any) -> dict[str, Any]:
    """Make a link of an endpoint."""
    address = f"/api/v1/deployments/{deployment.id}/share-links"
    made: dict[str, Any] = ok(api.post(address, {"title": "Try our cells", **fields}), 201)
    return made


def guest(share_pass: str = "", **headers: str) -> APIClient:
    """Return a client of somebody without an account."""
    if share_pass:
        headers["HTTP_EASEL_SHARE_PASS"] = share_pass
    return APIClient(**headers)


def page_of(link: dict[str, Any], part: str = "") -> str:
    """Return an address that guests of a link ask."""
    return f"/api/v1/share-links/{link['token']}{part}"
