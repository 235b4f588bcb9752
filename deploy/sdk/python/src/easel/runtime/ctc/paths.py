"""Paths through scores of characters: the best one, and the best one of a given text."""

# T columns, K characters and the blank, L characters of a text

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BLANK = 0
LogProbabilities = NDArray[np.float64]
_LEAST = 1e-12


class Symbol(NamedTuple):
    """One character of a path.

    Attributes:
        place: its class, 1 to K - 1.
        start: its first column.
        stop: the column after its last.
        score: its largest probability in these columns.
    """

    place: int
    start: int
    stop: int
    score: float


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


def log_probabilities(logits: NDArray[np.generic]) -> LogProbabilities:
    """Return the logarithm of the softmax of each column (T, K), in double precision."""
    values = logits.astype(np.float64)
    values -= values.max(axis=1, keepdims=True)
    values -= np.log(np.exp(values).sum(axis=1, keepdims=True))
    return values


def best_path(scores: LogProbabilities) -> list[Symbol]:
    """Return the best character of each column, repeats and blanks left out.

    Source: Graves et al., ICML 2006, section 3.2 (best path decoding).
    """
    if not len(scores):
        return []
    best = scores.argmax(axis=1)
    sure = np.exp(scores.max(axis=1))
    changes = np.flatnonzero(np.diff(best)) + 1
    starts = [0, *changes.tolist()]
    return [
        Symbol(int(best[start]), start, stop, float(sure[start:stop].max()))
        for start, stop in zip(starts, [*starts[1:], len(best)])
        if best[start] != BLANK
    ]


def align(scores: LogProbabilities, text: Sequence[int]) -> list[Symbol]:
    """Return the columns of each character on the likeliest path that says a text.

    Args:
        scores: (T, K).
        text: classes of its characters; they fit into the columns.

    Source: Graves et al., ICML 2006, section 4.1, with the maximum in place of the sum.
    """
    if not text:
        return []
    states = np.full(2 * len(text) + 1, BLANK)
    states[1::2] = text
    skips = np.zeros(len(states), bool)
    skips[3::2] = states[3::2] != states[1:-2:2]
    reached = np.full(len(states), -np.inf)
    reached[:2] = scores[0, states[:2]]
    moves = np.zeros((len(scores), len(states)), np.int8)
    for column in range(1, len(scores)):
        ways = np.full((3, len(states)), -np.inf)
        ways[0] = reached
        ways[1, 1:] = reached[:-1]
        ways[2, 2:] = np.where(skips[2:], reached[:-2], -np.inf)
        moves[column] = ways.argmax(axis=0)
        reached = ways.max(axis=0) + scores[column, states]
    state = len(states) - 1 if reached[-1] >= reached[-2] else len(states) - 2
    path = [state]
    for column in range(len(scores) - 1, 0, -1):
        state -= int(moves[column, state])
        path.append(state)
    visited = np.array(path[::-1])
    return [_symbol(scores, place, visited == 2 * k + 1) for k, place in enumerate(text)]


def _symbol(scores: LogProbabilities, place: int, is_here: NDArray[np.bool_]) -> Symbol:
    columns = np.flatnonzero(is_here)
    start, stop = int(columns[0]), int(columns[-1]) + 1
    return Symbol(place, start, stop, float(np.exp(scores[start:stop, place].max())))


def mean_score(symbols: Sequence[Symbol]) -> float:
    """Return the geometric mean of the probabilities of characters."""
    return _geometric_mean([symbol.score for symbol in symbols])


def decode(
    logits: NDArray[np.generic],
    characters: Sequence[str],
    allowed: NDArray[np.bool_] | None = None,
) -> Reading:
    """Read the best path of a line.

    A line without any character has the mean probability of the blank as its score.

    Args:
        logits: (T, K); class 0 is the blank, class k the character k - 1.
        characters: in the order of the classes, K - 1 of them.
        allowed: (K,) the classes that may be read, the blank among them; ``None`` for all. What is
            not allowed keeps its share of the probability, so that a line of other characters has
            a low score.
    """
    scores = log_probabilities(logits)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    symbols = best_path(scores)
    if not symbols:
        return Reading("", _geometric_mean(np.exp(scores.max(axis=1)).tolist()))
    text = "".join(characters[symbol.place - 1] for symbol in symbols)
    places = tuple((symbol.start + 0.5) / len(scores) for symbol in symbols)
    return Reading(text, mean_score(symbols), places)


def _geometric_mean(values: Sequence[float]) -> float:
    return float(np.exp(np.log(np.maximum(np.array(values), _LEAST)).mean()))
