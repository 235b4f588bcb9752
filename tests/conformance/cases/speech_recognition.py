"""Strings of tones, each pitch a letter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.recordings import audio_folder, write_recordings
from tests.engine.spoken_strings import say_tones, write_strings


def _document(root: Path) -> dict[str, Any]:
    splits = {"train": (say_tones, 120), "validation": (say_tones, 16), "test": (say_tones, 24)}
    data = write_strings(root / "data", splits)
    return {
        "run_id": "run",
        "task": "speech.recognition",
        "data": {"kind": "files", "format": "transcripts", "root": str(data)},
        "backbone": "conformer_ctc_small",
        "options": {
            "epochs": 6,
            "batch_size": 6,
            "learning_rate": 1.5e-3,
            "num_bands": 32,
            "dropout": 0.0,
            "ema_decay": 0.95,
            "augmentation": {"tempo": 0.05, "voice": 0.0, "background": 0.0, "band_mask": 0.0},
            "beam_width": 4,
            "keywords": ["ab"],
        },
        "resources": {"num_threads": 1},
        "seed": 3,
    }


def _without_list(root: Path) -> tuple[dict[str, object], str]:
    recordings = write_recordings(root / "data", 2)
    return {**audio_folder(recordings), "format": "transcripts"}, "format_mismatch"


CASES = (
    Case(
        task="speech.recognition",
        name="tones",
        document=_document,
        gate=0.1,
        quick={"epochs": 2},
        refused=_without_list,
        backbone_options={"num_bands": 32},
    ),
)
