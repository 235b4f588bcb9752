"""What is known of each sample, column by column, so that a million of them fit into memory."""

# N samples

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.quality.hashing import THUMBNAIL_SIDE
from engine.quality.outliers import Numbers
from engine.specs.data import SampleRecord, Split
from engine.specs.inspection import (
    Chart,
    FindingSummary,
    FoundSample,
    InspectionThresholds,
    Param,
    SkippedCheck,
)
from engine.validation.usable import labels_of

# Numbers, a text, or a small image as bytes.
Features = NDArray[np.float32] | str | bytes
# Shorter than SHA-256, as it only has to tell the samples of one dataset apart.
DIGEST_BYTES = 16


class Unreadable(Exception):
    """A file that cannot be decoded; ``code`` and ``message`` say why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Measurements:
    """What one readable file showed.

    Attributes:
        numbers: what was measured; NaN where it means nothing.
        content: digest of what the file decodes to: equal for files that show the same.
        hash: perceptual hash, where there is one.
        features: what a simple model can tell its label by, when it was asked for.
        thumbnail: (32, 32), of an image that has a hash, what it is compared with others by.
        appearance: what outliers can be told by, where such numbers are known; always as many.
    """

    numbers: Mapping[str, float]
    content: bytes
    hash: int | None = None
    features: Features | None = None
    thumbnail: NDArray[np.uint8] | None = None
    appearance: NDArray[np.float32] | None = None


class Twin(NamedTuple):
    """A sample that nearly repeats an earlier one, or its mirror image."""

    sample: int
    leader: int
    is_mirrored: bool = False


class Modality(Protocol):
    """How samples of one medium are measured and checked."""

    def measure(self, path: Path, *, with_features: bool) -> Measurements:
        """Measure one file.

        Raises:
            Unreadable: when it cannot be decoded.
        """
        ...

    def twins(self, store: ColumnStore, chosen: NDArray[np.int64], root: Path) -> Iterator[Twin]:
        """Yield samples that nearly repeat one before them, with that one, which repeats none.

        Args:
            store: of all samples.
            chosen: the samples to compare, those first that should rather be kept.
            root: folder of the files.
        """
        ...

    def findings(self, store: ColumnStore, thresholds: InspectionThresholds) -> Iterable[Finding]:
        """Yield what is wrong with single samples."""
        ...

    def charts(self, store: ColumnStore) -> Iterable[Chart]:
        """Yield how the numbers are spread."""
        ...


@dataclass
class Finding:
    """One kind of finding with its samples; ``params`` fill its sentence."""

    kind: str
    samples: list[FoundSample] = field(default_factory=list)
    params: dict[str, Param] = field(default_factory=dict)

    def summary(self) -> FindingSummary:
        """Return it in numbers."""
        groups = {one.group for one in self.samples if one.group is not None}
        return FindingSummary(
            finding=self.kind,
            num_samples=len({one.sample_id for one in self.samples}),
            num_groups=len(groups),
            params=self.params,
        )


@dataclass
class ColumnStore:
    """The samples that could be read, in the order of the index, and what was measured of them.

    ``labelled`` are the labels of each sample as a whole, ``used`` those that it shows in any way,
    both by their places in ``labels``.
    """

    labels: tuple[str, ...]
    ids: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    labelled: list[tuple[int, ...]] = field(default_factory=list)
    used: list[tuple[int, ...]] = field(default_factory=list)
    splits: list[Split] = field(default_factory=list)
    contents: list[bytes] = field(default_factory=list)
    features: dict[int, Features] = field(default_factory=dict)
    skipped: list[SkippedCheck] = field(default_factory=list)
    _known: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)
    _appearances: bytearray = field(default_factory=bytearray)
    _hashes: array[int] = field(default_factory=lambda: array("Q"))
    _thumbnails: bytearray = field(default_factory=bytearray)
    _hashed: array[int] = field(default_factory=lambda: array("q"))
    _numbers: dict[str, array[float]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def _label_places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.labels)}

    def add(self, record: SampleRecord, measured: Measurements) -> None:
        """Keep what one file showed."""
        place = len(self.ids)
        self.ids.append(record.id)
        self.files.append(record.file)
        self.labelled.append(self._places(record.labels))
        self.used.append(self._places(sorted(labels_of(record))))
        self.splits.append(record.split)
        self.contents.append(measured.content)
        if measured.hash is not None:
            self._hashes.append(measured.hash)
            self._hashed.append(place)
            if measured.thumbnail is not None:
                self._thumbnails += measured.thumbnail.tobytes()
        if measured.features is not None:
            self.features[place] = measured.features
        if measured.appearance is not None:
            # Half as many bytes tell outliers as well.
            self._appearances += measured.appearance.astype(np.float16).tobytes()
        for name, value in measured.numbers.items():
            self._numbers.setdefault(name, array("d")).append(value)

    def _places(self, names: Iterable[str]) -> tuple[int, ...]:
        places = tuple(self._label_places[name] for name in names)
        # Many samples say the same, and a tuple costs more than a reference to one.
        return self._known.setdefault(places, places)

    def numbers(self, name: str) -> Numbers:
        """Return one number of each sample (N,)."""
        return np.array(self._numbers.get(name, ()), dtype=np.float64)

    @property
    def appearances(self) -> NDArray[np.float16]:
        """Return what all samples look like (N, F); no rows where that is not known."""
        found = np.frombuffer(bytes(self._appearances), dtype=np.float16)
        return found.reshape(len(self.ids), -1) if len(found) else found.reshape(0, 0)

    @property
    def thumbnails(self) -> NDArray[np.uint8]:
        """Return the thumbnails (H, 32, 32) of the images that have hashes, in their order."""
        side = THUMBNAIL_SIDE
        return np.frombuffer(self._thumbnails, dtype=np.uint8).reshape(-1, side, side)

    @property
    def hashes(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Return the hashes there are, and which samples have them."""
        return np.array(self._hashes, dtype=np.uint64), np.array(self._hashed, dtype=np.int64)

    def finding(
        self,
        kind: str,
        is_odd: NDArray[np.bool_],
        scores: Numbers,
        *,
        measured: Sequence[str] = (),
        **params: Param,
    ) -> Finding:
        """Return a finding about the samples where ``is_odd`` (N,), the highest scores first."""
        places = np.flatnonzero(is_odd)
        order = places[np.argsort(-scores[places], kind="stable")]
        columns = {name: self.numbers(name) for name in measured}
        found = Finding(kind, params=dict(params))
        for place in order:
            shown: dict[str, Param] = {
                name: round(float(values[place]), 4) for name, values in columns.items()
            }
            found.samples.append(
                FoundSample(
                    finding=kind,
                    sample_id=self.ids[place],
                    score=round(float(scores[place]), 4),
                    params=shown,
                )
            )
        return found
