"""What other apps may know of a project."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from backend.accounts.contracts import Role
from backend.jobs.contracts import JobView


@dataclass(frozen=True)
class ProjectRef:
    """A project the caller may see, and the caller's role in it."""

    id: UUID
    organisation_id: UUID
    name: str
    task: str
    role: Role


@dataclass(frozen=True)
class ProjectView:
    """A project as the API shows it; ``job`` is the one that still fills it."""

    id: UUID
    organisation_id: UUID
    name: str
    description: str
    task: str
    is_sample: bool
    created_at: datetime
    updated_at: datetime
    role: Role
    job: JobView | None
