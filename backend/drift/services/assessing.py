"""What windows that have ended say; takes a second of a core, so no web process does it."""

from __future__ import annotations

import logging
from uuid import UUID

from django.utils import timezone

from backend.deployments.services.drifting import note_drift
from backend.drift.models import DriftWindow
from backend.drift.selectors import drifted_revisions
from backend.drift.services.references import reference_of
from engine.drift.assessing import assess
from engine.drift.distributions import distributions
from engine.drift.window import Window
from engine.errors import DataError
from engine.specs.drift import DriftReport, WindowState

logger = logging.getLogger(__name__)

MAX_DISTRIBUTIONS = 20
"""Features of a window that are drawn: of those that drifted the furthest from their thresholds."""


def assess_window(window_id: UUID) -> None:
    """Say whether the calls of a window have drifted; safe to repeat.

    One whose model version is gone, or whose reference is damaged, says nothing any more, and is
    deleted.

    Raises:
        ApiError: when the package cannot be unpacked.
    """
    row = DriftWindow.objects.select_related("model_version").filter(id=window_id).first()
    if row is None or row.assessed_at is not None:
        return
    window = _window(row)
    if window is None:
        row.delete()
        return
    report = assess(window)
    drifted = [one.name for one in report.features if one.has_drifted]
    spread = distributions(window, drifted[:MAX_DISTRIBUTIONS])
    # Whoever deletes it meanwhile is not contradicted.
    DriftWindow.objects.filter(id=row.id, assessed_at=None).update(
        assessed_at=timezone.now(),
        verdict=report.verdict,
        num_drifted=len(drifted),
        excess=_excess(report),
        report=report.model_dump(mode="json"),
        distributions=[one.model_dump(mode="json") for one in spread],
        state=None,
    )
    drifting = drifted_revisions([row.deployment_id]).get(row.deployment_id, set())
    note_drift(
        deployment_id=row.deployment_id,
        revision=row.revision,
        has_drifted=row.revision in drifting,
    )
    logger.info(
        "calls compared",
        extra={"deployment": str(row.deployment_id), "verdict": report.verdict},
    )


def _window(row: DriftWindow) -> Window | None:
    version = row.model_version
    try:
        reference = None if version is None else reference_of(version.package_blob_id)
        state = WindowState.model_validate(row.state)
        return None if reference is None else Window.of_state(reference, state)
    except DataError:
        logger.exception("window says nothing", extra={"window": str(row.id)})
        return None


def _excess(report: DriftReport) -> float | None:
    return max((one.excess for one in report.features), default=None)
