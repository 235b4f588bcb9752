"""Sentences with people and cities, and companies around cities."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.texts import journeys, text_document, write_texts


def _flat(root: Path) -> dict[str, Any]:
    data = write_texts(root / "data", journeys(80), labels=["city", "person"])
    return text_document("text.entity_extraction", data, "conv_tagger", epochs=12, batch_size=8)


def _nested(root: Path) -> dict[str, Any]:
    samples = journeys(80, nested=True)
    data = write_texts(root / "data", samples, labels=["city", "company", "person"])
    return text_document("text.entity_extraction", data, "lstm_tagger", epochs=12, batch_size=8)


def _nothing(root: Path) -> tuple[dict[str, object], str]:
    samples = [{**one, "is_annotated": False} for one in journeys(6)]
    return write_texts(root / "data", samples, labels=["city", "person"]), "no_samples"


CASES = (
    Case(
        task="text.entity_extraction",
        name="chain of tags",
        document=_flat,
        gate=0.9,
        quick={"epochs": 2},
        refused=_nothing,
        backbone_options=None,
    ),
    Case(
        task="text.entity_extraction",
        name="nested spans",
        like="text.relation_extraction joint",
        document=_nested,
        gate=0.9,
        quick={"epochs": 2},
        refused=_nothing,
        backbone_options=None,
    ),
)
