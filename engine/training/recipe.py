"""Derive a recipe from resolved options."""

from __future__ import annotations

from engine.errors import SpecError
from engine.interfaces.recipe import Recipe
from engine.options import options_of
from engine.specs.schedule import ScheduleOptions
from engine.specs.training import TrainingSpec


def recipe_of(spec: TrainingSpec) -> Recipe:
    """Return the recipe that the resolved options of a run describe.

    Raises:
        SpecError: ``options_unresolved`` when one of them is still ``auto``.
    """
    options = options_of(spec, ScheduleOptions)
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
