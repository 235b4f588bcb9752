"""What other apps may know of suggestions."""

from __future__ import annotations

from backend.suggestions.models import SuggestionRun

Method = SuggestionRun.Method

__all__ = ["Method"]
