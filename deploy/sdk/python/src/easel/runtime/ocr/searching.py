"""Finding a known word: in what was read, up to mistakes, and in the image, by correlation."""

# H and W of the window, h and w of the patch

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray


class Found(NamedTuple):
    """A part of a text that resembles a word: ``text[start:end]``.

    Attributes:
        start: of the first character.
        end: after the last one.
        similarity: 1 less the edits per character of the word, at least 0.
    """

    start: int
    end: int
    similarity: float


def find_word(word: str, text: str) -> Found | None:
    """Return the part of a text that resembles a word most; case and spaces count nothing.

    Edits before and after the part are free.

    Source: Sellers, Journal of Algorithms 1 (1980): the distances of all parts in one table.
    """
    wanted = [one.casefold() for one in word if not one.isspace()]
    places = [place for place, one in enumerate(text) if not one.isspace()]
    if not wanted or not places:
        return None
    # Of each column: the edits, and where the part begins.
    row = [(0, start) for start in range(len(places) + 1)]
    for number, character in enumerate(wanted, start=1):
        before, row[0] = row[0], (number, 0)
        for column, place in enumerate(places, start=1):
            change = before[0] + (text[place].casefold() != character)
            before, row[column] = (
                row[column],
                min(
                    (change, before[1]),
                    (row[column][0] + 1, row[column][1]),
                    (row[column - 1][0] + 1, row[column - 1][1]),
                    key=lambda one: one[0],
                ),
            )
    end = min(range(len(row)), key=lambda column: row[column][0])
    edits, start = row[end]
    if end <= start:
        return None
    return Found(places[start], places[end - 1] + 1, max(0.0, 1 - edits / len(wanted)))


class Peak(NamedTuple):
    """Where a patch correlates most: the shift from the window's middle, right and down."""

    x: float
    y: float
    correlation: float


def correlate(window: NDArray[np.floating], patch: NDArray[np.floating]) -> Peak:
    """Return where a patch (h, w) lies in a window (H, W) that is larger on all sides.

    The correlation is that of values less their means, over their deviations. The peak is refined
    to parts of a pixel by a parabola through its neighbours on each axis.

    Source: Lewis, Vision Interface (1995), fast normalised cross-correlation, without transforms.
    """
    known = patch.astype(np.float64) - float(patch.mean())
    power = float((known * known).sum())
    views = sliding_window_view(window.astype(np.float64), patch.shape)
    products = np.einsum("abhw,hw->ab", views, known)
    sums, squares = views.sum(axis=(2, 3)), np.einsum("abhw,abhw->ab", views, views)
    variances = np.maximum(squares - sums * sums / patch.size, 0.0)
    # Grey levels differ by a 255th at least: less variance than that is none.
    floor = patch.size * (0.5 / 255) ** 2
    scores = products / np.sqrt(np.maximum(variances, floor) * max(power, floor))
    top, left = (int(one) for one in np.unravel_index(int(scores.argmax()), scores.shape))
    y = top + _vertex(scores[:, left], top) - (scores.shape[0] - 1) / 2
    x = left + _vertex(scores[top], left) - (scores.shape[1] - 1) / 2
    return Peak(x, y, float(scores[top, left]))


def _vertex(values: NDArray[np.float64], place: int) -> float:
    if not 0 < place < len(values) - 1:
        return 0.0
    before, here, after = (float(one) for one in values[place - 1 : place + 2])
    bend = before - 2 * here + after
    return 0.0 if bend >= 0 else 0.5 * (before - after) / bend
