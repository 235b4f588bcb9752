"""Maps that a detector learns from: the runtime finds in them what they were drawn for."""

from __future__ import annotations

import numpy as np
import pytest
from easel.runtime.image import ImageContext, Placement
from easel.runtime.ocr import rectangles

from engine.data.ocr.regions import AnnotatedLine, maps_of

# An image of 200 x 100 shown at half its size with 25 rows of padding above.
CONTEXT = ImageContext(100, 200, Placement((100, 100), -50.0, 0.0, 2.0, 2.0))


def upright(left: float, top: float, right: float, bottom: float) -> np.ndarray:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)


def test_the_runtime_finds_the_lines_that_the_maps_were_drawn_for() -> None:
    corners = [upright(10, 10, 150, 34), upright(20, 60, 190, 90)]
    maps = maps_of([AnnotatedLine(one, "abc") for one in corners], CONTEXT, 1)
    found = list(rectangles(maps.shrunk, threshold=0.3, least_score=0.5))
    assert len(found) == 2
    for line, one in zip(corners, found, strict=True):
        assert np.abs(CONTEXT.to_source(one.corners) - line).max() <= 8


def test_the_wanted_threshold_is_highest_at_the_border() -> None:
    maps = maps_of([AnnotatedLine(upright(20, 20, 180, 60), "abc")], CONTEXT, 1)
    # The border lies between rows 34 and 35 of the network's image.
    column = maps.border[:, 50]
    assert column.max() == pytest.approx(0.7, abs=0.03)
    assert set(np.flatnonzero(column == column.max())) <= {34, 35, 54, 55}
    assert column[45] == 0
    assert ((column == 0) | (column >= 0.3)).all()


def test_nothing_is_learnt_where_nobody_can_read() -> None:
    maps = maps_of([AnnotatedLine(upright(20, 20, 180, 60), None)], CONTEXT, 1)
    assert maps.shrunk.max() == maps.border.max() == 0
    assert maps.known[45, 50] == 0
    assert maps.known[10, 50] == 1
