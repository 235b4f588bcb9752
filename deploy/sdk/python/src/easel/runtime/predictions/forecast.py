"""The prediction ``forecast``: columns that go on where the series ends."""

# H steps ahead, T targets

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from easel.errors import BackendError
from easel.runtime.example import Example, Tensors
from easel.runtime.ops import number, op_name, order_error, whole
from easel.runtime.results import Document, PredictOptions
from easel.runtime.series import Clock, SeriesContext

_FIELDS = {
    "forecast": ("targets", "time", "format", "step_seconds", "step_months", "level", "digits"),
}
OUTPUTS = ("forecast", "low", "high")


@dataclass(frozen=True)
class ForecastResult:
    """A forecast, oldest point first.

    Attributes:
        time: name of the column of times.
        times: as text.
        values: by target.
        low: lower ends of the intervals, by target.
        high: upper ends, by target.
        level: the share of true values that the intervals are meant to hold.
    """

    time: str
    times: Sequence[str]
    values: Mapping[str, Sequence[float]]
    low: Mapping[str, Sequence[float]]
    high: Mapping[str, Sequence[float]]
    level: float

    def document(self) -> Document:
        """Return the JSON form: columns of equal length."""
        document: Document = {self.time: list(self.times)}
        for name, column in self.values.items():
            document[name] = list(column)
            document[f"{name}_low"] = list(self.low[name])
            document[f"{name}_high"] = list(self.high[name])
        return document


class ForecastDecoder:
    """A compiled op ``forecast``."""

    networks: Sequence[str] = ()

    def __init__(self, op: Mapping[str, Any]) -> None:
        op_name(op, _FIELDS, "postprocessing")
        self.targets = tuple(str(name) for name in op["targets"])
        self.time = str(op["time"])
        self.format = None if op.get("format") is None else str(op["format"])
        self.clock = Clock(whole(op, "step_seconds", None, 0), whole(op, "step_months", 0, 0))
        self.level = number(op, "level", 0.9, 0, 1)
        self.digits = whole(op, "digits", 7, 1, 15)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: object
    ) -> list[ForecastResult]:
        """Return one result.

        Raises:
            BackendError: when the outputs are not finite or of another shape.
        """
        columns = {}
        for name in OUTPUTS:
            steps = np.asarray(outputs.get(name, ()), np.float64)
            wanted = (1, steps.shape[1] if steps.ndim == 3 else 0, len(self.targets))
            if steps.shape != wanted or not np.isfinite(steps).all():
                raise BackendError(
                    f"The network gave '{name}' of the shape {steps.shape}, or with numbers that "
                    f"are not finite; (1, steps, {len(self.targets)}) is expected. Export the "
                    "package again.",
                    code="output_unusable",
                )
            columns[name] = {
                target: [float(f"{value:.{self.digits}g}") for value in column]
                for target, column in zip(self.targets, steps[0].T.tolist())
            }
        context = example.context
        assert isinstance(context, SeriesContext)
        horizon = len(columns["forecast"][self.targets[0]])
        times = [
            self.clock.written(self.clock.after(context.last, step), self.format)
            for step in range(1, horizon + 1)
        ]
        return [
            ForecastResult(
                self.time, times, columns["forecast"], columns["low"], columns["high"], self.level
            )
        ]


def open_decoder(
    ops: Sequence[Mapping[str, Any]], labels: Sequence[tuple[str, float]], read: object
) -> ForecastDecoder:
    """Compile a manifest's postprocessing, which is this one op.

    Raises:
        PackageError: ``op_order`` or ``op_invalid``.
    """
    names = [str(op.get("op")) for op in ops]
    if names != ["forecast"]:
        raise order_error("postprocessing of a series", names, "one forecast")
    return ForecastDecoder(ops[0])
