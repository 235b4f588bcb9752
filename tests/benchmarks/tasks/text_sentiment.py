"""``text.sentiment``: hotel reviews as whole texts, and generated reviews with marked targets."""

from __future__ import annotations

from tests.benchmarks.tasks import text_classification
from tests.benchmarks.tasks.measuring import Measurement, measurement
from tests.benchmarks.tasks.texts import train_on_texts
from tests.engine.texts import aspect_reviews


def run(quick: bool) -> list[Measurement]:
    """Return accuracy on whole reviews (one fold), and F1 of targets of known truth.

    The generated reviews say nothing about real ones; they show that targets are found.
    """
    targets = train_on_texts(
        "text.sentiment",
        "conv_tagger",
        aspect_reviews(200 if quick else 600),
        labels=["bad", "good"],
    )
    return [
        text_classification.cross_validate(
            "hotel_reviews_zh", "review", folds=1, bar=0.905, task="text.sentiment"
        ),
        measurement("generated targets", "f1", [targets], bar=0.9),
    ]
