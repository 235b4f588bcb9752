"""What runs of cleaning bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class CleaningConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.cleaning"

    def ready(self) -> None:
        """Register it."""
        from backend.cleaning.selectors.lineage import cleaning_behind
        from backend.datasets.contracts.uses import HISTORIES

        HISTORIES.add("cleaning", cleaning_behind)
