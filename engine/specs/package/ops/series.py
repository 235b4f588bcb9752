"""Operations on series: the window the network sees, and the forecast as columns."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.package.inputs import TimeFormat
from engine.specs.spec import Spec


class WindowSeriesOp(Spec):
    """Columns of one series → ``history`` (1, L, C) FP32: targets, then covariates.

    Rows are placed on a grid that ends at the last time and goes back in steps of ``step_months``
    months, or ``step_seconds`` seconds; a row belongs to the nearest grid point (the same month,
    for months), the last one where several do. Empty points take the value before them, leading
    ones the first value; a column without any number is refused. Fewer than ``min_points`` rows
    are refused; more than L are cut at the old end, which the network does not look at. Text that
    is one of ``missing`` is as absent as null.
    """

    op: Literal["window_series"] = "window_series"
    lookback: Annotated[int, Field(ge=2)]
    step_seconds: Annotated[int, Field(ge=0)]
    step_months: Annotated[int, Field(ge=0)] = 0
    min_points: Annotated[int, Field(ge=1)] = 2
    missing: tuple[str, ...] = ("", "NA", "N/A", "NaN", "nan", "null", "None", "?")


class ForecastOp(Spec):
    """``forecast``, ``low`` and ``high`` (1, H, T) → columns, one row a point in time.

    Times follow the last one on the same grid, written in ISO 8601, or as the number where
    ``format`` is one that counts; see ``TimeColumn``. ``level`` is the share of true values that
    ``low`` to ``high`` is meant to hold. Numbers are rounded to ``digits`` significant digits.
    """

    op: Literal["forecast"] = "forecast"
    targets: tuple[str, ...]
    time: str
    format: TimeFormat | None = None
    step_seconds: Annotated[int, Field(ge=0)]
    step_months: Annotated[int, Field(ge=0)] = 0
    level: Annotated[float, Field(gt=0, lt=1)] = 0.9
    digits: Annotated[int, Field(ge=1, le=15)] = 7


SeriesOp = WindowSeriesOp
ForecastOps = ForecastOp
