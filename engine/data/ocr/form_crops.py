"""The lines of filled-in forms, cut out for the recogniser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from easel.runtime.ocr import straighten

from engine.data.decoding import decoded_image
from engine.data.files import SampleFiles
from engine.data.ocr.form_templates import annotations_of
from engine.data.ocr.synthesis.lines import Line
from engine.specs.data import SampleRecord

_HEIGHT = 48


def annotated_crops(records: Sequence[SampleRecord], files: SampleFiles) -> Iterator[Line]:
    """Yield the annotated lines of forms that have a text.

    Raises:
        DataError: ``image_unreadable`` or ``line_without_place``.
    """
    for record in records:
        pixels = decoded_image(record, files)
        for annotation in annotations_of(record):
            if annotation.line.text:
                grey = straighten(pixels, annotation.line.corners, _HEIGHT)
                levels = (grey * 255).round().astype(np.uint8)
                yield Line(np.repeat(levels[:, :, np.newaxis], 3, axis=2), annotation.line.text)
