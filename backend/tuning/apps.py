"""What searches bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class TuningConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.tuning"

    def ready(self) -> None:
        """Register it."""
        from backend.projects.contracts import STOPS
        from backend.tuning.services.budgets import stop_studies_of

        STOPS.add("studies", stop_studies_of)
