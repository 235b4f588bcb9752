"""Options of ``tabular.forecasting``: one schema for form, command line, YAML, API and docs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.confirmation import Confirmable
from engine.specs.spec import ColumnChoice, option
from engine.specs.training import TaskOptions


class TabularForecastingOptions(TaskOptions):
    """What a user may set for a forecast; defaults suit most data.

    ``time_column`` is ``auto`` for the first column of times; no ``targets`` means every column of
    numbers that is no covariate. ``group_column`` tells several series of one table apart.
    ``season`` is a number of steps; 1 means none. ``level`` is the share of true values that
    intervals are meant to hold. ``accepted`` are the findings of the check that somebody agreed to:
    a run that would guess, or learn from rows that do not fit, is refused without. ``minutes`` ends
    the trying of forecasters, whatever the preset still lists; ``auto`` tries all of it.
    """

    time_column: str = option(
        "auto", group="data", column=ColumnChoice(kinds=("time",), auto="first_time", role="time")
    )
    targets: tuple[str, ...] = option(
        (), group="data", column=ColumnChoice(kinds=("number",), auto="numbers", role="target")
    )
    accepted: tuple[Confirmable, ...] = option((), group="confirmation")
    covariates: tuple[str, ...] = option((), group="data", column=ColumnChoice(kinds=("number",)))
    group_column: str | None = option(
        None,
        group="data",
        column=ColumnChoice(kinds=("category", "number", "text"), role="series"),
    )
    frequency: str = option("auto", group="data", expert=True)
    horizon: Annotated[int, Field(ge=1, le=2000)] | Literal["auto"] = option("auto", group="data")
    lookback: Annotated[int, Field(ge=2, le=5000)] | Literal["auto"] = option(
        "auto", group="data", expert=True, search=(16, 512), log=True
    )
    season: Annotated[int, Field(ge=1, le=2000)] | Literal["auto"] = option(
        "auto", group="data", expert=True
    )
    transform: Literal["auto", "none", "log"] = option("auto", group="data", expert=True)
    level: float = option(0.9, group="regularisation", gt=0.5, lt=1)
    minutes: Annotated[float, Field(gt=0, le=10_000)] | Literal["auto"] = option(
        "auto", group="schedule", unit="minutes"
    )
    max_trees: int = option(400, group="schedule", ge=10, le=5000, expert=True)
    max_epochs: int = option(20, group="schedule", ge=1, le=500, expert=True, search=(5, 60))


OPTIONS = TabularForecastingOptions
