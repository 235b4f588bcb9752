"""A gateway whose port is taken gets another, or says who holds it."""

from __future__ import annotations

import dataclasses
import os
import socket
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from backend.audit.models import AuditEntry
from backend.deployments.models import Deployment, Gateway
from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from tests.backend.conftest import World
from tests.workers.installation import wait_for
from workers.launchers.launcher import Handle
from workers.launchers.local import ports
from workers.launchers.local.launcher import LocalLauncher
from workers.servers import DeploymentController

pytestmark = pytest.mark.django_db


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that this very process holds."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.fixture
def endpoint(world: World, taken: int) -> Deployment:
    """An endpoint that should run, behind a gateway that had that port."""
    model = Model.objects.create(project_id=world.project.id, name="Cells")
    version = ModelVersion.objects.create(
        model=model, number=1, manifest={}, report={}, primary_metric="accuracy", metric=1.0,
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
    )  # fmt: skip
    address = f"http://127.0.0.1:{taken}"
    Gateway.objects.create(state="starting", address=address, public_address=address)
    return Deployment.objects.create(
        project_id=world.project.id, name="Cells", suffix=f"c-{uuid.uuid4().hex[:8]}",
        model_version=version, desired_state="running", state="starting",
    )  # fmt: skip


@pytest.fixture
def keep(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> Iterator[Callable[[], int]]:
    """Look at all servers once, without patience; return how many were started."""
    monkeypatch.setattr(ports, "PATIENCE_SECONDS", 0.0)
    launcher = LocalLauncher("tests", ("true",))
    controller = DeploymentController(launcher=launcher)

    def look() -> int:
        controller.keep()
        return Gateway.objects.exclude(handle=None).count()

    yield look
    for started in Gateway.objects.exclude(handle=None):
        wait_for(partial(launcher.ended, Handle(started.handle or "")), 20, every_seconds=0.01)
    assert controller._lock is not None
    controller._lock.close()


def test_an_endpoint_whose_port_is_taken_starts_on_another_and_the_log_says_so(
    endpoint: Deployment, taken: int, keep: Callable[[], int]
) -> None:
    assert keep() == 1
    gateway = Gateway.objects.get()
    assert gateway.address == gateway.public_address != f"http://127.0.0.1:{taken}"
    entry = AuditEntry.objects.get(action="deployment.address_changed")
    assert entry.details["before"] == f"http://127.0.0.1:{taken}"
    assert entry.details["address"] == gateway.address


def test_a_published_port_is_kept_and_its_holder_named_until_it_is_free(
    endpoint: Deployment, taken: int, keep: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = dataclasses.replace(settings.ENVIRONMENT, serving_ports=range(taken, taken + 1))
    with override_settings(ENVIRONMENT=limited):
        assert keep() == 0
        gateway = Gateway.objects.get()
        assert (gateway.state, gateway.error_code) == ("failed", "address_in_use")
        assert f"Port {taken} " in gateway.error_message
        assert f"(process {os.getpid()})" in gateway.error_message
        assert keep() == 0
        endpoint.refresh_from_db()
        assert (endpoint.state, endpoint.error_code) == ("failed", "address_in_use")
        monkeypatch.setattr(ports, "is_free", lambda host, port: True)
        assert keep() == 1
    gateway = Gateway.objects.get()
    assert (gateway.state, gateway.error_code) == ("starting", "")
    assert gateway.address == f"http://127.0.0.1:{taken}"


def test_a_port_is_not_given_up_while_what_held_it_may_still_be_ending(
    endpoint: Deployment, taken: int, keep: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "PATIENCE_SECONDS", 60.0)
    assert keep() == 0
    gateway = Gateway.objects.get()
    assert (gateway.state, gateway.handle) == ("starting", None)
    assert gateway.address == f"http://127.0.0.1:{taken}"
