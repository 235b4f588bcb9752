"""Fields of forms: the template is found by its anchors, and what its fields hold is read."""

# N lines

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from easel.runtime.ctc import Reading
from easel.runtime.example import Example, Tensors
from easel.runtime.image.geometry import Pixels
from easel.runtime.inputs import ReadFile
from easel.runtime.ocr.alignment import Matrix, apply
from easel.runtime.ocr.template import Field, Placed, Template, read_templates
from easel.runtime.ocr.zones import snap, zone_of
from easel.runtime.ops import Op, named, number, sole_op
from easel.runtime.predictions import Networks
from easel.runtime.predictions.words import FIELDS as WORDS_FIELDS
from easel.runtime.predictions.words import ReadLinesDecoder, source_pixels
from easel.runtime.results import PredictOptions, Result, Words

Points = NDArray[np.float64]
FIELDS: dict[str, set[str]] = {
    "read_fields": {*WORDS_FIELDS["read_lines"], "templates", "reach", "least_anchors"}
}
_SURE_ANCHORS = 0.75


class Form(NamedTuple):
    """A template and where it lies in an image."""

    template: Template
    placed: Placed


class ReadFieldsDecoder:
    """A compiled op list: ``read_fields`` alone.

    Attributes:
        networks: the recogniser.
        templates: of the forms that it knows.
    """

    networks: Sequence[str]

    def __init__(
        self, ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
    ) -> None:
        """Compile an op list.

        Args:
            ops: the op list.
            labels: fields and the score below which nothing is said of them.
            read: gives the files that ops name.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid``, ``op_order``, ``vocabulary_invalid`` or
                ``template_invalid``.
        """
        op = sole_op(ops, FIELDS)
        known = WORDS_FIELDS["read_lines"]
        reader = {field: value for field, value in op.items() if field in known}
        self._reader = ReadLinesDecoder([{**reader, "op": "read_lines"}], read)
        self.templates = read_templates(named(op, "templates"), read)
        self._reach = number(op, "reach", 0.25, 0, 5)
        self._least_anchors = number(op, "least_anchors", 0.5, 0, 1)
        self._thresholds = dict(labels)
        self.networks = self._reader.networks

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the fields of a form in the template's order.

        A field that holds nothing, or less sure words than the threshold, has empty words and the
        score 0. Of an image in which no template is found nothing is answered.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
            PackageError: ``op_order`` when the preprocessing keeps no source.
        """
        pixels = source_pixels(example)
        regions = self._reader.find(example, outputs)
        found = self._place(pixels, regions, networks)
        if found is None:
            return []
        words = self._read(pixels, regions, found, networks)
        kept = [one if one.score >= self._least(one, options) else _emptied(one) for one in words]
        return [*kept[: options.top_num]]

    def _least(self, words: Words, options: PredictOptions) -> float:
        if options.threshold is not None:
            return options.threshold
        return self._thresholds.get(words.name or "", 0.0)

    def _place(self, pixels: Pixels, regions: Sequence[Points], networks: Networks) -> Form | None:
        """Find the template that fits best: lines as they are, then read from the other end.

        The rectangle of a line does not say at which of its ends the text begins, which matters on
        pages that were photographed upside down.
        """
        best: Form | None = None
        for turn in (0, 2):
            turned = [np.roll(corners, turn, axis=0) for corners in regions]
            readings = self._reader.read(pixels, turned, networks)
            for template in self.templates:
                placed = template.place(pixels, *_saying(turned, readings))
                if placed is None or placed.score < self._least_anchors:
                    continue
                if best is None or placed.score > best.placed.score:
                    best = Form(template, placed)
            if best is not None and best.placed.score >= _SURE_ANCHORS:
                break
        return best

    def _read(
        self, pixels: Pixels, regions: Sequence[Points], form: Form, networks: Networks
    ) -> list[Words]:
        """Read the parts of lines that each field holds, or its whole place when there are none."""
        template, matrix = form.template, form.placed.matrix
        back: Matrix = np.linalg.inv(matrix).astype(np.float64)
        parts = snap(
            [zone_of(apply(back, corners)) for corners in regions],
            [zone_of(field.corners) for field in template.fields],
            [zone_of(anchor.corners) for anchor in template.anchors],
            self._reach,
        )
        places = [
            [apply(matrix, part.corners) for part in found] or [apply(matrix, field.corners)]
            for field, found in zip(template.fields, parts)
        ]
        allowed = [field.characters for field, found in zip(template.fields, places) for _ in found]
        readings = iter(
            self._reader.read(pixels, [one for found in places for one in found], networks, allowed)
        )
        return [
            _words(field, found, [next(readings) for _ in found], apply(matrix, field.corners))
            for field, found in zip(template.fields, places)
        ]


def _saying(
    regions: Sequence[Points], readings: Sequence[Reading]
) -> tuple[list[Points], list[Reading]]:
    """Leave out the lines that say nothing."""
    kept = [place for place, reading in enumerate(readings) if reading.text]
    return [regions[place] for place in kept], [readings[place] for place in kept]


def _words(
    field: Field, places: Sequence[Points], readings: Sequence[Reading], corners: Points
) -> Words:
    """Join the lines of a field with spaces; its score is that of the least sure line."""
    read = [(place, one) for place, one in zip(places, readings) if one.text.strip()]
    if not read:
        return Words("", 0.0, _points(corners), field.name)
    text = " ".join(one.text.strip() for _, one in read)
    score = min(one.score for _, one in read)
    around = read[0][0] if len(read) == 1 else corners
    return Words(text, score, _points(around), field.name)


def _emptied(words: Words) -> Words:
    return Words("", 0.0, words.points, words.name)


def _points(corners: Points) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in corners)


open_decoder = ReadFieldsDecoder
