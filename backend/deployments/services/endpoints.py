"""Publish, change, stop, start and delete endpoints. Rows only: the workers make them true."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Mapping
from dataclasses import asdict
from types import EllipsisType
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, QuerySet
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict, Invalid, NotFound
from backend.config.messages import enqueue_on_commit
from backend.deployments.contracts import AsyncPredictionsView, EndpointName, SamplingView
from backend.deployments.models import Deployment, DeploymentRevision, Gateway
from backend.deployments.selectors import require_deployment
from backend.deployments.services import acts
from backend.deployments.services.async_predictions import allow_predictions
from backend.deployments.services.routing import FULL, main_of, point_at_main, spread
from backend.jobs.contracts import names
from backend.jobs.selectors import has_live_worker
from backend.model_registry.selectors import version_refs
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project
from engine.specs.gateway import LimitsSpec

logger = logging.getLogger(__name__)

CALLERS_SECONDS = 5.0
MAX_BESIDE = 8
_POLL_SECONDS = 0.05


def create_deployment(
    *, caller: Caller, model_version_id: UUID, name: str, suffix: str, replicas: int
) -> UUID:
    """Publish a model version and return the endpoint's id.

    Raises:
        NotFound: when there is no such model version for the caller.
        Conflict: ``suffix_taken``.
    """
    project = require_project_of_version(caller=caller, model_version_id=model_version_id)
    try:
        with transaction.atomic():
            deployment = Deployment.objects.create(
                project_id=project.id,
                name=name,
                suffix=suffix,
                model_version_id=model_version_id,
                replicas=replicas,
                created_by_id=caller.user_id,
            )
            add_revision(deployment, caller, model_version_id, replicas, weight=FULL)
            acts.record(deployment, "deployment.created", actor_id=caller.user_id)
            wake(deployment.id)
    except IntegrityError as error:
        raise Conflict(
            f"The address suffix '{suffix}' is taken. Choose another.",
            code="suffix_taken",
            suffix=suffix,
        ) from error
    return deployment.id


@transaction.atomic
def update_deployment(
    *,
    caller: Caller,
    deployment_id: UUID,
    name: str | None = None,
    replicas: int | None = None,
    model_version_id: UUID | None = None,
    limits: LimitsSpec | None = None,
    rolls_back: bool | None = None,
    idle_minutes: int | EllipsisType | None = ...,
    sampling: SamplingView | EllipsisType | None = ...,
    async_predictions: AsyncPredictionsView | EllipsisType | None = ...,
) -> None:
    """Rename an endpoint, limit its calls, or change what it runs, without a failed call.

    Another version or number of replicas is a new revision, which gets all calls once it answers.
    ``idle_minutes`` without a call send it to sleep, ``None`` lets it run. ``sampling`` is which
    calls are stored, ``None`` withdraws the consent. ``async_predictions`` is how calls are
    answered that nobody waits for, ``None`` accepts no more of them. What is left out stays.

    Raises:
        NotFound: when there is no such endpoint or model version for the caller.
        Invalid: ``project_differs`` when the version belongs to another project,
            ``webhook_not_offered``.
    """
    row = lock(caller, deployment_id)
    if name is not None:
        row.name = name
    if limits is not None:
        row.limits = limits.model_dump(exclude_none=True)
        row.callers_revision += 1
    if rolls_back is not None:
        row.rolls_back = rolls_back
    if not isinstance(idle_minutes, EllipsisType):
        row.idle_minutes = idle_minutes
        _stay_awake(row)
    if not isinstance(sampling, EllipsisType):
        _allow(row, sampling, caller)
    if not isinstance(async_predictions, EllipsisType):
        allow_predictions(row, async_predictions, caller)
    row.save()
    wanted = (model_version_id or row.model_version_id, replicas or row.replicas)
    if model_version_id is not None:
        require_version_of(row, caller, model_version_id)
    if wanted != (row.model_version_id, row.replicas):
        made = add_revision(row, caller, *wanted, weight=0)
        share_out(row, {made.number: FULL})
    elif model_version_id is not None:
        share_out(row, {main_of(row.revisions.all()).number: FULL})
    acts.record(row, "deployment.changed", actor_id=caller.user_id)
    wake(row.id)


@transaction.atomic
def stop_deployment(*, caller: Caller, deployment_id: UUID) -> None:
    """Take an endpoint out of service; stopping it twice is stopping it once."""
    row = lock(caller, deployment_id)
    _desire(row, Deployment.DesiredState.STOPPED)
    acts.record(row, "deployment.stopped", actor_id=caller.user_id)


def start_deployment(*, caller: Caller, deployment_id: UUID) -> None:
    """Put an endpoint into service, or try one that failed again.

    Calls wait for it from when this returns, if a worker answers in time.
    """
    _start(caller, deployment_id)
    wait_for_callers(deployment_id)


@transaction.atomic
def _start(caller: Caller, deployment_id: UUID) -> None:
    row = lock(caller, deployment_id)
    running = row.desired_state == Deployment.DesiredState.RUNNING
    if running and row.state not in (Deployment.State.FAILED, Deployment.State.ASLEEP):
        return
    row.callers_revision += 1
    _desire(row, Deployment.DesiredState.RUNNING)
    acts.record(row, "deployment.started", actor_id=caller.user_id)


@transaction.atomic
def delete_deployment(*, caller: Caller, deployment_id: UUID) -> None:
    """Delete an endpoint; its row goes once its process has ended."""
    row = lock(caller, deployment_id, minimum=Role.ADMIN)
    acts.record(row, "deployment.deleted", actor_id=caller.user_id)
    if not _has_process(row):
        row.delete()
        return
    row.is_deleted = True
    row.save(update_fields=["is_deleted"])
    _desire(row, Deployment.DesiredState.STOPPED)


@transaction.atomic
def stop_endpoints_of(*, project_id: UUID, stopped_by_id: UUID | None) -> None:
    """Take all endpoints of a project out of service, because it goes to the trash."""
    del stopped_by_id
    rows = Deployment.objects.select_for_update().filter(
        project_id=project_id, desired_state=Deployment.DesiredState.RUNNING
    )
    for row in rows:
        _desire(row, Deployment.DesiredState.STOPPED)


def wake_workers(deployment_id: UUID) -> None:
    """Tell the workers that an endpoint's callers changed, once the transaction commits."""
    Deployment.objects.filter(id=deployment_id).update(callers_revision=F("callers_revision") + 1)
    wake(deployment_id)


