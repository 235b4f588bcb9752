"""What searches bring to the apps below."""

from __future__ import annotations

from uuid import UUID

from django.apps import AppConfig


class TuningConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.tuning"

    def ready(self) -> None:
        """Register it."""
        from backend.projects.contracts import STOPS

        STOPS.add("studies", _stop_studies_of)


def _stop_studies_of(*, project_id: UUID, stopped_by_id: UUID | None) -> None:
    # Imported when it is asked for: the specs of searches and options are much to load.
    from backend.tuning.services.budgets import stop_studies_of

    stop_studies_of(project_id=project_id, stopped_by_id=stopped_by_id)
