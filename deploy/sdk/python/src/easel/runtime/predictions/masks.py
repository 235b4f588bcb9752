"""The pixels of each object, or of each class: the ops ``instance_masks`` and ``semantic_masks``.

Exact definitions: ``docs/reference/manifest-ops.md``.
"""

# A places, K labels, P prototypes, N objects, H W of the sent image, h w of the network's maps

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.image.context import ImageContext
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, sole_op
from easel.runtime.predictions import Decoder, Networks
from easel.runtime.predictions.boxes import FIELDS as BOX_FIELDS
from easel.runtime.predictions.boxes import BoxesDecoder, Found, image_context
from easel.runtime.predictions.labels import softmax
from easel.runtime.predictions.outputs import require_finite, shape_error
from easel.runtime.results import Box, PredictOptions, Result, Segment
from easel.runtime.run_lengths import RunLengths, encode

FIELDS: dict[str, set[str]] = {"instance_masks": BOX_FIELDS["boxes"], "semantic_masks": set()}

Floats = NDArray[np.float64]

# Values that are interpolated at a time; a large image with many classes would not fit.
_CHUNK = 1 << 22


class InstanceMasksDecoder:
    """A compiled ``instance_masks``.

    Attributes:
        boxes: finds the objects.
    """

    networks: Sequence[str] = ()

    def __init__(self, op: Op, labels: Sequence[tuple[str, float]]) -> None:
        """Compile the op; see ``BoxesDecoder``."""
        self.boxes = BoxesDecoder(op, labels)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Name the objects of an image, with their pixels.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        found, masks = self.find(example, outputs, options.threshold)
        context = image_context(example)
        return [
            Segment(
                self.boxes.labels[found.labels_N[at]],
                float(found.scores_N[at]),
                Box.around(found.boxes_N4[at], context.width, context.height),
                masks[at],
            )
            for at in range(len(found))[: options.top_num]
        ]

    def find(
        self, example: Example, outputs: Tensors, threshold: float | None = None
    ) -> tuple[Found, tuple[RunLengths, ...]]:
        """Return the objects of an image and the pixels of each; see ``BoxesDecoder.find``."""
        found = self.boxes.find(example, outputs, threshold)
        coefficients, prototypes = outputs.get("coefficients"), outputs.get("prototypes")
        places = outputs["logits"].shape[1]
        if (
            coefficients is None
            or prototypes is None
            or prototypes.ndim != 4
            or coefficients.shape != (1, places, prototypes.shape[1])
        ):
            raise shape_error(
                outputs, "'coefficients' (1, places, P) and 'prototypes' (1, P, h, w)"
            )
        require_finite(coefficients, prototypes)
        mixed = np.tensordot(
            coefficients[0][found.places_N].astype(np.float64),
            prototypes[0].astype(np.float64),
            axes=1,
        )
        context = image_context(example)
        masks = (
            _object_mask(map_hw, box_4, context) for map_hw, box_4 in zip(mixed, found.boxes_N4)
        )
        return found, tuple(masks)


class SemanticMasksDecoder:
    """A compiled ``semantic_masks``."""

    networks: Sequence[str] = ()

    def __init__(self, labels: Sequence[tuple[str, float]]) -> None:
        """Compile the op.

        Args:
            labels: name and recommended threshold, in the order of the scores after the
                background's.

        Raises:
            PackageError: ``op_invalid``.
        """
        if not labels:
            raise PackageError("The package names no label. Export it again.", code="op_invalid")
        self.labels = tuple(name for name, _ in labels)
        self._thresholds = tuple(threshold for _, threshold in labels)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Name the classes of an image by descending score, ties by label order.

        The score of a class is the mean of its score over its pixels.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        classes_HW, scores_HW = self.classes(example, outputs)
        results: list[Segment] = []
        for place, (name, limit) in enumerate(zip(self.labels, self._thresholds)):
            mask_HW = classes_HW == place + 1
            if not mask_HW.any():
                continue
            score = float(scores_HW[mask_HW].mean())
            if score >= (limit if options.threshold is None else options.threshold):
                results.append(Segment(name, score, box_of(mask_HW), encode(mask_HW)))
        ranked = sorted(results, key=lambda one: -one.score)
        return [*ranked[: options.top_num]]

    def classes(
        self, example: Example, outputs: Tensors
    ) -> tuple[NDArray[np.uint16], NDArray[np.float32]]:
        """Return the class of each pixel (H, W), 0 for the background, and its score."""
        logits = outputs.get("logits")
        if logits is None or logits.ndim != 4 or logits.shape[:2] != (1, 1 + len(self.labels)):
            raise shape_error(outputs, f"'logits' (1, {1 + len(self.labels)}, h, w)")
        require_finite(logits)
        context = image_context(example)
        maps_Khw = logits[0].astype(np.float64)
        classes = np.empty((context.height, context.width), np.uint16)
        scores = np.empty((context.height, context.width), np.float32)
        for rows in _bands(context, len(maps_Khw)):
            values_KHW = _interpolated(maps_Khw, context, rows, range(context.width))
            probabilities_HWK = softmax(np.moveaxis(values_KHW, 0, -1))
            classes[rows.start : rows.stop] = probabilities_HWK.argmax(axis=-1)
            scores[rows.start : rows.stop] = probabilities_HWK.max(axis=-1)
        return classes, scores


