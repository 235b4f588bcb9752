"""The answer of an anomaly model in its one documented form."""

from __future__ import annotations

import numpy as np
import pytest
from easel.errors import BackendError, PackageError
from easel.runtime import Context, Example, PredictOptions
from easel.runtime.predictions.anomaly import AnomalyDecoder, open_decoder

HEAT = np.array([[[0.1234, 0.9], [0.0, 1.2]]], np.float32)
EXAMPLE = Example({"image": np.zeros((1, 3, 4, 4), np.float32)}, Context())
LABELS = [("anomalous", 0.5)]


def _prediction(score: float, **options: float) -> dict[str, object]:
    outputs = {"score": np.array([score], np.float32), "map": HEAT}
    given = PredictOptions(**options)  # type: ignore[arg-type]
    (result,) = AnomalyDecoder(LABELS)(EXAMPLE, outputs, given, lambda name, tensors: tensors)
    return result.document()


def test_a_score_at_the_threshold_is_anomalous() -> None:
    assert _prediction(0.5) == {
        "name": "anomalous",
        "score": 0.5,
        "threshold": 0.5,
        "is_anomalous": True,
        "map": [[0.123, 0.9], [0.0, 1.0]],
    }


def test_a_score_below_it_is_normal_and_still_answered() -> None:
    document = _prediction(0.25)

    assert (document["name"], document["is_anomalous"]) == ("normal", False)


def test_a_callers_threshold_decides_instead() -> None:
    document = _prediction(0.25, threshold=0.2)

    assert (document["is_anomalous"], document["threshold"]) == (True, 0.2)


@pytest.mark.parametrize(
    ("outputs", "code"),
    [
        ({"score": np.zeros(1, np.float32)}, "output_shape"),
        ({"score": np.zeros(1, np.float32), "map": HEAT[0]}, "output_shape"),
        ({"score": np.zeros(2, np.float32), "map": HEAT}, "output_shape"),
        ({"score": np.array([np.nan], np.float32), "map": HEAT}, "output_not_finite"),
    ],
)
def test_outputs_that_are_no_answer_are_refused(outputs: dict[str, np.ndarray], code: str) -> None:
    with pytest.raises(BackendError) as error:
        AnomalyDecoder(LABELS).read(outputs)

    assert error.value.code == code


@pytest.mark.parametrize(
    ("ops", "labels", "code"),
    [
        ([{"op": "anomaly", "sigma": 2}], LABELS, "op_invalid"),
        ([{"op": "anomaly"}, {"op": "anomaly"}], LABELS, "op_order"),
        ([{"op": "anomaly"}], [("a", 0.5), ("b", 0.5)], "op_invalid"),
    ],
)
def test_a_manifest_that_is_not_understood_is_refused(
    ops: list[dict[str, object]], labels: list[tuple[str, float]], code: str
) -> None:
    with pytest.raises(PackageError) as error:
        open_decoder(ops, labels, lambda path: b"")

    assert error.value.code == code
