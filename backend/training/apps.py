"""What training runs bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class TrainingConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.training"

    def ready(self) -> None:
        """Register it."""
        from backend.datasets.contracts.uses import USES
        from backend.training import usage

        USES.add("training runs", usage)
