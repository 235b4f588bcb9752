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

from backend.audit import services as audit
from backend.deployments.contracts.servers import MODEL_SERVERS, Server
from backend.deployments.models import Deployment, EndpointKey, IssuedToken, Playground
from backend.deployments.services.tokens import audience_of, public_key
from backend.model_registry.services.packages import unpacked
from engine.specs.serving import CallerKey, DeploymentSpec, ServedModel

PLAYGROUND_IDLE = timedelta(minutes=5)
MAX_PLAYGROUNDS = 2


def list_servers() -> list[Server]:
    """Return all model servers that should run, or have a process."""
    rows = Deployment.objects.filter(
        Q(desired_state=Deployment.DesiredState.RUNNING)
        | Q(is_deleted=True)
        | ~Q(state=Deployment.State.STOPPED)
        | Q(handle__isnull=False)
    )
    deployments = [_deployment_server(row) for row in rows.order_by("created_at")]
    playgrounds = Playground.objects.filter(
        Q(model_version__model__project__trashed_at=None) | Q(handle__isnull=False)
    ).order_by("-last_used_at")
    others = (server for kind in MODEL_SERVERS for server in kind.list_servers())
    return [*deployments, *_playground_servers(playgrounds), *others]


def server_folder(server: Server) -> Path:
    """Return where the process of a model server keeps its files."""
    data: Path = settings.ENVIRONMENT.data
    return data / f"{server.kind}s" / str(server.id)


def server_spec(server: Server) -> DeploymentSpec:
    """Return what a model server is to be told now; its launcher says where it listens.

    Raises:
        Invalid: when the package cannot be unpacked.
        Unavailable: ``disk_full``.
        Deployment.DoesNotExist: when it was deleted meanwhile.
    """
    if server.kind == "playground":
        return _playground_spec(server.id)
    if server.kind in MODEL_SERVERS:
        return MODEL_SERVERS[server.kind].server_spec(server.id)
    row = Deployment.objects.select_related("project", "model_version").get(id=server.id)
    return DeploymentSpec(
        deployment_id=str(row.id),
        port=0,
        replicas=row.replicas,
        models=(
            ServedModel(
                name=row.suffix,
                version=str(row.model_version.number),
                package=str(unpacked(row.model_version.package_blob_id)),
            ),
        ),
        audience=audience_of(row.project.organisation_id),
        token_public_key=public_key(),
        revoked_token_ids=_revoked(row),
        api_keys=_keys(row),
    )


def addresses_in_use() -> set[str]:
    """Return the addresses that were given to endpoints, running or not."""
    return set(Deployment.objects.exclude(address="").values_list("address", flat=True))


def note_server(server: Server, **changes: Any) -> None:
    """Write what was seen of a model server: state, address, handle, error."""
    if server.kind == "deployment":
        Deployment.objects.filter(id=server.id).update(**changes)
        return
    for name in ("observed_generation", "observed_callers_revision", "public_address"):
        changes.pop(name, None)
    if server.kind in MODEL_SERVERS:
        MODEL_SERVERS[server.kind].note_server(server.id, **changes)
        return
    Playground.objects.filter(model_version_id=server.id).update(**changes)


def is_serving(*, project_id: UUID) -> bool:
    """Tell whether a model server of a project may have a process."""
    endpoints = Deployment.objects.filter(project_id=project_id, handle__isnull=False)
    playgrounds = Playground.objects.filter(
        model_version__model__project_id=project_id, handle__isnull=False
    )
    return endpoints.exists() or playgrounds.exists()


def delete_folders_of(*, project_id: UUID) -> None:
    """Delete what the model servers of a project wrote; none of them may run any more."""
    data: Path = settings.ENVIRONMENT.data
    endpoints = Deployment.objects.filter(project_id=project_id).values_list("id", flat=True)
    tried = Playground.objects.filter(model_version__model__project_id=project_id)
    for kind, ids in (
        ("deployments", endpoints),
        ("playgrounds", tried.values_list("pk", flat=True)),
    ):
        for one in ids:
            shutil.rmtree(data / kind / str(one), ignore_errors=True)


def record_new_address(server: Server, address: str) -> None:
    """Write into the audit log that an endpoint got another address; its row has the old one."""
    row = Deployment.objects.select_related("project").filter(id=server.id).first()
    if row is None:
        return
    audit.record(
        organisation_id=row.project.organisation_id,
        project_id=row.project_id,
        actor_id=None,
        action="deployment.address_changed",
        target_kind="deployment",
        target_id=row.id,
        details={
            "name": row.name,
            "suffix": row.suffix,
            "before": row.public_address,
            "address": address,
        },
    )


def forget_server(server: Server) -> None:
    """Remove the row of a deleted endpoint whose process has ended."""
    Deployment.objects.filter(id=server.id, is_deleted=True).delete()


def _deployment_server(row: Deployment) -> Server:
    wanted = row.desired_state == Deployment.DesiredState.RUNNING and not row.is_deleted
    return Server(
        kind="deployment",
        id=row.id,
        name=row.suffix,
        should_run=wanted,
        generation=row.generation,
        observed_generation=row.observed_generation,
        state=row.state,
        address=row.address,
        handle=row.handle,
        error_code=row.error_code,
        callers_revision=row.callers_revision,
        observed_callers_revision=row.observed_callers_revision,
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
            kind="playground",
            id=row.model_version_id,
            name="playground",
            should_run=wanted,
            # A playground is never asked to run something else: each version has its own.
            generation=1,
            observed_generation=1,
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


def _revoked(row: Deployment) -> tuple[str, ...]:
    tokens = IssuedToken.objects.filter(
        Q(deployment=row) | Q(application__organisation_id=row.project.organisation_id),
        # Servers refuse a token past its time anyway, so the list does not grow for ever.
        expires_at__gt=timezone.now(),
        revoked_at__isnull=False,
    )
    # In a fixed order, as an equal spec is not sent to a server again.
    return tuple(sorted(str(one) for one in tokens.values_list("id", flat=True)))


def _keys(row: Deployment) -> tuple[CallerKey, ...]:
    keys = EndpointKey.objects.filter(deployment=row, revoked_at=None).order_by("created_at", "id")
    return tuple(
        CallerKey(id=str(key.id), sha256=key.sha256, expires_at=key.expires_at) for key in keys
    )
