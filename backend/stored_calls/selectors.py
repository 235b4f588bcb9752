"""Reads about stored calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.deployments.selectors import require_deployment
from backend.deployments.services.statistics import names_of_callers
from backend.stored_calls.contracts import (
    AddedSample,
    NamedCount,
    ShadowResults,
    StoredCallsSummary,
    StoredCallView,
    TruthView,
    WaitingCalls,
)
from backend.stored_calls.models import StoredCall
from backend.stored_calls.services.accuracy import accuracy_of

MAX_LABELS = 50


def list_calls(
    *,
    deployment_id: UUID,
    reason: str | None = None,
    label: str | None = None,
    revision: int | None = None,
    below_score: float | None = None,
    state: str | None = None,
) -> QuerySet[StoredCall]:
    """Return the stored calls of an endpoint that pass everything that is asked for.

    Args:
        deployment_id: whose calls.
        reason: why they were stored.
        label: their surest label.
        revision: the number of the revision that answered.
        below_score: their surest score is below it.
        state: ``waiting`` in no dataset, ``added`` to one, or ``answered`` by their callers.
    """
    rows = StoredCall.objects.filter(deployment_id=deployment_id)
    conditions: dict[str, Any] = {
        "reason": reason,
        "top_label": label,
        "revision": revision,
        "top_score__lt": below_score,
    }
    rows = rows.filter(**{name: value for name, value in conditions.items() if value is not None})
    if state is not None:
        rows = rows.filter(_STATES[state])
    return rows.select_related("model_version", "sample")


def require_call(*, caller: Caller, call_id: UUID, minimum: Role = Role.DEVELOPER) -> StoredCall:
    """Return a stored call of an endpoint where the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    missing = NotFound("There is no such stored call.", code="stored_call_not_found")
    row = StoredCall.objects.filter(id=call_id).first()
    if row is None:
        raise missing
    try:
        require_deployment(caller=caller, deployment_id=row.deployment_id, minimum=minimum)
    except NotFound:
        raise missing from None
    return row


def complete(rows: Sequence[StoredCall]) -> list[StoredCallView]:
    """Describe stored calls."""
    names = names_of_callers({row.caller for row in rows if row.caller})
    return [
        StoredCallView(
            id=row.id,
            log_id=row.log_id,
            called_at=row.called_at,
            caller=row.caller,
            caller_name=names.get(row.caller),
            revision=row.revision,
            version=row.model_version.number if row.model_version else None,
            reason=row.reason,
            values=row.values,
            has_file=row.blob_id is not None,
            results=row.results,
            shadows=[ShadowResults(**one) for one in row.shadows],
            top_label=row.top_label,
            top_score=row.top_score,
            num_bytes=row.num_bytes,
            truth=TruthView(**row.truth) if row.truth else None,
            num_evaluated=row.num_evaluated,
            num_right=row.num_right,
            error=row.error,
            sample=_sample(row),
            added_at=row.added_at,
        )
        for row in rows
    ]


def _sample(row: StoredCall) -> AddedSample | None:
    sample = row.sample
    if sample is None:
        return None
    return AddedSample(sample.id, sample.dataset_id, sample.labelled_at is not None)


def summary_of(deployment_id: UUID) -> StoredCallsSummary:
    """Return the stored calls of an endpoint in figures; two queries."""
    rows = StoredCall.objects.filter(deployment_id=deployment_id)
    counted = list(
        rows.values("reason", "top_label").annotate(
            num=Count("*"),
            num_added=Count("added_at"),
            num_answered=Count("answered_at"),
            num_bytes=Sum("num_bytes"),
        )
    )
    reasons: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    for row in counted:
        reasons[row["reason"]] += row["num"]
        if row["top_label"]:
            labels[row["top_label"]] += row["num"]
    num_calls = reasons.total()
    return StoredCallsSummary(
        num_calls=num_calls,
        num_waiting=num_calls - sum(row["num_added"] for row in counted),
        num_answered=sum(row["num_answered"] for row in counted),
        num_bytes=sum(row["num_bytes"] for row in counted),
        reasons=_most_frequent(reasons),
        labels=_most_frequent(labels),
        accuracy=accuracy_of(deployment_id),
    )


def waiting_of(*, project_id: UUID) -> WaitingCalls | None:
    """Return how many stored calls of a project wait to be looked at; one query."""
    rows = StoredCall.objects.filter(
        _STATES["waiting"], deployment__project_id=project_id, deployment__is_deleted=False
    )
    counted = rows.values("deployment_id").annotate(num=Count("id")).order_by("-num")
    found = list(counted.values_list("deployment_id", "num"))
    return WaitingCalls(found[0][0], sum(num for _, num in found)) if found else None


def _most_frequent(names: Counter[str]) -> list[NamedCount]:
    ordered = sorted(names.items(), key=lambda pair: (-pair[1], pair[0]))
    return [NamedCount(*pair) for pair in ordered[:MAX_LABELS]]


_STATES = {
    "waiting": Q(added_at=None),
    "added": Q(added_at__isnull=False),
    "answered": Q(answered_at__isnull=False),
}
