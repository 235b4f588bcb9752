"""``text.sentiment``: hotel reviews as whole texts, and generated reviews with marked targets."""

from __future__ import annotations

from typing import Any

from tests.benchmarks.tasks import text_classification
from tests.benchmarks.tasks.measuring import headline, measure, summary
from tests.engine.texts import opinions


def run(quick: bool) -> dict[str, Any]:
    """Return accuracy on whole reviews (one fold), and F1 of targets of known truth.

    The generated reviews say nothing about real ones; they show that targets are found.
    """
    samples = opinions(200 if quick else 600)
    measured = measure("text.sentiment", "conv_tagger", samples, labels=["bad", "good"])
    return {
        "hotel_reviews": text_classification.cross_validate(
            "hotel_reviews_zh", "review", folds=1, bar=0.905, task="text.sentiment"
        ),
        "generated_targets": summary([measured], [headline(measured, "f1")], bar=0.9),
    }
