"""Tones that rise, fall or stay; and the same with any number of names."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from engine.examples.files import write_wav
from tests.conformance.case import Case
from tests.engine.recordings import LABELS, audio_folder, tone, write_recordings


def _spec(data: dict[str, object], **options: object) -> dict[str, Any]:
    return {
        "run_id": "run",
        "task": "speech.sound_classification",
        "data": data,
        "backbone": "sound_cnn_small",
        "options": {
            "batch_size": 8,
            "learning_rate": 4e-3,
            "num_bands": 32,
            "window_seconds": 0.4,
            **options,
        },
        "resources": {"num_threads": 1},
        "seed": 3,
    }


def _single_label(root: Path) -> dict[str, Any]:
    data = audio_folder(write_recordings(root / "data", 30), validation_share=0.2, test_share=0.2)
    return _spec(data, epochs=10, mixup=0.0)


def _multi_label(root: Path) -> dict[str, Any]:
    folder = root / "data"
    rows = []
    for seed in range(96):
        names = [name for bit, name in enumerate(LABELS[:2]) if seed >> bit & 1]
        recordings = [tone(name, seed)[:2000] for name in names] or [tone("steady", seed)[:2000]]
        write_wav(folder / f"{seed}.wav", sum(recordings) / len(recordings))
        rows.append((f"{seed}.wav", "|".join(names)))
    with (folder / "labels.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("file", "label"), *rows])
    data = {"kind": "files", "format": "csv_labels", "root": str(folder), "multi_label": True}
    return _spec({**data, "validation_share": 0.2, "test_share": 0.2}, epochs=12, mixup=0.0)


def _one_class(root: Path) -> tuple[dict[str, object], str]:
    return audio_folder(write_recordings(root / "data", 4, labels=("rising",))), "single_class"


CASES = (
    Case(
        task="speech.sound_classification",
        name="single-label",
        like="image.classification single-label",
        document=_single_label,
        gate=0.9,
        quick={"epochs": 2},
        refused=_one_class,
        backbone_options={"num_bands": 32, "window_seconds": 0.4},
    ),
    Case(
        task="speech.sound_classification",
        name="multi-label",
        like="image.classification single-label",
        document=_multi_label,
        gate=0.8,
        quick={"epochs": 2, "mixup": 0.2},
        refused=_one_class,
    ),
)
