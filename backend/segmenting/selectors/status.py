"""How far a segmenter is from answering."""

from __future__ import annotations

from backend.jobs.selectors import get_view
from backend.segmenting.contracts import SegmenterError, SegmenterStatus
from backend.segmenting.models import Segmenter
from backend.segmenting.selectors.weights import configured


def current() -> Segmenter | None:
    """Return the segmenter of the configured weights; ``None`` before its first use."""
    weights = configured()
    if weights is None:
        return None
    return Segmenter.objects.filter(fingerprint=weights.fingerprint).first()


def current_status() -> SegmenterStatus:
    """Return how far the configured weights are from answering; nothing is begun."""
    weights = configured()
    if weights is None:
        return SegmenterStatus("absent")
    row = Segmenter.objects.filter(fingerprint=weights.fingerprint).first()
    return SegmenterStatus("stopped", weights.name) if row is None else status_of(row)


def status_of(row: Segmenter) -> SegmenterStatus:
    """Return the state of a segmenter."""
    if not row.is_built:
        return _building_status(row)
    if row.error_code:
        error = SegmenterError(row.error_code, {}, row.error_message)
        return SegmenterStatus("failed", row.name, error)
    states = {"running": "ready", "starting": "starting"}
    return SegmenterStatus(states.get(row.state, "stopped"), row.name)


def _building_status(row: Segmenter) -> SegmenterStatus:
    if row.job_id is None:
        return SegmenterStatus("stopped", row.name)
    job = get_view(job_id=row.job_id)
    if not job.is_finished:
        return SegmenterStatus("preparing", row.name)
    if job.error is not None:
        error = SegmenterError(job.error.code, job.error.params, job.error.message)
        return SegmenterStatus("failed", row.name, error)
    return SegmenterStatus("stopped", row.name)
