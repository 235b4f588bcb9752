"""``text.similarity``: relatedness of English sentences (SICK)."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.tasks.measuring import headline, measure, shared_data, summary

PARTS = {"train": "train", "trial": "validation", "test_annotated": "test"}


def run(quick: bool) -> dict[str, Any]:
    """Return Pearson's correlation on the test part, of scored pairs and of the dual encoder."""
    folder = shared_data("sentence_pairs")
    options = {"epochs": 2} if quick else {}
    result: dict[str, Any] = {}
    for backbone in ("alignment",) if quick else ("alignment", "dual_words"):
        samples = [
            one
            for name, split in PARTS.items()
            for one in _read(folder / f"SICK_{name}.txt", split)
        ]
        measured = measure("text.similarity", backbone, samples, options, labels=[])
        values = {metric["name"]: metric["value"] for metric in measured["report"]["metrics"]}
        result[backbone] = {
            **summary([measured], [headline(measured, "pearson")], bar=0.72),
            **{name: round(value, 4) for name, value in values.items() if name != "pearson"},
            "baseline": round(measured["report"]["baseline"]["value"], 4),
        }
    return result


def _read(path: Path, split: str) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            pair = {"text1": row["sentence_A"], "text2": row["sentence_B"]}
            yield {
                "content": json.dumps(pair).encode(),
                "split": split,
                "value": float(row["relatedness_score"]),
            }
