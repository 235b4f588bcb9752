"""Whether an image is anomalous, and where: the op ``anomaly``.

Exact definition: ``docs/reference/manifest-ops.md``.
"""

# R rows, h w of the network's map

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, sole_op
from easel.runtime.predictions import Networks
from easel.runtime.predictions.outputs import require_finite, shape_error
from easel.runtime.results import Document, PredictOptions, Result

FIELDS: dict[str, set[str]] = {"anomaly": set()}

SCORE, MAP = "score", "map"
"""The network's outputs: (R,) and (R, h, w), both in 0..1."""

NORMAL = "normal"


@dataclass(frozen=True)
class AnomalyResult:
    """How unusual an image is.

    Attributes:
        name: the package's label when the image is anomalous, else ``normal``.
        score: 0..1; what few normal images reach is 0.5.
        threshold: the score from which on an image is called anomalous.
        heat_hw: how unusual its places are, 0..1, rows from the top over the whole image.
    """

    name: str
    score: float
    threshold: float
    heat_hw: NDArray[np.float64]

    @property
    def is_anomalous(self) -> bool:
        """Whether the score reaches the threshold."""
        return self.score >= self.threshold

    def document(self) -> Document:
        """Return the JSON form; ``map`` has three digits, which no eye tells apart."""
        return {
            "name": self.name,
            "score": round(self.score, 6),
            "threshold": round(self.threshold, 6),
            "is_anomalous": self.is_anomalous,
            "map": np.round(self.heat_hw, 3).tolist(),
        }


class AnomalyDecoder:
    """A compiled op list: ``anomaly`` alone."""

    networks: Sequence[str] = ()

    def __init__(self, labels: Sequence[tuple[str, float]]) -> None:
        """Compile the op.

        Args:
            labels: the one label of anomalous images, and its recommended threshold.

        Raises:
            PackageError: ``op_invalid``.
        """
        if len(labels) != 1:
            raise PackageError(
                f"The package names {len(labels)} labels; anomalous images have one. "
                "Export it again.",
                code="op_invalid",
                op="anomaly",
            )
        ((self._label, self._threshold),) = labels

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the one result of an image; a caller's threshold replaces the recommended one."""
        score, heat_hw = self.read(outputs)
        threshold = self._threshold if options.threshold is None else options.threshold
        name = self._label if score >= threshold else NORMAL
        return [AnomalyResult(name, score, threshold, heat_hw)]

    def read(self, outputs: Tensors) -> tuple[float, NDArray[np.float64]]:
        """Return the score of an image and its heat map (h, w).

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        score, heat = outputs.get(SCORE), outputs.get(MAP)
        if score is None or heat is None or score.shape != (1,) or heat.ndim != 3 or len(heat) != 1:
            raise shape_error(outputs, "'score' (1,) and 'map' (1, h, w)")
        require_finite(score, heat)
        bounded = np.clip(heat[0].astype(np.float64), 0.0, 1.0)
        return float(np.clip(score[0], 0.0, 1.0)), bounded


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> AnomalyDecoder:
    """Compile a postprocessing that ends with ``anomaly``; see ``easel.runtime.predictions``."""
    sole_op(ops, FIELDS)
    return AnomalyDecoder(labels)
