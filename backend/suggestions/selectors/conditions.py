"""Conditions on samples that other apps may filter by."""

from __future__ import annotations

from django.db.models import Exists, F, OuterRef, Q

from backend.annotation.selectors.annotations import is_shown
from backend.datasets.contracts import DatasetRef, Disagreement
from backend.suggestions.models import SuggestedLabel, Suggestion

# What a model calls less probable than this is no contradiction.
LEAST_CONTRADICTION = 0.5

STRENGTH = F("disagreements__strength")
"""How strongly a model disagrees with a sample that passed ``disagrees``."""


def suggested(dataset: DatasetRef, asked: str) -> Q:
    """Return the condition of one of the ways to ask for samples by their suggestion."""
    del dataset
    return contradicts() if asked == "contradicts" else has_suggestion()


def has_suggestion() -> Q:
    """Return the condition that something is suggested of a sample, and nobody rejected it."""
    return Q(Exists(Suggestion.objects.filter(sample=OuterRef("pk"), rejected_at=None)))


def contradicts() -> Q:
    """Return the condition that a sample is labelled and does not show a label suggested of it."""
    rows = SuggestedLabel.objects.filter(suggestion=OuterRef("pk"), score__gte=LEAST_CONTRADICTION)
    missing = Exists(rows.exclude(is_shown(sample="suggestion_id", label="label_id")))
    return Q(labelled_at__isnull=False) & has_suggestion() & Q(missing)


def disagrees(dataset: DatasetRef, asked: Disagreement) -> Q:
    """Return the condition that a model disagrees with what is said of a sample.

    A join and not a subquery, so that a list can follow the index by strength.
    """
    return Q(
        disagreements__dataset_id=dataset.id,
        disagreements__kind=asked.kind,
        disagreements__strength__gte=asked.least,
    )
