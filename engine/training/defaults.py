"""What ``auto`` means for image classification."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Literal

from engine.catalog.cards import BackboneCard
from engine.specs.data import SampleRecord

# Training from random weights needs about this many steps before the curve flattens.
_STEPS_FROM_SCRATCH = 360
_STEPS_FROM_WEIGHTS = 180


_LARGEST_FROM_SCRATCH = {"cpu": 128, "cuda": 224}


def image_size(
    records: Sequence[SampleRecord],
    card: BackboneCard,
    device: Literal["cpu", "cuda"],
    *,
    is_pretrained: bool,
) -> int:
    """Return height and width of the network's input in pixels.

    Pretrained weights want the size they were trained at. Otherwise a small network sees the
    images at about their own size, at least twice that of an icon, and a large one at least at
    twice what its strides can tell apart. On a CPU large images are made smaller still: a
    step costs a third of that at 224, and a run over photos ends in minutes.
    """
    if is_pretrained and card.weights is not None:
        return card.input_size
    longest = statistics.median(max(record.width, record.height) for record in records)
    if card.key == "small_cnn":
        return int(min(64, max(16, -(-longest // 8) * 8)))
    largest = min(card.input_size, _LARGEST_FROM_SCRATCH[device])
    return int(min(largest, max(64, -(-longest // 32) * 32)))


def batch_size(num_train: int, device: Literal["cpu", "cuda"]) -> int:
    """Return a power of two: 64 (256 on a GPU), less when the data is small."""
    largest = 256 if device == "cuda" else 64
    size = 4
    while size < largest and size * 16 <= num_train:
        size *= 2
    return size


def epochs(num_train: int, batch: int, is_new: bool) -> int:
    """Return enough epochs for a good model: fewer the more samples an epoch has."""
    wanted = _STEPS_FROM_SCRATCH if is_new else _STEPS_FROM_WEIGHTS
    steps_per_epoch = max(1, -(-num_train // batch))
    return min(60, max(8 if is_new else 4, round(wanted / steps_per_epoch)))


def learning_rate(backbone: str, optimizer: Literal["adamw", "sgd"], is_new: bool) -> float:
    """Return the peak learning rate: gentle where weights are known already."""
    if optimizer == "sgd":
        return 0.1 if is_new else 0.01
    if not is_new:
        return 5e-4 if backbone == "small_cnn" else 1e-4
    return {"small_cnn": 4e-3, "vit_small": 5e-4}.get(backbone, 1e-3)
