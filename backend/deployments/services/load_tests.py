"""What a load test may call, and by which token: its own calls count nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.utils import timezone

from backend.api.errors import Conflict, NotFound
from backend.deployments.contracts import RevisionToTest
from backend.deployments.models import Deployment, DeploymentRevision
from backend.deployments.selectors import address_of_suffix
from backend.deployments.services.routing import in_use
from backend.deployments.services.tokens import audience_of, sign_token
from engine.specs.serving import LOAD_TEST_CALLER

State = Deployment.State

_STATES = (State.RUNNING, State.STARTING, State.ASLEEP)
"""A test of what starts or sleeps waits until it answers."""


@dataclass(frozen=True)
class AccessForTest:
    """Where the gateway listens, and the token that it knows tests by."""

    host: str
    port: int
    token: str


def revision_to_test(*, deployment_id: UUID, number: int | None) -> RevisionToTest:
    """Return the revision of an endpoint that is to be tested.

    Args:
        deployment_id: the endpoint.
        number: of the revision; the one that most calls go to if it is ``None``.

    Raises:
        NotFound: ``deployment_not_found`` or ``revision_not_found``.
        Conflict: ``endpoint_not_running``, or ``revision_not_running`` of a shadow, and of one that
            failed or ended.
    """
    row = Deployment.objects.select_related("project").filter(id=deployment_id, is_deleted=False)
    deployment = row.first()
    if deployment is None:
        raise NotFound("There is no such endpoint.", code="deployment_not_found")
    if (
        deployment.state not in _STATES
        or deployment.desired_state != Deployment.DesiredState.RUNNING
    ):
        raise Conflict(
            "The endpoint does not run, so there is nothing to test. Start it first; if it failed, "
            "its page says why.",
            code="endpoint_not_running",
        )
    revision = _revision(deployment, number)
    return RevisionToTest(
        deployment_id=deployment.id,
        suffix=deployment.suffix,
        organisation_id=deployment.project.organisation_id,
        number=revision.number,
        model_version_id=revision.model_version_id,
    )


def access_for_test(tested: RevisionToTest, *, lifetime: timedelta) -> AccessForTest:
    """Return where a test calls, and a token that lives so long and counts nowhere.

    Raises:
        Conflict: ``endpoint_not_running`` when the gateway does not run.
    """
    address = urlsplit(address_of_suffix(tested.suffix) or "")
    if address.hostname is None or address.port is None:
        raise Conflict(
            "The gateway does not run, so that nobody answers. Wait a moment, then test again.",
            code="endpoint_not_running",
        )
    token = sign_token(
        token_id=uuid4(),
        subject=LOAD_TEST_CALLER,
        audience=audience_of(tested.organisation_id),
        deployments=[str(tested.deployment_id)],
        expires_at=timezone.now() + lifetime,
    )
    return AccessForTest(address.hostname, address.port, token)


def handle_of_revision(*, deployment_id: UUID, number: int) -> str:
    """Return by what the launcher finds the model server of a revision, empty without one."""
    rows = DeploymentRevision.objects.filter(deployment_id=deployment_id, number=number)
    return rows.values_list("handle", flat=True).first() or ""


def _revision(deployment: Deployment, number: int | None) -> DeploymentRevision:
    rows = DeploymentRevision.objects.filter(deployment=deployment)
    used = list(rows.filter(in_use()))
    if number is None:
        answering = [one for one in used if one.routed_weight > 0] or used
        if answering:
            return max(answering, key=lambda one: (one.routed_weight, one.weight, one.number))
    found = next((one for one in used if one.number == number), None)
    if found is None and number is not None and not rows.filter(number=number).exists():
        raise NotFound(
            f"The endpoint has no revision {number}.", code="revision_not_found", number=number
        )
    if found is None or found.is_shadow or (found.state == State.FAILED and found.error_code):
        raise Conflict(
            f"The revision {number} answers nobody: it is a shadow, has failed, or has ended. Give "
            "it calls first, or test another.",
            code="revision_not_running",
            number=number,
        )
    return found
