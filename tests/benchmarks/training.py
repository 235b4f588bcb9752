"""Training speed beside a bare PyTorch loop: same model, batches, precision and threads.

``share_of_bare_loop`` is the product's images per second over those of the bare loop.

On both sides: the network in channels-last, forward, cross entropy, backward and the same fused
optimiser, over batches of the same sizes. Images are decoded before the clock starts.

Only on ours: shuffling, reading uint8 pixels from memory and normalising them, the default
augmentation, label smoothing, the schedule of the learning rate, the moving average of the
weights, the check of the loss at each step, the resource monitor and the events. The bare loop
slices a float tensor that is in memory already.

On neither: validation, checkpoints, and anything before the first or after the last step.

The loops take short turns in one process, each first in every other turn, and the median of the
ratios of the turns is reported: what else the machine does then falls on both alike. The process
is a child with an environment of its own, since OpenMP reads its settings when torch is loaded.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from PIL import Image
from torch import nn
from torch.nn import functional

from engine.catalog import TASKS
from engine.data.memory import load_into_memory
from engine.events import EventSink
from engine.interfaces.dataset import Splits, TrainingDataset
from engine.interfaces.run import RunContext
from engine.interfaces.task import GradientTask
from engine.interrupt import Interrupt
from engine.specs.data import DatasetFormat, FilesDataSpec
from engine.specs.options.image.classification import ImageClassificationOptions
from engine.specs.training import ResourceSpec, TrainingSpec
from engine.tasks.loading import load_task
from engine.threads import available_threads
from engine.training.loop import TrainingLoop
from engine.training.optimizers import build_optimizer
from engine.training.recipe import recipe_of
from engine.training.resources import ResourceMonitor, use_threads

_NUM_CLASSES = 10
_BATCH_SIZE = 64
_IMAGE_SIZE = 32
_IMAGES_PER_CLASS = 40
_TURNS, _QUICK_TURNS = 60, 15
_ROOT = Path(__file__).resolve().parents[2]


def run(quick: bool) -> dict[str, float]:
    """Measure in a child process whose threads are set before torch is loaded.

    Returns:
        ``share_of_bare_loop`` with its quartiles over the turns, the images per second of both
        loops, and the conditions.
    """
    threads = str(available_threads())
    environment = os.environ | {
        "OMP_NUM_THREADS": threads,
        "MKL_NUM_THREADS": threads,
        "OMP_WAIT_POLICY": "PASSIVE",
        "KMP_BLOCKTIME": "0",
    }
    child = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.training", *(["--quick"] if quick else [])],
        env=environment,
        cwd=_ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    figures: dict[str, float] = json.loads(child.stdout)
    return figures


def measure(turns: int) -> dict[str, float]:
    """Train with both loops in turns, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        data, work = Path(folder) / "data", Path(folder) / "work"
        work.mkdir()
        _write_images(data)
        spec = _spec(data)
        num_threads = use_threads(spec.resources)
        task = cast("GradientTask[Any]", load_task(spec.task))
        splits = task.build_splits(spec)
        spec = task.resolve(spec, splits)
        with EventSink(work / "events.jsonl") as emit, ResourceMonitor(emit) as monitor:
            load_into_memory(splits, spec, emit)
            context = RunContext(work, emit, Interrupt(), monitor)
            ours = _our_epochs(task, spec, splits, context)
            bare = _bare_epochs(task, spec, splits)
            ours(), bare()
            pairs = [_turn(ours, bare, ours_first=turn % 2 == 0) for turn in range(turns)]
    num_images = len(splits.train)
    low, share, high = statistics.quantiles([b / a for a, b in pairs], n=4)
    return {
        "share_of_bare_loop": round(share, 3),
        "share_lower_quartile": round(low, 3),
        "share_upper_quartile": round(high, 3),
        "images_per_second": round(num_images / statistics.median(a for a, _ in pairs), 1),
        "bare_images_per_second": round(num_images / statistics.median(b for _, b in pairs), 1),
        "image_size": _IMAGE_SIZE,
        "batch_size": _BATCH_SIZE,
        "num_threads": num_threads,
        "num_images": num_images,
        "turns": turns,
    }


def _turn(
    ours: Callable[[], float], bare: Callable[[], float], *, ours_first: bool
) -> tuple[float, float]:
    """Return the seconds of an epoch of ours and of the bare loop."""
    if ours_first:
        return ours(), bare()
    bare_seconds = bare()
    return ours(), bare_seconds


def _our_epochs(
    task: GradientTask[Any], spec: TrainingSpec, splits: Splits, context: RunContext
) -> Callable[[], float]:
    """Return a function that trains one epoch with the product's loop and times its steps."""
    torch.manual_seed(0)
    loop = TrainingLoop(task, spec, splits, task.build_model(spec, splits), context)

    def epoch() -> float:
        started = time.perf_counter()
        loop.train_epoch()
        return time.perf_counter() - started

    return epoch


def _bare_epochs(
    task: GradientTask[Any], spec: TrainingSpec, splits: Splits
) -> Callable[[], float]:
    """Return a function that times one epoch of a bare loop."""
    torch.manual_seed(0)
    model: nn.Module = task.build_model(spec, splits)
    model = model.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimizer = build_optimizer(model, recipe_of(spec))
    everything = cast(TrainingDataset, splits.train).read(range(len(splits.train)))
    images = everything.inputs["image"].contiguous(memory_format=torch.channels_last)
    classes = everything.targets["labels"]

    def epoch() -> float:
        model.train()
        started = time.perf_counter()
        for batch in torch.tensor_split(torch.arange(len(images)), -(-len(images) // _BATCH_SIZE)):
            low, high = int(batch[0]), int(batch[-1]) + 1
            optimizer.zero_grad(set_to_none=True)
            loss = functional.cross_entropy(model(images[low:high]), classes[low:high])
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        return time.perf_counter() - started

    return epoch


def _spec(data: Path) -> TrainingSpec:
    card = TASKS["image.classification"]
    return TrainingSpec(
        run_id="benchmark",
        task=card.key,
        data=FilesDataSpec(
            format=DatasetFormat.IMAGE_FOLDER,
            root=str(data),
            validation_share=0.1,
            test_share=0.0,
        ),
        backbone="small_cnn",
        options=ImageClassificationOptions(
            epochs=_TURNS + 1, batch_size=_BATCH_SIZE, image_size=_IMAGE_SIZE
        ),
        resources=ResourceSpec(),
    )


def _write_images(root: Path) -> None:
    random = np.random.default_rng(0)
    for label in range(_NUM_CLASSES):
        folder = root / str(label)
        folder.mkdir(parents=True)
        for index in range(_IMAGES_PER_CLASS):
            pixels = random.integers(0, 256, (_IMAGE_SIZE, _IMAGE_SIZE, 3), dtype=np.uint8)
            Image.fromarray(pixels).save(folder / f"{index}.png")


if __name__ == "__main__":
    print(json.dumps(measure(_QUICK_TURNS if "--quick" in sys.argv else _TURNS)))
