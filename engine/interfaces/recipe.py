"""What the training loop needs to know; a task derives it from its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OptimizerName = Literal["adamw", "sgd"]
Precision = Literal["float32", "bfloat16", "float16"]


@dataclass(frozen=True)
class Recipe:
    """How a network is trained, whatever the task; nothing is left to choose."""

    epochs: int
    batch_size: int
    learning_rate: float
    optimizer: OptimizerName
    weight_decay: float
    warmup_share: float
    ema_decay: float
    early_stopping_patience: int
    precision: Precision
