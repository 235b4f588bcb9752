"""What batch predictions bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class BatchPredictionsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.batch_predictions"

    def ready(self) -> None:
        """Register it."""
        from backend.batch_predictions.services.scheduling import ScheduledPrediction
        from backend.schedules.contracts import ACTIONS

        ACTIONS.add("batch_prediction", ScheduledPrediction())
