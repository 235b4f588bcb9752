"""Training speed beside a bare PyTorch loop: same model, batches, precision and threads."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch import nn
from torch.nn import functional

from engine.catalog import TASKS
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.data import ImageFolderDataSpec
from engine.specs.image_classification import ImageClassificationOptions
from engine.specs.training import ResourceSpec, TrainingSpec
from engine.tasks.task import Splits, Task, load_task
from engine.training.loop import LoopContext, TrainingLoop
from engine.training.optimizers import build_optimizer
from engine.training.resources import ResourceMonitor, use_threads
from engine.training.trainer import load_into_memory

_NUM_CLASSES = 10
_BATCH_SIZE = 64


def run(quick: bool) -> dict[str, float]:
    """Measure our training loop and a bare one in turns, so that both see the same machine.

    The bare loop is what a person would write in ten lines: tensors in memory, forward, loss,
    backward, step. Ours reads, augments, averages weights, watches the loss and reports as well.

    Returns:
        ``share_of_bare_loop``, the median over the turns of ours over bare, beside the images per
        second of both.
    """
    # Many short turns: the noise of a busy machine then falls on both loops alike.
    image_size, per_class = 32, 64
    turns = 7 if quick else 25
    with tempfile.TemporaryDirectory() as folder:
        data, work = Path(folder) / "data", Path(folder) / "work"
        work.mkdir()
        _write_images(data, image_size, per_class)
        spec = _spec(data, image_size)
        num_threads = use_threads(spec.resources)
        task = load_task(spec.task)
        splits = task.build_splits(spec)
        spec = task.resolve(spec, splits)
        with EventSink(work / "events.jsonl") as emit, ResourceMonitor(emit) as monitor:
            load_into_memory(splits, spec, emit)
            context = LoopContext(work, emit, Interrupt(), monitor, "benchmark")
            ours = _our_epochs(task, spec, splits, context)
            bare = _bare_epochs(task, spec, splits)
            ours(), bare()
            pairs = [(ours(), bare()) for _ in range(turns)]
    num_images = len(splits.train)
    ours_seconds = statistics.median(pair[0] for pair in pairs)
    bare_seconds = statistics.median(pair[1] for pair in pairs)
    return {
        "share_of_bare_loop": round(statistics.median(b / a for a, b in pairs), 3),
        "images_per_second": round(num_images / ours_seconds, 1),
        "bare_images_per_second": round(num_images / bare_seconds, 1),
        "image_size": image_size,
        "batch_size": _BATCH_SIZE,
        "num_threads": num_threads,
        "num_images": num_images,
    }


def _our_epochs(
    task: Task, spec: TrainingSpec, splits: Splits, context: LoopContext
) -> Callable[[], float]:
    """Return a function that trains one epoch with the product's loop and times its steps."""
    torch.manual_seed(0)
    loop = TrainingLoop(task, spec, splits, task.build_model(spec, splits.labels), context)

    def epoch() -> float:
        started = time.perf_counter()
        loop.train_epoch()
        return time.perf_counter() - started

    return epoch


def _bare_epochs(task: Task, spec: TrainingSpec, splits: Splits) -> Callable[[], float]:
    """Return a function that times one epoch of a bare loop."""
    torch.manual_seed(0)
    model: nn.Module = task.build_model(spec, splits.labels)
    model = model.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimizer = build_optimizer(model, task.recipe(spec))
    inputs, targets = splits.train.read(range(len(splits.train)))
    images = torch.from_numpy(inputs).contiguous(memory_format=torch.channels_last)
    classes = torch.from_numpy(targets)

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


def _spec(data: Path, image_size: int) -> TrainingSpec:
    card = TASKS["image.classification"]
    return TrainingSpec(
        run_id="benchmark",
        task=card.key,
        data=ImageFolderDataSpec(root=str(data), validation_share=0.1, test_share=0.0),
        backbone="small_cnn",
        options=ImageClassificationOptions(
            epochs=100, batch_size=_BATCH_SIZE, image_size=image_size
        ),
        resources=ResourceSpec(),
    )


def _write_images(root: Path, size: int, per_class: int) -> None:
    random = np.random.default_rng(0)
    for label in range(_NUM_CLASSES):
        folder = root / str(label)
        folder.mkdir(parents=True)
        for index in range(per_class):
            pixels = random.integers(0, 256, (size, size, 3), dtype=np.uint8)
            Image.fromarray(pixels).save(folder / f"{index}.png")
