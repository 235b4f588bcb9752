"""The segmenter's server as the workers keep it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from backend.deployments.contracts.servers import Server
from backend.deployments.services.tokens import public_key
from backend.segmenting.models import Segmenter
from backend.segmenting.selectors.weights import configured
from engine.specs.serving import DeploymentSpec, ServedModel

IDLE = timedelta(minutes=10)
_MAX_IMAGE_BYTES = 128 * 1024 * 1024


def audience() -> str:
    """Return whom the tokens of this installation's web process are for."""
    return f"{settings.ENVIRONMENT.public_url}/segmenter"


def segmenter_folder(segmenter_id: UUID) -> Path:
    """Return where package and server of a segmenter keep their files."""
    data: Path = settings.ENVIRONMENT.data
    return data / "segmenters" / str(segmenter_id)


def package_folder(segmenter_id: UUID) -> Path:
    """Return the folder of a segmenter's package."""
    return segmenter_folder(segmenter_id) / "package"


def list_servers() -> Iterable[Server]:
    """Yield the segmenters that should run, or have a process."""
    weights = configured()
    fresh_since = timezone.now() - IDLE
    for row in Segmenter.objects.filter(is_built=True):
        is_meant = weights is not None and row.fingerprint == weights.fingerprint
        wanted = is_meant and row.last_used_at > fresh_since
        if not wanted and row.handle is None:
            continue
        yield Server(
            kind="segmenter",
            id=row.id,
            name="segmenter",
            should_run=wanted,
            state=row.state,
            address=row.address,
            handle=row.handle,
            error_code=row.error_code,
        )


def server_spec(server_id: UUID) -> DeploymentSpec:
    """Return what the server is told; it takes the tokens of the web process alone."""
    package = str(package_folder(server_id))
    return DeploymentSpec(
        deployment_id=str(server_id),
        port=0,
        models=(ServedModel(name="segmenter", version="1", package=package),),
        audience=audience(),
        token_public_key=public_key(),
        max_body_bytes=_MAX_IMAGE_BYTES,
    )


def note_server(server_id: UUID, **changes: Any) -> None:
    """Write what was seen of the server: state, address, handle, error."""
    Segmenter.objects.filter(id=server_id).update(**changes)
