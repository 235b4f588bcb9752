"""Options of ``tabular.prediction``: one schema for form, command line, YAML, API and docs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.specs.confirmation import Confirmable
from engine.specs.spec import ColumnChoice, option
from engine.specs.training import TaskOptions


class TabularPredictionOptions(TaskOptions):
    """What a user may set for a prediction from tables; defaults suit most data.

    ``target`` is the column to predict, ``auto`` the last one. ``split_column`` names a column of
    the words train, validation and test. ``time_column`` makes the latest rows the held-out ones
    and orders the folds; ``group_column`` keeps rows of one group together. Neither group, split
    nor columns of ``leave_out`` are learnt from. ``as_categories`` names columns whose numbers are
    codes. ``decide_by`` is what the threshold between two classes serves: how many answers are
    right, or the F1 of the second class; ``auto`` is F1 where one class has ten times the rows of
    the other. ``accepted`` are the findings of the check that somebody agreed to: a run that would
    guess, or learn from rows that do not fit, is refused without. ``minutes`` ends the trying of
    candidates, whatever the preset still lists; ``auto`` tries all of it.
    """

    target: str = option(
        "auto",
        group="data",
        column=ColumnChoice(kinds=("number", "category"), auto="last", role="target"),
    )
    problem: Literal["auto", "binary", "multi_class", "regression"] = option("auto", group="data")
    accepted: tuple[Confirmable, ...] = option((), group="confirmation")
    leave_out: tuple[str, ...] = option((), group="data", column=ColumnChoice(role="ignore"))
    as_categories: tuple[str, ...] = option(
        (), group="data", expert=True, column=ColumnChoice(apart=False, chosen_kind="category")
    )
    split_column: str | None = option(
        None, group="data", expert=True, column=ColumnChoice(kinds=("category",))
    )
    group_column: str | None = option(
        None,
        group="data",
        expert=True,
        column=ColumnChoice(kinds=("category", "number", "text"), role="series"),
    )
    time_column: str | None = option(
        None,
        group="data",
        expert=True,
        column=ColumnChoice(kinds=("time",), apart=False, role="time"),
    )
    max_categories: int = option(255, group="data", expert=True, ge=2, le=2000)
    decide_by: Literal["auto", "accuracy", "f1"] = option("auto", group="data", expert=True)
    class_weights: Literal["none", "balanced"] = option("none", group="data", expert=True)
    minutes: Annotated[float, Field(gt=0, le=10_000)] | Literal["auto"] = option(
        "auto", group="schedule", unit="minutes"
    )
    folds: int = option(5, group="schedule", ge=2, le=20)
    num_trials: Annotated[int, Field(ge=1, le=200)] | Literal["auto"] = option(
        "auto", group="schedule"
    )
    max_trees: int = option(2000, group="schedule", ge=10, le=20_000, expert=True)
    max_epochs: Annotated[int, Field(ge=1, le=1000)] | Literal["auto"] = option(
        "auto", group="schedule", expert=True
    )
    learning_rate: Annotated[float, Field(gt=0, le=1)] | Literal["auto"] = option(
        "auto", group="optimizer", search=(1e-2, 3e-1), log=True, expert=True
    )
    patience: int = option(60, group="schedule", ge=5, le=1000, expert=True)
    calibration: bool = option(True, group="regularisation")

    @model_validator(mode="after")
    def _columns_differ(self) -> TabularPredictionOptions:
        special = [self.split_column, self.group_column, *self.leave_out]
        if self.target in special:
            raise ValueError(f"The target column '{self.target}' cannot be left out of the data.")
        return self


OPTIONS = TabularPredictionOptions
