"""Numbers of two or three digits, one or two of them in a small image."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.images import write_folder
from tests.engine.runs import spec_document
from tests.engine.text_images import write_numbers


def _lines(root: Path) -> dict[str, object]:
    return {"kind": "files", "format": "text_lines", "root": str(root), "validation_share": 0.15}


def _document(root: Path) -> dict[str, Any]:
    return {
        **spec_document(
            _lines(write_numbers(root / "data", 100)),
            epochs=2,
            batch_size=6,
            image_size=96,
            line_height=32,
            synthetic_lines=0,
            learning_rate=1e-3,
        ),
        "task": "ocr.text_recognition",
        "backbone": "reader_medium",
        "pretrained": {},
    }


def _without_list(root: Path) -> tuple[dict[str, object], str]:
    return _lines(write_folder(root / "data", 4)), "format_mismatch"


CASES = (
    Case(
        task="ocr.text_recognition",
        name="numbers",
        document=_document,
        gate=0.9,
        quick={
            "epochs": 2,
            "image_size": 64,
            "line_height": 16,
            "synthetic_lines": 0.1,
            "words": ["01", "203"],
        },
        refused=_without_list,
    ),
)
