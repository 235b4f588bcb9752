"""Reviews of two things each, whose last opinion decides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.texts import aspect_reviews, text_document, write_texts


def _targets(root: Path) -> dict[str, Any]:
    data = write_texts(root / "data", aspect_reviews(120), labels=["good", "bad"])
    return text_document("text.sentiment", data, "conv_tagger", epochs=8, batch_size=8)


def _unlabelled(root: Path) -> tuple[dict[str, object], str]:
    samples = [{**one, "is_annotated": False} for one in aspect_reviews(6)]
    return write_texts(root / "data", samples, labels=["good", "bad"]), "no_samples"


CASES = (
    Case(
        task="text.sentiment",
        name="with targets",
        like="text.relation_extraction joint",
        document=_targets,
        gate=0.8,
        quick={"epochs": 2},
        refused=_unlabelled,
        backbone_options=None,
    ),
)