def wait_for_callers(deployment_id: UUID) -> None:
    """Wait a moment until the gateway goes by the latest change of who may call an endpoint.

    Whoever just got a key would otherwise be refused for as long as word takes to the gateway.
    Without a worker nobody would bring word.
    """
    _wait_until_none(
        Deployment.objects.filter(
            Exists(Gateway.objects.filter(handle__isnull=False)),
            id=deployment_id,
            desired_state=Deployment.DesiredState.RUNNING,
            observed_callers_revision__lt=F("callers_revision"),
        )
    )


def unaware_after_waiting(deployment_ids: Collection[UUID]) -> list[EndpointName]:
    """Wait a moment until what was revoked is refused; return where it may still be accepted.

    Those are the endpoints whose latest change the gateway has not said that it goes by. The
    workers tell it as long as it has not.
    """
    unaware = Deployment.objects.filter(
        Exists(Gateway.objects.filter(handle__isnull=False)),
        id__in=list(deployment_ids),
        observed_callers_revision__lt=F("callers_revision"),
    )
    _wait_until_none(unaware)
    found = unaware.order_by("created_at", "id").values_list("id", "name")
    return [EndpointName(*row) for row in found]


def _wait_until_none(unaware: QuerySet[Deployment]) -> None:
    deadline = time.monotonic() + CALLERS_SECONDS
    while unaware.exists() and has_live_worker():
        if time.monotonic() > deadline:
            waiting = [str(one) for one in unaware.values_list("id", flat=True)]
            logger.warning("callers not known yet", extra={"deployments": waiting})
            return
        time.sleep(_POLL_SECONDS)


