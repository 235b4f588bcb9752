"""How well images find their texts and texts their images."""

# N pairs, P images, T different texts, D numbers of a vector

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.data.multimodal.gallery import Pair, Vectors
from engine.metrics.intervals import share
from engine.specs.data import SampleRecord
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import (
    Case,
    CasesSection,
    Curve,
    CurvesSection,
    Section,
    TableSection,
)

DEPTHS = (1, 5, 10)
MAX_CASES, MAX_DEPTH, NUM_SHOWN = 100, 50, 5
TEXT_TO_IMAGE, IMAGE_TO_TEXT = "text_to_image", "image_to_text"


@dataclass(frozen=True)
class Ranks:
    """Where the best right match stands among all candidates, from 1.

    Attributes:
        of_images: (P,) for each image, among the T texts.
        of_texts: (T,) for each text, among the P images.
        images: the record of each image.
        texts: the different texts, in order of appearance.
        logits: (P, T).
        is_right: (P, T).
    """

    of_images: NDArray[np.intp]
    of_texts: NDArray[np.intp]
    images: Sequence[SampleRecord]
    texts: Sequence[str]
    logits: Vectors
    is_right: NDArray[np.bool_]


def rank(pairs: Sequence[Pair], records: Sequence[SampleRecord]) -> Ranks:
    """Rank all candidates for every image and every text.

    Equal texts are one candidate, right for all images that have it. A wrong candidate of equal
    logit counts as better, so that a model that says the same of everything finds nothing.

    Args:
        pairs: N of them.
        records: of the pairs; those of one image have one id.
    """
    texts = [pair.text for pair in pairs]
    first_of_image = _first_places([record.id for record in records])
    first_of_text = _first_places(texts)
    images = np.stack([pairs[place].image_vector for place in first_of_image.values()])
    vectors = np.stack([pairs[place].text_vector for place in first_of_text.values()])
    logits = images @ vectors.T
    is_right = np.zeros(logits.shape, np.bool_)
    rows = {id: row for row, id in enumerate(first_of_image)}
    columns = {text: column for column, text in enumerate(first_of_text)}
    for record, text in zip(records, texts, strict=True):
        is_right[rows[record.id], columns[text]] = True
    return Ranks(
        of_images=_best_ranks(logits, is_right),
        of_texts=_best_ranks(logits.T, is_right.T),
        images=[records[place] for place in first_of_image.values()],
        texts=list(first_of_text),
        logits=logits,
        is_right=is_right,
    )


