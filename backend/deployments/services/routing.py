"""Which revisions of endpoints get calls now: workers move calls once all that should answer do.

An endpoint's row says what it is asked to do, ``settle`` what it does: its calls stay where they
are while a new revision starts, or if it never does.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from backend.deployments.models import Deployment, DeploymentRevision, Gateway
from backend.deployments.services import acts

logger = logging.getLogger(__name__)

State = Deployment.State

WARM = timedelta(minutes=30)
"""How long a revision runs on without calls, so that they can come back to it at once."""
FULL = 100.0


def in_use() -> Q:
    """Return which revisions answer, should answer, or are kept warm."""
    return (
        Q(weight__gt=0)
        | Q(routed_weight__gt=0)
        | Q(is_shadow=True)
        | Q(is_warm=True, unrouted_at__gt=timezone.now() - WARM)
    )


def settle() -> None:
    """Move calls where they should go and can, and write down how each endpoint does."""
    gateway = Gateway.objects.first()
    revisions: dict[UUID, list[DeploymentRevision]] = {}
    for one in DeploymentRevision.objects.filter(in_use() | Q(handle__isnull=False)):
        revisions.setdefault(one.deployment_id, []).append(one)
    _send_to_sleep()
    for row in Deployment.objects.filter(is_deleted=False):
        mine = revisions.get(row.id, [])
        if _may_move(row, mine):
            _move(row.id)
        else:
            _note(row, mine, gateway)
    _forget_deleted()


def note_calls(last_called: Mapping[str, Mapping[str, float]]) -> None:
    """Write down when endpoints were last called, as the gateway's ``status.json`` has it."""
    for deployment_id, times in last_called.items():
        when = datetime.fromtimestamp(max(times.values(), default=0.0), UTC)
        Deployment.objects.filter(id=deployment_id, active_at__lt=when).update(active_at=when)


def wake_up(deployment_ids: Iterable[UUID | str]) -> None:
    """Have endpoints that are asleep start again."""
    now = timezone.now()
    Deployment.objects.filter(id__in=list(deployment_ids), is_asleep=True).update(
        is_asleep=False, active_at=now, woken_at=now, state=State.STARTING
    )


def withdraw(rolled_back: Mapping[str, Mapping[str, Any]]) -> None:
    """Take over the roll-backs that the gateway decided on by itself.

    Args:
        rolled_back: by endpoint: ``generation``, ``revision``, ``back_to`` and ``reason``, as
            the gateway's ``status.json`` has them.
    """
    for deployment_id, entry in rolled_back.items():
        _withdraw(UUID(deployment_id), entry)


def spread(revisions: Iterable[DeploymentRevision], weights: Mapping[int, float]) -> None:
    """Say which shares of the calls revisions should get; those not named get none."""
    for one in revisions:
        weight = weights.get(one.number, 0.0)
        if one.weight != weight:
            one.weight = weight
            one.save(update_fields=["weight"])


def _send_to_sleep() -> None:
    """Let endpoints that nobody has called for long end their model servers."""
    now = timezone.now()
    idle = Deployment.objects.filter(
        idle_minutes__isnull=False,
        is_asleep=False,
        state=State.RUNNING,
        generation=F("observed_generation"),
    )
    for row in idle:
        assert row.idle_minutes is not None
        long_ago = now - timedelta(minutes=row.idle_minutes)
        if row.active_at < long_ago:
            # A call that came meanwhile keeps it awake.
            Deployment.objects.filter(id=row.id, active_at__lt=long_ago).update(is_asleep=True)
            logger.info("endpoint asleep", extra={"endpoint": row.suffix})


def _may_move(row: Deployment, revisions: list[DeploymentRevision]) -> bool:
    if row.desired_state != Deployment.DesiredState.RUNNING:
        return False
    is_elsewhere = any(one.weight != one.routed_weight for one in revisions)
    wanted = [one for one in revisions if one.weight > 0]
    return is_elsewhere and bool(wanted) and all(one.state == State.RUNNING for one in wanted)


