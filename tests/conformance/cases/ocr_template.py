"""Cases of ``ocr.template``: a small form with two numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.data.ocr.synthesis.forms import Photograph
from tests.conformance.case import Case
from tests.engine.form_pages import write_ticket
from tests.engine.runs import spec_document
from tests.engine.text_images import write_numbers

_WAY = Photograph(angle=2, scale=(0.95, 1.0), perspective=0.01, turned=0, noise=3, blur=0.3)


def _forms(root: Path) -> dict[str, object]:
    return {"kind": "files", "format": "text_lines", "root": str(root)}


def _document(root: Path) -> dict[str, Any]:
    return {
        **spec_document(
            _forms(write_ticket(root / "data", _WAY)),
            epochs=2,
            batch_size=4,
            image_size=160,
            line_height=24,
            synthetic_lines=0,
            drawn_forms=40,
            max_angle=2,
            quarter_turns=False,
            learning_rate=1e-3,
            ema_decay=0.98,
            number_fields=["gate", "seat"],
        ),
        "task": "ocr.template",
        "backbone": "reader_medium",
        "pretrained": {},
    }


def _without_anchors(root: Path) -> tuple[dict[str, object], str]:
    return _forms(write_numbers(root / "data", 4)), "template_absent"


CASES = (
    Case(
        task="ocr.template",
        name="ticket",
        like="ocr.text_recognition numbers",
        document=_document,
        gate=0.7,
        quick={"epochs": 2, "drawn_forms": 12, "synthetic_lines": 0.1, "words": ["01", "203"]},
        refused=_without_anchors,
        # Those of another task.
        backbone_options=None,
    ),
)
