"""What the training loop needs to know; a task derives it from its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.errors import SpecError
from engine.specs.schedule import ScheduleOptions

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


def recipe_of(options: ScheduleOptions) -> Recipe:
    """Return the recipe that resolved options describe.

    Raises:
        SpecError: ``options_unresolved`` when one of them is still ``auto``.
    """
    if (
        options.epochs == "auto"
        or options.batch_size == "auto"
        or options.learning_rate == "auto"
        or options.precision == "auto"
    ):
        raise unresolved()
    return Recipe(
        epochs=options.epochs,
        batch_size=options.batch_size,
        learning_rate=options.learning_rate,
        optimizer=options.optimizer,
        weight_decay=options.weight_decay,
        warmup_share=options.warmup_share,
        ema_decay=options.ema_decay,
        early_stopping_patience=options.early_stopping_patience,
        precision=options.precision,
    )


def unresolved() -> SpecError:
    """Return the error of options that still hold ``auto`` where a value is needed."""
    return SpecError(
        "The options still hold 'auto'. Call resolve with the data before training.",
        code="options_unresolved",
    )
