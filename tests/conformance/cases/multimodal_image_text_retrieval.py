"""Stripes in three directions and colours, and sentences that name both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.captions import write_captioned_stripes
from tests.engine.images import write_folder
from tests.engine.runs import spec_document


def _captions(root: Path) -> dict[str, object]:
    return {"kind": "files", "format": "captions", "root": str(root)}


def _document(root: Path) -> dict[str, Any]:
    return {
        **spec_document(
            _captions(write_captioned_stripes(root / "data", per_kind=10)),
            epochs=5,
            batch_size=16,
            learning_rate=3e-3,
            embedding_size=16,
            augmentation={"rotation_degrees": 0, "translation": 0, "scale": 0},
        ),
        "task": "multimodal.image_text_retrieval",
    }


def _without_sentences(root: Path) -> tuple[dict[str, object], str]:
    return _captions(write_folder(root / "data", 4)), "format_mismatch"


CASES = (
    Case(
        task="multimodal.image_text_retrieval",
        name="captions",
        document=_document,
        # Of 18 sentences and 18 images each has two right answers: a random order finds one of
        # them among the first five in half of the cases.
        gate=0.95,
        quick={"epochs": 2, "loss": "sigmoid"},
        refused=_without_sentences,
        backbone_options={"image_size": 32},
    ),
)
