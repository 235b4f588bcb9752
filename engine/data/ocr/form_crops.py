"""The lines of filled-in forms, cut out for the recogniser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from easel.errors import InputError
from easel.runtime.image import Pixels, decode_image
from easel.runtime.ocr import straighten

from engine.data.files import SampleFiles
from engine.data.ocr.form_templates import annotations_of
from engine.data.ocr.synthesis.lines import Line
from engine.errors import DataError
from engine.specs.data import SampleRecord

_HEIGHT = 48


def annotated_crops(records: Sequence[SampleRecord], files: SampleFiles) -> Iterator[Line]:
    """Yield the annotated lines of forms that have a text.

    Raises:
        DataError: ``image_unreadable`` or ``line_without_place``.
    """
    for record in records:
        pixels = _decoded(record, files)
        for annotation in annotations_of(record):
            if annotation.line.text:
                grey = straighten(pixels, annotation.line.corners, _HEIGHT)
                levels = (grey * 255).round().astype(np.uint8)
                yield Line(np.repeat(levels[:, :, np.newaxis], 3, axis=2), annotation.line.text)


def _decoded(record: SampleRecord, files: SampleFiles) -> Pixels:
    try:
        return decode_image(files.source(record))
    except InputError as error:
        raise DataError(
            f"'{record.name}' cannot be decoded ({error.message}). Replace or remove it.",
            code="image_unreadable",
            sample=record.name,
            count=1,
        ) from error
