"""Doubt the spans of texts: of another label, with another border, about nothing, or missing."""

# T tokens, K labels, N spans

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.quality.annotations.confidence import find_label_issues
from engine.quality.annotations.label_errors import Tick
from engine.quality.annotations.span_tags import (
    TaggedText,
    beginning,
    inside,
    tag_probabilities,
    tagged,
)
from engine.quality.annotations.surfaces import Surfaces
from engine.quality.column_store import Finding
from engine.specs.data import SampleRecord
from engine.specs.inspection import FoundSample, InspectionThresholds, Param, SkippedCheck
from engine.specs.samples.geometry import Span

CHECK = "region_error"
KINDS = ("region_mislabelled", "region_misplaced", "region_missing")
_LEAST_SPANS = 50
# Borders that are tried lie so many tokens from those given.
_REACH = 3
# Words that other texts hold so many times and never mark are no span; one alone means too much.
_OFTEN = 3
_LEAST = 1e-6
# Characters that are shown on both sides of a span.
_CONTEXT = 24

Floats = NDArray[np.float64]


def find_span_errors(
    records: Sequence[SampleRecord],
    root: Path,
    thresholds: InspectionThresholds,
    seed: int,
    tick: Tick,
) -> Iterator[Finding | SkippedCheck]:
    """Yield what is wrong with the spans of texts, or why that cannot be told.

    Args:
        records: the texts that were annotated.
        root: folder of their files.
        thresholds: how sure the model has to be.
        seed: of the folds.
        tick: is told how many models are trained, of how many.
    """
    counts = Counter(
        region.label
        for one in records
        for region in one.regions
        if isinstance(region.geometry, Span) and region.label
    )
    names = tuple(sorted(name for name, num in counts.items() if num >= thresholds.folds))
    if sum(counts[name] for name in names) < _LEAST_SPANS:
        return
    texts = [_tagged(one, root, names) for one in records]
    probabilities = tag_probabilities(texts, len(names), thresholds.folds, seed, tick)
    yield from _evaluated(records, texts, probabilities, names, thresholds)


