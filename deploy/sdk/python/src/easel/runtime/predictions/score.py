"""One number for the whole input, such as how alike two texts are: the ``score`` op."""

# R rows

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, number, sole_op
from easel.runtime.predictions import Networks
from easel.runtime.predictions.labels import sigmoid
from easel.runtime.predictions.outputs import output, require_finite
from easel.runtime.results import Document, PredictOptions, Result

FIELDS = {"score": {"name", "low", "high"}}


@dataclass(frozen=True)
class ScoreResult:
    """A score in 0..1, and the same as a value on the scale of the training data."""

    name: str
    score: float
    value: float

    def document(self) -> Document:
        """Return the JSON form."""
        return {
            "name": self.name,
            "score": round(self.score, 6),
            "value": round(self.value, 6),
        }


class ScoreDecoder:
    """A compiled op list: ``score`` alone. The output ``score`` (R, 1) is a logit."""

    networks: Sequence[str] = ()

    def __init__(self, ops: Sequence[Op]) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``.
        """
        op = sole_op(ops, FIELDS)
        self._name = str(op.get("name", "similar"))
        self._low = number(op, "low", 0.0, -1e9, 1e9)
        self._high = number(op, "high", 1.0, self._low, 1e9)

    def score(self, outputs: Tensors) -> float:
        """Return the score of one example in 0..1.

        Raises:
            BackendError: ``output_missing``, ``output_shape`` or ``output_not_finite``.
        """
        value = float(sigmoid(output(outputs, "score", 2)).mean())
        require_finite(np.array(value))
        return value

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the one score of an example; none when it is below a threshold asked for."""
        score = self.score(outputs)
        if options.threshold is not None and score < options.threshold:
            return []
        return [ScoreResult(self._name, score, self._low + score * (self._high - self._low))]


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> ScoreDecoder:
    """Compile a manifest's postprocessing; see ``easel.runtime.predictions``."""
    return ScoreDecoder(ops)
