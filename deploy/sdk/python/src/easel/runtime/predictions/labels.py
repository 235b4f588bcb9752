"""From scores to names: ``softmax`` or ``sigmoid``, then ``labels``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from easel.errors import BackendError, PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, choice, op_name, order_error, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.outputs import require_finite
from easel.runtime.results import Prediction, PredictOptions, Result

FIELDS: dict[str, set[str]] = {
    "softmax": set(),
    "sigmoid": set(),
    "labels": {"select", "top_num"},
}


def softmax(logits: ArrayLike) -> NDArray[np.float64]:
    """Return scores that add up to one over the last axis, in double precision."""
    values = np.asarray(logits, dtype=np.float64)
    powers = np.exp(values - values.max(axis=-1, keepdims=True))
    scores: NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True)
    return scores


def sigmoid(logits: ArrayLike) -> NDArray[np.float64]:
    """Return independent scores in 0..1, in double precision, without overflow at either end."""
    values = np.asarray(logits, dtype=np.float64)
    power = np.exp(-np.abs(values))
    scores: NDArray[np.float64] = np.where(values >= 0, 1.0, power) / (1.0 + power)
    return scores


class LabelsDecoder:
    """A compiled op list: ``softmax`` or ``sigmoid``, then ``labels``.

    The scores of an example are the mean of its rows' scores: one row for an image, the windows
    of a long text or recording. They are made of the network's first output.

    Attributes:
        labels: in the order of the network's outputs.
        activation: ``softmax`` or ``sigmoid``.
        select: ``top`` or ``threshold``.
        top_num: how many the best are.
    """

    networks: Sequence[str] = ()

    def __init__(self, ops: Sequence[Op], labels: Sequence[tuple[str, float]]) -> None:
        """Compile an op list.

        Args:
            ops: the op list, as in ``manifest.json``.
            labels: name and recommended threshold, in the order of the network's outputs.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``.
        """
        names = [op_name(op, FIELDS, "postprocessing") for op in ops]
        if len(names) != 2 or names[0] == "labels" or names[1] != "labels":
            raise order_error("postprocessing", names, "softmax or sigmoid, then labels")
        if not labels:
            raise PackageError("The package names no label. Export it again.", code="op_invalid")
        self.activation = names[0]
        self.labels = tuple(name for name, _ in labels)
        self._thresholds = np.asarray([threshold for _, threshold in labels], np.float64)
        self.select = choice(ops[1], "select", ("top", "threshold"), None)
        self.top_num = whole(ops[1], "top_num", 6, 1)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Name the scores of one example; see ``rank``.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        return [*self._rank(self._mean_scores(outputs), options)]

    def best(self, outputs: Tensors) -> Prediction:
        """Name the best score of one example, whether or not it would be answered."""
        scores = self._mean_scores(outputs)
        place = int(np.argmax(scores))
        return Prediction(self.labels[place], float(scores[place]))

    def _mean_scores(self, outputs: Tensors) -> NDArray[np.float64]:
        rows = self.scores(next(iter(outputs.values())))
        scores: NDArray[np.float64] = rows[0] if len(rows) == 1 else rows.mean(axis=0)
        return scores

    def scores(self, logits: ArrayLike) -> NDArray[np.float64]:
        """Return the scores of network outputs.

        Args:
            logits: (..., labels).

        Returns:
            (..., labels) float64 in 0..1.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        values = np.asarray(logits)
        if values.ndim == 0 or values.shape[-1] != len(self.labels):
            raise BackendError(
                f"The network answered the shape {values.shape} for {len(self.labels)} labels. "
                "The package is inconsistent; export it again.",
                code="output_shape",
            )
        require_finite(values)
        return softmax(values) if self.activation == "softmax" else sigmoid(values)

    def rank(
        self,
        scores: NDArray[np.float64],
        *,
        top_num: int | None = None,
        threshold: float | None = None,
    ) -> list[Prediction]:
        """Name the scores of one sample: descending score, ties by label order.

        Args:
            scores: (labels,), from ``scores``.
            top_num: keep at most so many; by default the manifest's number where the best are
                selected, and all where a threshold selects.
            threshold: keep scores of at least this; by default each label's recommended
                threshold where a threshold selects, and any score where the best are selected.

        Raises:
            InputError: ``top_num_invalid`` or ``threshold_invalid``.
        """
        return self._rank(scores, PredictOptions(top_num=top_num, threshold=threshold))

    def _rank(self, scores: NDArray[np.float64], options: PredictOptions) -> list[Prediction]:
        top_num, threshold = options.top_num, options.threshold
        order = np.argsort(-scores, kind="stable")
        if threshold is not None:
            order = order[scores[order] >= threshold]
        elif self.select == "threshold":
            order = order[scores[order] >= self._thresholds[order]]
        if top_num is None and self.select == "top":
            top_num = self.top_num
        return [Prediction(self.labels[i], float(scores[i])) for i in order[:top_num]]


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> LabelsDecoder:
    """Compile a postprocessing that ends with ``labels``; see ``easel.runtime.predictions``."""
    return LabelsDecoder(ops, labels)
