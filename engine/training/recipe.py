"""Derive a recipe from resolved options."""

from __future__ import annotations

from typing import Literal, TypeVar

from engine.errors import SpecError
from engine.interfaces.recipe import Recipe
from engine.options import options_of
from engine.specs.schedule import ScheduleOptions
from engine.specs.training import TrainingSpec

Value = TypeVar("Value")


def recipe_of(spec: TrainingSpec) -> Recipe:
    """Return the recipe that the resolved options of a run describe.

    Raises:
        SpecError: ``options_unresolved`` when one of them is still ``auto``.
    """
    options = options_of(spec, ScheduleOptions)
    return Recipe(
        epochs=resolved(options.epochs),
        batch_size=resolved(options.batch_size),
        learning_rate=resolved(options.learning_rate),
        optimizer=options.optimizer,
        weight_decay=options.weight_decay,
        warmup_share=options.warmup_share,
        ema_decay=options.ema_decay,
        early_stopping_patience=options.early_stopping_patience,
        precision=resolved(options.precision),
    )


def resolved(value: Value | Literal["auto"]) -> Value:
    """Return an option that was ``auto`` until the data was known.

    Raises:
        SpecError: ``options_unresolved`` when it still is.
    """
    if value == "auto":
        raise SpecError(
            "The options still hold 'auto'. Call resolve with the data before training.",
            code="options_unresolved",
        )
    return value
