"""``text.relation_extraction``: generated sentences whose relations are known."""

from __future__ import annotations

from tests.benchmarks.tasks.measuring import Measurement, measurement
from tests.benchmarks.tasks.texts import train_on_texts
from tests.engine.texts import EMPLOYMENT_LABELS, employments


def run(quick: bool) -> list[Measurement]:
    """Return F1 of relations; generated sentences say nothing about real ones."""
    samples = employments(200 if quick else 600)
    labels = list(EMPLOYMENT_LABELS)
    done = train_on_texts("text.relation_extraction", "conv_tagger", samples, labels=labels)
    peer = ("every pair that co-occurs", done.baseline)
    return [measurement("generated employments", "f1", [done], bar=0.9, peer=peer)]
