"""Evaluate what finds places in texts: a place counts when label, start and end are all right.

That is the definition of seqeval's strict mode and of CoNLL 2003, micro-averaged over places.
"""

# N samples

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
from easel.runtime import Example, Tensors
from easel.runtime.predictions.spans import SpanFinder, SpanResult, select
from numpy.typing import NDArray

from engine.data.text.span_targets import Place
from engine.metrics.intervals import least_of_flawless
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import (
    LabelThresholds,
    MatrixSection,
    OperatingPoint,
    TableSection,
    ThresholdsSection,
)

GRID = tuple(round(0.05 * step, 2) for step in range(1, 20))
# A label with fewer annotated places takes the threshold that suits all labels together.
LEAST_PLACES = 50
_RESAMPLES = 500


@dataclass(frozen=True)
class SpanOutcome:
    """What a model found in one sample: candidates, the surest first."""

    candidates: tuple[SpanResult, ...]
    nested: bool

    @classmethod
    def of(cls, finder: SpanFinder, example: Example, outputs: Tensors) -> SpanOutcome:
        """Return what a model's finder says of one sample."""
        return cls(tuple(finder.candidates(example, outputs)), finder.nested)

    def places(self, thresholds: Mapping[str, float]) -> set[Place]:
        """Return the places that a package with these thresholds answers."""
        chosen = select(self.candidates, dict(thresholds), nested=self.nested)
        return {(span.name, span.start, span.end) for span in chosen}


@dataclass(frozen=True)
class Tally:
    """How many places were found, how many there are, and how many are the same."""

    found: int
    actual: int
    right: int

    @property
    def precision(self) -> float:
        """Return the share of what was found that is right, 0 when nothing was."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Return the share of what there is that was found, 0 when there is nothing."""
        return self.right / self.actual if self.actual else 0.0

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        return 2 * self.right / (self.found + self.actual) if self.found + self.actual else 0.0


Pairs = Sequence[tuple[set[Place], set[Place]]]
"""Of each sample what was found and what there is."""
LabelledPairs = Sequence[tuple[Set[tuple[str, Any, Any]], Set[tuple[str, Any, Any]]]]
"""The same of anything that begins with its label: places, or relations of two."""


def tally(pairs: LabelledPairs) -> Tally:
    """Count over all samples."""
    return Tally(
        found=sum(len(found) for found, _ in pairs),
        actual=sum(len(actual) for _, actual in pairs),
        right=sum(len(found & actual) for found, actual in pairs),
    )


def tally_by_label(pairs: LabelledPairs, labels: Sequence[str]) -> dict[str, Tally]:
    """Count per label."""
    found: Counter[str] = Counter()
    actual: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for of_model, of_people in pairs:
        found.update(label for label, _, _ in of_model)
        actual.update(label for label, _, _ in of_people)
        right.update(label for label, _, _ in of_model & of_people)
    return {label: Tally(found[label], actual[label], right[label]) for label in labels}


def decided(
    outcomes: Sequence[SpanOutcome],
    actual: Sequence[set[Place]],
    thresholds: Mapping[str, float],
) -> Pairs:
    """Return what a package with these thresholds answers beside what there is."""
    return [
        (outcome.places(thresholds), truth) for outcome, truth in zip(outcomes, actual, strict=True)
    ]


def span_numbers(pairs: Pairs) -> dict[str, float]:
    """Return ``f1``, ``precision`` and ``recall``."""
    counts = tally(pairs)
    return {"f1": counts.f1, "precision": counts.precision, "recall": counts.recall}


def recommend(
    outcomes: Sequence[SpanOutcome], actual: Sequence[set[Place]], labels: Sequence[str]
) -> tuple[LabelSpec, ...]:
    """Choose the threshold of the best F1: one for all, then of each label with many places."""
    if not any(actual):
        return tuple(LabelSpec(name=label, threshold=0.5) for label in labels)

    def f1(thresholds: Mapping[str, float]) -> float:
        return tally(decided(outcomes, actual, thresholds)).f1

    # Of equally good thresholds the one nearest to one half is taken.
    grid: list[float] = sorted(GRID, key=lambda value: abs(value - 0.5))
    common = max(grid, key=lambda value: f1({label: value for label in labels}))  # noqa: C420
    chosen = {label: common for label in labels}  # noqa: C420
    counts = Counter(label for places in actual for label, _, _ in places)
    for label in labels:
        if counts[label] >= LEAST_PLACES:
            near = sorted(GRID, key=lambda value: abs(value - common))
            chosen[label] = max(near, key=lambda value: f1({**chosen, label: value}))
    return tuple(LabelSpec(name=label, threshold=chosen[label]) for label in labels)