def map_mask(map_hw: Floats, context: ImageContext) -> NDArray[np.bool_]:
    """Return where a map of the network's image is above zero, in pixels of the sent one.

    Args:
        map_hw: evenly over the network's image, as it is after padding.
        context: where that image lies.

    Returns:
        (H, W), interpolated at the middle of each pixel.
    """
    mask_HW = np.empty((context.height, context.width), np.bool_)
    for rows in _bands(context, 1):
        values = _interpolated(map_hw[np.newaxis], context, rows, range(context.width))
        mask_HW[rows.start : rows.stop] = values[0] > 0
    return mask_HW


def _bands(context: ImageContext, num_maps: int) -> Iterator[range]:
    height = max(1, _CHUNK // (num_maps * context.width))
    for start in range(0, context.height, height):
        yield range(start, min(start + height, context.height))


def _object_mask(map_hw: Floats, box_4: Floats, context: ImageContext) -> RunLengths:
    """Return the pixels of the sent image that belong to one object."""
    box = Box.around(box_4, context.width, context.height)
    rows = range(box.top, box.top + box.height)
    columns = range(box.left, box.left + box.width)
    mask = np.zeros((context.height, context.width), dtype=np.bool_)
    inside = _interpolated(map_hw[np.newaxis], context, rows, columns)[0] > 0
    mask[box.top : box.top + box.height, box.left : box.left + box.width] = inside
    return encode(mask)


def _interpolated(maps_Nhw: Floats, context: ImageContext, rows: range, columns: range) -> Floats:
    """Return maps of the network's image at the middles of pixels of the sent one.

    Args:
        maps_Nhw: evenly over the network's image.
        context: where that image lies.
        rows: of the sent image.
        columns: of the sent image.

    Returns:
        (N, rows, columns) float64, linear between the middles of the maps' cells, constant beyond.
    """
    place = context.placement
    height, width = maps_Nhw.shape[1:]
    down = ((np.arange(rows.start, rows.stop) + 0.5) - place.top) / place.y_scale
    across = ((np.arange(columns.start, columns.stop) + 0.5) - place.left) / place.x_scale
    top, bottom, low = _neighbours(down * height / place.size[0] - 0.5, height)
    left, right, near = _neighbours(across * width / place.size[1] - 0.5, width)
    upper, lower = maps_Nhw[:, top], maps_Nhw[:, bottom]
    blended = upper + (lower - upper) * low[:, np.newaxis]
    first, second = blended[:, :, left], blended[:, :, right]
    values: Floats = first + (second - first) * near
    return values


def _neighbours(
    positions: Floats, length: int
) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """Return the two cells around each position and the weight of the second."""
    clipped = np.clip(positions, 0, length - 1)
    first = np.minimum(np.floor(clipped).astype(np.intp), length - 1)
    return first, np.minimum(first + 1, length - 1), clipped - first


def box_of(mask_HW: NDArray[np.bool_]) -> Box:
    """Return the rectangle around a mask that is not empty."""
    rows, columns = np.flatnonzero(mask_HW.any(axis=1)), np.flatnonzero(mask_HW.any(axis=0))
    top, left = int(rows[0]), int(columns[0])
    return Box(left, top, int(columns[-1]) + 1 - left, int(rows[-1]) + 1 - top)


def open_decoder(ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile) -> Decoder:
    """Compile a postprocessing that ends with masks; see ``easel.runtime.predictions``."""
    op = sole_op(ops, FIELDS)
    if op["op"] == "semantic_masks":
        return SemanticMasksDecoder(labels)
    return InstanceMasksDecoder(op, labels)
