"""What other apps may know of suggestions."""

from __future__ import annotations

from backend.suggestions.models import SuggestionRun

Method = SuggestionRun.Method

SUGGESTED = ("any", "contradicts")
"""Ways to ask for samples by their suggestion: there is one, or the labels contradict it."""

__all__ = ["SUGGESTED", "Method"]
