"""Which revisions of an endpoint get its calls: beside each other, as shadows, and back again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid, NotFound
from backend.deployments.models import Deployment, DeploymentRevision
from backend.deployments.services import acts
from backend.deployments.services.endpoints import (
    add_revision,
    lock,
    require_version_of,
    share_out,
)
from backend.deployments.services.routing import FULL

_HAS_ANSWERED = Q(routed_weight__gt=0) | Q(unrouted_at__isnull=False)
MAX_ROUNDING = 0.01
"""So much may shares miss 100 percent by: three thirds are written as 33.333."""


@transaction.atomic
def add_beside(
    *,
    caller: Caller,
    deployment_id: UUID,
    model_version_id: UUID,
    replicas: int,
    weight: float,
    is_shadow: bool,
) -> int:
    """Add a revision that gets a share of the calls, or copies of them; return its number.

    The shares of the others shrink alike.

    Raises:
        NotFound: when there is no such endpoint or model version for the caller.
        Invalid: ``project_differs``, ``shadow_has_weight`` or ``revision_without_calls``.
        Conflict: ``too_many_revisions``.
    """
    row = lock(caller, deployment_id)
    require_version_of(row, caller, model_version_id)
    if is_shadow and weight:
        raise _shadow_with_weight()
    if not is_shadow and not weight:
        raise Invalid(
            "Without a share of the calls the revision would never run. Give it a weight, or make "
            "it a shadow.",
            code="revision_without_calls",
        )
    others = {one.number: one.weight for one in row.revisions.filter(weight__gt=0)}
    made = add_revision(row, caller, model_version_id, replicas, weight=0, is_shadow=is_shadow)
    left = (FULL - weight) / FULL
    shares = {number: share * left for number, share in others.items()}
    share_out(row, {**shares, made.number: weight})
    acts.record(row, "deployment.revision_added", actor_id=caller.user_id)
    return made.number


@transaction.atomic
def set_traffic(
    *, caller: Caller, deployment_id: UUID, weights: Mapping[int, float], shadows: Collection[int]
) -> None:
    """Say which revisions get which shares of the calls, and which get copies of them.

    Calls move once every revision that should answer does.

    Raises:
        NotFound: ``revision_not_found``.
        Invalid: ``weights_not_whole`` unless they add up to 100, or ``shadow_has_weight``.
        Conflict: ``too_many_revisions``.
    """
    row = lock(caller, deployment_id)
    known = {one.number: one for one in row.revisions.all()}
    missing = sorted({*weights, *shadows} - known.keys())
    if missing:
        raise NotFound(
            f"The endpoint has no revision {missing[0]}.",
            code="revision_not_found",
            number=missing[0],
        )
    total = sum(weights.values())
    if abs(total - FULL) > MAX_ROUNDING:
        raise Invalid(
            f"The shares add up to {total:g} percent. They have to add up to 100.",
            code="weights_not_whole",
            total=total,
        )
    if any(weights.get(number) for number in shadows):
        raise _shadow_with_weight()
    for number, one in known.items():
        if one.is_shadow != (number in shadows) or weights.get(number):
            one.is_shadow, one.withdrawn_reason = number in shadows, ""
            one.save(update_fields=["is_shadow", "withdrawn_reason"])
    share_out(row, {number: weight * FULL / total for number, weight in weights.items()})
    acts.record(row, "deployment.traffic_changed", actor_id=caller.user_id)


@transaction.atomic
def roll_back(*, caller: Caller, deployment_id: UUID) -> None:
    """Give all calls to the revision that had them before the newest.

    Raises:
        Conflict: ``nothing_to_roll_back_to``.
    """
    row = lock(caller, deployment_id)
    before = _one_before(row)
    if before is None:
        raise Conflict(
            "This endpoint has never served another version.", code="nothing_to_roll_back_to"
        )
    if before.is_shadow:
        before.is_shadow = False
        before.save(update_fields=["is_shadow"])
    share_out(row, {before.number: FULL})
    acts.record(row, "deployment.rolled_back", actor_id=caller.user_id)


def _shadow_with_weight() -> Invalid:
    return Invalid(
        "A shadow answers nobody, so it has no share of the calls. Leave the weight at 0.",
        code="shadow_has_weight",
    )


def _one_before(row: Deployment) -> DeploymentRevision | None:
    """Return the revision to go back to: one of another version that had calls before.

    While calls are shared out it is the oldest of those that answer.
    """
    answering = list(row.revisions.filter(weight__gt=0).order_by("number"))
    if len(answering) > 1:
        return answering[0]
    newest = answering[-1]
    others = row.revisions.exclude(model_version_id=newest.model_version_id).filter(is_shadow=False)
    # While the newest starts, or if it never does, another still has its calls.
    still = others.filter(routed_weight__gt=0).order_by("-routed_weight").first()
    answered = still or others.filter(unrouted_at__isnull=False).order_by("-unrouted_at").first()
    if answered is not None or row.revisions.filter(_HAS_ANSWERED).exists():
        return answered
    # Nothing has ever answered: what was asked for before the newest.
    return others.filter(number__lt=newest.number).order_by("-number").first()
