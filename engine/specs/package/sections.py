"""The parts a report is made of: figures as data, which the page draws and the shell prints.

``key`` is the translation key of the heading; axis, column and series names that are not data of
the user's own are translation keys too. Numbers are finite; what is undefined is ``None``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from engine.specs.spec import Spec


class SectionBase(Spec):
    """What all sections share."""

    key: str


class TableSection(SectionBase):
    """Rows of numbers and names; ``units`` says per column how to write it."""

    kind: Literal["table"] = "table"
    columns: tuple[str, ...]
    units: tuple[Literal["text", "count", "share", "number", "milliseconds"], ...]
    rows: tuple[tuple[str | float | None, ...], ...]


class Curve(Spec):
    """One line of a plot; ``low`` and ``high`` draw a band around ``y``."""

    name: str
    x: tuple[float, ...]
    y: tuple[float | None, ...]
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None


class CurvesSection(SectionBase):
    """Lines over a common axis: precision and recall, calibration, residuals, backtests.

    ``diagonal`` draws the line of the ideal, ``points`` marks instead of lines.
    """

    kind: Literal["curves"] = "curves"
    x_axis: str
    y_axis: str
    curves: tuple[Curve, ...]
    diagonal: bool = False
    points: bool = False


class BarsSection(SectionBase):
    """Named values, drawn from the largest: importances, errors by cause, coverage."""

    kind: Literal["bars"] = "bars"
    axis: str
    unit: Literal["count", "share", "number"] = "number"
    names: tuple[str, ...]
    values: tuple[float, ...]


class MatrixSection(SectionBase):
    """Counts of actual (rows) against predicted (columns)."""

    kind: Literal["matrix"] = "matrix"
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[int, ...], ...]


class OperatingPoint(Spec):
    """What a threshold gives: precision, recall and F1."""

    threshold: float
    precision: float
    recall: float
    f1: float


class LabelThresholds(Spec):
    """The choice of one label: its recommended threshold and what others would give."""

    label: str
    recommended: float
    points: tuple[OperatingPoint, ...]


class ThresholdsSection(SectionBase):
    """A slider per label, answered from stored points."""

    kind: Literal["thresholds"] = "thresholds"
    labels: tuple[LabelThresholds, ...]


class Case(Spec):
    """One sample, what is true of it and what the model predicted, in their JSON form.

    ``error`` is a translation key such as ``missed`` or ``false_positive``, ``None`` for a good
    case. ``image`` is a PNG of the package (a heat map over the sample), ``sample_image`` the
    sample itself where the run made it; ``attributions`` are weights in -1..1 for the characters or
    columns named.
    """

    sample_id: str
    name: str
    error: str | None
    truth: JsonValue
    predicted: JsonValue
    score: float | None = None
    image: str | None = None
    sample_image: str | None = None
    attributions: tuple[tuple[str, float], ...] = ()


class CasesSection(SectionBase):
    """Samples to look at: the worst first, with the true number of them.

    ``prediction`` says how to draw truth and prediction: ``engine.catalog.PredictionKind``.
    """

    kind: Literal["cases"] = "cases"
    prediction: str
    cases: tuple[Case, ...]
    num_cases: int


class NoteSection(SectionBase):
    """A sentence that the reader must know, with its numbers: translated by ``key``."""

    kind: Literal["note"] = "note"
    params: dict[str, str | int | float | bool | None]


Section = Annotated[
    TableSection
    | CurvesSection
    | BarsSection
    | MatrixSection
    | ThresholdsSection
    | CasesSection
    | NoteSection,
    Field(discriminator="kind"),
]