@transaction.atomic
def _move(deployment_id: UUID) -> None:
    row = Deployment.objects.select_for_update().get(id=deployment_id)
    revisions = list(DeploymentRevision.objects.filter(deployment=row).filter(in_use()))
    # What is wanted may have changed before the row was locked.
    if not _may_move(row, revisions):
        return
    is_left = any(one.routed_weight > 0 and one.weight == 0 for one in revisions)
    for one in revisions:
        if one.routed_weight > 0 and one.weight == 0:
            one.unrouted_at, one.is_warm = timezone.now(), True
        elif is_left or one.weight > 0:
            # What ran before the last is not needed at once.
            one.is_warm = False
        one.routed_weight = one.weight
        one.save(update_fields=["routed_weight", "unrouted_at", "is_warm"])
    row.generation += 1
    row.save(update_fields=["generation", "updated_at"])
    weights = {one.number: one.routed_weight for one in revisions if one.routed_weight > 0}
    logger.info("calls moved", extra={"endpoint": row.suffix, "weights": weights})


def _note(row: Deployment, revisions: list[DeploymentRevision], gateway: Gateway | None) -> None:
    state, code, message = _condition(row, revisions, gateway)
    if (state, code, message) == (row.state, row.error_code, row.error_message):
        return
    changes: dict[str, Any] = {"state": state, "error_code": code, "error_message": message}
    if state == State.RUNNING and row.woken_at is not None:
        waited = (timezone.now() - row.woken_at).total_seconds()
        changes |= {"woken_at": None, "wake_seconds": round(waited, 1)}
    # Unless somebody asked for something else meanwhile.
    Deployment.objects.filter(
        id=row.id, generation=row.generation, desired_state=row.desired_state
    ).update(**changes)


def _condition(
    row: Deployment, revisions: list[DeploymentRevision], gateway: Gateway | None
) -> tuple[str, str, str]:
    """Return state, code and message of an error."""
    if row.desired_state == Deployment.DesiredState.STOPPED:
        is_stopped = not any(one.handle for one in revisions)
        return (State.STOPPED if is_stopped else row.state), "", ""
    if row.is_asleep:
        return State.ASLEEP, "", ""
    failed: list[DeploymentRevision | Gateway] = [
        one for one in revisions if one.error_code and (one.weight > 0 or one.is_shadow)
    ]
    if gateway is not None and gateway.error_code:
        failed.insert(0, gateway)
    code, message = (failed[0].error_code, failed[0].error_message) if failed else ("", "")
    routed = [one for one in revisions if one.routed_weight > 0]
    answers = gateway is not None and gateway.state == State.RUNNING
    if answers and routed and all(one.state == State.RUNNING for one in routed):
        return State.RUNNING, code, message
    asked = routed or [one for one in revisions if one.weight > 0]
    has_failed = any(one.state == State.FAILED for one in asked)
    if has_failed or (gateway is not None and gateway.state == State.FAILED):
        return State.FAILED, code, message
    return State.STARTING, code, message


@transaction.atomic
def _withdraw(deployment_id: UUID, entry: Mapping[str, Any]) -> None:
    row = Deployment.objects.select_for_update().filter(id=deployment_id).first()
    if row is None or row.generation != entry["generation"]:
        return
    revisions = list(DeploymentRevision.objects.filter(deployment=row).filter(in_use()))
    by_number = {one.number: one for one in revisions}
    worse, before = by_number.get(entry["revision"]), by_number.get(entry["back_to"])
    if worse is None or before is None:
        return
    weights = {one.number: one.weight for one in revisions if one.weight > 0}
    weights[before.number] = weights.get(before.number, 0.0) + weights.pop(worse.number, 0.0)
    worse.withdrawn_reason = entry["reason"][:500]
    worse.save(update_fields=["withdrawn_reason"])
    spread(revisions, weights)
    row.generation += 1
    point_at_main(row, revisions)
    row.save()
    acts.record(row, "deployment.rolled_back", actor_id=None, details={"reason": entry["reason"]})


def point_at_main(row: Deployment, revisions: Iterable[DeploymentRevision]) -> None:
    """Have an endpoint name the revision that should get most of its calls; it is not saved."""
    main = main_of(revisions)
    row.model_version_id = main.model_version_id
    row.replicas = main.replicas


def main_of(revisions: Iterable[DeploymentRevision]) -> DeploymentRevision:
    """Return the revision that should get most of the calls."""
    return max(revisions, key=lambda one: (one.weight, one.number))


def _forget_deleted() -> None:
    """Remove the rows of deleted endpoints whose processes have ended."""
    for row in Deployment.objects.filter(is_deleted=True):
        if not row.revisions.filter(handle__isnull=False).exists():
            row.delete()
