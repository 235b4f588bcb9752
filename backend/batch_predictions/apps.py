"""What batch predictions bring to the apps below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.apps import AppConfig


class BatchPredictionsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.batch_predictions"

    def ready(self) -> None:
        """Register it."""
        from backend.schedules.contracts import ACTIONS

        ACTIONS.add("batch_prediction", _ScheduledPrediction())


class _ScheduledPrediction:
    """The action, imported when it is asked for: what takes files in is much to load."""

    def check(self, *, caller: Any, project_id: UUID, arguments: Mapping[str, Any]) -> Any:
        """Return the arguments as they are kept."""
        from backend.batch_predictions.services.scheduling import check

        return check(caller=caller, project_id=project_id, arguments=arguments)

    def begin(self, *, caller: Any, schedule_id: UUID, arguments: Mapping[str, Any]) -> None:
        """Begin a prediction."""
        from backend.batch_predictions.services.scheduling import begin

        begin(caller=caller, schedule_id=schedule_id, arguments=arguments)
