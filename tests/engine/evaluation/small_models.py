"""Small classifiers of real handwritten digits, with the files and datasets behind them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from PIL import Image
from sklearn.datasets import load_digits
from torch.nn import functional

from engine.interfaces.dataset import Splits, TrainingDataset
from engine.interfaces.run import TrainedModel
from engine.interfaces.task import GradientTask
from engine.specs.data import SampleRecord, Split
from engine.specs.package.report import RuntimeCheck, TrainingSummary
from engine.specs.parse import parse_training_spec
from engine.tasks.loading import load_task

DIGITS = tuple("0123456789")
NUM_TRAIN, NUM_VALIDATION, NUM_TEST = 300, 120, 120

RUNTIME = RuntimeCheck(
    runtime="onnxruntime",
    num_samples=1,
    metric=1.0,
    trained_metric=1.0,
    max_abs_difference=0.0,
    size_bytes=1,
    latency_p50_ms=1.0,
    latency_p99_ms=1.0,
    device="cpu",
)


def small_model(
    folder: Path,
    *,
    key: str = "image.classification",
    labels: Sequence[str] = DIGITS,
    multi_label: bool = False,
    epochs: int = 0,
    backbone: str = "small_cnn",
    image_size: int = 16,
) -> TrainedModel:
    """Write digits as files to ``folder`` and train a network on them, for no epoch by default."""
    write_dataset(folder, labels, multi_label)
    spec = parse_training_spec(
        {
            "run_id": "run-1",
            "task": key,
            "data": {
                "kind": "manifest",
                "index": str(folder / "samples.jsonl"),
                "files_root": str(folder),
                "labels": labels,
                "multi_label": multi_label,
                "dataset_version_id": "version-1",
            },
            "backbone": backbone,
            "options": {"image_size": image_size},
            "model_name": "digits",
        }
    )
    task = cast("GradientTask[Any]", load_task(key))
    splits = task.build_splits(spec)
    spec = task.resolve(spec, splits)
    torch.manual_seed(0)
    model = task.build_model(spec, splits)
    fit(model, splits, epochs)
    summary = TrainingSummary(
        backbone=backbone,
        pretrained=None,
        from_scratch=True,
        epochs=epochs,
        best_epoch=epochs,
        train_samples=len(splits.train),
        train_seconds=1.0,
        device="cpu",
        parameters=sum(parameter.numel() for parameter in model.parameters()),
    )
    return TrainedModel(
        spec, splits, summary, networks=task.networks(spec, splits, model), module=model
    )


def write_dataset(folder: Path, labels: Sequence[str], multi_label: bool) -> None:
    """Write image files and their index; multi-label digits are told apart by three properties."""
    digits = load_digits()
    chosen = np.random.default_rng(0).permutation(len(digits.target))
    lines = []
    for place, index in enumerate(chosen[: NUM_TRAIN + NUM_VALIDATION + NUM_TEST].tolist()):
        file = folder / f"{index}.png"
        Image.fromarray((digits.images[index] * 15.9).astype(np.uint8), "L").save(file)
        digit = int(digits.target[index])
        lines.append(
            SampleRecord(
                id=f"sample-{index}",
                file=file.name,
                name=f"digit {index}.png",
                sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
                width=8,
                height=8,
                split=_split(place),
                labels=properties(digit, labels) if multi_label else (labels[digit],),
            ).model_dump_json()
        )
    (folder / "samples.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


def properties(digit: int, asked: Sequence[str]) -> tuple[str, ...]:
    """Return which of ``even``, ``large`` and ``round``, as far as asked for, a digit is."""
    named = {"even": digit % 2 == 0, "large": digit > 4, "round": digit in (0, 6, 8, 9)}
    return tuple(name for name, holds in named.items() if holds and name in asked)


def fit(model: torch.nn.Module, splits: Splits, epochs: int) -> None:
    """Train for a few epochs, enough to be right about most digits."""
    optimizer = torch.optim.AdamW(model.parameters(), 3e-3)
    batch = cast(TrainingDataset, splits.train).read(range(NUM_TRAIN))
    inputs, targets = batch.inputs["image"], batch.targets["labels"]
    loss = (
        functional.binary_cross_entropy_with_logits
        if splits.multi_label
        else functional.cross_entropy
    )
    model.train()
    for _ in range(epochs):
        for start in range(0, NUM_TRAIN, 20):
            optimizer.zero_grad()
            loss(model(inputs[start : start + 20]), targets[start : start + 20]).backward()
            optimizer.step()
    model.eval()


def read_json(path: Path) -> dict[str, object]:
    """Read a JSON object, refusing NaN and infinity, which are no JSON."""

    def refuse(constant: str) -> float:
        raise ValueError(f"{path.name} holds {constant}")

    document: dict[str, object] = json.loads(path.read_text("utf-8"), parse_constant=refuse)
    return document


def _split(place: int) -> Split:
    if place < NUM_TRAIN:
        return Split.TRAIN
    return Split.VALIDATION if place < NUM_TRAIN + NUM_VALIDATION else Split.TEST
