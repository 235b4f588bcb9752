"""``text.similarity``: relatedness of English sentences (SICK)."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data
from tests.benchmarks.tasks.texts import train_on_texts

PARTS = {"train": "train", "trial": "validation", "test_annotated": "test"}


def run(quick: bool) -> list[Measurement]:
    """Return Pearson's correlation on the test part, of scored pairs and of the dual encoder."""
    folder = shared_data("sentence_pairs")
    options = {"epochs": 2} if quick else {}
    measured = []
    for backbone in ("alignment",) if quick else ("alignment", "dual_words"):
        samples = [
            one
            for name, split in PARTS.items()
            for one in _read(folder / f"SICK_{name}.txt", split)
        ]
        done = train_on_texts("text.similarity", backbone, samples, options, labels=[])
        peer = ("shared words", done.baseline)
        measured.append(measurement(f"SICK, {backbone}", "pearson", [done], bar=0.72, peer=peer))
    return measured


def _read(path: Path, split: str) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            pair = {"text1": row["sentence_A"], "text2": row["sentence_B"]}
            yield {
                "content": json.dumps(pair).encode(),
                "split": split,
                "value": float(row["relatedness_score"]),
            }
