"""What maps of samples bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class MapsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.maps"

    def ready(self) -> None:
        """Register it."""
        from backend.datasets.contracts.conditions import CONDITIONS, Condition
        from backend.maps.selectors.conditions import in_area

        CONDITIONS.add("area", Condition(in_area))
