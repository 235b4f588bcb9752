"""From scores and boxes at many places to the objects of an image: the op ``boxes``.

Exact definition: ``docs/reference/manifest-ops.md``.
"""

# A places, K labels, N objects

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.image.context import ImageContext
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, number, sole_op, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.labels import sigmoid
from easel.runtime.predictions.outputs import require_finite, shape_error
from easel.runtime.predictions.suppression import suppress
from easel.runtime.results import Box, Detection, PredictOptions, Result

FIELDS: dict[str, set[str]] = {"boxes": {"iou_threshold", "max_candidates", "max_results"}}

LOGITS, BOXES = "logits", "boxes"
"""The network's outputs: (R, A, K) before the sigmoid, and (R, A, 4) as shares of its image."""


IOU_THRESHOLD = 0.6


@dataclass(frozen=True)
class Found:
    """Objects by descending score.

    Attributes:
        boxes_N4: x1 y1 x2 y2 in pixels of the image that was sent, float64, not rounded.
        scores_N: 0..1.
        labels_N: place of each object's label.
        places_N: which of the network's places found it.
    """

    boxes_N4: NDArray[np.float64]
    scores_N: NDArray[np.float64]
    labels_N: NDArray[np.intp]
    places_N: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.scores_N)


class BoxesDecoder:
    """A compiled ``boxes``.

    Attributes:
        labels: in the order of the network's scores.
    """

    networks: Sequence[str] = ()

    def __init__(self, op: Op, labels: Sequence[tuple[str, float]]) -> None:
        """Compile the op.

        Args:
            op: as in ``manifest.json``.
            labels: name and recommended threshold, in the order of the network's scores.

        Raises:
            PackageError: ``op_invalid``.
        """
        if not labels:
            raise PackageError("The package names no label. Export it again.", code="op_invalid")
        self.labels = tuple(name for name, _ in labels)
        self._thresholds = np.asarray([threshold for _, threshold in labels], np.float64)
        given = op.get("iou_threshold", IOU_THRESHOLD)
        self._iou_threshold = (
            None if given is None else number(op, "iou_threshold", IOU_THRESHOLD, 0.0, 1.0)
        )
        self._max_candidates = whole(op, "max_candidates", 1000, 1)
        self._max_results = whole(op, "max_results", 100, 1)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Name the objects of an image, with whole pixels.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        found = self.find(example, outputs, options.threshold)
        context = image_context(example)
        return [
            Detection(
                self.labels[found.labels_N[at]],
                float(found.scores_N[at]),
                Box.around(found.boxes_N4[at], context.width, context.height),
            )
            for at in range(len(found))[: options.top_num]
        ]

    def find(self, example: Example, outputs: Tensors, threshold: float | None = None) -> Found:
        """Return the objects of an image.

        Args:
            example: of one row.
            outputs: ``logits`` (1, A, K) and ``boxes`` (1, A, 4).
            threshold: the least score; by default each label's recommended one.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        logits_AK, shares_A4 = self._checked(outputs)
        context = image_context(example)
        height, width = context.placement.size
        boxes_A4 = context.boxes_to_source(shares_A4 * (width, height, width, height))
        scores_AK = sigmoid(logits_AK)
        # A box that lies wholly on padding shows nothing of the image.
        scores_AK[(boxes_A4[:, 2:] <= boxes_A4[:, :2]).any(axis=1)] = -1.0
        limits_K = self._thresholds if threshold is None else np.full(len(self.labels), threshold)
        places, labels = [], []
        for label, limit in enumerate(limits_K):
            chosen = self._chosen(scores_AK[:, label], boxes_A4, max(float(limit), 0.0))
            places.append(chosen)
            labels.append(np.full(len(chosen), label, dtype=np.intp))
        places_N, labels_N = np.concatenate(places), np.concatenate(labels)
        scores_N = scores_AK[places_N, labels_N]
        best = np.argsort(-scores_N, kind="stable")[: self._max_results]
        places_N, labels_N = places_N[best], labels_N[best]
        return Found(boxes_A4[places_N], scores_N[best], labels_N, places_N)

    def _chosen(
        self, scores_A: NDArray[np.float64], boxes_A4: NDArray[np.float64], limit: float
    ) -> NDArray[np.intp]:
        """Return the places that show one label, by descending score."""
        places = np.flatnonzero(scores_A >= limit)
        places = places[np.argsort(-scores_A[places], kind="stable")][: self._max_candidates]
        if self._iou_threshold is None:
            return places
        return places[suppress(boxes_A4[places], scores_A[places], self._iou_threshold)]

    def _checked(self, outputs: Tensors) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        logits, boxes = outputs.get(LOGITS), outputs.get(BOXES)
        if (
            logits is None
            or boxes is None
            or logits.ndim != 3
            or logits.shape[2] != len(self.labels)
            or boxes.shape != (*logits.shape[:2], 4)
            or len(logits) != 1
        ):
            raise shape_error(
                outputs, f"'logits' (1, places, {len(self.labels)}) and 'boxes' (1, places, 4)"
            )
        require_finite(logits, boxes)
        return logits[0].astype(np.float64), boxes[0].astype(np.float64)


def image_context(example: Example) -> ImageContext:
    """Return where the network's image lies in the one that was sent."""
    if not isinstance(example.context, ImageContext):
        raise PackageError(
            "Objects can be found in images only. Export the package again.", code="op_order"
        )
    return example.context


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> BoxesDecoder:
    """Compile a postprocessing that ends with ``boxes``; see ``easel.runtime.predictions``."""
    return BoxesDecoder(sole_op(ops, FIELDS), labels)
