"""What other apps may know of models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.api.people import Person
from backend.model_registry.contracts.serving import DeploymentRef


@dataclass(frozen=True)
class TrainedOn:
    """A dataset version that a model was trained on."""

    id: UUID
    number: int
    dataset_name: str


@dataclass(frozen=True)
class ModelVersionView:
    """One version of a model; one that ``is_built_in`` comes with Easel, and no run trained it."""

    id: UUID
    project_id: UUID
    model_id: UUID
    model_name: str
    number: int
    training_run_id: UUID | None
    is_built_in: bool
    task: str
    backbone: str
    primary_metric: str
    metric: float
    num_labels: int
    labels: tuple[str, ...]
    size_bytes: int
    from_scratch: bool
    multi_label: bool
    dataset_versions: tuple[TrainedOn, ...]
    created_at: datetime
    created_by: Person | None
    deployments: tuple[DeploymentRef, ...]
    manifest: Mapping[str, Any]


@dataclass(frozen=True)
class ModelVersionRef:
    """A model version as other apps refer to it."""

    id: UUID
    project_id: UUID
    model_name: str
    number: int
    primary_metric: str
    package_sha256: str
    manifest: Mapping[str, Any]
    is_trashed: bool


@dataclass(frozen=True)
class ProjectModels:
    """The models of a project in figures; ``best`` has the highest primary metric."""

    num: int
    best: ModelVersionView | None


@dataclass(frozen=True)
class BestMetric:
    """What the best of a project's ``num`` models reaches, of those evaluated like the newest."""

    num: int
    name: str
    value: float
