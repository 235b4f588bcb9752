"""``multimodal.image_text_retrieval``: montages of grocery photos and generated captions.

Images of the test split are made of photos that no training image holds. Candidates are its
280 images and its different captions, about 150.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data, train
from tests.engine.captions import write_captioned_groceries

BAR = 0.8
COLOURS = {
    "Banana": "yellow",
    "Carrots": "orange",
    "Conference": "green brown",
    "Golden-Delicious": "pale yellow",
    "Granny-Smith": "green",
    "Kiwi": "brown",
    "Orange": "orange",
    "Pink-Lady": "pink",
    "Red-Delicious": "dark red",
    "Regular-Tomato": "red",
    "Royal-Gala": "red yellow",
    "Satsumas": "orange",
    "Vine-Tomato": "red",
    "Watermelon": "dark green",
}


def run(quick: bool) -> list[Measurement]:
    """Return recall at 5, the mean of both directions (``quick``: fewer epochs)."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        data = write_captioned_groceries(
            shared_data("groceries"), root / "data", COLOURS, repeats=2 if quick else 3
        )
        document = {
            "task": "multimodal.image_text_retrieval",
            "data": {"kind": "files", "format": "captions", "root": str(data)},
            "backbone": "small_cnn",
            "options": {
                "epochs": 4 if quick else 12,
                "batch_size": 64,
                "augmentation": {"horizontal_flip": True, "brightness": 0.2, "contrast": 0.2},
            },
            "seed": 0,
        }
        return [measurement("captions of groceries", "recall_at_5", [train(document)], bar=BAR)]
