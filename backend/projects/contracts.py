"""What other apps may know of a project."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from backend.accounts.contracts import Role


@dataclass(frozen=True)
class ProjectRef:
    """A project the caller may see, and the caller's role in it."""

    id: UUID
    organisation_id: UUID
    name: str
    task: str
    role: Role
