"""Are images that came from somewhere else found among those of a dataset?

Images of one collection are mixed into another, several seeds each. Precision is the share of
foreign images among as many of the highest scores as there are foreign images; false alarms are
the share of the collection's own images that are called outliers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.quality.samples.appearance import appearance
from engine.quality.samples.image_outliers import outlier_scores
from engine.specs.inspection import InspectionThresholds
from tests.shared import shared_data

NUM_OUTLIERS = (4, 8)
_LIMIT = InspectionThresholds().image_outlier
_SIDE = 512

Features = NDArray[np.float16]


def run(quick: bool) -> Mapping[str, float]:
    """Measure both ways between groceries and blood smears."""
    seeds = range(3 if quick else 10)
    groceries = _features(sorted((shared_data("groceries") / "train").glob("*/*.jpg")))
    others = _features(sorted((shared_data("groceries") / "test").glob("*/*.jpg")))
    blood = _features(sorted((shared_data("blood_cells") / "JPEGImages").glob("*.jpg")))
    figures: dict[str, float] = {}
    for name, own, foreign in (
        ("blood_in_groceries", groceries, blood),
        ("blood_in_other_groceries", others, blood),
        ("groceries_in_blood", blood, groceries),
    ):
        alarms = [float((outlier_scores(own, seed) > _LIMIT).mean()) for seed in seeds]
        figures[f"{name}_clean_false_alarms"] = float(np.mean(alarms))
        for num in NUM_OUTLIERS:
            figures |= _mixed(f"{name}_{num}", own, foreign, num, seeds)
    for key, value in figures.items():
        print(f"{key:42s} {value:.4f}")
    return figures


def _mixed(
    name: str, own: Features, foreign: Features, num: int, seeds: Sequence[int]
) -> Mapping[str, float]:
    precisions, alarms, found = [], [], []
    for seed in seeds:
        chosen = np.random.default_rng(seed).choice(len(foreign), num, replace=False)
        scores = outlier_scores(np.concatenate([own, foreign[chosen]]), seed)
        is_outlier = np.arange(len(scores)) >= len(own)
        precisions.append(is_outlier[np.argsort(-scores)[:num]].mean())
        alarms.append((scores[~is_outlier] > _LIMIT).mean())
        found.append((scores[is_outlier] > _LIMIT).mean())
    return {
        f"{name}_precision": float(np.mean(precisions)),
        f"{name}_worst_precision": float(np.min(precisions)),
        f"{name}_found": float(np.mean(found)),
        f"{name}_false_alarms": float(np.mean(alarms)),
    }


def _features(paths: Sequence[Path]) -> Features:
    found = []
    for path in paths:
        image = Image.open(path).convert("RGB")
        image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
        found.append(appearance(image))
    return np.array(found, dtype=np.float16)
