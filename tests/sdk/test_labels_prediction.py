"""Labels: scores of both kinds, which of them are answered, and packages that do not fit."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from easel.errors import BackendError, PackageError
from easel.runtime.example import Example
from easel.runtime.predictions.labels import LabelsDecoder, open_decoder, sigmoid, softmax
from easel.runtime.results import Prediction, PredictOptions

LABELS = [("a", 0.5), ("b", 0.25), ("c", 0.9)]


def decoder(activation: str = "sigmoid", **fields: Any) -> LabelsDecoder:
    """Return a decoder of three labels."""
    ops = [{"op": activation}, {"op": "labels", "select": "top", **fields}]
    return open_decoder(ops, LABELS, lambda name: b"")


def test_scores_follow_their_formulas_and_overflow_at_neither_end() -> None:
    values = [-3.0, -0.5, 0.0, 0.5, 3.0]
    assert sigmoid(values) == pytest.approx([1 / (1 + math.exp(-one)) for one in values])
    assert sigmoid([-1e4, 1e4]).tolist() == [0.0, 1.0]
    powers = [math.exp(one) for one in values]
    assert softmax(values) == pytest.approx([one / sum(powers) for one in powers])
    assert softmax([[1e4, 0], [0, 1e4]]).tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    "ops",
    [
        [],
        [{"op": "labels", "select": "top"}],
        [{"op": "labels"}, {"op": "labels"}],
        [{"op": "softmax"}, {"op": "sigmoid"}],
        [{"op": "softmax"}, {"op": "labels", "select": "top"}, {"op": "labels"}],
    ],
)
def test_ops_in_another_order_are_refused(ops: list[dict[str, Any]]) -> None:
    with pytest.raises(PackageError) as caught:
        LabelsDecoder(ops, LABELS)
    assert caught.value.code == "op_order"


def test_a_package_names_labels_and_how_many_of_the_best_are_answered() -> None:
    with pytest.raises(PackageError) as caught:
        LabelsDecoder([{"op": "softmax"}, {"op": "labels", "select": "top"}], [])
    assert caught.value.code == "op_invalid"
    for fields in ({"top_num": 0}, {"select": "best"}):
        with pytest.raises(PackageError) as caught:
            decoder(**fields)
        assert caught.value.code == "op_invalid"
    assert decoder().top_num == 6
    assert decoder(top_num=1).top_num == 1


def test_the_best_are_answered_or_those_above_their_thresholds_or_what_the_caller_asks() -> None:
    scores = np.array([0.5, 0.2, 0.8])

    def named(select: str, **options: Any) -> str:
        asked = decoder(select=select, top_num=2).rank(scores, **options)
        assert [one.score for one in asked] == sorted((one.score for one in asked), reverse=True)
        return "".join(one.name for one in asked)

    assert named("top") == "ca"
    assert named("top", top_num=3) == "cab"
    assert named("top", threshold=0.6) == "c"
    assert named("threshold") == "a"
    assert named("threshold", threshold=0.2) == "cab"
    assert named("threshold", threshold=0.2, top_num=1) == "c"


def test_rows_of_an_example_are_answered_by_their_mean_and_the_best_is_known() -> None:
    outputs = {"logits": np.array([[0.0, 1.0, -9.0], [0.0, 3.0, -9.0]])}
    mean = (sigmoid(1.0) + sigmoid(3.0)) / 2
    assert decoder().best(outputs) == Prediction("b", pytest.approx(float(mean)))
    example = Example(tensors={}, context=None)
    found = decoder()(example, outputs, PredictOptions(top_num=1), {})
    assert found == [Prediction("b", pytest.approx(float(mean)))]


@pytest.mark.parametrize("logits", [np.float32(1), np.zeros(2), np.zeros((3, 2))])
def test_outputs_of_another_shape_are_refused(logits: Any) -> None:
    with pytest.raises(BackendError) as caught:
        decoder().scores(logits)
    assert caught.value.code == "output_shape"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_outputs_that_are_no_numbers_are_refused(value: float) -> None:
    with pytest.raises(BackendError) as caught:
        decoder().scores([0.0, value, 1.0])
    assert caught.value.code == "output_not_finite"
