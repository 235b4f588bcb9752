"""Which organisations may take files in from a folder or bucket of this installation."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings

from backend.accounts.selectors import is_only_organisation

EVERYBODY = "*"


def may_use(place: str, organisation_id: UUID) -> bool:
    """Tell whether an organisation may take files in from a place.

    A place that the administrator gave to nobody is for the only organisation there is: where
    there are several, each would see what the others brought to the server.
    """
    owners = settings.ENVIRONMENT.import_owners.get(place)
    if owners is None:
        return is_only_organisation(organisation_id)
    return EVERYBODY in owners or str(organisation_id) in owners
