"""``text.relation_extraction``: generated sentences whose relations are known."""

from __future__ import annotations

from typing import Any

from tests.benchmarks.tasks.measuring import headline, measure, summary
from tests.engine.texts import employments


def run(quick: bool) -> dict[str, Any]:
    """Return F1 of relations; generated sentences say nothing about real ones."""
    samples = employments(200 if quick else 600)
    labels = ["city", "firm", "person"]
    measured = measure("text.relation_extraction", "conv_tagger", samples, labels=labels)
    return {
        **summary([measured], [headline(measured, "f1")], bar=0.9),
        "entity_f1": round(headline(measured, "entity_f1"), 4),
        "baseline": round(measured["report"]["baseline"]["value"], 4),
    }
