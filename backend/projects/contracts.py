"""What other apps may know of a project, and what a project asks of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from backend.accounts.contracts import Role
from backend.config.registry import Registry


@dataclass(frozen=True)
class ProjectRef:
    """A project the caller may see, and the caller's role in it."""

    id: UUID
    organisation_id: UUID
    name: str
    task: str
    role: Role


class ProjectRow(Protocol):
    """What others may read of a project's row."""

    id: UUID
    organisation_id: UUID
    name: str
    description: str
    task: str
    is_sample: bool
    is_preparing: bool
    job_id: UUID | None
    created_at: datetime
    updated_at: datetime
    trashed_at: datetime | None
    purge_started_at: datetime | None


@dataclass(frozen=True)
class Named:
    """Something of a project that was looked for by its name."""

    id: UUID
    name: str
    project_id: UUID
    project_name: str
    dataset_id: UUID | None = None


class Stop(Protocol):
    """How what runs for a project is ended."""

    def __call__(self, *, project_id: UUID, stopped_by_id: UUID | None) -> None:
        """End it, or ask it to end; safe to repeat."""


class Activity(Protocol):
    """Something that may still be going on for a project."""

    def __call__(self, *, project_id: UUID) -> bool:
        """Tell whether it is."""


class FolderDeletion(Protocol):
    """How files beside the store are deleted that were written for a project."""

    def __call__(self, *, project_id: UUID) -> None:
        """Delete them; nothing of the project runs any more."""


STOPS: Registry[Stop] = Registry("end of what runs for a project")
ACTIVITIES: Registry[Activity] = Registry("activity of a project")
FOLDERS: Registry[FolderDeletion] = Registry("folders of a project")
