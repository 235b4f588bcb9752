"""Lines of text are found in a map, cut out, made straight and read."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from easel.errors import BackendError, PackageError
from easel.runtime import Pipeline, PredictOptions, Tensors, documents
from easel.runtime.ocr import components, decode, least_rectangle, rectangles, straighten
from easel.runtime.ocr.regions import grow_distance, grown, shrink_distance
from easel.runtime.predictions.words import in_reading_order
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

PREPROCESSING = (
    {"op": "keep_source"},
    {"op": "letterbox", "size": [64, 64]},
    {"op": "normalize", "mean": [0, 0, 0], "std": [1, 1, 1]},
    {"op": "layout", "to": "NCHW"},
)
READ = {"op": "read_lines", "recognizer": "reader", "characters": "c.json", "line_height": 16}


def slanted(width: float, height: float, angle: float, middle: tuple[float, float]) -> Any:
    """Return the corners of a rectangle, clockwise from the one where its text begins."""
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    return corners @ turn + middle


def inside(corners: Any, height: int, width: int) -> NDArray[np.bool_]:
    """Mark the cells whose middle is inside of a quadrilateral."""
    y, x = np.mgrid[:height, :width] + 0.5
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    return np.logical_and.reduce(
        [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0 for a, b in sides]
    )


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 12))
def test_cells_that_touch_are_one_region_and_others_are_not(seed: int, h: int, w: int) -> None:
    marked = np.random.default_rng(seed).random((h, w)) < 0.45
    labels = components(marked)
    assert np.array_equal(labels > 0, marked)
    expected = np.zeros((h, w), int)
    for y, x in np.argwhere(marked):
        if not expected[y, x]:
            number, waiting = expected.max() + 1, [(y, x)]
            while waiting:
                row, column = waiting.pop()
                is_in = 0 <= row < h and 0 <= column < w
                if is_in and marked[row, column] and not expected[row, column]:
                    expected[row, column] = number
                    waiting += [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    assert np.array_equal(labels, expected)


@given(st.floats(6, 90), st.floats(2, 5), st.floats(-1.5, 1.5))
def test_the_least_rectangle_of_a_rectangle_is_itself(
    width: float, height: float, angle: float
) -> None:
    corners = slanted(width, height, angle, (3.0, 4.0))
    between = (corners + np.roll(corners, 1, axis=0)) / 2
    found = least_rectangle(np.concatenate([between, corners]))
    assert np.allclose(found, corners, atol=1e-6)


@pytest.mark.parametrize("points", [[[1, 2]], [[1, 2], [5, 2]], [[0, 0], [2, 2], [4, 4]]])
def test_points_of_no_area_have_a_least_rectangle_too(points: Any) -> None:
    corners = least_rectangle(np.array(points, float))
    assert np.isfinite(corners).all()
    assert np.allclose(corners.min(axis=0), np.min(points, axis=0))
    assert np.allclose(corners.max(axis=0), np.max(points, axis=0))


@given(st.floats(1, 500), st.floats(1, 500))
def test_growing_undoes_shrinking(width: float, height: float) -> None:
    distance = shrink_distance(width, height)
    assert grow_distance(width - 2 * distance, height - 2 * distance) == pytest.approx(distance)


@pytest.mark.parametrize("angle", [0.0, 0.3, -0.4, 1.4])
def test_a_shrunk_region_is_found_at_its_full_size(angle: float) -> None:
    corners = slanted(60, 14, angle, (50, 52))
    distance = shrink_distance(60, 14)
    shrunk = slanted(60 - 2 * distance, 14 - 2 * distance, angle, (50, 52))
    (found,) = rectangles(inside(shrunk, 100, 100) * 0.9, threshold=0.5, least_score=0.5)
    assert found.score == pytest.approx(0.9)
    assert np.abs(found.corners - corners).max() < 4
    assert np.allclose(grown(shrunk), corners)


def test_weak_and_tiny_regions_are_left_out() -> None:
    scores = np.zeros((20, 40))
    scores[4:8, 4:20] = 0.4
    scores[14, 30] = 0.9
    assert list(rectangles(scores, threshold=0.3, least_score=0.5)) == []
    assert len(list(rectangles(scores, threshold=0.3, least_score=0.3))) == 1
    assert list(rectangles(np.zeros((4, 4)), threshold=0.3, least_score=0.5)) == []


def test_a_slanted_line_becomes_an_upright_one() -> None:
    image = np.full((100, 120, 3), 255, np.uint8)
    corners = slanted(64, 16, 0.4, (60, 50))
    left_half = np.array([corners[0], (corners[0] + corners[1]) / 2])
    left = np.array([*left_half, (corners[2] + corners[3]) / 2, corners[3]])
    image[inside(left, 100, 120)] = 0
    line = straighten(image, corners, 16)
    assert line.shape == (16, 64)
    assert line[2:-2, 2:30].mean() < 0.05
    assert line[2:-2, 34:-2].mean() > 0.95
    assert straighten(image, corners * 1.0, 8).shape == (8, 32)


def test_a_line_beyond_the_border_repeats_it() -> None:
    image = np.zeros((10, 10, 3), np.uint8)
    assert straighten(image, slanted(30, 10, 0, (0, 0)), 8).max() == 0
    assert straighten(image, slanted(30, 10, 0, (500, 500)), 8).shape == (8, 24)


def test_repeats_and_blanks_are_left_out() -> None:
    path = [0, 1, 1, 0, 1, 2, 2, 0]
    reading = decode(np.eye(3)[path] * 20, "ab")
    assert reading.text == "aab"
    assert reading.score == pytest.approx(1, abs=1e-6)
    assert decode(np.tile([1.0, 0.0, 0.0], (4, 1)), "ab").text == ""
    unsure = decode(np.array([[0.0, 0.0, 1.0]]), "ab")
    assert unsure.score == pytest.approx(np.e / (2 + np.e))


def test_lines_are_ordered_by_rows_and_then_from_left_to_right() -> None:
    boxes = [slanted(20, 10, 0, middle) for middle in ((80, 12), (20, 10), (50, 40), (10, 42))]
    order = [tuple(one.mean(axis=0).round()) for one in in_reading_order(boxes[::-1])]
    assert order == [(20, 10), (80, 12), (10, 42), (50, 40)]


def surroundings(ops: Any = PREPROCESSING, **fields: object) -> Pipeline:
    files = {"c.json": json.dumps(["a", "b"]).encode()}
    return Pipeline.from_ops(
        {"kind": "image", "color": "RGB"}, ops, [{**READ, **fields}], (), files
    )


def reader(name: str, tensors: Tensors) -> Tensors:
    """Stand in for the recogniser: dark lines say a, light ones b."""
    assert name == "reader"
    lines = tensors["line"]
    is_light = lines.mean(axis=(1, 2, 3)) > 0
    return {"logits": np.eye(3)[np.where(is_light, 2, 1)][:, None].repeat(2, axis=1) * 9}


def a_page() -> tuple[NDArray[np.uint8], Tensors]:
    """Return a page 128 × 64 with a light and a dark line, and the map that finds both."""
    page = np.full((64, 128, 3), 120, np.uint8)
    page[8:24, 10:70], page[40:56, 20:120] = 255, 0
    scores = np.zeros((1, 1, 32, 32), np.float32)
    # The page is shown at half its size below 16 rows of padding; a cell is two pixels of that.
    for left, top, right, bottom in ((10, 8, 70, 24), (20, 40, 120, 56)):
        inset = shrink_distance((right - left) / 4, (bottom - top) / 4)
        y, x = np.mgrid[:32, :32] + 0.5
        is_in = (x > left / 4 + inset) & (x < right / 4 - inset)
        scores[0, 0] += is_in & (y > top / 4 + 8 + inset) & (y < bottom / 4 + 8 - inset)
    return page, {"probability": scores}


def test_lines_of_a_page_are_read_where_they_are() -> None:
    page, outputs = a_page()
    pipeline = surroundings()
    found = documents(pipeline.postprocess(pipeline.prepare(page), outputs, networks=reader))
    assert [line["words"] for line in found] == ["b", "a"]
    places = ((10, 8, 60, 16), (20, 40, 100, 16))
    for line, (left, top, width, height) in zip(found, places, strict=True):
        assert line["location"]["left"] == pytest.approx(left, abs=6)
        assert line["location"]["top"] == pytest.approx(top, abs=6)
        assert line["location"]["width"] == pytest.approx(width, abs=12)
        assert line["location"]["height"] == pytest.approx(height, abs=12)
        assert len(line["location"]["points"]) == 4
    only = pipeline.postprocess(
        pipeline.prepare(page), outputs, PredictOptions(top_num=1), networks=reader
    )
    assert len(only) == 1


def test_an_answer_that_needs_the_image_refuses_a_preprocessing_that_drops_it() -> None:
    page, outputs = a_page()
    pipeline = surroundings(PREPROCESSING[1:])
    with pytest.raises(PackageError) as refused:
        pipeline.postprocess(pipeline.prepare(page), outputs, networks=reader)
    assert refused.value.code == "op_order"
    with pytest.raises(PackageError):
        surroundings((*PREPROCESSING[1:], PREPROCESSING[0]))


@pytest.mark.parametrize("map_", [np.zeros((1, 2, 4, 4)), np.full((1, 1, 4, 4), np.nan)])
def test_a_map_that_is_none_is_the_models_fault(map_: Any) -> None:
    pipeline = surroundings()
    with pytest.raises(BackendError):
        pipeline.postprocess(pipeline.prepare(a_page()[0]), {"m": map_}, networks=reader)


@pytest.mark.parametrize("fields", [{"line_height": 4}, {"recognizer": 1}, {"unclip": 2}])
def test_a_wrong_op_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(PackageError):
        surroundings(**fields)
