"""Lines that are found and read beside those that are there."""

from __future__ import annotations

import numpy as np
import pytest
from easel.runtime import Words

from engine.data.ocr.regions import annotated_lines
from engine.errors import DataError
from engine.evaluation.text.lines import (
    count,
    intersection_over_union,
    numbers,
    sections,
)
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.samples.geometry import Box, Geometry, Quad, Segment


def record(*lines: tuple[str | None, Geometry]) -> SampleRecord:
    regions = tuple(
        Region(id=str(number), label=None, geometry=place, text=text)
        for number, (text, place) in enumerate(lines)
    )
    return SampleRecord(id="a", file="a", name="a", sha256="a", split=Split.TEST, regions=regions)


def box(left: float, top: float, width: float = 40, height: float = 10) -> Box:
    return Box(left=left, top=top, width=width, height=height)


def words(text: str, left: float, top: float, width: float = 40, height: float = 10) -> Words:
    right, bottom = left + width, top + height
    return Words(text, 0.9, ((left, top), (right, top), (right, bottom), (left, bottom)))


def test_overlap_of_quadrilaterals_is_that_of_their_areas() -> None:
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], float)
    assert intersection_over_union(square, square) == pytest.approx(1)
    assert intersection_over_union(square, square + np.array([5, 0])) == pytest.approx(1 / 3)
    assert intersection_over_union(square, square + np.array([20, 0])) == 0
    diamond = np.array([[5, -2.0711], [12.0711, 5], [5, 12.0711], [-2.0711, 5]])
    # Both have the area 100; the common octagon lacks four corners of each.
    assert intersection_over_union(square, diamond) == pytest.approx(82.84 / 117.16, abs=1e-3)


def test_a_line_is_right_when_it_is_found_and_read_exactly() -> None:
    truth = record(("abc", box(0, 0)), ("xyz", box(0, 30)), ("missed", box(0, 60)))
    predicted = [words("abc", 1, 1), words("xyy", 0, 31), words("ghost", 200, 0)]
    counts = count(predicted, truth)
    assert (counts.num_true, counts.num_predicted, counts.num_found, counts.num_exact) == (
        3,
        3,
        2,
        1,
    )
    assert (counts.num_edits, counts.num_characters) == (1, 6)
    values = numbers([counts])
    assert values["line_f1"] == pytest.approx(1 / 3)
    assert values["detection_f1"] == pytest.approx(2 / 3)
    assert values["character_error_rate"] == pytest.approx(1 / 6)


def test_a_line_nobody_can_read_counts_neither_way() -> None:
    truth = record((None, box(0, 0)), ("abc", box(0, 30)))
    counts = count([words("noise", 0, 0), words("abc", 0, 30)], truth)
    assert (counts.num_true, counts.num_predicted, counts.num_exact) == (1, 1, 1)


def test_a_line_is_found_once() -> None:
    counts = count([words("abc", 0, 0), words("abc", 2, 0)], record(("abc", box(0, 0))))
    assert (counts.num_found, counts.num_predicted) == (1, 2)


def test_nothing_found_is_the_worst_reading() -> None:
    values = numbers([count([], record(("abc", box(0, 0))))])
    assert values["line_f1"] == 0
    assert values["character_error_rate"] == 1


def test_the_report_shows_the_worst_image_first() -> None:
    good, bad = record(("abc", box(0, 0))), record(("abc", box(0, 0)), ("de", box(0, 30)))
    bars, table, cases = sections([[words("abc", 0, 0)], [words("abd", 0, 0)]], [good, bad])
    assert bars.kind == "bars"
    assert bars.values == (1, 1, 1, 0)
    assert table.kind == "table"
    assert table.rows == (("1-4", 3, 2 / 3, 1 / 3),)
    assert cases.kind == "cases"
    assert (cases.num_cases, cases.cases[0].error, cases.cases[1].error) == (1, "misread", None)


def test_a_line_that_is_marked_in_time_is_refused() -> None:
    with pytest.raises(DataError) as refused:
        annotated_lines(record(("abc", Segment(start_ms=0, end_ms=4))))
    assert refused.value.code == "line_without_place"


def test_corners_are_kept_as_they_are_drawn() -> None:
    corners = ((5.0, 0.0), (9.0, 4.0), (5.0, 8.0), (1.0, 4.0))
    (line,) = annotated_lines(record(("a", Quad(points=corners))))
    assert line.corners.tolist() == [list(point) for point in corners]
