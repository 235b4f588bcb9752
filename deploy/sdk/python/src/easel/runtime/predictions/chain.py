"""Spans from a chain of tags: the probability of every span, exactly.

Tags are ``outside``, then ``begin`` and ``inside`` of each of the K types: tag 0, 1 + 2k, 2 + 2k.
A span is a begin followed by insides of its type and by anything but another inside of it.
"""

# T words, C = 2K + 1 tags, K types, L longest span in words

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def span_probabilities(
    emissions: NDArray[np.float64], transitions: NDArray[np.float64], max_words: int
) -> NDArray[np.float64]:
    """Return the probability (K, T, L) that a span of a type starts at a word and has a length.

    Args:
        emissions: (T, C) scores of each tag at each word.
        transitions: (C + 1, C) scores of a tag after another; the last row is of the first tag.
        max_words: L; a length of n is at index n - 1.

    Source: forward and backward sums of Lafferty et al., ICML 2001, section 3; a span fixes the
        tags within, so its own sum has one path.
    """
    between, first = transitions[:-1], transitions[-1]
    num_words, num_tags = emissions.shape
    forward = np.empty((num_words, num_tags))
    forward[0] = first + emissions[0]
    for place in range(1, num_words):
        forward[place] = _log_sum(forward[place - 1][:, None] + between, 0) + emissions[place]
    backward = np.zeros((num_words, num_tags))
    for place in range(num_words - 2, -1, -1):
        backward[place] = _log_sum(between + emissions[place + 1] + backward[place + 1], 1)
    total = _log_sum(forward[-1], 0)
    num_types = (num_tags - 1) // 2
    found = np.zeros((num_types, num_words, min(max_words, num_words)))
    for kind in range(num_types):
        begin, inside = 1 + 2 * kind, 2 + 2 * kind
        after = _not_inside(between, emissions, backward, begin, inside)
        path = forward[:, begin].copy()
        found[kind, :, 0] = path + after[:, 0]
        for extra in range(1, found.shape[2]):
            stay = between[begin if extra == 1 else inside, inside]
            path = path[:-1] + stay + emissions[extra:, inside]
            found[kind, : num_words - extra, extra] = path + after[extra:, 1]
            found[kind, num_words - extra :, extra] = -np.inf
    probabilities: NDArray[np.float64] = np.exp(np.minimum(found - total, 0.0))
    return probabilities


def _not_inside(
    between: NDArray[np.float64],
    emissions: NDArray[np.float64],
    backward: NDArray[np.float64],
    begin: int,
    inside: int,
) -> NDArray[np.float64]:
    """Return (T, 2): the log sum of what follows a begin or inside, but for another inside."""
    num_words, num_tags = emissions.shape
    others = np.arange(num_tags) != inside
    after = np.zeros((num_words, 2))
    if num_words > 1:
        following = (emissions[1:] + backward[1:])[:, others]
        for column, tag in enumerate((begin, inside)):
            after[:-1, column] = _log_sum(following + between[tag, others], 1)
    return after


def _log_sum(values: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    largest = values.max(axis=axis, keepdims=True)
    total = np.log(np.exp(values - largest).sum(axis=axis)) + np.squeeze(largest, axis)
    result: NDArray[np.float64] = total
    return result
