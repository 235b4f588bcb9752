"""What a simple model thinks of each word of a text: is it inside of a span, and of which label?"""

# T tokens, K labels; columns: outside, then the beginning and the inside of each label

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import FeatureHasher
from sklearn.linear_model import SGDClassifier

from engine.quality.annotations.label_errors import WORDS, Tick

_TOKEN = re.compile(WORDS)
_NUM_FEATURES = 1 << 18
_EPOCHS = 8
_PENALTY = 3e-6
_BEYOND = "\x00"

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TaggedText:
    """A text cut into tokens, and the spans that were annotated in it.

    Attributes:
        text: the text.
        edges: (T, 2) the first character of each token, and the one after its last.
        spans: first token, token after the last, and label of each span; they do not overlap.
        regions: the id of each span.
    """

    text: str
    edges: NDArray[np.int64]
    spans: tuple[tuple[int, int, int], ...]
    regions: tuple[str, ...]

    def tags(self) -> NDArray[np.int64]:
        """Return the tag (T,) of each token."""
        found = np.zeros(len(self.edges), dtype=np.int64)
        for start, end, label in self.spans:
            found[start:end] = inside(label)
            found[start] = beginning(label)
        return found


def beginning(label: int) -> int:
    """Return the column of the first token of a label's spans."""
    return 1 + 2 * label


def inside(label: int) -> int:
    """Return the column of their further tokens."""
    return 2 + 2 * label


def tagged(text: str, annotated: Sequence[tuple[int, int, int, str]]) -> TaggedText:
    """Cut a text into tokens; spans that overlap an earlier one are left out.

    Args:
        text: the text.
        annotated: start and end in characters, label and id of each span.
    """
    edges = np.array([found.span() for found in _TOKEN.finditer(text)], dtype=np.int64)
    edges = edges.reshape(-1, 2)
    spans: list[tuple[int, int, int]] = []
    regions: list[str] = []
    last = 0
    for start, end, label, region in sorted(annotated):
        first = int(np.searchsorted(edges[:, 1], start, side="right"))
        after = int(np.searchsorted(edges[:, 0], end, side="left"))
        if last <= first < after:
            spans.append((first, after, label))
            regions.append(region)
            last = after
    return TaggedText(text, edges, tuple(spans), tuple(regions))


def tag_probabilities(
    texts: Sequence[TaggedText], num_labels: int, folds: int, seed: int, tick: Tick
) -> list[Floats]:
    """Return for each text the probabilities (T, 1 + 2 K) of its tokens' tags.

    They come from models that were trained on other texts.
    """
    sizes = [len(one.edges) for one in texts]
    hashed = FeatureHasher(_NUM_FEATURES, input_type="string", alternate_sign=False)
    features = hashed.transform(row for one in texts for row in _features(one))
    tags = np.concatenate([one.tags() for one in texts])
    parts = np.random.default_rng(seed).permutation(len(texts)) % folds
    part = np.repeat(parts, sizes)
    found = np.zeros((len(tags), 1 + 2 * num_labels))
    for held in range(folds):
        tick(held, folds)
        train, asked = np.flatnonzero(part != held), np.flatnonzero(part == held)
        model = SGDClassifier(
            loss="log_loss", alpha=_PENALTY, max_iter=_EPOCHS, tol=None, average=True,
            random_state=0,
        )  # fmt: skip
        model.fit(features[train], tags[train])
        if len(asked):
            probabilities = model.predict_proba(features[asked])
            # Some tags may be in no text that this model learnt from.
            found[np.ix_(asked, model.classes_)] = probabilities
    tick(folds, folds)
    return np.split(found, np.cumsum(sizes)[:-1])


def _features(one: TaggedText) -> Iterator[list[str]]:
    """Yield what is known of each token: itself, its neighbours, and what it looks like."""
    words = [one.text[start:end].casefold() for start, end in one.edges]
    given = [one.text[start:end] for start, end in one.edges]
    padded = [_BEYOND, _BEYOND, *words, _BEYOND, _BEYOND]
    shapes = ["", *map(_shape, given)]
    for place in range(len(given)):
        before2, before, this, after, after2 = padded[place : place + 5]
        yield [
            f"0{this}", f"-1{before}", f"+1{after}", f"-2{before2}", f"+2{after2}",
            f"-1,0{before} {this}", f"0,+1{this} {after}", f"-2,-1{before2} {before}",
            f"+1,+2{after} {after2}", f"-1,+1{before} {after}",
            f"-2,0{before2} {before} {this}", f"-1..1{before} {this} {after}",
            f"0,+2{this} {after} {after2}", f"shape{shapes[place + 1]}",
            f"begin{this[:3]}", f"end{this[-3:]}", f"shape-1{shapes[place]}",
        ]  # fmt: skip


def _shape(word: str) -> str:
    if word.isdigit():
        return "digits"
    if not word[:1].isalpha():
        return "sign"
    return "upper" if word.isupper() else "title" if word[:1].isupper() else "lower"
