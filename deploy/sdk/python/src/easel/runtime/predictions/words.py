"""Lines of text: found in a map of scores, cut out of the image, made straight and read."""

# R rows, H' and W' cells of the map, T columns of a line, K characters and the blank

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from easel.errors import BackendError, PackageError
from easel.runtime.ctc import read_characters
from easel.runtime.example import Example, Tensors
from easel.runtime.image.context import ImageContext
from easel.runtime.image.geometry import Pixels
from easel.runtime.inputs import ReadFile
from easel.runtime.ocr import Reading, decode, line_tensor, rectangles, straighten
from easel.runtime.ops import Op, named, number, sole_op, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.outputs import require_finite
from easel.runtime.results import PredictOptions, Result, Words

FIELDS: dict[str, set[str]] = {
    "read_lines": {
        "recognizer",
        "characters",
        "line_height",
        "map_threshold",
        "region_threshold",
    }
}
MAX_LINES = 2000
"""Most lines that one image is asked for, the surest regions first."""


class ReadLinesDecoder:
    """A compiled op list: ``read_lines`` alone.

    Attributes:
        networks: the recogniser.
        line_height: of the recogniser's input, in pixels.
    """

    networks: Sequence[str]

    def __init__(self, ops: Sequence[Op], read: ReadFile) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid``, ``op_order`` or ``vocabulary_invalid``.
        """
        op = sole_op(ops, FIELDS)
        self._recognizer = named(op, "recognizer")
        self._characters = read_characters(named(op, "characters"), read)
        self.line_height = whole(op, "line_height", 32, 8, 256)
        self._map_threshold = number(op, "map_threshold", 0.3, 0, 1)
        self._region_threshold = number(op, "region_threshold", 0.5, 0, 1)
        self.networks = (self._recognizer,)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the lines of an image in reading order, by default all that say anything.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
            PackageError: ``op_order`` when the preprocessing keeps no source.
        """
        lines: list[Words] = []
        regions = self.find(example, outputs)
        readings = self.read(source_pixels(example), regions, networks)
        for corners, reading in zip(regions, readings):
            is_sure = options.threshold is None or reading.score >= options.threshold
            if reading.text and is_sure:
                points = tuple((float(x), float(y)) for x, y in corners)
                lines.append(Words(reading.text, reading.score, points))
        return [*lines[: options.top_num]]

    def find(self, example: Example, outputs: Tensors) -> list[NDArray[np.float64]]:
        """Return the corners (4, 2) of lines in the image that was sent, in reading order.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        context = _context(example)
        scores = next(iter(outputs.values()))
        if scores.ndim != 4 or scores.shape[:2] != (1, 1):
            raise BackendError(
                f"The network answered the shape {scores.shape} where one map is expected. "
                "The package is inconsistent; export it again.",
                code="output_shape",
            )
        require_finite(scores)
        height, width = context.placement.size
        cell = np.array([width / scores.shape[3], height / scores.shape[2]])
        found = sorted(
            rectangles(
                scores[0, 0], threshold=self._map_threshold, least_score=self._region_threshold
            ),
            key=lambda one: -one.score,
        )[:MAX_LINES]
        return in_reading_order([context.to_source(one.corners * cell) for one in found])

    def read(
        self,
        pixels: Pixels,
        regions: Sequence[NDArray[np.float64]],
        networks: Networks,
        allowed: Sequence[str | None] = (),
    ) -> list[Reading]:
        """Return what regions (4, 2) of an image say; lines of one width share a batch.

        Args:
            pixels: (H, W, 3) uint8.
            regions: corners, clockwise from where the text begins.
            networks: runs the recogniser.
            allowed: the characters that each region may have, ``None`` for all; empty when all
                regions may have all.

        Raises:
            BackendError: ``output_shape``.
        """
        cuts = [straighten(pixels, corners, self.line_height) for corners in regions]
        lines = [line_tensor(cut) for cut in cuts]
        masks = [self._mask(one) for one in allowed] or [None] * len(lines)
        groups: dict[int, list[int]] = {}
        for place, line in enumerate(lines):
            groups.setdefault(line.shape[3], []).append(place)
        readings = [Reading("", 0.0)] * len(lines)
        for places in groups.values():
            together = np.concatenate([lines[place] for place in places])
            logits = next(iter(networks(self._recognizer, {"line": together}).values()))
            if logits.ndim != 3 or logits.shape[2] != len(self._characters) + 1:
                raise BackendError(
                    f"The recogniser answered the shape {logits.shape} for "
                    f"{len(self._characters)} characters. The package is inconsistent; export it "
                    "again.",
                    code="output_shape",
                )
            for place, row in zip(places, logits):
                # Padding is no part of the line.
                num_columns = -(-len(row) * cuts[place].shape[1] // together.shape[3])
                reading = decode(row, self._characters, masks[place])
                stretch = len(row) / num_columns
                places_in_line = tuple(min(1.0, one * stretch) for one in reading.places)
                readings[place] = reading._replace(places=places_in_line)
        return readings

    def _mask(self, allowed: str | None) -> NDArray[np.bool_] | None:
        if allowed is None:
            return None
        return np.array([True, *(one in allowed for one in self._characters)])


def in_reading_order(regions: Sequence[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    """Order quadrilaterals from top to bottom, and from left to right where they share a row.

    A row is begun by the highest middle that is left; all whose middles lie within half its height
    are of it.
    """
    left = sorted(regions, key=lambda one: (float(one[:, 1].mean()), float(one[:, 0].min())))
    ordered: list[NDArray[np.float64]] = []
    while left:
        middle = float(left[0][:, 1].mean())
        reach = float(np.hypot(*(left[0][3] - left[0][0]))) / 2
        row = [one for one in left if float(one[:, 1].mean()) <= middle + reach]
        ordered += sorted(row, key=lambda one: float(one[:, 0].min()))
        left = left[len(row) :]
    return ordered


def _context(example: Example) -> ImageContext:
    if not isinstance(example.context, ImageContext):
        raise _no_source()
    return example.context


def source_pixels(example: Example) -> Pixels:
    """Return the image (H, W, 3) as it was sent.

    Raises:
        PackageError: ``op_order`` when the preprocessing keeps no source.
    """
    pixels = _context(example).pixels
    if pixels is None:
        raise _no_source()
    return pixels


def _no_source() -> PackageError:
    return PackageError(
        "The answer 'read_lines' looks at the image again, which the preprocessing does not "
        "keep: it must begin with keep_source. Export the package again.",
        code="op_order",
    )


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> ReadLinesDecoder:
    """Compile a postprocessing that ends with ``read_lines``; see ``easel.runtime.predictions``."""
    return ReadLinesDecoder(ops, read)
