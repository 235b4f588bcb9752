"""From the network's outputs to named scores, as the manifest's op list says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from easel.errors import BackendError, InputError, PackageError

FIELDS = {"softmax": set(), "sigmoid": set(), "labels": {"select", "top_num"}}


@dataclass(frozen=True)
class Prediction:
    """One label the model names, with its score in 0..1."""

    name: str
    score: float


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


class Postprocessing:
    """A compiled op list: ``softmax`` or ``sigmoid``, then ``labels``."""

    def __init__(
        self, ops: Sequence[Mapping[str, object]], labels: Sequence[tuple[str, float]]
    ) -> None:
        """Compile an op list.

        Args:
            ops: the op list, as in ``manifest.json``.
            labels: name and recommended threshold, in the order of the network's outputs.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``.
        """
        names = [_name(op) for op in ops]
        if len(names) != 2 or names[0] == "labels" or names[1] != "labels":
            raise PackageError(
                f"The postprocessing is {names}; it must be softmax or sigmoid, then labels. "
                "Export the package again.",
                code="op_order",
            )
        if not labels:
            raise PackageError("The package names no label. Export it again.", code="op_invalid")
        self._activation = softmax if names[0] == "softmax" else sigmoid
        self.labels = tuple(name for name, _ in labels)
        self._thresholds = np.asarray([threshold for _, threshold in labels], np.float64)
        select, top_num = ops[1].get("select"), ops[1].get("top_num", 6)
        if select not in ("top", "threshold") or not isinstance(top_num, int) or top_num < 1:
            raise PackageError(
                "The op 'labels' needs select 'top' or 'threshold' and a positive top_num. "
                "Export the package again.",
                code="op_invalid",
                op="labels",
            )
        self.select = str(select)
        self.top_num = top_num

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
        if not np.all(np.isfinite(values)):
            raise BackendError(
                "The network answered values that are not finite numbers. "
                "Check the model on this input, and on this machine with its self-test.",
                code="output_not_finite",
            )
        return self._activation(values)

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
        _check_choice(top_num, threshold)
        order = np.argsort(-scores, kind="stable")
        if threshold is not None:
            order = order[scores[order] >= threshold]
        elif self.select == "threshold":
            order = order[scores[order] >= self._thresholds[order]]
        if top_num is None and self.select == "top":
            top_num = self.top_num
        return [Prediction(self.labels[i], float(scores[i])) for i in order[:top_num]]


def _check_choice(top_num: int | None, threshold: float | None) -> None:
    if top_num is not None and (
        isinstance(top_num, bool) or not isinstance(top_num, int) or top_num < 1
    ):
        raise InputError(
            f"top_num is {top_num!r}; a whole number of at least 1 is expected.",
            code="top_num_invalid",
        )
    if threshold is not None and (
        isinstance(threshold, bool)
        or not isinstance(threshold, (int, float))
        or not 0 <= threshold <= 1
    ):
        raise InputError(
            f"threshold is {threshold!r}; a number from 0 to 1 is expected.",
            code="threshold_invalid",
        )


def _name(op: Mapping[str, object]) -> str:
    name = op.get("op")
    if not isinstance(name, str) or name not in FIELDS:
        raise PackageError(
            f"This runtime has no postprocessing op '{name}'. It knows {', '.join(FIELDS)}. "
            "Install a newer easel package.",
            code="op_unknown",
            op=str(name),
        )
    unknown = set(op) - FIELDS[name] - {"op"}
    if unknown:
        raise PackageError(
            f"The op '{name}' of the manifest has the unknown field '{min(unknown)}'. "
            "Install a newer easel package.",
            code="op_invalid",
            op=name,
        )
    return name
