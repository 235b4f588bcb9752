"""All that somebody needs to call an endpoint for the first time, made at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.deployments.selectors import require_deployment
from backend.deployments.services.callers import (
    CreatedKey,
    add_key,
    create_application,
    grant_token,
)
from backend.deployments.services.endpoints import wait_for_callers
from backend.projects.selectors import require_project


@dataclass(frozen=True)
class CreatedAccess:
    """A key of one endpoint, and an application with a token for EasyDL-compatible clients.

    The secrets of all three are shown once.
    """

    key: CreatedKey
    application: Mapping[str, Any]
    access_token: str
    expires_at: datetime


def create_access(*, caller: Caller, deployment_id: UUID, name: str) -> CreatedAccess:
    """Make a key of an endpoint, an application that may call it alone, and a token of that.

    A running endpoint knows the key when this returns, if its worker answers in time.
    """
    made = _create(caller, deployment_id, name)
    wait_for_callers(deployment_id)
    return made


@transaction.atomic
def _create(caller: Caller, deployment_id: UUID, name: str) -> CreatedAccess:
    deployment = require_deployment(
        caller=caller, deployment_id=deployment_id, minimum=Role.DEVELOPER
    )
    project = require_project(caller=caller, project_id=deployment.project_id)
    key = add_key(caller, deployment_id, name)
    application = create_application(
        caller=caller,
        organisation_id=project.organisation_id,
        name=name,
        deployment_ids=[deployment_id],
        may_call_all=False,
    )
    granted_at = timezone.now()
    granted = grant_token(
        client_id=application["client_id"], client_secret=application["client_secret"]
    )
    assert granted is not None, "it was registered for this endpoint a moment ago"
    expires_at = granted_at + timedelta(seconds=granted.expires_in)
    return CreatedAccess(key, application, granted.access_token, expires_at)
