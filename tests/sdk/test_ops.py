"""The ops against a slow, plain reading of their definitions, pixel by pixel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from easel.errors import InputError, PackageError
from easel.runtime.image import Preprocessing, center_crop, letterbox, preprocess, resize
from easel.runtime.image.geometry import letterbox_size
from easel.runtime.predictions.labels import LabelsDecoder, sigmoid, softmax
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
NORMALIZE: dict[str, object] = {"op": "normalize", "mean": MEAN, "std": STD}
LAYOUT = {"op": "layout", "to": "NCHW"}

sides = st.integers(1, 40)


@st.composite
def images(draw: st.DrawFn) -> NDArray[np.uint8]:
    shape = (draw(sides), draw(sides), 3)
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kind = draw(st.sampled_from(["noise", "extremes", "flat"]))
    if kind == "noise":
        return generator.integers(0, 256, shape, dtype=np.uint8)
    if kind == "extremes":
        return (generator.integers(0, 2, shape) * 255).astype(np.uint8)
    return np.full(shape, draw(st.integers(0, 255)), np.uint8)


def plain_block_means(channel: list[list[int]], rows: int, columns: int) -> list[list[int]]:
    height, width = len(channel), len(channel[0])
    means = []
    for top in range(0, height, rows):
        line = []
        for left in range(0, width, columns):
            values = [
                channel[y][x]
                for y in range(top, min(top + rows, height))
                for x in range(left, min(left + columns, width))
            ]
            line.append((sum(values) + len(values) // 2) // len(values))
        means.append(line)
    return means


def plain_tap(index: int, source: int, target: int, block: int) -> tuple[int, int, int]:
    num_blocks = (source + block - 1) // block
    position = ((2 * index + 1) * source * 2048) // (2 * target * block) - 1024
    position = min(max(position, 0), (num_blocks - 1) * 2048)
    first = position >> 11
    return first, min(first + 1, num_blocks - 1), position & 2047


def plain_resize(image: NDArray[np.uint8], size: tuple[int, int], box: bool) -> NDArray[np.uint8]:
    height, width, channels = image.shape
    rows = max(1, height // size[0]) if box else 1
    columns = max(1, width // size[1]) if box else 1
    result = np.zeros((*size, channels), np.uint8)
    for channel in range(channels):
        p = plain_block_means(image[:, :, channel].tolist(), rows, columns)
        for y in range(size[0]):
            y0, y1, fy = plain_tap(y, height, size[0], rows)
            for x in range(size[1]):
                x0, x1, fx = plain_tap(x, width, size[1], columns)
                total = (
                    p[y0][x0] * (2048 - fx) * (2048 - fy)
                    + p[y0][x1] * fx * (2048 - fy)
                    + p[y1][x0] * (2048 - fx) * fy
                    + p[y1][x1] * fx * fy
                    + 2**21
                )
                assert total < 2**31
                result[y, x, channel] = total >> 22
    return result


@settings(deadline=None, max_examples=60)
@given(image=images(), height=sides, width=sides, box=st.booleans())
def test_bilinear_resize_is_what_the_definition_says(
    image: NDArray[np.uint8], height: int, width: int, box: bool
) -> None:
    result = resize(
        image, (height, width), interpolation="bilinear_fx11", antialias="box" if box else "none"
    )
    assert np.array_equal(result, plain_resize(image, (height, width), box))


def test_a_large_photograph_is_resized_without_overflow() -> None:
    white = np.full((3000, 4001, 3), 255, np.uint8)
    small = resize(white, (7, 5), interpolation="bilinear_fx11", antialias="box")
    assert np.array_equal(small, np.full((7, 5, 3), 255, np.uint8))


@settings(deadline=None, max_examples=40)
@given(image=images(), height=sides, width=sides)
def test_nearest_resize_takes_the_pixel_under_each_centre(
    image: NDArray[np.uint8], height: int, width: int
) -> None:
    result = resize(image, (height, width), interpolation="nearest", antialias="box")
    for y in range(height):
        for x in range(width):
            source = image[
                ((2 * y + 1) * image.shape[0]) // (2 * height),
                ((2 * x + 1) * image.shape[1]) // (2 * width),
            ]
            assert np.array_equal(result[y, x], source)


@settings(deadline=None)
@given(source=st.tuples(st.integers(1, 5000), st.integers(1, 5000)), size=st.tuples(sides, sides))
@example(source=(1, 5000), size=(8, 8))
def test_letterbox_fills_one_side_and_keeps_the_aspect_within_half_a_pixel(
    source: tuple[int, int], size: tuple[int, int]
) -> None:
    inner = letterbox_size(source, size)
    assert inner[0] == size[0] or inner[1] == size[1]
    assert 1 <= inner[0] <= size[0]
    assert 1 <= inner[1] <= size[1]
    exact = min(size[0] / source[0], size[1] / source[1])
    for side, length in zip(inner, source, strict=True):
        assert side == 1 or abs(side - length * exact) <= 0.5 + 1e-9


def test_letterbox_pads_with_the_odd_pixel_at_the_bottom_and_right() -> None:
    image = np.full((2, 4, 3), 200, np.uint8)
    result = letterbox(image, (5, 4), pad=114, interpolation="bilinear_fx11", antialias="box")
    assert [int(value) for value in result[:, 0, 0]] == [114, 200, 200, 114, 114]


def test_center_crop_keeps_the_middle_and_refuses_smaller_images() -> None:
    image = np.arange(5 * 6 * 3, dtype=np.uint8).reshape(5, 6, 3)
    assert np.array_equal(center_crop(image, (2, 3)), image[1:3, 1:4])
    with pytest.raises(InputError) as caught:
        center_crop(image, (6, 3))
    assert caught.value.code == "image_too_small"


@settings(deadline=None, max_examples=30)
@given(image=images(), nhwc=st.booleans())
def test_normalize_is_one_float32_multiplication_and_one_addition(
    image: NDArray[np.uint8], nhwc: bool
) -> None:
    size = list(image.shape[:2])
    layout = {"op": "layout", "to": "NHWC" if nhwc else "NCHW"}
    tensor = preprocess(image, [{"op": "resize", "size": size}, NORMALIZE, layout])
    for channel in range(3):
        scale = np.float32(1.0 / (255.0 * STD[channel]))
        bias = np.float32(-MEAN[channel] / STD[channel])
        for y in range(size[0]):
            for x in range(size[1]):
                expected = np.float32(np.float32(image[y, x, channel]) * scale) + bias
                got = tensor[y, x, channel] if nhwc else tensor[channel, y, x]
                assert got == expected
    assert tensor.dtype == np.float32
    assert tensor.flags.c_contiguous


@pytest.mark.parametrize(
    ("ops", "code"),
    [
        ([{"op": "warp", "size": [4, 4]}, NORMALIZE, LAYOUT], "op_unknown"),
        ([{"op": "resize", "size": [4, 4], "speed": 9}, NORMALIZE, LAYOUT], "op_invalid"),
        ([{"op": "resize", "size": [0, 4]}, NORMALIZE, LAYOUT], "op_invalid"),
        (
            [{"op": "resize", "size": [4, 4], "interpolation": "cubic"}, NORMALIZE, LAYOUT],
            "op_invalid",
        ),
        ([{"op": "letterbox", "size": [4, 4], "pad": 300}, NORMALIZE, LAYOUT], "op_invalid"),
        ([{"op": "resize", "size": [4, 4]}, {**NORMALIZE, "std": [0, 1, 1]}, LAYOUT], "op_invalid"),
        ([{"op": "resize", "size": [4, 4]}, LAYOUT, NORMALIZE], "op_order"),
        ([NORMALIZE, LAYOUT], "op_order"),
        ([], "op_order"),
    ],
)
def test_an_op_list_that_is_not_understood_is_refused(
    ops: list[dict[str, object]], code: str
) -> None:
    with pytest.raises(PackageError) as caught:
        Preprocessing(ops)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "pixels",
    [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 4), np.uint8), np.zeros((0, 4, 3), np.uint8)],
)
def test_pixels_of_another_shape_are_refused(pixels: NDArray[np.uint8]) -> None:
    with pytest.raises(InputError):
        preprocess(pixels, [{"op": "resize", "size": [4, 4]}, NORMALIZE, LAYOUT])


def test_softmax_and_sigmoid_survive_extreme_logits() -> None:
    with np.errstate(over="raise", invalid="raise"):
        assert softmax([1000.0, 1000.0, -1000.0]).tolist() == [0.5, 0.5, 0.0]
        assert sigmoid([-1000.0, 0.0, 1000.0]).tolist() == [0.0, 0.5, 1.0]


TOP: list[dict[str, object]] = [{"op": "softmax"}, {"op": "labels", "select": "top", "top_num": 2}]
BY_THRESHOLD: list[dict[str, object]] = [{"op": "sigmoid"}, {"op": "labels", "select": "threshold"}]
LABELS = [("a", 0.5), ("b", 0.2), ("c", 0.9)]


def test_labels_descend_by_score_and_ties_keep_label_order() -> None:
    ranked = LabelsDecoder(TOP, LABELS).rank(np.array([0.25, 0.5, 0.25]))
    assert [one.name for one in ranked] == ["b", "a"]


def test_each_label_of_a_multi_label_model_has_its_own_threshold() -> None:
    after = LabelsDecoder(BY_THRESHOLD, LABELS)
    scores = np.array([0.5, 0.3, 0.8])
    assert [one.name for one in after.rank(scores)] == ["a", "b"]
    assert [one.name for one in after.rank(scores, threshold=0.4)] == ["c", "a"]
    assert [one.name for one in after.rank(scores, top_num=1)] == ["a"]
    assert after.rank(np.array([0.1, 0.1, 0.1])) == []


@pytest.mark.parametrize("choice", [{"top_num": 0}, {"top_num": True}, {"threshold": 1.5}])
def test_a_choice_out_of_range_is_refused(choice: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        LabelsDecoder(TOP, LABELS).rank(np.array([0.2, 0.3, 0.5]), **choice)
