"""``text.entity_extraction``: names and nominal mentions in Chinese microblogs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data
from tests.benchmarks.tasks.texts import train_on_texts

PARTS = {"train": "train", "dev": "validation", "test": "test"}


def run(quick: bool) -> list[Measurement]:
    """Return entity F1 on the test part (``quick``: after two epochs)."""
    folder = shared_data("weibo_ner")
    samples = [
        sample
        for name, split in PARTS.items()
        for sample in read_messages(folder / f"{name}.conll", split)
    ]
    labels = sorted({region["label"] for sample in samples for region in sample["regions"]})
    options = {"epochs": 2} if quick else {}
    done = train_on_texts("text.entity_extraction", "conv_tagger", samples, options, labels=labels)
    peer = ("lexicon", done.baseline)
    return [measurement("weibo_ner", "f1", [done], bar=0.45, peer=peer)]


def read_messages(path: Path, split: str) -> Iterator[dict[str, Any]]:
    for message in path.read_text("utf-8").strip().split("\n\n"):
        rows = [line.split("\t") for line in message.splitlines()]
        # The digit after a character is its place in the segmented word.
        text = "".join(token[0] for token, _ in rows)
        yield {
            "content": text.encode(),
            "split": split,
            "regions": list(_regions([tag for _, tag in rows])),
        }


def _regions(tags: list[str]) -> Iterator[dict[str, Any]]:
    start: int | None = None
    for place, tag in enumerate([*tags, "O"]):
        if start is not None and not (tag.startswith("I-") and tag[2:] == tags[start][2:]):
            yield {
                "id": str(start),
                "label": tags[start][2:],
                "geometry": {"kind": "span", "start": start, "end": place},
            }
            start = None
        if start is None and tag != "O":
            start = place