def _tagged(record: SampleRecord, root: Path, names: Sequence[str]) -> TaggedText:
    """Return the text of a sample with the spans of the labels that are checked."""
    try:
        text = (root / record.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return tagged("", ())
    places = {name: place for place, name in enumerate(names)}
    return tagged(
        text,
        [
            (region.geometry.start, region.geometry.end, places[region.label], region.id)
            for region in record.regions
            if isinstance(region.geometry, Span) and region.label in places
        ],
    )


def _evaluated(
    records: Sequence[SampleRecord],
    texts: Sequence[TaggedText],
    probabilities: Sequence[Floats],
    names: Sequence[str],
    thresholds: InspectionThresholds,
) -> Iterator[Finding | SkippedCheck]:
    background = len(names)
    rows: list[tuple[int, int, int, str]] = []
    given: list[int] = []
    spread: list[Floats] = []
    for number, (one, chances) in enumerate(zip(texts, probabilities, strict=True)):
        annotated = zip(one.spans, one.regions, strict=True)
        proposed = ((span, "") for span in _proposed(one, chances))
        for (start, end, label), region in (*annotated, *proposed):
            rows.append((number, start, end, region))
            given.append(label if region else background)
            spread.append(_spread(chances, start, end))
    labels, predicted = np.array(given), np.stack(spread)
    is_region = labels < background
    named = predicted[is_region, :background]
    # Of words that no other text holds it knows little; what counts is what it is sure of.
    sure_of = named.max(axis=1) >= thresholds.least_region_confidence
    agrees = named.argmax(axis=1) == labels[is_region]
    accuracy = float(agrees[sure_of].mean()) if sure_of.any() else 0.0
    params: dict[str, Param] = {
        "accuracy": round(accuracy, 4), "num_decided": int(is_region.sum())
    }  # fmt: skip
    if accuracy < thresholds.least_accuracy:
        yield SkippedCheck(check=CHECK, reason="regions_unsure", params=params)
        return
    found = {kind: Finding(kind, params=dict(params)) for kind in KINDS}

    def note(row: int, kind: str, confidence: float, old: int, new: int, *edges: int) -> None:
        number, start, end, region = rows[row]
        start, end = edges or (start, end)
        one = texts[number]
        first, after = int(one.edges[start, 0]), int(one.edges[end - 1, 1])
        found[kind].samples.append(
            FoundSample(
                finding=kind,
                sample_id=records[number].id,
                score=round(confidence, 4),
                params={
                    **({"region": region, "given": names[old]} if region else {}),
                    **({"suggested": names[new]} if new < background else {}),
                    "start": first,
                    "end": after,
                    "text": one.text[first:after],
                    "before": one.text[max(0, first - _CONTEXT) : first],
                    "after": one.text[after : after + _CONTEXT],
                },
            )
        )

    issues = find_label_issues(
        labels, predicted, least_confidence=thresholds.least_region_confidence
    )
    surfaces = Surfaces(texts)
    for place, new, sure in zip(issues.places, issues.suggested, issues.confidence, strict=True):
        old, (number, start, end, _) = int(labels[place]), rows[place]
        words = surfaces.surface(number, start, end)
        unannotated = surfaces.unannotated_elsewhere(number, words)
        if old == background:
            if surfaces.annotated_elsewhere(number, words, int(new)) > unannotated:
                note(int(place), KINDS[2], float(sure), old, int(new))
        elif new == background:
            if (
                len(words) > 1
                and unannotated >= _OFTEN
                and not surfaces.used_elsewhere(number, words)
            ):
                note(int(place), KINDS[1], float(sure), old, int(new))
        else:
            note(int(place), KINDS[0], float(sure), old, int(new))
    uncertain = set(issues.places[issues.suggested < background].tolist())
    for row, (number, start, end, region) in enumerate(rows):
        if not region or row in uncertain:
            continue
        label = int(labels[row])
        edges, sure = _better(texts[number], probabilities[number], start, end, label)
        is_known = surfaces.used_elsewhere(number, surfaces.surface(number, start, end)) > 0
        better = surfaces.surface(number, *edges)
        often = surfaces.annotated_elsewhere(number, better, label)
        if sure >= thresholds.least_border_confidence and not is_known and often:
            note(row, KINDS[1], sure, label, label, *edges)
    found[KINDS[1]].samples.sort(key=lambda one: -one.score)
    yield from found.values()


def _spread(chances: Floats, start: int, end: int) -> Floats:
    """Return how probable each label (K + 1,) is for a span, per token; the last is none."""
    logs = np.log(np.maximum(chances[start:end], _LEAST))
    firsts, others = logs[:, 1::2], logs[:, 2::2]
    of_labels = firsts[0] + others[1:].sum(axis=0)
    found: Floats = np.exp(np.append(of_labels, logs[:, 0].sum()) / (end - start))
    return found


def _proposed(one: TaggedText, chances: Floats) -> Iterator[tuple[int, int, int]]:
    """Yield the spans that the model would mark where none is annotated."""
    of_labels = chances[:, 1::2] + chances[:, 2::2]
    best = np.where(chances[:, 0] < 0.5, of_labels.argmax(axis=1), -1)
    for start, end, _ in one.spans:
        best[start:end] = -1
    firsts = np.flatnonzero(
        [
            label != (best[place - 1] if place else -1)
            or (label >= 0 and chances[place, beginning(label)] > chances[place, inside(label)])
            for place, label in enumerate(best)
        ]
    )
    for start, end in pairwise((*firsts.tolist(), len(best))):
        if best[start] >= 0:
            yield start, end, int(best[start])


def _better(
    one: TaggedText, chances: Floats, start: int, end: int, label: int
) -> tuple[tuple[int, int], float]:
    """Return the best borders near those of a span, and how sure they are rather than those."""
    low = max([0, start - _REACH, *(after for _, after, _ in one.spans if after <= start)])
    high = min([len(chances), end + _REACH, *(first for first, _, _ in one.spans if first >= end)])
    logs = np.log(np.maximum(chances[low:high], _LEAST))
    outside, first, further = logs[:, 0], logs[:, beginning(label)], logs[:, inside(label)]
    best, scores = (start, end), {}
    for begin in range(low, min(end, start + _REACH + 1)):
        for after in range(max(start, begin) + 1, high + 1):
            inner = slice(begin - low + 1, after - low)
            scores[begin, after] = float(
                outside[: begin - low].sum() + first[begin - low] + further[inner].sum()
                + outside[after - low :].sum()
            )  # fmt: skip
    best = max(scores, key=lambda edges: scores[edges])
    if best == (start, end):
        return best, 0.0
    return best, float(1 / (1 + np.exp(scores[start, end] - scores[best])))
