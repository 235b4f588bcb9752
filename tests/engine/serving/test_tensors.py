"""Tensors of every datatype survive the wire, and those that do not fit are named."""

from __future__ import annotations

from typing import Any

import numpy as np
import orjson
import pytest
from easel.runtime.manifest import Tensor
from easel.runtime.tensors import DATATYPES
from numpy.typing import NDArray

from engine.serving.errors import ServingError
from engine.serving.protocol.tensors import (
    HEADER_LENGTH,
    InputTensor,
    OutputTensor,
    read_request,
    write_response,
)
from engine.serving.protocol.values import rows_of

NUMBERS = ("FP32", "FP16", "INT64", "INT32", "UINT8")


def values_of(datatype: str) -> NDArray[Any]:
    return np.array([[0, 1, 2], [3, 100, 7]], DATATYPES[datatype])


@pytest.mark.parametrize("datatype", NUMBERS)
@pytest.mark.parametrize("binary", [True, False])
def test_numbers_come_in_and_go_out_unchanged(datatype: str, binary: bool) -> None:
    values = values_of(datatype)
    raw = values.astype(values.dtype.newbyteorder("<")).tobytes()
    item: dict[str, Any] = {"name": "x", "datatype": datatype, "shape": [2, 3]}
    item |= {"parameters": {"binary_data_size": len(raw)}} if binary else {"data": values.tolist()}
    head = orjson.dumps(
        {"inputs": [item], "outputs": [{"name": "x", "parameters": {"binary_data": binary}}]}
    )
    request = read_request({HEADER_LENGTH: str(len(head)).encode()}, head + raw * binary)
    rows = rows_of(request.inputs[0], Tensor("x", datatype, (None, 3)), 8)
    assert rows.dtype == values.dtype
    assert np.array_equal(rows, values)
    response = write_response("m", "1", request, [OutputTensor("x", datatype, rows)])
    if binary:
        assert response.body.endswith(raw)
    else:
        assert orjson.loads(response.body)["outputs"][0]["data"] == values.ravel().tolist()


@pytest.mark.parametrize(
    "data",
    [
        [0.5, -1.25, 3e5, 7.0],
        [0.5, 0.0, 1.0, 2.5] * 8,
        [2.0] * 30 + [True, 3],
        [0.0, 1.0] * 4,
        [[0.5, 1.5], [2.5, 3.5]],
        [2**63, 5, 0.5, 2.0],
    ],
)
def test_numbers_of_any_kind_and_depth_become_floats(data: list[Any]) -> None:
    values = np.asarray(data).astype(np.float32).reshape(1, -1)
    tensor = InputTensor("x", "FP32", values.shape, False, data)
    rows = rows_of(tensor, Tensor("x", "FP32", (None, None)), 8)
    assert rows.dtype == np.float32
    assert np.array_equal(rows, values)


def test_strings_come_in_as_text() -> None:
    tensor = InputTensor("t", "BYTES", (2,), False, ["a", "悪い"])
    assert rows_of(tensor, Tensor("t", "BYTES", (None,)), 8).tolist() == ["a", "悪い"]


@pytest.mark.parametrize(
    ("tensor", "spec"),
    [
        (InputTensor("x", "INT64", (1, 2), False, [1.5, 2.0]), Tensor("x", "INT64", (None, 2))),
        (InputTensor("x", "INT32", (1, 1), False, [2**40]), Tensor("x", "INT32", (None, 1))),
        (InputTensor("x", "UINT8", (1, 1), False, [-1]), Tensor("x", "UINT8", (None, 1))),
        (InputTensor("x", "FP16", (1, 1), False, [1e6]), Tensor("x", "FP16", (None, 1))),
        (InputTensor("x", "FP32", (1, 2), False, [1, 2]), Tensor("x", "INT64", (None, 2))),
        (InputTensor("x", "FP32", (1, 2), False, [True, False]), Tensor("x", "FP32", (None, 2))),
        (InputTensor("x", "FP32", (1, 2), False, [0.5, "1"]), Tensor("x", "FP32", (None, 2))),
        (InputTensor("x", "FP32", (1, 2), False, [0.5, None]), Tensor("x", "FP32", (None, 2))),
        (InputTensor("x", "FP32", (1, 2), False, [0.5, 1e39]), Tensor("x", "FP32", (None, 2))),
        (InputTensor("x", "FP32", (1, 2), False, [0.5]), Tensor("x", "FP32", (None, 2))),
        (InputTensor("x", "FP32", (1, 0), False, []), Tensor("x", "FP32", (None, 2))),
        (InputTensor("x", "INT64", (1, 3), False, [1, 2, 3]), Tensor("x", "INT64", (None, 2))),
        (InputTensor("x", "INT64", (9, 1), False, [1] * 9), Tensor("x", "INT64", (None, 1))),
        (InputTensor("x", "INT64", (1, 1), True, b"1234"), Tensor("x", "INT64", (None, 1))),
        (InputTensor("x", "BYTES", (1,), True, b"\x01\0\0\0\xff"), Tensor("x", "BYTES", (None,))),
    ],
)
def test_what_does_not_fit_is_refused(tensor: InputTensor, spec: Tensor) -> None:
    with pytest.raises(ServingError) as caught:
        rows_of(tensor, spec, 8)
    assert caught.value.code == "tensor_invalid"


def test_an_axis_that_the_network_leaves_open_takes_any_length() -> None:
    tensor = InputTensor("ids", "INT64", (2, 5), False, list(range(10)))
    assert rows_of(tensor, Tensor("ids", "INT64", (None, None)), 8).shape == (2, 5)