def share_out(row: Deployment, weights: Mapping[int, float]) -> None:
    """Say which revisions of a locked endpoint should get its calls, in percent.

    Raises:
        Conflict: ``too_many_revisions``.
    """
    revisions = list(row.revisions.all())
    spread(revisions, weights)
    if sum(one.weight > 0 or one.is_shadow for one in revisions) > MAX_BESIDE:
        raise Conflict(
            f"An endpoint runs at most {MAX_BESIDE} revisions side by side. Take the calls of one "
            "away, or end a shadow.",
            code="too_many_revisions",
            max_in_use=MAX_BESIDE,
        )
    point_at_main(row, revisions)
    row.generation += 1
    row.error_code = row.error_message = ""
    _stay_awake(row)
    row.save()
    # Who asked again wants what failed before tried again.
    row.revisions.exclude(error_code="").update(error_code="", error_message="")
    wake(row.id)


def add_revision(
    row: Deployment,
    caller: Caller,
    model_version_id: UUID,
    replicas: int,
    *,
    weight: float,
    is_shadow: bool = False,
) -> DeploymentRevision:
    """Add a revision to a locked endpoint."""
    last = row.revisions.order_by("-number").first()
    return DeploymentRevision.objects.create(
        deployment=row,
        number=last.number + 1 if last else 1,
        model_version_id=model_version_id,
        replicas=replicas,
        weight=weight,
        is_shadow=is_shadow,
        state=Deployment.State.STARTING,
        created_by_id=caller.user_id,
    )


def lock(caller: Caller, deployment_id: UUID, minimum: Role = Role.DEVELOPER) -> Deployment:
    """Return an endpoint whose row nobody else changes until the transaction ends."""
    require_deployment(caller=caller, deployment_id=deployment_id, minimum=minimum)
    return Deployment.objects.select_for_update().get(id=deployment_id)


def require_version_of(row: Deployment, caller: Caller, model_version_id: UUID) -> None:
    """Require that a model version may stand behind an endpoint.

    Raises:
        NotFound: when there is no such version for the caller.
        Invalid: ``project_differs``.
    """
    other = require_project_of_version(caller=caller, model_version_id=model_version_id)
    if other.id != row.project_id:
        raise Invalid(
            "The model version belongs to another project. Choose one of this project.",
            code="project_differs",
        )


def _desire(row: Deployment, state: Deployment.DesiredState) -> None:
    row.desired_state = state
    row.generation += 1
    row.error_code = row.error_message = ""
    row.revisions.exclude(error_code="").update(error_code="", error_message="")
    _stay_awake(row)
    if state == Deployment.DesiredState.RUNNING:
        row.state = Deployment.State.STARTING
        Gateway.objects.exclude(error_code="").update(error_code="", error_message="")
    elif not _has_process(row):
        # With a process it is stopped only when a worker has seen that end.
        row.state = Deployment.State.STOPPED
    row.save()
    wake(row.id)


def _allow(row: Deployment, sampling: SamplingView | None, caller: Caller) -> None:
    """Say which calls of a locked endpoint are stored."""
    row.sampling = None if sampling is None else asdict(sampling)
    row.callers_revision += 1
    given = {name: str(value) for name, value in (row.sampling or {}).items() if value}
    acts.record(row, "deployment.sampling_changed", actor_id=caller.user_id, details=given)


def _stay_awake(row: Deployment) -> None:
    row.is_asleep, row.woken_at, row.active_at = False, None, timezone.now()
    if row.state == Deployment.State.ASLEEP:
        row.state = Deployment.State.STARTING


def _has_process(row: Deployment) -> bool:
    return row.revisions.filter(handle__isnull=False).exists()


def require_project_of_version(
    *, caller: Caller, model_version_id: UUID, minimum: Role = Role.DEVELOPER
) -> ProjectRef:
    """Return the project of a model version in which the caller has at least a role.

    Raises:
        NotFound: when there is no such version, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    missing = NotFound("There is no such model version.", code="model_version_not_found")
    version = version_refs([model_version_id]).get(model_version_id)
    if version is None or version.is_trashed:
        raise missing
    try:
        return require_project(caller=caller, project_id=version.project_id, minimum=minimum)
    except NotFound:
        raise missing from None


def wake(deployment_id: UUID) -> None:
    """Have a worker look at the servers once the transaction commits."""
    enqueue_on_commit(names.SYNC_DEPLOYMENT, deployment_id=deployment_id)
