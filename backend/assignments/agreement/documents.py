"""How alike two whole answers are, and which of several the majority stands behind.

An answer has the form of ``backend.annotation.contracts.states.described``; ``None`` says "not
annotated".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from rapidfuzz.distance import Levenshtein

from backend.annotation.contracts.overlap import overlap

Document = Mapping[str, Any] | None

# An edit distance takes the product of both lengths: longer texts are compared by words, and those
# of more words by which words they have.
LONGEST = 2000


def agreement(one: Document, other: Document) -> float:
    """Return how alike two answers are, from 0 to 1: the mean over the parts that either has.

    - labels of the whole sample: the share of equal ones among all given (Jaccard);
    - regions: the mean IoU over pairs of the same label, where a region without partner counts 0
      (``mean_overlap``); spans of a text by the characters that both marked alike
      (``character_agreement``);
    - relations: the share of equal ones, their ends matched with the regions;
    - texts: one less the edit distance, relative to the longer one;
    - a value: 1 when equal, else 0.

    Two answers that both say "nothing here" agree fully; one that says nothing at all does not
    agree with one that says something.
    """
    if one is None or other is None:
        return 1.0 if one is other else 0.0
    parts: list[float] = []
    labels, others = _labels(one), _labels(other)
    if labels or others:
        parts.append(len(labels & others) / len(labels | others))
    if one["regions"] or other["regions"]:
        parts.append(_regions(one["regions"], other["regions"]))
    if one["relations"] or other["relations"]:
        parts.append(_relations(one, other))
    if one["texts"] or other["texts"]:
        parts.append(_texts(one["texts"], other["texts"]))
    if one["value"] is not None or other["value"] is not None:
        parts.append(float(one["value"] == other["value"]))
    return sum(parts) / len(parts) if parts else 1.0


def majority(answers: Sequence[Document], *, at_least: float) -> int | None:
    """Return the place of the answer that more than half of the people stand behind.

    Somebody stands behind an answer when theirs agrees with it to ``at_least``. Of several such
    answers it is the one that agrees best with all, and the earliest of these: a medoid, so that
    what counts is what a person said, never a mixture that nobody said.

    Args:
        answers: one of each person.
        at_least: from 0 to 1.
    """
    num = len(answers)
    table = [[1.0] * num for _ in range(num)]
    for one, other in combinations(range(num), 2):
        table[one][other] = table[other][one] = agreement(answers[one], answers[other])
    behind = [sum(score >= at_least for score in row) for row in table]
    found = [place for place in range(num) if 2 * behind[place] > num]
    return max(found, key=lambda place: (sum(table[place]), -place)) if found else None


def mean_overlap(
    regions: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]
) -> float:
    """Return the mean IoU of regions matched one to one within their labels.

    Pairs are taken greedily from the largest IoU down; a region without a partner counts 0, so
    that forgetting one and inventing one both cost.
    """
    pairs = [
        (overlap(region["geometry"], other["geometry"]), place, partner)
        for place, region in enumerate(regions)
        for partner, other in enumerate(others)
        if _label(region) == _label(other)
    ]
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    taken: set[int] = set()
    partners: set[int] = set()
    total = 0.0
    for score, place, partner in pairs:
        if score > 0 and place not in taken and partner not in partners:
            taken.add(place)
            partners.add(partner)
            total += score
    num = len(regions) + len(others) - len(taken)
    return total / num if num else 1.0


def character_agreement(
    spans: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]
) -> float:
    """Return the F1 of the characters that two people marked with the same labels.

    ``2 |A and B| / (|A| + |B|)`` over pairs of character and label; 1 when neither marked any.

    Source: Dice, Ecology 26(3), 1945; F1 in place of kappa where "unmarked" dominates: Hripcsak and
    Rothschild, JAMIA 12(3), 2005.
    """
    marked, theirs = _characters(spans), _characters(others)
    if not marked and not theirs:
        return 1.0
    return 2 * len(marked & theirs) / (len(marked) + len(theirs))


def text_agreement(one: str, other: str) -> float:
    """Return one less the edit distance of two texts, relative to the longer one.

    Texts over 2,000 characters are compared word by word, and those over 2,000 words by the Dice
    coefficient of their words, whatever their order.

    Source: Levenshtein, Soviet Physics Doklady 10(8), 1966.
    """
    if one == other:
        return 1.0
    if max(len(one), len(other)) <= LONGEST:
        return Levenshtein.normalized_similarity(one, other)
    words, others = one.split(), other.split()
    if max(len(words), len(others)) <= LONGEST:
        return Levenshtein.normalized_similarity(words, others)
    shared = (Counter(words) & Counter(others)).total()
    return 2 * shared / (len(words) + len(others))


def _regions(one: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]]) -> float:
    kinds = {region["geometry"]["kind"] for region in (*one, *other)}
    return character_agreement(one, other) if kinds == {"span"} else mean_overlap(one, other)


def _relations(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    first, second = _placed_relations(one), _placed_relations(other)
    return len(first & second) / len(first | second)


def _placed_relations(document: Mapping[str, Any]) -> set[tuple[str, str, str]]:
    """Return relations with their ends told by place instead of by keys, which are random."""
    places = {
        region["id"]: f"{_label(region)} {sorted(region['geometry'].items())}"
        for region in document["regions"]
    }
    return {
        (relation["label"]["id"], places[relation["subject"]], places[relation["object"]])
        for relation in document["relations"]
    }


def _texts(one: Sequence[str], other: Sequence[str]) -> float:
    num = max(len(one), len(other))
    return sum(text_agreement(a, b) for a, b in zip(one, other, strict=False)) / num


def _labels(document: Mapping[str, Any]) -> set[str]:
    return {label["id"] for label in document["labels"]}


def _label(region: Mapping[str, Any]) -> str | None:
    return region["label"]["id"] if region["label"] else None


def _characters(spans: Sequence[Mapping[str, Any]]) -> set[tuple[int, str | None]]:
    return {
        (character, _label(span))
        for span in spans
        for character in range(span["geometry"]["start"], span["geometry"]["end"])
    }
