"""Options of every task that is trained by gradient descent."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import option
from engine.specs.training import TaskOptions


class ScheduleOptions(TaskOptions):
    """How long and how fast to learn; tasks add their own options to these."""

    epochs: Annotated[int, Field(ge=1, le=10_000)] | Literal["auto"] = option(
        "auto", group="schedule"
    )
    batch_size: Annotated[int, Field(ge=1, le=4096)] | Literal["auto"] = option(
        "auto", group="schedule", search=(8, 128), log=True
    )
    learning_rate: Annotated[float, Field(gt=0, le=10)] | Literal["auto"] = option(
        "auto", group="optimizer", search=(1e-5, 1e-1), log=True
    )
    early_stopping_patience: int = option(
        0, group="schedule", unit="epochs", ge=0, le=1000, expert=True
    )
    optimizer: Literal["adamw", "sgd"] = option(
        "adamw", group="optimizer", expert=True, among=("adamw", "sgd")
    )
    weight_decay: float = option(
        0.02, group="optimizer", ge=0, le=1, expert=True, search=(1e-5, 1e-1), log=True
    )
    warmup_share: float = option(0.05, group="schedule", ge=0, le=0.5, expert=True, search=(0, 0.2))
    ema_decay: float = option(
        0.995, group="regularisation", ge=0, lt=1, expert=True, search=(0.9, 0.9995)
    )
    precision: Literal["auto", "float32", "bfloat16", "float16"] = option(
        "auto", group="hardware", expert=True
    )
