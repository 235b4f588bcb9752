"""Keeps searches going: a step of the reconciliation."""

from __future__ import annotations

from backend.tuning.services.progress import advance, studies_to_watch


def advance_studies() -> None:
    """Take in how trials ended, and ask for settings where slots are free."""
    for study_id in studies_to_watch():
        advance(study_id=study_id)
