"""What the weights that come with Easel are worth, where samples are few.

``python -m tests.benchmarks pretrained``: the same runs, with everything chosen by the product,
begin with random weights and with those of the engine, seed by seed:

- photographs of groceries, 10 and 30 of each of 14 kinds, tested on those of other shops.

Of each pair the mean gain is printed, with the interval of a paired bootstrap over the seeds.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from tests.benchmarks.tasks.measuring import Run, shared_data, train

SEEDS, QUICK_SEEDS = 3, 1
STARTS: Mapping[str, Mapping[str, Any] | None] = {"scratch": None, "built_in": {}}


def run(quick: bool) -> Mapping[str, float]:
    """Print each pair; return the means by start, and the gains (``quick``: one seed, one set)."""
    figures: dict[str, float] = {}
    measured = {"groceries10": _groceries(10)}
    if not quick:
        measured |= {
            "groceries30": _groceries(30),
        }
    for name, measure in measured.items():
        seeds = range(QUICK_SEEDS if quick else SEEDS)
        runs = {
            start: [measure(seed, pretrained) for seed in seeds]
            for start, pretrained in STARTS.items()
        }
        figures |= _compared(name, runs)
    return figures


def _compared(name: str, runs: Mapping[str, list[tuple[Run, str]]]) -> dict[str, float]:
    values = {start: [one.number(metric) for one, metric in found] for start, found in runs.items()}
    gains = np.subtract(values["built_in"], values["scratch"])
    resampled = np.random.default_rng(0).choice(gains, (10_000, len(gains))).mean(axis=1)
    low, high = np.percentile(resampled, [2.5, 97.5])
    figures = {f"{name}_{start}": round(fmean(found), 4) for start, found in values.items()}
    figures |= {
        f"{name}_gain": round(float(gains.mean()), 4),
        f"{name}_gain_low": round(float(low), 4),
        f"{name}_gain_high": round(float(high), 4),
    }
    seconds = {start: fmean(one.seconds for one, _ in found) for start, found in runs.items()}
    figures[f"{name}_share_of_time"] = round(seconds["built_in"] / seconds["scratch"], 3)
    for start, found in values.items():
        print(f"{name} {start}: {[round(one, 3) for one in found]} in {seconds[start]:.0f} s")
    print(f"  gain {gains.mean():+.3f} ({low:+.3f} to {high:+.3f})")
    return figures


Measure = Callable[[int, Mapping[str, Any] | None], tuple[Run, str]]


def _groceries(num_each: int) -> Measure:
    def measure(seed: int, pretrained: Mapping[str, Any] | None) -> tuple[Run, str]:
        with tempfile.TemporaryDirectory(prefix="easel-") as folder:
            root = Path(folder)
            choice = np.random.default_rng(seed)
            for kind in sorted(shared_data("groceries", "train").iterdir()):
                files = sorted(kind.glob("*.jpg"))
                chosen = choice.permutation(len(files))[:num_each]
                _copy([files[place] for place in chosen], root / "train" / kind.name)
            for kind in sorted(shared_data("groceries", "test").iterdir()):
                _copy(sorted(kind.glob("*.jpg")), root / "test" / kind.name)
            document = {
                "task": "image.classification",
                "backbone": "photo_cnn",
                "data": {"kind": "files", "format": "image_folder", "root": folder},
                "options": {},
            }
            return _trained(document, seed, pretrained), "accuracy"

    return measure


def _trained(document: dict[str, Any], seed: int, pretrained: Mapping[str, Any] | None) -> Run:
    return train({**document, "seed": seed, "pretrained": pretrained}, threads=2)


def _copy(files: list[Path], folder: Path) -> None:
    folder.mkdir(parents=True)
    for file in files:
        shutil.copyfile(file, folder / file.name)
