"""What the weights that come with Easel are worth, where samples are few.

``python -m tests.benchmarks pretrained``: the same runs, with everything chosen by the product,
begin with random weights and with those of the engine, seed by seed:

- photographs of groceries, 10 and 30 of each of 14 kinds, tested on those of other shops; of each
  pair the mean gain is printed, with the interval of a paired bootstrap over the seeds;
- ``few1``, ``few3``, ``few10``: a linear model of so many labels of each kind on features that do
  not learn: histograms, the network with random weights, with its own, and what the product uses,
  both together. This is what people are suggested before anything is trained;
- ``drawing``: synthetic images of 64 pixels that one core draws in a second of its own time, and
  how many times as many those are by numba as by NumPy.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import torch
from easel.runtime import decode_image
from numpy.typing import NDArray
from PIL import Image

from engine.embeddings.images import ImageEmbedder, histograms_of
from engine.embeddings.numbers import Floats, Reduction
from engine.embeddings.photo_features import PhotoFeatures, Pixels, view_of
from engine.models.linear import LinearModel
from engine.models.vision.classification.photo_cnn import PhotoCnn
from engine.pretraining.images.drawing import Drawn, draw, draw_plainly
from engine.pretraining.images.scenes import Difficulty, draw_scenes
from engine.pretraining.recipes import PhotoCnnRecipe
from tests.benchmarks.tasks.measuring import Run, shared_data, train

SEEDS, QUICK_SEEDS = 3, 1
STARTS: Mapping[str, Mapping[str, Any] | None] = {"scratch": None, "built_in": {}}
NETWORK = "photo_cnn"
NUM_FROZEN_SEEDS, NUMS_EACH = 5, (1, 3, 10)


def run(quick: bool) -> Mapping[str, float]:
    """Print each pair; return means by start, and gains (``quick``: one seed, 10 of each kind)."""
    figures = _drawing() | _frozen()
    for num_each in (10,) if quick else (10, 30):
        seeds = range(QUICK_SEEDS if quick else SEEDS)
        runs = {
            start: [_trained(num_each, seed, pretrained) for seed in seeds]
            for start, pretrained in STARTS.items()
        }
        figures |= _compared(f"groceries{num_each}", runs)
    return figures


def _compared(name: str, runs: Mapping[str, list[Run]]) -> dict[str, float]:
    values = {start: [one.number("accuracy") for one in found] for start, found in runs.items()}
    gains = np.subtract(values["built_in"], values["scratch"])
    resampled = np.random.default_rng(0).choice(gains, (10_000, len(gains))).mean(axis=1)
    low, high = np.percentile(resampled, [2.5, 97.5])
    seconds = {start: fmean(one.seconds for one in found) for start, found in runs.items()}
    for start, found in values.items():
        print(f"{name} {start}: {[round(one, 3) for one in found]} in {seconds[start]:.0f} s")
    print(f"  gain {gains.mean():+.3f} ({low:+.3f} to {high:+.3f})")
    return {f"{name}_{start}": round(fmean(found), 4) for start, found in values.items()} | {
        f"{name}_gain": round(float(gains.mean()), 4),
        f"{name}_gain_low": round(float(low), 4),
        f"{name}_gain_high": round(float(high), 4),
        f"{name}_share_of_time": round(seconds["built_in"] / seconds["scratch"], 3),
    }


def _trained(num_each: int, seed: int, pretrained: Mapping[str, Any] | None) -> Run:
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        root = Path(folder)
        for split, num in (("train", num_each), ("test", None)):
            for kind in _kinds(split):
                files = _chosen(kind, num, seed)
                (root / split / kind.name).mkdir(parents=True)
                for file in files:
                    shutil.copyfile(file, root / split / kind.name / file.name)
        document = {
            "task": "image.classification",
            "backbone": NETWORK,
            "data": {"kind": "files", "format": "image_folder", "root": folder},
            "options": {},
            "seed": seed,
            "pretrained": pretrained,
        }
        return train(document, threads=2)


def _frozen() -> dict[str, float]:
    """Return the accuracy of a linear model by what it looks at, and by the labels of each kind."""
    files = {
        split: [one for kind in _kinds(split) for one in sorted(kind.glob("*.jpg"))]
        for split in ("train", "test")
    }
    truth = {
        split: np.unique([file.parent.name for file in found], return_inverse=True)[1]
        for split, found in files.items()
    }
    contents = {split: [one.read_bytes() for one in found] for split, found in files.items()}
    figures = {}
    for name, points in _points(contents).items():
        for num in NUMS_EACH:
            scores = [_linear(points, truth, num, seed) for seed in range(NUM_FROZEN_SEEDS)]
            figures[f"few{num}_{name}"] = round(fmean(scores), 4)
            print(f"few {num} {name}: {[round(one, 3) for one in scores]}")
    return figures


def _points(contents: Mapping[str, list[bytes]]) -> dict[str, Mapping[str, Floats]]:
    images = {
        split: [Image.fromarray(decode_image(one)) for one in found]
        for split, found in contents.items()
    }
    histograms = {
        split: np.stack([histograms_of(one) for one in found]) for split, found in images.items()
    }
    views = {split: np.stack([view_of(one) for one in found]) for split, found in images.items()}
    embed = ImageEmbedder()
    embed.fit(contents["train"])
    return {
        "histograms": _reduced(histograms, is_scaled=False),
        "random": _reduced(_seen(views, is_random=True), is_scaled=True),
        "network": _reduced(_seen(views, is_random=False), is_scaled=True),
        "both": {split: embed(found) for split, found in contents.items()},
    }


def _seen(views: Mapping[str, Pixels], *, is_random: bool) -> Mapping[str, Floats]:
    torch.manual_seed(0)
    network = PhotoFeatures(PhotoCnn() if is_random else None)
    network.adapt(views["train"])
    return {split: network(found) for split, found in views.items()}


def _reduced(rows: Mapping[str, Floats], *, is_scaled: bool) -> Mapping[str, Floats]:
    reduce = Reduction(is_scaled=is_scaled)
    reduce.fit(rows["train"])
    return {split: reduce(found) for split, found in rows.items()}


def _linear(
    points: Mapping[str, Floats], truth: Mapping[str, NDArray[np.int64]], num: int, seed: int
) -> float:
    choice = np.random.default_rng(seed)
    kinds = np.unique(truth["train"])
    rows = np.concatenate(
        [choice.permutation(np.flatnonzero(truth["train"] == kind))[:num] for kind in kinds]
    )
    given = truth["train"][rows][:, None] == kinds
    model = LinearModel.fit(points["train"][rows], given, is_multi_label=False)
    return float((model(points["test"]).argmax(axis=1) == truth["test"]).mean())


def _drawing() -> dict[str, float]:
    recipe = PhotoCnnRecipe(0)
    difficulty = Difficulty.at(1.0, recipe.num_things)
    scenes = draw_scenes(np.random.default_rng(0), 256, 64, difficulty, recipe.things)
    rates = {}
    drawings: Mapping[str, Callable[..., Drawn]] = {"numba": draw, "numpy": draw_plainly}
    for name, drawing in drawings.items():
        # Compiled, where it is.
        drawing(scenes, recipe.masks, recipe.lattice)
        began = time.process_time()
        drawing(scenes, recipe.masks, recipe.lattice)
        rates[name] = len(scenes.counts) / (time.process_time() - began)
    print(f"drawing: {rates['numba']:.0f} images a second, {rates['numpy']:.0f} by NumPy")
    return {
        "drawing_images_a_second": round(rates["numba"]),
        "drawing_times_numpy": round(rates["numba"] / rates["numpy"], 2),
    }


def _kinds(split: str) -> list[Path]:
    return sorted(one for one in shared_data("groceries", split).iterdir() if one.is_dir())


def _chosen(kind: Path, num: int | None, seed: int) -> list[Path]:
    files = sorted(kind.glob("*.jpg"))
    return [files[place] for place in np.random.default_rng(seed).permutation(len(files))[:num]]