def _first_places(names: Sequence[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        places.setdefault(name, place)
    return places


def _best_ranks(logits: Vectors, is_right: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the rank from 1 of the best right candidate of each row."""
    best = np.where(is_right, logits, -np.inf).max(axis=1, keepdims=True)
    ranks: NDArray[np.intp] = 1 + (~is_right & (logits >= best)).sum(axis=1)
    return ranks


def recall_at(ranks: NDArray[np.intp], depth: int) -> float:
    """Return the share of queries with a right match among the first ``depth``."""
    return float((ranks <= depth).mean())


def numbers(ranks: Ranks) -> dict[str, float]:
    """Return recall at 1, 5 and 10: the mean of both directions, and each of them."""
    values = {}
    for depth in DEPTHS:
        both = {
            TEXT_TO_IMAGE: recall_at(ranks.of_texts, depth),
            IMAGE_TO_TEXT: recall_at(ranks.of_images, depth),
        }
        values[f"recall_at_{depth}"] = sum(both.values()) / 2
        values |= {f"{name}_recall_at_{depth}": value for name, value in both.items()}
    return values


def headline(ranks: Ranks) -> tuple[MetricValue, ...]:
    """Return the numbers at the head of the report, ``recall_at_5`` first."""
    values = numbers(ranks)
    means = (MetricValue(name=name, value=values[name]) for name in _means())
    ways = ((TEXT_TO_IMAGE, ranks.of_texts), (IMAGE_TO_TEXT, ranks.of_images))
    return (*means, *(_with_interval(f"{name}_recall_at_5", of, 5) for name, of in ways))


def _means() -> tuple[str, ...]:
    return ("recall_at_5", "recall_at_1", "recall_at_10")


def _with_interval(name: str, ranks: NDArray[np.intp], depth: int) -> MetricValue:
    known = share(int((ranks <= depth).sum()), len(ranks))
    return MetricValue(name=name, value=known.value, low=known.low, high=known.high)


def chance(ranks: Ranks, depth: int) -> MetricValue:
    """Return the recall that a random order would have, the mean of both directions."""
    ways = [chance_recall(one, depth) for one in (ranks.is_right, ranks.is_right.T)]
    return MetricValue(name=f"recall_at_{depth}", value=float(np.mean(ways)))


def chance_recall(is_right: NDArray[np.bool_], depth: int) -> float:
    """Return the recall that a random order of the candidates would have on average.

    The first ``depth`` of n candidates hold none of r right ones with the probability
    C(n - r, depth) / C(n, depth).

    Args:
        is_right: (queries, n).
        depth: how many candidates are looked at.
    """
    count = is_right.shape[1]
    wrong = count - is_right.sum(axis=1)
    # Factor by factor: the binomials of thousands of candidates overflow.
    missed = np.ones(len(is_right))
    for drawn in range(min(depth, count)):
        missed *= np.maximum(wrong - drawn, 0) / (count - drawn)
    return float(1 - missed.mean())


def sections(ranks: Ranks) -> tuple[Section, ...]:
    """Return the parts of the report, in the order of the page."""
    return (_by_direction(ranks), _by_depth(ranks), _cases(ranks))


def _by_direction(ranks: Ranks) -> TableSection:
    ways = (
        (TEXT_TO_IMAGE, ranks.of_texts, len(ranks.images)),
        (IMAGE_TO_TEXT, ranks.of_images, len(ranks.texts)),
    )
    return TableSection(
        key="by_direction",
        columns=("direction", "queries", "num_candidates", *_recalls(), "median_rank"),
        units=("text", "count", "count", *("share" for _ in DEPTHS), "number"),
        rows=tuple(
            (
                name,
                len(of),
                candidates,
                *(recall_at(of, depth) for depth in DEPTHS),
                float(np.median(of)),
            )
            for name, of, candidates in ways
        ),
    )


def _recalls() -> tuple[str, ...]:
    return tuple(f"recall_at_{depth}" for depth in DEPTHS)


def _by_depth(ranks: Ranks) -> CurvesSection:
    depths = range(1, min(MAX_DEPTH, max(ranks.logits.shape)) + 1)
    ways = ((TEXT_TO_IMAGE, ranks.of_texts), (IMAGE_TO_TEXT, ranks.of_images))
    return CurvesSection(
        key="recall_by_depth",
        x_axis="depth",
        y_axis="recall",
        curves=tuple(
            Curve(
                name=name,
                x=tuple(float(depth) for depth in depths),
                y=tuple(recall_at(of, depth) for depth in depths),
            )
            for name, of in ways
        ),
    )


def _cases(ranks: Ranks) -> CasesSection:
    """Return the images whose right text stands furthest behind first."""
    order = np.argsort(-ranks.of_images, kind="stable")[:MAX_CASES]
    cases = []
    for place in order.tolist():
        record, logits = ranks.images[place], ranks.logits[place]
        found = np.argsort(-logits, kind="stable")[:NUM_SHOWN]
        cases.append(
            Case(
                sample_id=record.id,
                name=record.name,
                error=None if ranks.of_images[place] <= NUM_SHOWN else "missed",
                truth=[{"name": text} for text in record.texts],
                predicted=[
                    {"name": ranks.texts[column], "score": _probability(float(logits[column]))}
                    for column in found.tolist()
                ],
                score=_probability(float(logits[found[0]])),
            )
        )
    return CasesSection(
        key="cases",
        prediction="matches",
        cases=tuple(cases),
        num_cases=int((ranks.of_images > NUM_SHOWN).sum()),
    )


def _probability(logit: float) -> float:
    # The exponential overflows at 710.
    return round(1 / (1 + float(np.exp(-min(max(logit, -500.0), 500.0)))), 6)
