"""What inspections of data bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class QualityConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.quality"

    def ready(self) -> None:
        """Register it."""
        from backend.datasets.contracts.conditions import CONDITIONS, Condition
        from backend.quality.selectors.conditions import in_finding

        CONDITIONS.add("finding", Condition(in_finding))
