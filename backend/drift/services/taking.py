"""What replicas counted becomes windows, each part once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.deployments.contracts import ServedFolder
from backend.deployments.services.log_parts import claim_part
from backend.drift.contracts import DriftSettingsView
from backend.drift.models import DriftWindow
from backend.drift.services.references import reference_of
from backend.drift.services.settings import limits_of, settings_of
from engine.drift.reference import DriftReference
from engine.drift.window import Window
from engine.specs.drift import MIN_CALLS, WindowPart, WindowState

logger = logging.getLogger(__name__)


def take_parts(
    *, served: ServedFolder, file: str, begin: int, end: int, calls: Sequence[WindowPart]
) -> bool:
    """Take over what a replica counted, read from ``begin`` to ``end`` of its log; once only.

    Args:
        served: the revision that the replica is of.
        file: the log.
        begin: where what was read begins, in bytes.
        end: where it ends.
        calls: what was read.

    Returns:
        Whether it was taken over; ``False`` when somebody else did.

    Raises:
        ApiError: when the package cannot be unpacked.
        DataError: ``package_invalid`` when its reference is damaged.
    """
    reference = reference_of(served.package_sha256)
    with transaction.atomic():
        if not claim_part(deployment_id=served.deployment_id, file=file, begin=begin, end=end):
            return False
        known = [one for one in calls if reference and one.window.reference == reference.digest]
        if len(known) < len(calls):
            logger.warning("counted in other bins", extra={"revision": str(served.revision_id)})
        if reference is not None and known:
            _Taking(served, reference, settings_of(served.deployment_id)).take(known)
    return True


class _Taking:
    """Adds parts to the open window of a revision, and ends it when it is over."""

    def __init__(
        self, served: ServedFolder, reference: DriftReference, settings: DriftSettingsView
    ) -> None:
        self._served = served
        self._reference = reference
        self._limits = limits_of(settings)
        self._row: DriftWindow | None = None
        self._window = Window(reference)

    def take(self, parts: Sequence[WindowPart]) -> None:
        self._row = (
            DriftWindow.objects.select_for_update()
            .filter(
                deployment_id=self._served.deployment_id,
                revision=self._served.number,
                closed_at=None,
            )
            .first()
        )
        if self._row is not None:
            state = WindowState.model_validate(self._row.state)
            self._window = Window.of_state(self._reference, state)
        for part in parts:
            self._add(part)
        if self._row is not None:
            self._save(self._row)

    def _add(self, part: WindowPart) -> None:
        row = self._row or self._begun(part)
        self._row = row
        self._window.merge(Window.of_state(self._reference, part.window))
        row.num_calls += part.num_calls
        row.num_measured += part.num_measured
        row.num_compared = self._window.num_calls
        row.first_at = min(row.first_at, self._window.first_at or row.first_at)
        row.last_at = max(row.last_at, self._window.last_at or part.time)
        if row.num_compared >= MIN_CALLS and self._window.is_over(self._limits, part.time):
            row.closed_at = timezone.now()
            self._save(row)
            self._row, self._window = None, Window(self._reference)

    def _begun(self, part: WindowPart) -> DriftWindow:
        return DriftWindow(
            deployment_id=self._served.deployment_id,
            revision=self._served.number,
            model_version_id=self._served.model_version_id,
            first_at=part.time,
            last_at=part.time,
        )

    def _save(self, row: DriftWindow) -> None:
        row.state = self._window.state().model_dump(mode="json")
        row.save()


def close_due() -> int:
    """End the windows whose time is over and that have enough calls; return how many.

    One without enough goes on until it has: its verdict would say nothing.
    """
    num = 0
    rows = DriftWindow.objects.filter(closed_at=None, num_compared__gte=MIN_CALLS)
    for row_id, deployment_id, first_at in list(
        rows.values_list("id", "deployment_id", "first_at")
    ):
        seconds = limits_of(settings_of(deployment_id)).seconds or 0
        if (timezone.now() - first_at).total_seconds() >= seconds:
            open_still = DriftWindow.objects.filter(id=row_id, closed_at=None)
            num += open_still.update(closed_at=timezone.now())
    return num


def windows_to_assess() -> list[UUID]:
    """Return the windows that have ended and have no verdict yet, the oldest first."""
    rows = DriftWindow.objects.filter(assessed_at=None, closed_at__isnull=False)
    return list(rows.order_by("closed_at").values_list("id", flat=True))
