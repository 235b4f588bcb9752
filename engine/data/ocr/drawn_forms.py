"""Samples of drawn forms: they look like a dataset's, and each is drawn when it is asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from engine.data.files import SampleFiles, SampleSource
from engine.data.ocr.form_templates import ANCHOR, FormAnnotation
from engine.data.ocr.synthesis.forms import DrawnForm, FormPrinter
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.samples.geometry import Quad

_PREFIX = "drawn/"
_KEPT = 4096


class DrawnForms:
    """Files of drawn forms in front of others.

    Args:
        printers: of the templates, which take turns.
        others: files of the samples that are not drawn.
        seed: of all chance.
    """

    def __init__(self, printers: Sequence[FormPrinter], others: SampleFiles, seed: int) -> None:
        self._printers, self._others, self._seed = printers, others, seed
        self._drawn = lru_cache(maxsize=_KEPT)(self._draw)

    def records(self, split: Split, count: int) -> tuple[SampleRecord, ...]:
        """Return so many samples of a split, drawing them.

        Raises:
            ResourceError: ``no_font`` when no font can write a value.
        """
        return tuple(self._record(split, number) for number in range(count))

    @staticmethod
    def is_drawn(record: SampleRecord) -> bool:
        """Tell a drawn form from one that was given."""
        return record.file.startswith(_PREFIX)

    def source(self, record: SampleRecord) -> SampleSource:
        """Return a drawn form's content, or what the others give."""
        if not record.file.startswith(_PREFIX):
            return self._others.source(record)
        _, split, number = record.file.split("/")
        return self._drawn(split, int(number)).content

    def read(self, record: SampleRecord) -> bytes:
        """Return a sample's content.

        Raises:
            DataError: ``file_unreadable`` when it cannot be read.
        """
        if not record.file.startswith(_PREFIX):
            return self._others.read(record)
        content = self.source(record)
        assert isinstance(content, bytes)
        return content

    def _draw(self, split: str, number: int) -> DrawnForm:
        place = list(Split).index(Split(split))
        printer = self._printers[number % len(self._printers)]
        # With the split, or held-out forms would be those of training.
        return printer.draw([self._seed, place, number])

    def _record(self, split: Split, number: int) -> SampleRecord:
        form = self._drawn(split.value, number)
        file = f"{_PREFIX}{split.value}/{number}"
        return SampleRecord(
            id=file,
            file=file,
            name=f"{split.value} {number}",
            sha256=hashlib.sha256(form.content).hexdigest(),
            split=split,
            width=form.width,
            height=form.height,
            regions=tuple(
                _region(place, annotation) for place, annotation in enumerate(form.annotations)
            ),
        )


def _region(place: int, annotation: FormAnnotation) -> Region:
    points = tuple((float(x), float(y)) for x, y in annotation.line.corners)
    return Region(
        id=str(place),
        label=ANCHOR if annotation.is_anchor else annotation.name,
        geometry=Quad(points=(points[0], points[1], points[2], points[3])),
        text=annotation.line.text or None,
    )
