"""Lines that were found and read, beside those that are there."""

# N corners of a polygon

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from easel.runtime import Words
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from engine.data.ocr.regions import AnnotatedLine, annotated_lines
from engine.specs.data import SampleRecord
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import BarsSection, Case, CasesSection, Section, TableSection

MIN_OVERLAP = 0.5
MAX_CASES = 100
Points = NDArray[np.float64]


@dataclass(frozen=True)
class PageCounts:
    """What of one image was right.

    Attributes:
        num_true: lines that are there and can be read.
        num_predicted: lines that were answered, without those on illegible ones.
        num_found: lines that overlap a line that is there.
        num_exact: those of them that are read without a mistake.
        num_edits: single-character edits of the lines found.
        num_characters: characters that the lines found truly have.
    """

    num_true: int
    num_predicted: int
    num_found: int
    num_exact: int
    num_edits: int
    num_characters: int


def count(predicted: Sequence[Words], record: SampleRecord) -> PageCounts:
    """Pair what was predicted for an image with what is there, the largest overlaps first.

    A prediction and a line are a pair when the intersection is at least half of the union.
    Predictions that lie so on a line that nobody can read count neither way.
    """
    lines = annotated_lines(record)
    pairs = _pairs([np.array(one.points) for one in predicted], [line.corners for line in lines])
    ignored = {a for a, b in pairs if lines[b].text is None}
    found = [
        (predicted[a].words, str(lines[b].text)) for a, b in pairs if lines[b].text is not None
    ]
    return PageCounts(
        num_true=sum(line.text is not None for line in lines),
        num_predicted=len(predicted) - len(ignored),
        num_found=len(found),
        num_exact=sum(one == other for one, other in found),
        num_edits=sum(Levenshtein.distance(one, other) for one, other in found),
        num_characters=sum(len(other) for _, other in found),
    )


def _pairs(predicted: Sequence[Points], true: Sequence[Points]) -> list[tuple[int, int]]:
    overlaps = sorted(
        (
            (-intersection_over_union(one, other), a, b)
            for a, one in enumerate(predicted)
            for b, other in enumerate(true)
            if _may_touch(one, other)
        ),
    )
    pairs: list[tuple[int, int]] = []
    for overlap, a, b in overlaps:
        is_free = all(a != one and b != other for one, other in pairs)
        if -overlap >= MIN_OVERLAP and is_free:
            pairs.append((a, b))
    return pairs


def _may_touch(one: Points, other: Points) -> bool:
    before = (one.max(axis=0) <= other.min(axis=0)).any()
    return not (before or (other.max(axis=0) <= one.min(axis=0)).any())


def intersection_over_union(one: Points, other: Points) -> float:
    """Compare two convex polygons (N, 2), clockwise on the screen.

    Source: Sutherland & Hodgman, Communications of the ACM 17 (1974), clipping side by side.
    """
    part = list(one)
    for start, end in zip(other, np.roll(other, -1, axis=0), strict=True):
        part = _clipped(part, start, end)
    shared = _area(np.array(part)) if len(part) > 2 else 0.0
    union = _area(one) + _area(other) - shared
    return shared / union if union > 0 else 0.0


def _clipped(polygon: Sequence[Points], start: Points, end: Points) -> list[Points]:
    """Keep what lies to the right of a side that runs from ``start`` to ``end``."""
    along = end - start
    kept: list[Points] = []
    for here, following in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
        inside, stays = (
            float(along[0] * (point[1] - start[1]) - along[1] * (point[0] - start[0]))
            for point in (here, following)
        )
        if inside >= 0:
            kept.append(here)
        if (inside > 0 > stays) or (inside < 0 < stays):
            kept.append(here + (following - here) * (inside / (inside - stays)))
    return kept