def estimate_f1(pairs: Pairs, seed: int) -> MetricValue:
    """Return F1 with its 95 % interval over resampled samples; without mistakes, over places."""
    counts = np.array([(len(f), len(a), len(f & a)) for f, a in pairs], dtype=np.float64)
    random = np.random.default_rng(seed)
    # F1 follows from three sums, so that no text is evaluated again for a resample.
    drawn = counts[random.integers(len(counts), size=(_RESAMPLES, len(counts)))].sum(axis=1)
    low, high = np.percentile(_f1(drawn), [2.5, 97.5])
    value = tally(pairs).f1
    if value == 1:
        low = least_of_flawless([int(counts[:, 1].sum())])
    return MetricValue(name="f1", value=value, low=float(low), high=float(high))


def _f1(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    shares: NDArray[np.float64] = 2 * counts[:, 2] / np.maximum(1, counts[:, 0] + counts[:, 1])
    return shares


def per_label_table(
    pairs: LabelledPairs, labels: Sequence[LabelSpec], key: str = "by_label"
) -> TableSection:
    """Return precision, recall and F1 of each label."""
    counts = tally_by_label(pairs, [label.name for label in labels])
    return TableSection(
        key=key,
        columns=("label", "precision", "recall", "f1", "actual", "predicted", "threshold"),
        units=("text", "share", "share", "share", "count", "count", "number"),
        rows=tuple(
            (
                label.name,
                one.precision,
                one.recall,
                one.f1,
                one.actual,
                one.found,
                label.threshold,
            )
            for label in labels
            for one in [counts[label.name]]
        ),
    )


def confusion(pairs: Pairs, labels: Sequence[str]) -> MatrixSection:
    """Return what each annotated place was taken for.

    A place goes with the one found at the same characters, else with one that shares a character;
    the last row and column are those without a counterpart.
    """
    index = {label: place for place, label in enumerate(labels)}
    cells = np.zeros((len(labels) + 1, len(labels) + 1), dtype=np.int64)
    for found, actual in pairs:
        waiting = sorted(found, key=lambda place: place[1:])
        for label, start, end in sorted(actual, key=lambda place: place[1:]):
            beside = [one for one in waiting if one[1] < end and one[2] > start]
            if not beside:
                cells[index[label], -1] += 1
                continue
            best = max(
                beside, key=lambda one: (one == (label, start, end), one[1:] == (start, end))
            )
            waiting.remove(best)
            cells[index[label], index[best[0]]] += 1
        for label, _, _ in waiting:
            cells[-1, index[label]] += 1
    return MatrixSection(
        key="confusion",
        rows=(*labels, "none"),
        columns=(*labels, "none"),
        cells=tuple(tuple(row) for row in cells.tolist()),
    )


def threshold_points(
    outcomes: Sequence[SpanOutcome], actual: Sequence[set[Place]], labels: Sequence[LabelSpec]
) -> ThresholdsSection:
    """Return what other thresholds of each label would give."""
    points: dict[str, list[OperatingPoint]] = defaultdict(list)
    names = [label.name for label in labels]
    for value in GRID:
        counts = tally_by_label(decided(outcomes, actual, dict.fromkeys(names, value)), names)
        for name, one in counts.items():
            points[name].append(
                OperatingPoint(
                    threshold=value, precision=one.precision, recall=one.recall, f1=one.f1
                )
            )
    return ThresholdsSection(
        key="thresholds",
        labels=tuple(
            LabelThresholds(
                label=label.name, recommended=label.threshold, points=tuple(points[label.name])
            )
            for label in labels
        ),
    )


def lexicon_f1(
    known: Iterable[tuple[str, Iterable[Place]]],
    texts: Sequence[str],
    actual: Sequence[set[Place]],
) -> float:
    """Return the F1 of a model that finds what was annotated in training, and nothing else.

    Of entries that overlap the longest is taken, from left to right.

    Args:
        known: text and annotated places of the training samples.
        texts: of the held-out samples.
        actual: their annotated places.
    """
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for text, places in known:
        for label, start, end in places:
            seen[text[start:end]][label] += 1
    entries = {words: labels.most_common(1)[0][0] for words, labels in seen.items() if words}
    lengths = sorted({len(words) for words in entries}, reverse=True)
    pairs = []
    for text, truth in zip(texts, actual, strict=True):
        found: set[Place] = set()
        place = 0
        while place < len(text):
            size = next((n for n in lengths if text[place : place + n] in entries), 0)
            if size:
                found.add((entries[text[place : place + size]], place, place + size))
            place += max(1, size)
        pairs.append((found, truth))
    return tally(pairs).f1


def placed(text: str, place: Place) -> dict[str, str | int | float]:
    """Return a place as cases show it."""
    label, start, end = place
    return {"name": label, "text": text[start:end], "start": start, "end": end}
