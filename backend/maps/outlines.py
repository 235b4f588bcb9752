"""Whether a point lies within a line that somebody drew."""

from __future__ import annotations

from collections.abc import Sequence

Corner = tuple[float, float]


def encloses(outline: Sequence[Corner], point: Corner) -> bool:
    """Tell whether a closed line encloses a point, by the even-odd rule."""
    x, y = point
    is_inside = False
    before_x, before_y = outline[-1]
    for here_x, here_y in outline:
        if (here_y > y) != (before_y > y):
            crossing = before_x + (y - before_y) * (here_x - before_x) / (here_y - before_y)
            is_inside ^= x < crossing
        before_x, before_y = here_x, here_y
    return is_inside
