"""What the cells of a column look like, for guesses of what it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.formats.reading.media import IMAGES, RECORDINGS, VIDEOS
from engine.formats.reading.paths import split_of
from engine.formats.tables.cells import number_reader

_MEDIA = IMAGES | RECORDINGS | VIDEOS
_CLEAR = 0.9
_MAX_NAME = 300
# From here on scripts put no spaces between words.
_UNSPACED = "\u0e00"
_PUNCTUATION = ".,;:!?…'\"()[]«»“”‘’„-–—"


@dataclass(frozen=True)
class ColumnFeatures:
    """Counts over the cells that are not empty."""

    place: int
    num: int
    num_distinct: int
    mean_length: float
    are_numbers: bool
    are_decimals: bool
    are_files: bool
    are_splits: bool
    are_codes: bool

    @property
    def weight(self) -> float:
        """How much people wrote: long cells, of which hardly two are the same."""
        return self.mean_length * self.num_distinct / self.num if self.num else 0.0

    @property
    def may_be_text(self) -> bool:
        """Whether people may have written it."""
        return self.num > 0 and not (self.are_numbers or self.are_files or self.are_splits)


def features_of(place: int, cells: Sequence[str]) -> ColumnFeatures:
    """Return what the cells of a column look like."""
    present = [cell.strip() for cell in cells if cell.strip()]
    num = len(present)
    read = number_reader(".", "none")
    numbers = sum(read(cell) is not None for cell in present)
    splits = {split_of(cell) for cell in set(present)}
    return ColumnFeatures(
        place=place,
        num=num,
        num_distinct=len(set(present)),
        mean_length=sum(map(len, present)) / num if num else 0.0,
        are_numbers=num > 0 and numbers >= _CLEAR * num,
        are_decimals=num > 0 and sum("." in cell for cell in present) >= 0.3 * num,
        are_files=num > 0 and sum(map(_is_file, present)) >= _CLEAR * num,
        are_splits=len(splits) > 1 and None not in splits,
        are_codes=num > 0 and sum(map(_is_code, present)) >= _CLEAR * num,
    )


def _is_file(cell: str) -> bool:
    return len(cell) <= _MAX_NAME and PurePosixPath(cell).suffix.lower() in _MEDIA


def _is_code(cell: str) -> bool:
    """Tell an id, an address or a time, which no word is in, from what people write."""
    if max(cell) >= _UNSPACED:
        return False
    words = (word.strip(_PUNCTUATION) for word in cell.split())
    return not any(word.replace("'", "").replace("’", "").isalpha() for word in words)
