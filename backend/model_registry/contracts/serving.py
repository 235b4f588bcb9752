"""Who serves model versions: told by the app that knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from backend.config.registry import Registry

DEPLOYMENT_STATES = (
    ("starting", "Starting"),
    ("running", "Running"),
    ("asleep", "Asleep"),
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


class Serving(Protocol):
    """The endpoints of model versions."""

    def __call__(self, version_ids: Iterable[UUID]) -> dict[UUID, tuple[DeploymentRef, ...]]:
        """Return which endpoints serve each of these model versions; one query."""


SERVING: Registry[Serving] = Registry("endpoints of model versions")
