"""Pairs of sentences that share the more words the more alike they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.texts import pairs, text_document, write_texts


def _pairs(root: Path) -> dict[str, Any]:
    data = write_texts(root / "data", pairs(150), labels=[])
    return text_document(
        "text.similarity", data, "alignment", epochs=8, batch_size=16, learning_rate=0.01
    )


def _unclear(root: Path) -> tuple[dict[str, object], str]:
    samples = [{**one, "value": None, "labels": ["perhaps"]} for one in pairs(12)]
    return write_texts(root / "data", samples, labels=["perhaps"]), "pair_label_unknown"


CASES = (
    Case(
        task="text.similarity",
        name="alignment",
        document=_pairs,
        gate=0.8,
        quick={"epochs": 2},
        refused=_unclear,
        backbone_options=None,
    ),
)