def _area(polygon: Points) -> float:
    x, y = polygon.T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def numbers(counts: Sequence[PageCounts]) -> dict[str, float]:
    """Return the figures of images together.

    ``line_f1`` and ``detection_f1`` are harmonic means of precision and recall of lines that are
    found, for the former also read exactly. ``character_error_rate`` is over the lines found, 1
    where none was.
    """
    true, predicted = (
        sum(getattr(one, name) for one in counts) for name in ("num_true", "num_predicted")
    )
    found, exact = (
        sum(getattr(one, name) for one in counts) for name in ("num_found", "num_exact")
    )
    edits, characters = (
        sum(getattr(one, name) for one in counts) for name in ("num_edits", "num_characters")
    )
    return {
        "line_f1": _ratio(2 * exact, true + predicted),
        "detection_f1": _ratio(2 * found, true + predicted),
        "detection_precision": _ratio(found, predicted),
        "detection_recall": _ratio(found, true),
        "line_accuracy": _ratio(exact, found),
        "character_error_rate": edits / characters if characters else 1.0,
    }


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def headline(counts: Sequence[PageCounts]) -> tuple[MetricValue, ...]:
    """Return the numbers at the head of the report, ``line_f1`` first."""
    return tuple(
        MetricValue(name=name, value=value, higher_is_better=name != "character_error_rate")
        for name, value in numbers(counts).items()
    )


def sections(
    predicted: Sequence[Sequence[Words]], records: Sequence[SampleRecord]
) -> tuple[Section, ...]:
    """Return the parts of the report, in the order of the page."""
    counts = [count(one, record) for one, record in zip(predicted, records, strict=True)]
    true, lines_read, found, exact = (
        sum(getattr(one, name) for one in counts)
        for name in ("num_true", "num_predicted", "num_found", "num_exact")
    )
    outcomes = BarsSection(
        key="lines_by_outcome",
        axis="lines",
        unit="count",
        names=("exact", "misread", "missed", "false_positive"),
        values=(exact, found - exact, true - found, lines_read - found),
    )
    return (outcomes, _by_length(predicted, records), _cases(predicted, records, counts))


def _by_length(
    predicted: Sequence[Sequence[Words]], records: Sequence[SampleRecord]
) -> TableSection:
    """Return how well lines of different lengths are read."""
    kinds = ((1, 4), (5, 9), (10, 19), (20, None))
    tallies = {kind: [0, 0, 0] for kind in kinds}
    for one, record in zip(predicted, records, strict=True):
        lines = annotated_lines(record)
        pairs = _pairs([np.array(words.points) for words in one], [x.corners for x in lines])
        lines_of_pairs = {b: one[a].words for a, b in pairs}
        for place, line in enumerate(lines):
            if not line.text:
                continue
            kind = next(kind for kind in kinds if kind[1] is None or len(line.text) <= kind[1])
            tallies[kind][0] += 1
            tallies[kind][1] += place in lines_of_pairs
            tallies[kind][2] += lines_of_pairs.get(place) == line.text
    return TableSection(
        key="by_length",
        columns=("characters", "lines", "found", "exact"),
        units=("text", "count", "share", "share"),
        rows=tuple(
            (
                f"{low}+" if high is None else f"{low}-{high}",
                lines,
                _ratio(found, lines),
                _ratio(exact, lines),
            )
            for (low, high), (lines, found, exact) in tallies.items()
            if lines
        ),
    )


def _cases(
    predicted: Sequence[Sequence[Words]],
    records: Sequence[SampleRecord],
    counts: Sequence[PageCounts],
) -> CasesSection:
    """Return the images with the most mistakes first."""
    wrong = [max(one.num_true, one.num_predicted) - one.num_exact for one in counts]
    order = sorted(range(len(counts)), key=lambda place: -wrong[place])
    return CasesSection(
        key="cases",
        prediction="words",
        cases=tuple(
            Case(
                sample_id=records[place].id,
                name=records[place].name,
                error="misread" if wrong[place] else None,
                truth=[_true(line) for line in annotated_lines(records[place])],
                predicted=[one.document() for one in predicted[place]],
            )
            for place in order[:MAX_CASES]
        ),
        num_cases=sum(number > 0 for number in wrong),
    )


def _true(line: AnnotatedLine) -> dict[str, object]:
    points = tuple((float(x), float(y)) for x, y in line.corners)
    # The mark of illegible lines in the ICDAR data sets.
    return Words(line.text or "###", 1.0, points).document()
