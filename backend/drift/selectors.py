"""Reads about drift."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.deployments.selectors import list_revisions, require_deployment
from backend.drift.contracts import (
    DeploymentDrift,
    DriftWindowReport,
    DriftWindowView,
    RevisionDrift,
)
from backend.drift.models import DriftWindow
from engine.specs.drift import MIN_CALLS, DriftReport, FeatureDistribution
from engine.specs.package.reference import REFERENCE_FILE

MAX_SERVING = 20
_RUN = 200
"""So many windows are looked at for when a drift began."""
_STALE_AFTER = timedelta(days=7)
_WITHOUT_REPORT = ("state", "report", "distributions")


def drift_of(deployment_id: UUID) -> DeploymentDrift:
    """Return the drift of an endpoint: the latest word about each revision that is called."""
    latest = _Latest(deployment_id)
    open_rows = DriftWindow.objects.filter(deployment_id=deployment_id, closed_at=None)
    counting = dict(open_rows.values_list("revision", "num_compared"))
    return DeploymentDrift(
        revisions=[
            RevisionDrift(
                revision=row.number,
                version=row.model_version.number,
                weight=row.routed_weight,
                is_shadow=row.is_shadow,
                has_reference=_has_reference(row.model_version.manifest),
                num_counted=counting.get(row.number, 0),
                num_needed=MIN_CALLS,
                latest=latest.view(row.number),
                drifted_since=latest.drifted_since(row.number),
            )
            for row in _called(deployment_id)
        ],
    )


def drifted_revisions(deployment_ids: Collection[UUID]) -> dict[UUID, set[int]]:
    """Return the numbers of the revisions whose latest window has drifted, by endpoint; one query.

    One without calls for a week is left out.
    """
    rows = DriftWindow.objects.filter(assessed_at__isnull=False)
    same = rows.filter(deployment=OuterRef("deployment"), revision=OuterRef("revision"))
    latest = rows.filter(
        id=Subquery(same.order_by("-first_at", "-id").values("id")[:1]),
        deployment_id__in=deployment_ids,
        last_at__gte=timezone.now() - _STALE_AFTER,
        verdict=DriftWindow.Verdict.DRIFTED,
    )
    found: dict[UUID, set[int]] = {}
    for deployment_id, revision in latest.values_list("deployment_id", "revision"):
        found.setdefault(deployment_id, set()).add(revision)
    return found


def list_windows(*, deployment_id: UUID, revision: int | None = None) -> QuerySet[DriftWindow]:
    """Return the windows of an endpoint that have a verdict, of one revision or of all."""
    rows = DriftWindow.objects.filter(deployment_id=deployment_id, assessed_at__isnull=False)
    rows = rows.defer(*_WITHOUT_REPORT)
    return rows if revision is None else rows.filter(revision=revision)


def require_window(*, caller: Caller, window_id: UUID, minimum: Role = Role.VIEWER) -> DriftWindow:
    """Return a window of an endpoint where the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    missing = NotFound("There is no such window of calls.", code="drift_window_not_found")
    row = DriftWindow.objects.filter(id=window_id, assessed_at__isnull=False).first()
    if row is None:
        raise missing
    try:
        require_deployment(caller=caller, deployment_id=row.deployment_id, minimum=minimum)
    except NotFound:
        raise missing from None
    return row


def windows_of(rows: Sequence[DriftWindow]) -> list[DriftWindowView]:
    """Describe windows."""
    names = [field.name for field in fields(DriftWindowView)]
    return [DriftWindowView(**{name: getattr(row, name) for name in names}) for row in rows]


def report_of(row: DriftWindow) -> DriftWindowReport:
    """Describe a window with its features."""
    report = None if row.report is None else DriftReport.model_validate(row.report)
    return DriftWindowReport(
        window=windows_of([row])[0],
        num_reference=None if report is None else report.num_reference,
        features=_features(row),
        distributions=[FeatureDistribution.model_validate(one) for one in row.distributions],
    )


class _Latest:
    """The latest windows with a verdict of an endpoint; two queries."""

    def __init__(self, deployment_id: UUID) -> None:
        rows = DriftWindow.objects.filter(deployment_id=deployment_id, assessed_at__isnull=False)
        newest_first = rows.order_by("-first_at", "-id")
        self._runs: dict[int, list[tuple[UUID, str, datetime]]] = {}
        looked_at = newest_first.values_list("revision", "id", "verdict", "first_at")[:_RUN]
        for number, window_id, verdict, first_at in looked_at:
            self._runs.setdefault(number, []).append((window_id, verdict, first_at))
        newest = [run[0][0] for run in self._runs.values()]
        self.rows = {
            row.revision: row for row in rows.filter(id__in=newest).defer("state", "distributions")
        }

    def view(self, revision: int) -> DriftWindowView | None:
        """Return the latest window of a revision."""
        row = self.rows.get(revision)
        return None if row is None else windows_of([row])[0]

    def drifted_since(self, revision: int) -> datetime | None:
        """Return when the first of the latest windows began that drifted without a break."""
        since = None
        for _, verdict, first_at in self._runs.get(revision, ()):
            if verdict != DriftWindow.Verdict.DRIFTED:
                break
            since = first_at
        return since


def _called(deployment_id: UUID) -> QuerySet[Any]:
    """Return the revisions that are called, or get copies of calls; the newest first."""
    rows = list_revisions(deployment_id=deployment_id)
    is_called = Q(weight__gt=0) | Q(routed_weight__gt=0) | Q(is_shadow=True)
    return rows.filter(is_called).order_by("-number")[:MAX_SERVING]


def _has_reference(manifest: dict[str, Any]) -> bool:
    return any(file.get("path") == REFERENCE_FILE for file in manifest.get("files", ()))


def _features(row: DriftWindow) -> Sequence[Any]:
    return () if row.report is None else DriftReport.model_validate(row.report).features
