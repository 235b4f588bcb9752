"""Boxes: suppression, thresholds, and the way back to the image that was sent."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from easel.errors import BackendError, PackageError
from easel.runtime import Pipeline, PredictOptions, documents
from easel.runtime.example import Example
from easel.runtime.predictions.boxes import image_context, open_decoder
from easel.runtime.predictions.suppression import pairwise_overlaps, suppress
from numpy.typing import NDArray

LABELS = [("cat", 0.5), ("dog", 0.2)]
PREPROCESSING = [
    {"op": "letterbox", "size": [64, 64], "pad": 114},
    {"op": "normalize", "mean": [0.5, 0.5, 0.5], "std": [0.5, 0.5, 0.5]},
    {"op": "layout", "to": "NCHW"},
]


def _pipeline(**fields: Any) -> Pipeline:
    return Pipeline.from_ops(
        {"kind": "image", "color": "RGB"}, PREPROCESSING, [{"op": "boxes", **fields}], LABELS
    )


def _prediction(
    scores: list[list[float]],
    boxes: list[list[float]],
    size: tuple[int, int] = (64, 64),
    options: PredictOptions | None = None,
    **fields: Any,
) -> list[dict[str, Any]]:
    """Answer for a blank image of height and width ``size``; boxes in the network's pixels."""
    pipeline = _pipeline(**fields)
    example = pipeline.prepare(np.zeros((*size, 3), np.uint8))
    values = np.array(scores)
    outputs = {
        "logits": np.log(values / (1 - values))[np.newaxis].astype(np.float32),
        "boxes": (np.array(boxes) / 64)[np.newaxis].astype(np.float32),
    }
    return documents(pipeline.postprocess(example, outputs, options or PredictOptions()))


def _location(left: int, top: int, width: int, height: int) -> dict[str, int]:
    return {"left": left, "top": top, "width": width, "height": height}


def test_the_surest_of_overlapping_boxes_stays() -> None:
    prediction = _prediction(
        [[0.6, 0.01], [0.9, 0.01], [0.7, 0.01]],
        [[0, 0, 20, 20], [1, 0, 21, 20], [40, 40, 60, 60]],
    )

    assert [one["score"] for one in prediction] == pytest.approx([0.9, 0.7], abs=1e-6)
    assert [one["location"] for one in prediction] == [
        _location(1, 0, 20, 20),
        _location(40, 40, 20, 20),
    ]


def test_boxes_of_different_labels_do_not_suppress_each_other() -> None:
    prediction = _prediction([[0.9, 0.8]], [[0, 0, 20, 20]])

    assert [one["name"] for one in prediction] == ["cat", "dog"]


def test_without_a_limit_nothing_is_suppressed() -> None:
    prediction = _prediction(
        [[0.9, 0.1], [0.8, 0.1]], [[0, 0, 20, 20], [0, 0, 20, 20]], iou_threshold=None
    )

    assert len(prediction) == 2


def test_each_label_has_its_own_threshold_unless_the_caller_names_one() -> None:
    scores, boxes = [[0.4, 0.1], [0.1, 0.4]], [[0.0, 0, 9, 9], [30.0, 30, 39, 39]]

    assert [one["name"] for one in _prediction(scores, boxes)] == ["dog"]
    asked = _prediction(scores, boxes, options=PredictOptions(threshold=0.3))
    assert [one["name"] for one in asked] == ["cat", "dog"]


def test_equal_scores_are_in_the_order_of_labels_and_places() -> None:
    prediction = _prediction([[0.1, 0.7], [0.7, 0.1]], [[0, 0, 9, 9], [30, 30, 39, 39]])

    assert [one["name"] for one in prediction] == ["cat", "dog"]


def test_boxes_are_in_pixels_of_the_image_that_was_sent() -> None:
    # 200 × 100 in a 64 × 64 letterbox: 64 × 32 with 16 rows of padding above and below.
    prediction = _prediction([[0.9, 0.1]], [[16, 24, 48, 40]], size=(100, 200))

    assert prediction[0]["location"] == _location(50, 25, 100, 50)


def test_boxes_are_cut_off_at_the_image_and_left_out_when_wholly_on_padding() -> None:
    prediction = _prediction(
        [[0.9, 0.1], [0.8, 0.1]], [[-20, 0, 32, 64], [0, 0, 64, 10]], size=(100, 200)
    )

    assert [one["location"] for one in prediction] == [_location(0, 0, 100, 100)]


def test_a_box_is_at_least_one_pixel_wide_and_high() -> None:
    prediction = _prediction([[0.9, 0.1]], [[63.8, 10.1, 64, 10.2]])

    assert prediction[0]["location"] == _location(63, 10, 1, 1)


