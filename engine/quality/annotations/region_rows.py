"""The windows that wrong regions are told by: regions, what else may be one, and shifted ones."""

# N windows, K labels of which the last is the background

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from engine.quality.annotations.label_errors import Tick
from engine.quality.annotations.regions import bounds_of
from engine.quality.annotations.window_features import (
    Channels,
    read_channels,
    scale_of,
    window_features,
)
from engine.quality.annotations.windows import (
    Windows,
    all_windows,
    jittered,
    most_covered,
    most_overlap,
    shifted,
    some_windows,
    strongest,
    usual_sizes,
)
from engine.specs.data import CROWD, SampleRecord
from engine.specs.inspection import InspectionThresholds

_COARSE, _FINE = 2, 6
_NUM_SCOUTED, _NUM_ELSEWHERE = 100, 60
_NUM_PROPOSED, _NUM_SHIFTS = 40, 2
# A window that overlaps a region by more shows the same object.
_APART, _BESIDE = 0.4, 0.3
# One that shares more of itself, or of a region, may show several objects, or a part of one.
_COVERED = 0.6
_ITERATIONS = 100


@dataclass
class Rows:
    """Windows of all images, one a row; ``region`` is empty where nothing was annotated."""

    features: list[NDArray[np.float32]] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    images: list[int] = field(default_factory=list)
    windows: list[tuple[float, ...]] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    is_evaluated: list[bool] = field(default_factory=list)

    def add(
        self,
        features: NDArray[np.float32],
        windows: Windows,
        labels: Sequence[int],
        image: int,
        regions: Sequence[str] | None = None,
        *,
        is_evaluated: bool = True,
    ) -> None:
        """Add windows of one image."""
        self.features += list(features)
        self.windows += [tuple(one) for one in windows.tolist()]
        self.labels += labels
        self.images += [image] * len(labels)
        self.regions += regions or [""] * len(labels)
        self.is_evaluated += [is_evaluated] * len(labels)


@dataclass(frozen=True)
class Annotated:
    """The regions of one image: their bounds (N, 4) in its pixels, labels and ids."""

    record: SampleRecord
    bounds: Windows
    labels: list[int]
    ids: list[str]


def annotated_images(
    records: Sequence[SampleRecord], thresholds: InspectionThresholds
) -> tuple[list[Annotated], tuple[str, ...]]:
    """Return the regions of the images to check, and the labels that are used often enough."""
    looked_at = [one for one in records if one.width and one.height]
    counts = Counter(
        region.label
        for one in looked_at
        for region in one.regions
        if region.label is not None and bounds_of(region)
    )
    names = tuple(sorted(name for name, num in counts.items() if num >= thresholds.folds))
    places = {name: place for place, name in enumerate(names)}
    found = []
    for record in looked_at:
        # Nothing can be told of an image some of whose objects were annotated as one.
        if any(region.attributes.get(CROWD) for region in record.regions):
            continue
        bounded = [(region, edges) for region in record.regions if (edges := bounds_of(region))]
        found.append(
            Annotated(
                record,
                np.array([edges for _, edges in bounded]).reshape(-1, 4),
                [places.get(region.label or "", -1) for region, _ in bounded],
                [region.id for region, _ in bounded],
            )
        )
    return found, names


def gathered(
    annotated: Sequence[Annotated],
    root: Path,
    num_labels: int,
    chance: np.random.Generator,
    tick: Tick,
) -> Rows:
    """Return the windows of all images: the regions, what else may be one, and regions shifted."""
    sides, of_labels = _sides(annotated)
    sizes = usual_sizes(sides, of_labels)
    order = chance.permutation(len(annotated))[:_NUM_SCOUTED]
    rows, total = Rows(), len(order) + len(annotated)
    features: list[NDArray[np.float32]] = []
    labels: list[int] = []
    for done, place in enumerate(order):
        tick(done, total)
        one = annotated[place]
        channels = read_channels(root / one.record.file)
        if channels is None:
            continue
        windows = one.bounds * channels.scale
        elsewhere = some_windows(channels.width, channels.height, sides, _NUM_ELSEWHERE, chance)
        elsewhere = elsewhere[most_overlap(elsewhere, windows) < _APART]
        features += [window_features(channels, one, _COARSE) for one in (windows, elsewhere)]
        labels += one.labels + [num_labels] * len(elsewhere)
    known = np.array(labels) >= 0
    scout = fitted(np.concatenate(features)[known], np.array(labels)[known])
    for number, one in enumerate(annotated):
        tick(len(order) + number, total)
        channels = read_channels(root / one.record.file)
        if channels is not None:
            _add_image(rows, one, number, channels, scout, sizes, num_labels, chance)
    tick(total, total)
    return rows


def _add_image(
    rows: Rows,
    one: Annotated,
    number: int,
    channels: Channels,
    scout: Pipeline,
    sizes: NDArray[np.float64],
    background: int,
    chance: np.random.Generator,
) -> None:
    windows = one.bounds * channels.scale
    known = [place for place, label in enumerate(one.labels) if label >= 0]

    def measure(chosen: Windows) -> NDArray[np.float32]:
        return window_features(channels, chosen, _FINE)

    if known:
        given = windows[known]
        rows.add(
            measure(given), given / channels.scale, [one.labels[i] for i in known], number,
            [one.ids[i] for i in known],
        )  # fmt: skip
        near = jittered(given, chance)
        rows.add(measure(near), near, [one.labels[i] for i in known], number, is_evaluated=False)
        beside = np.concatenate([shifted(given, chance) for _ in range(_NUM_SHIFTS)])
        beside = beside[most_overlap(beside, windows) < _APART]
        rows.add(measure(beside), beside, [background] * len(beside), number, is_evaluated=False)
    free = all_windows(channels.width, channels.height, sizes)
    free = free[most_covered(free, windows) < _COVERED]
    if len(free):
        coarse = scout.predict_proba(window_features(channels, free, _COARSE))
        objects = 1 - coarse[:, -1]
        proposed = free[strongest(free, objects, _NUM_PROPOSED, _BESIDE)]
        rows.add(
            measure(proposed), proposed / channels.scale, [background] * len(proposed), number
        )  # fmt: skip


def _sides(annotated: Sequence[Annotated]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return how large regions are (N, 2) at the scale they are looked at, and their labels."""
    sides, labels = [np.zeros((0, 2))], []
    for one in annotated:
        scale = scale_of(one.record.width or 1, one.record.height or 1)
        known = np.array(one.labels, dtype=np.int64) >= 0
        sides.append((one.bounds[known, 2:] - one.bounds[known, :2]) * scale)
        labels += [label for label in one.labels if label >= 0]
    return np.concatenate(sides), np.array(labels, dtype=np.int64)


def fitted(features: NDArray[np.float32], labels: NDArray[np.int64]) -> Pipeline:
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.01, max_iter=_ITERATIONS))
    with warnings.catch_warnings():
        # A model that is nearly there questions regions just as well.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(features, labels)
