"""What is done to endpoints, written into the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from uuid import UUID

from backend.audit import services as audit
from backend.deployments.models import Deployment


def record_of(deployment_id: UUID, action: str, *, actor_id: UUID | None, **details: str) -> None:
    """Write down that something was done to an endpoint that is known by its id."""
    row = Deployment.objects.select_related("project").get(id=deployment_id)
    record(row, action, actor_id=actor_id, details=details)


def record(
    row: Deployment,
    action: str,
    *,
    actor_id: UUID | None,
    details: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Write down that something was done to an endpoint.

    Args:
        row: the endpoint.
        action: what was done, such as ``deployment.stopped``.
        actor_id: who did it; nobody, of what the installation does by itself.
        details: what else the log is to say.
    """
    audit.record(
        organisation_id=row.project.organisation_id,
        project_id=row.project_id,
        actor_id=actor_id,
        action=action,
        target_kind="deployment",
        target_id=row.id,
        details={"name": row.name, "suffix": row.suffix, **details},
    )
