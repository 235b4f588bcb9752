"""In which ways, and how surely, a model's answer disagrees with what is said of a sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.annotation.contracts.overlap import overlap
from backend.annotation.contracts.states import Region, State
from backend.datasets.contracts import DisagreementKind
from backend.suggestions.states import ScoredRegion, Suggested
from engine.catalog import ANNOTATIONS, AnnotationKind, PredictionKind

# Two marks are of the same thing from this intersection over union on (Everingham et al.,
# "The PASCAL Visual Object Classes Challenge", IJCV 2010, equation 4).
LEAST_OVERLAP = 0.5

_COMPARED_LABELS = frozenset(
    {
        PredictionKind.LABELS,
        PredictionKind.ANOMALY,
        PredictionKind.ASPECT_SENTIMENT,
        PredictionKind.MATCHES,
    }
)
# Models of classes and of defects say nothing of single marks, so theirs are not compared; tracks
# are numbered anew by every model.
_COMPARED_REGIONS = frozenset(
    {
        PredictionKind.BOXES,
        PredictionKind.MASKS,
        PredictionKind.SPANS,
        PredictionKind.ASPECT_SENTIMENT,
        PredictionKind.RELATIONS,
        PredictionKind.WORDS,
    }
)

Strength = tuple[DisagreementKind, float]


def disagreements(
    suggested: Suggested,
    annotation: State,
    kind: AnnotationKind,
    *,
    threshold: float,
    multi_label: bool,
) -> dict[DisagreementKind, float]:
    """Return how surely the model disagrees, by the ways in which it does; nothing if it agrees.

    A strength in 0..1 is the model's score of what it says instead; of a mark that it lacks, it is
    how improbable it finds it: 1 less the score of the best mark that it did not dare to say.

    Args:
        suggested: what the model says, with marks below its threshold.
        annotation: the annotation.
        kind: of annotation.
        threshold: the score from which on the model itself would say a thing.
        multi_label: whether a sample may have several labels.
    """
    found: dict[DisagreementKind, float] = {}
    ways: list[Strength] = []
    answer = ANNOTATIONS[kind].suggested_from
    if answer in _COMPARED_LABELS:
        ways += _of_labels(suggested, annotation, threshold=threshold, multi_label=multi_label)
    if answer in _COMPARED_REGIONS:
        ways += _of_regions(suggested.regions, annotation.regions, threshold)
    for way, strength in ways:
        found[way] = max(strength, found.get(way, 0.0))
    if found:
        found[DisagreementKind.ANY] = max(found.values())
    return found


def _of_labels(
    suggested: Suggested, annotation: State, *, threshold: float, multi_label: bool
) -> Iterator[Strength]:
    names = {str(one) for one in annotation.labels}
    offered = {one.id: one.score for one in suggested.labels}
    for label_id, score in offered.items():
        if label_id not in names:
            yield DisagreementKind.CLASS, score
    if multi_label and names - offered.keys():
        # The model leaves out what it finds less probable than its threshold.
        yield DisagreementKind.CLASS, 1 - threshold


def _of_regions(
    offered: Sequence[ScoredRegion], drawn: Sequence[Region], threshold: float
) -> Iterator[Strength]:
    """Match marks greedily, the surest first: those of the same label, then those of another."""
    confident = sorted(
        (one for one in offered if one.score >= threshold), key=lambda one: -one.score
    )
    unsure = [one for one in offered if one.score < threshold]
    left = list(drawn)
    unmatched = []
    for one in confident:
        match = _best(one, [other for other in left if _label(other) == one.label_id])
        if match is None:
            unmatched.append(one)
        else:
            left.remove(match)
    for one in unmatched:
        match = _best(one, left)
        if match is None:
            yield DisagreementKind.EXTRA, one.score
        else:
            left.remove(match)
            yield DisagreementKind.CLASS, one.score
    for missing in left:
        alike = [one for one in unsure if one.label_id == _label(missing)]
        scores = [one.score for one in alike if _meet(one, missing) >= LEAST_OVERLAP]
        yield DisagreementKind.MISSED, 1 - max(scores, default=0.0)


def _best(one: ScoredRegion, others: Sequence[Region]) -> Region | None:
    if not others:
        return None
    shared, at = max((_meet(one, other), -place) for place, other in enumerate(others))
    return others[-at] if shared >= LEAST_OVERLAP else None


def _meet(one: ScoredRegion, other: Region) -> float:
    return overlap(one.geometry, other.geometry)


def _label(region: Region) -> str | None:
    return None if region.label_id is None else str(region.label_id)
