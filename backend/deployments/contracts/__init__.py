"""What other apps and the workers may know of endpoints."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from backend.api.people import Person
from backend.model_registry.contracts.serving import DEPLOYMENT_STATES as DEPLOYMENT_STATES


@dataclass(frozen=True)
class ProjectDeployments:
    """The endpoints of a project in figures."""

    num: int
    starting: int
    running: int
    calls_24h: int
    errors_24h: int


@dataclass(frozen=True)
class ServedVersion:
    """The model version behind an endpoint."""

    id: UUID
    number: int
    model_name: str


@dataclass(frozen=True)
class EndpointError:
    """Why an endpoint does not run as asked."""

    code: str
    message: str


@dataclass(frozen=True)
class DeploymentView:
    """An endpoint: what should run, what does, and where."""

    id: UUID
    project_id: UUID
    name: str
    suffix: str
    model_version: ServedVersion
    replicas: int
    desired_state: str
    state: str
    url: str | None
    predict_url: str | None
    easydl_url: str
    v2_url: str | None
    error: EndpointError | None
    generation: int
    observed_generation: int
    knows_callers: bool
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class EndpointName:
    """An endpoint as it is named to people."""

    id: UUID
    name: str


@dataclass(frozen=True)
class RevisionView:
    """What an endpoint was asked to run, and when."""

    number: int
    model_version: ServedVersion
    replicas: int
    created_by: Person | None
    created_at: datetime
