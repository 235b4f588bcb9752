"""Sentences about who works for whom and was born where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.texts import EMPLOYMENT_LABELS, employments, text_document, write_texts


def _employments(root: Path) -> dict[str, Any]:
    data = write_texts(root / "data", employments(120), labels=list(EMPLOYMENT_LABELS))
    return text_document("text.relation_extraction", data, "conv_tagger", epochs=10, batch_size=8)


def _unlabelled(root: Path) -> tuple[dict[str, object], str]:
    samples = [{**one, "is_annotated": False} for one in employments(6)]
    return write_texts(root / "data", samples, labels=list(EMPLOYMENT_LABELS)), "no_samples"


CASES = (
    Case(
        task="text.relation_extraction",
        name="joint",
        document=_employments,
        gate=0.7,
        quick={"epochs": 2},
        refused=_unlabelled,
        backbone_options=None,
    ),
)
