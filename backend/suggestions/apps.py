"""What suggestions bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class SuggestionsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.suggestions"

    def ready(self) -> None:
        """Register it."""
        from backend.annotation.contracts.watchers import WATCHERS
        from backend.datasets.contracts.conditions import CONDITIONS, Condition
        from backend.suggestions.selectors.conditions import STRENGTH, disagrees, suggested
        from backend.suggestions.services import disagreements

        CONDITIONS.add("suggested", Condition(suggested))
        CONDITIONS.add("disagreement", Condition(disagrees, strength=STRENGTH))
        WATCHERS.add("disagreements", disagreements)
