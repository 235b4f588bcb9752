"""What the weights that come with Easel are worth, where samples are few.

``python -m tests.benchmarks pretrained``: the same runs, with everything chosen by the product,
begin with random weights and with those of the engine, seed by seed:

- photographs of groceries, 10 and 30 of each of 14 kinds, tested on those of other shops; of each
  pair the mean gain is printed, with the interval of a paired bootstrap over the seeds;
- ``frozen``: a linear classifier on features that do not learn, 10 of each kind: what the network
  knows before it has seen a label. Statistics of its norms are taken from the photographs;
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
from PIL import Image
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from engine.data.image.normalization import IMAGENET
from engine.models.vision.classification.backbones import build_classifier
from engine.pretraining.images.drawing import Drawn, draw, draw_plainly
from engine.pretraining.images.scenes import Difficulty, draw_scenes
from engine.pretraining.recipes import PhotoCnnRecipe
from engine.weights.built_in import built_in_file
from tests.benchmarks.tasks.measuring import Run, shared_data, train

SEEDS, QUICK_SEEDS = 3, 1
STARTS: Mapping[str, Mapping[str, Any] | None] = {"scratch": None, "built_in": {}}
NETWORK, SIDE = "photo_cnn", 96
NUM_FROZEN_SEEDS, NUM_EACH = 5, 10


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
    """Return the accuracy of a linear classifier by what the network starts from."""
    files = {
        split: [sorted(kind.glob("*.jpg")) for kind in _kinds(split)] for split in ("train", "test")
    }
    images = {
        split: _pixels([one for kind in kinds for one in kind]) for split, kinds in files.items()
    }
    truth = {
        split: np.repeat(np.arange(len(kinds)), [len(kind) for kind in kinds])
        for split, kinds in files.items()
    }
    figures = {}
    for start, weights in (("random", None), ("built_in", built_in_file(f"easel/{NETWORK}"))):
        torch.manual_seed(0)
        features = build_classifier(NETWORK, SIDE, len(files["train"]), weights).features
        with torch.no_grad():
            for _ in range(3):
                for batch in images["train"].split(64):
                    features.train()(batch)
        seen = {split: _means(features.eval(), found) for split, found in images.items()}
        scores = [_linear(seen, truth, seed) for seed in range(NUM_FROZEN_SEEDS)]
        figures[f"frozen_{start}"] = round(fmean(scores), 4)
        print(f"frozen {start}: {[round(one, 3) for one in scores]}")
    return figures


def _linear(seen: Mapping[str, Any], truth: Mapping[str, Any], seed: int) -> float:
    choice = np.random.default_rng(seed)
    rows = np.concatenate(
        [
            choice.permutation(np.flatnonzero(truth["train"] == kind))[:NUM_EACH]
            for kind in np.unique(truth["train"])
        ]
    )
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.01, max_iter=1000))
    model.fit(seen["train"][rows], truth["train"][rows])
    return float(model.score(seen["test"], truth["test"]))


def _means(features: torch.nn.Module, images: torch.Tensor) -> Any:
    with torch.no_grad():
        found = [features(batch).mean(dim=(2, 3)) for batch in images.split(64)]
    return torch.cat(found).numpy()


def _pixels(files: list[Path]) -> torch.Tensor:
    found = [
        np.asarray(Image.open(file).convert("RGB").resize((SIDE, SIDE)), np.float32) / 255
        for file in files
    ]
    images = torch.from_numpy(np.stack(found)).permute(0, 3, 1, 2)
    mean, std = IMAGENET.tensors(images)
    return (images - mean) / std


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
