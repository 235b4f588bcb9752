"""What other apps may know of endpoints."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

DEPLOYMENT_STATES = (
    ("starting", "Starting"),
    ("running", "Running"),
    ("stopped", "Stopped"),
    ("failed", "Failed"),
)


@dataclass(frozen=True)
class DeploymentRef:
    """An endpoint and the model version it serves."""

    id: UUID
    name: str
    state: str
    model_version_id: UUID


@dataclass(frozen=True)
class ProjectDeployments:
    """The endpoints of a project in figures."""

    num: int
    running: int
    calls_24h: int
    errors_24h: int
