"""What the workers ask and say about model servers."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from backend.deployments.contracts import ServedFolder
from backend.deployments.contracts.servers import (
    GATEWAY,
    MODEL_SERVERS,
    PLAYGROUND,
    REVISION,
    Server,
)
from backend.deployments.models import Deployment, DeploymentRevision, Gateway, Playground
from backend.deployments.services import acts
from backend.deployments.services.gateways import (
    gateway_caller,
    gateway_folder,
    gateway_servers,
    note_gateway,
    public_address,
)
from backend.deployments.services.routing import in_use
from backend.deployments.services.tokens import audience_of, public_key
from backend.model_registry.services.packages import unpacked
from engine.specs.serving import DeploymentSpec, ServedModel

PLAYGROUND_IDLE = timedelta(minutes=5)
MAX_PLAYGROUNDS = 2
MAX_DEATHS = 20
"""So many ends of a model server are kept: the latest are looked at, to see one that loops."""


def list_servers() -> list[Server]:
    """Return all processes that should run or exist."""
    playgrounds = Playground.objects.filter(
        Q(model_version__model__project__trashed_at=None) | Q(handle__isnull=False)
    ).order_by("-last_used_at")
    others = (server for kind in MODEL_SERVERS for server in kind.list_servers())
    return [*_revision_servers(), *_playground_servers(playgrounds), *others, *gateway_servers()]


def server_folder(server: Server) -> Path:
    """Return where the process of a model server keeps its files."""
    if server.kind == GATEWAY:
        return gateway_folder()
    data: Path = settings.ENVIRONMENT.data
    return data / f"{server.kind}s" / str(server.id)


def server_spec(server: Server) -> DeploymentSpec:
    """Return what a model server is to be told now; its launcher says where it listens.

    Raises:
        Invalid: when the package cannot be unpacked.
        Unavailable: ``disk_full``.
        ObjectDoesNotExist: when it was deleted meanwhile.
    """
    if server.kind == PLAYGROUND:
        return _playground_spec(server.id)
    if server.kind in MODEL_SERVERS:
        return MODEL_SERVERS[server.kind].server_spec(server.id)
    row = DeploymentRevision.objects.select_related("deployment__project", "model_version").get(
        id=server.id
    )
    deployment = row.deployment
    return DeploymentSpec(
        deployment_id=str(deployment.id),
        port=0,
        replicas=row.replicas,
        models=(
            ServedModel(
                name=deployment.suffix,
                version=str(row.model_version.number),
                package=str(unpacked(row.model_version.package_blob_id)),
            ),
        ),
        audience=audience_of(deployment.project.organisation_id),
        measures_drift=True,
        # The gateway knows who may call; model servers know the gateway.
        api_keys=(gateway_caller(),),
    )


def addresses_in_use() -> set[str]:
    """Return the addresses that were given to servers for callers, running or not."""
    return set(Gateway.objects.exclude(address="").values_list("address", flat=True))


def note_server(server: Server, **changes: Any) -> None:
    """Write what was seen of a process: state, address, handle, error."""
    if server.kind == GATEWAY:
        changes.pop("num_ready", None)
        note_gateway(server.id, **changes)
        return
    changes.pop("public_address", None)
    if server.kind == REVISION:
        DeploymentRevision.objects.filter(id=server.id).update(**changes)
        return
    changes.pop("num_ready", None)
    if not changes:
        return
    if server.kind in MODEL_SERVERS:
        MODEL_SERVERS[server.kind].note_server(server.id, **changes)
    else:
        Playground.objects.filter(model_version_id=server.id).update(**changes)


def note_death(server: Server) -> None:
    """Write down that the model server of a revision ended by itself."""
    if server.kind != REVISION:
        return
    row = DeploymentRevision.objects.filter(id=server.id).first()
    if row is not None:
        row.died_at = [*row.died_at, timezone.now().isoformat()][-MAX_DEATHS:]
        row.save(update_fields=["died_at"])


def is_serving(*, project_id: UUID) -> bool:
    """Tell whether a model server of a project may have a process."""
    endpoints = DeploymentRevision.objects.filter(
        deployment__project_id=project_id, handle__isnull=False
    )
    playgrounds = Playground.objects.filter(
        model_version__model__project_id=project_id, handle__isnull=False
    )
    return endpoints.exists() or playgrounds.exists()


def call_folders(deployment_id: UUID) -> list[Path]:
    """Return where the calls of an endpoint are noted, and were before there was a gateway."""
    data: Path = settings.ENVIRONMENT.data
    return [root / "deployments" / str(deployment_id) for root in (gateway_folder(), data)]


def served_folders() -> list[ServedFolder]:
    """Return where the model servers of all revisions write, or wrote; one query."""
    data: Path = settings.ENVIRONMENT.data
    rows = DeploymentRevision.objects.values_list(
        "deployment_id", "id", "number", "model_version_id", "model_version__package_blob_id"
    )
    return [ServedFolder(*row, folder=data / "revisions" / str(row[1])) for row in rows]


def counted_deployments() -> list[UUID]:
    """Return the endpoints whose calls are counted."""
    return list(Deployment.objects.values_list("id", flat=True))


def delete_folders_of(*, project_id: UUID) -> None:
    """Delete what the model servers of a project wrote; none of them may run any more."""
    data: Path = settings.ENVIRONMENT.data
    revisions = DeploymentRevision.objects.filter(deployment__project_id=project_id)
    tried = Playground.objects.filter(model_version__model__project_id=project_id)
    endpoints = Deployment.objects.filter(project_id=project_id).values_list("id", flat=True)
    folders = [
        *(data / "revisions" / str(one) for one in revisions.values_list("id", flat=True)),
        *(data / "playgrounds" / str(one) for one in tried.values_list("pk", flat=True)),
        *(folder for one in endpoints for folder in call_folders(one)),
    ]
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def record_new_address(address: str) -> None:
    """Write into the audit logs that endpoints got another address; the row has the old one."""
    before = public_address()
    for row in Deployment.objects.filter(is_deleted=False).select_related("project"):
        acts.record(
            row,
            "deployment.address_changed",
            actor_id=None,
            details={"before": before, "address": address},
        )


def _revision_servers() -> Iterable[Server]:
    """Yield the model servers of endpoints."""
    wanted = in_use() & Q(
        deployment__desired_state=Deployment.DesiredState.RUNNING,
        deployment__is_asleep=False,
        deployment__is_deleted=False,
    )
    running = set(DeploymentRevision.objects.filter(wanted).values_list("id", flat=True))
    exists = Q(handle__isnull=False) | Q(state__in=(Deployment.State.STARTING,))
    rows = DeploymentRevision.objects.filter(Q(id__in=running) | exists).select_related(
        "deployment"
    )
    for row in rows.order_by("created_at", "id"):
        yield Server(
            kind=REVISION,
            id=row.id,
            name=f"{row.deployment.suffix} {row.number}",
            should_run=row.id in running,
            state=row.state,
            address=row.address,
            handle=row.handle,
            error_code=row.error_code,
        )


def _playground_servers(rows: Iterable[Playground]) -> Iterable[Server]:
    fresh_since = timezone.now() - PLAYGROUND_IDLE
    trashed = set(
        Playground.objects.exclude(model_version__model__project__trashed_at=None).values_list(
            "model_version_id", flat=True
        )
    )
    for position, row in enumerate(rows):
        is_fresh = row.last_used_at > fresh_since and row.model_version_id not in trashed
        wanted = is_fresh and position < MAX_PLAYGROUNDS
        if not wanted and row.handle is None:
            continue
        yield Server(
            kind=PLAYGROUND,
            id=row.model_version_id,
            name="playground",
            should_run=wanted,
            state=row.state,
            address=row.address,
            handle=row.handle,
            error_code=row.error_code,
        )


def _playground_spec(version_id: UUID) -> DeploymentSpec:
    row = Playground.objects.select_related("model_version__model__project").get(
        model_version_id=version_id
    )
    version = row.model_version
    return DeploymentSpec(
        deployment_id=str(version_id),
        port=0,
        models=(
            ServedModel(
                name="playground",
                version=str(version.number),
                package=str(unpacked(version.package_blob_id)),
            ),
        ),
        audience=audience_of(version.model.project.organisation_id),
        token_public_key=public_key(),
    )
