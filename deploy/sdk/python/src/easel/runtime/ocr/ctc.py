"""From scores of characters column by column to a text."""

# T columns, K characters and the blank

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BLANK = 0


class Reading(NamedTuple):
    """What a line says, and how sure that is.

    Attributes:
        text: what it says.
        score: the geometric mean of its characters' probabilities.
        places: for each character the share of the line's columns that lie before it, in 0..1.
    """

    text: str
    score: float
    places: tuple[float, ...] = ()


def decode(
    logits: NDArray[np.generic],
    characters: Sequence[str],
    allowed: NDArray[np.bool_] | None = None,
) -> Reading:
    """Read the best path: the best character of each column, repeats and blanks left out.

    A character's probability is the largest of its columns; a line without any has the mean
    probability of the blank as its score.

    Args:
        logits: (T, K); class 0 is the blank, class k the character k - 1.
        characters: in the order of the classes, K - 1 of them.
        allowed: (K,) the classes that may be read, the blank among them; ``None`` for all. What is
            not allowed keeps its share of the probability, so that a line of other characters has
            a low score.

    Source: Graves et al., ICML 2006, section 3.2 (best path decoding).
    """
    values = logits.astype(np.float64)
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    probabilities = powers / powers.sum(axis=1, keepdims=True)
    if allowed is not None:
        probabilities = np.where(allowed, probabilities, 0.0)
    best = probabilities.argmax(axis=1)
    sure = probabilities.max(axis=1)
    text: list[str] = []
    scores: list[float] = []
    places: list[float] = []
    before = BLANK
    for column, (place, score) in enumerate(zip(best.tolist(), sure.tolist())):
        if place != BLANK:
            if place == before:
                scores[-1] = max(scores[-1], score)
            else:
                text.append(characters[place - 1])
                scores.append(score)
                places.append((column + 0.5) / len(best))
        before = place
    kept = np.array(scores if text else sure, np.float64)
    score = float(np.exp(np.log(np.maximum(kept, 1e-12)).mean()))
    return Reading("".join(text), score, tuple(places))