def test_top_num_keeps_the_best() -> None:
    options = PredictOptions(top_num=1)
    prediction = _prediction(
        [[0.7, 0.1], [0.9, 0.1]], [[0, 0, 9, 9], [30, 30, 39, 39]], options=options
    )

    assert [one["score"] for one in prediction] == pytest.approx([0.9], abs=1e-6)


def test_outputs_of_another_shape_are_refused() -> None:
    pipeline = _pipeline()
    example = pipeline.prepare(np.zeros((64, 64, 3), np.uint8))
    outputs = {"logits": np.zeros((1, 5, 3), np.float32), "boxes": np.zeros((1, 5, 4), np.float32)}

    with pytest.raises(BackendError, match="logits"):
        pipeline.postprocess(example, outputs)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(PackageError, match="colour"):
        _pipeline(colour="red")


def test_a_box_that_shows_nothing_is_not_answered_however_low_the_limit() -> None:
    options = PredictOptions(threshold=0.0)
    prediction = _prediction([[0.9, 0.1]], [[0, 0, 64, 10]], size=(100, 200), options=options)

    assert prediction == []


@pytest.mark.parametrize("limit", [0.0, 1.0])
def test_a_limit_of_overlap_may_be_anything_from_0_to_1(limit: float) -> None:
    boxes = [[0.0, 0, 20, 20], [0.0, 0, 20, 20]]
    num = len(_prediction([[0.9, 0.1], [0.8, 0.1]], boxes, iou_threshold=limit))

    assert num == (1 if limit == 0 else 2)


def test_at_most_so_many_are_looked_at_and_answered() -> None:
    apart = [[float(10 * at), 0, 10 * at + 5, 5] for at in range(3)]
    scores = [[0.9, 0.8], [0.7, 0.6], [0.5, 0.1]]

    assert len(_prediction(scores, apart, max_candidates=1)) == 2
    assert [one["name"] for one in _prediction(scores, apart, max_results=1)] == ["cat"]
    many = [
        [float(at % 16) * 4, at // 16 * 4, at % 16 * 4 + 2, at // 16 * 4 + 2] for at in range(150)
    ]
    assert len(_prediction([[0.9, 0.1]] * 150, many)) == 100


@pytest.mark.parametrize(
    "fields",
    [{"max_candidates": 0}, {"max_results": 0}, {"iou_threshold": 1.5}, {"iou_threshold": -0.1}],
)
def test_fields_out_of_range_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(PackageError) as caught:
        _pipeline(**fields)
    assert caught.value.code == "op_invalid"


@pytest.mark.parametrize("name", ["logits", "boxes"])
def test_outputs_that_are_no_numbers_are_refused(name: str) -> None:
    pipeline = _pipeline()
    example = pipeline.prepare(np.zeros((64, 64, 3), np.uint8))
    outputs = {"logits": np.zeros((1, 5, 2), np.float32), "boxes": np.zeros((1, 5, 4), np.float32)}
    outputs[name][0, 0, 0] = np.nan

    with pytest.raises(BackendError) as caught:
        pipeline.postprocess(example, outputs)
    assert caught.value.code == "output_not_finite"


def test_boxes_need_labels_an_image_and_no_other_op() -> None:
    with pytest.raises(PackageError) as caught:
        open_decoder([{"op": "boxes"}], [], lambda name: b"")
    assert caught.value.code == "op_invalid"
    for ops in ([], [{"op": "boxes"}, {"op": "boxes"}]):
        with pytest.raises(PackageError) as caught:
            open_decoder(ops, LABELS, lambda name: b"")
        assert caught.value.code == "op_order"
    with pytest.raises(PackageError) as caught:
        image_context(Example(tensors={}, context=None))
    assert caught.value.code == "op_order"


def _plain_suppression(
    boxes: NDArray[np.float64], scores: NDArray[np.float64], limit: float
) -> list[int]:
    kept: list[int] = []
    for place in sorted(range(len(scores)), key=lambda one: (-scores[one], one)):
        if all(pairwise_overlaps(boxes[[other]], boxes[[place]])[0, 0] <= limit for other in kept):
            kept.append(place)
    return kept


@pytest.mark.parametrize("seed", range(5))
def test_suppression_equals_its_definition(seed: int) -> None:
    random = np.random.default_rng(seed)
    corners = random.uniform(0, 40, (60, 2))
    boxes = np.concatenate([corners, corners + random.uniform(0, 30, (60, 2))], axis=1)
    scores = random.uniform(size=60).round(1)

    assert suppress(boxes, scores, 0.4).tolist() == _plain_suppression(boxes, scores, 0.4)
