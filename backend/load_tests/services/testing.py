"""Load tests are begun, one at a time, and cancelled."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict
from backend.audit import services as audit
from backend.deployments.contracts import EndpointRow
from backend.deployments.services.load_tests import revision_to_test
from backend.jobs.contracts import names
from backend.jobs.selectors import get_view
from backend.jobs.services.jobs import create_job, request_cancellation
from backend.load_tests.models import LoadTest, LoadTestTurn
from backend.projects.selectors import organisation_of

KEPT = 20
"""So many tests of an endpoint are kept, the newest."""


@transaction.atomic
def create_test(
    *,
    deployment: EndpointRow,
    callers: Sequence[int],
    seconds_per_stage: int,
    created_by: Caller,
    revision: int | None = None,
    target_p99_ms: float | None = None,
) -> LoadTest:
    """Have an endpoint called by more and more callers.

    Args:
        deployment: the endpoint.
        callers: how many there are in each stage.
        seconds_per_stage: how long each is.
        created_by: who asks.
        revision: which revision is called; the one with most calls if left out.
        target_p99_ms: the p99 that the endpoint should hold.

    Raises:
        NotFound: ``revision_not_found``.
        Conflict: ``load_test_running`` while another test of this installation goes on,
            ``endpoint_not_running`` or ``revision_not_running``.
        Unavailable: ``disk_full``.
    """
    turn = _take_turn()
    tested = revision_to_test(deployment_id=deployment.id, number=revision)
    test = LoadTest.objects.create(
        deployment_id=deployment.id,
        revision=tested.number,
        model_version_id=tested.model_version_id,
        callers=list(callers),
        seconds_per_stage=seconds_per_stage,
        target_p99_ms=target_p99_ms,
        created_by_id=created_by.user_id,
    )
    job = create_job(
        kind=names.LOAD_TEST,
        organisation_id=tested.organisation_id,
        project_id=deployment.project_id,
        subject_id=deployment.id,
        title=deployment.name,
        requested_by_id=created_by.user_id,
    )
    test.job_id = job.id
    test.save(update_fields=["job"])
    turn.test = test
    turn.save(update_fields=["test"])
    _forget_old(deployment.id)
    _record(deployment, test, "load_test.started", created_by)
    return test


@transaction.atomic
def cancel_test(*, deployment: EndpointRow, test: LoadTest, cancelled_by: Caller) -> None:
    """Ask a test to end; stages that are over stay. One that has ended stays as it is."""
    if test.job_id is None or get_view(job_id=test.job_id).is_finished:
        return
    request_cancellation(job_id=test.job_id, requested_by_id=cancelled_by.user_id)
    _record(deployment, test, "load_test.cancelled", cancelled_by)


def _take_turn() -> LoadTestTurn:
    """Lock the turn of this installation.

    Raises:
        Conflict: ``load_test_running``.
    """
    LoadTestTurn.objects.get_or_create(id=1)
    turn = LoadTestTurn.objects.select_for_update().get(id=1)
    job_id = None if turn.test is None else turn.test.job_id
    if job_id is not None and not get_view(job_id=job_id).is_finished:
        raise Conflict(
            "A load test goes on already, and two at a time would measure each other. Wait until "
            "it has ended, or cancel it.",
            code="load_test_running",
        )
    return turn


def _forget_old(deployment_id: UUID) -> None:
    rows = LoadTest.objects.filter(deployment_id=deployment_id).order_by("-created_at", "-id")
    old = list(rows.values_list("id", flat=True)[KEPT:])
    LoadTest.objects.filter(id__in=old).delete()


def _record(deployment: EndpointRow, test: LoadTest, action: str, actor: Caller) -> None:
    audit.record(
        organisation_id=organisation_of(project_id=deployment.project_id),
        project_id=deployment.project_id,
        actor_id=actor.user_id,
        action=action,
        target_kind="load_test",
        target_id=test.id,
        details={"name": deployment.name, "number": test.revision},
    )
