"""What an organisation holds, asked of the apps that know."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from backend.accounts.contracts import FIGURES
from backend.accounts.models import Role
from backend.accounts.selectors import organisation_of


@dataclass(frozen=True)
class OrganisationOverview:
    """An organisation as its member sees it."""

    id: UUID
    name: str
    role: Role
    num_projects: int
    num_members: int
    storage_bytes: int
    created_at: datetime


def describe_organisation(organisation_id: UUID, *, role: Role) -> OrganisationOverview:
    """Return an organisation that the caller has been found to belong to."""
    organisation = organisation_of(organisation_id)
    return OrganisationOverview(
        id=organisation.id,
        name=organisation.name,
        role=role,
        num_projects=FIGURES["num_projects"](organisation_id=organisation_id),
        num_members=organisation.num_members,  # type: ignore[attr-defined]
        storage_bytes=FIGURES["storage_bytes"](organisation_id=organisation_id),
        created_at=organisation.created_at,
    )
