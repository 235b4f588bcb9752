"""Reviews whose words decide, and texts about any number of topics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.texts import reviews, text_document, topics, write_texts


def _linear(root: Path) -> dict[str, Any]:
    data = write_texts(root / "data", reviews(80), labels=["bad", "good"])
    return text_document("text.classification", data, "nb_ngrams")


def _convolutional(root: Path) -> dict[str, Any]:
    data = write_texts(root / "data", topics(120), labels=["food", "room", "staff"])
    data["multi_label"] = True
    return text_document(
        "text.classification", data, "text_cnn", epochs=12, batch_size=16, learning_rate=0.01
    )


def _one_class(root: Path) -> tuple[dict[str, object], str]:
    samples = [one for one in reviews(12) if one["labels"] == ["good"]]
    return write_texts(root / "data", samples, labels=["good"]), "single_class"


def _unknown_label(root: Path) -> tuple[dict[str, object], str]:
    data = write_texts(root / "data", topics(20), labels=["food"], multi_label=True)
    return data, "label_unknown"


CASES = (
    Case(
        task="text.classification",
        name="n-grams",
        document=_linear,
        gate=0.9,
        quick={},
        refused=_one_class,
        backbone_options=None,
    ),
    Case(
        task="text.classification",
        name="multi-label, convolutional",
        document=_convolutional,
        gate=0.8,
        quick={"epochs": 2, "augmentation": {"deletion": 0.2, "swap": 0.2}},
        refused=_unknown_label,
        backbone_options=None,
    ),
)
