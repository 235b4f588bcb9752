"""What the tensors of a V2 request hold, checked against what the model takes."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from easel.runtime.manifest import Tensor
from easel.runtime.tensors import DATATYPES
from numpy.typing import NDArray

from engine.serving.protocol.tensors import MAX_DIMENSIONS, InputTensor, tensor_error


def rows_of(tensor: InputTensor, spec: Tensor, max_rows: int) -> NDArray[Any]:
    """Return a tensor (n, …) as the network takes it, without a copy where the wire form allows.

    Args:
        tensor: as it came.
        spec: the network's input.
        max_rows: largest n.

    Raises:
        ServingError: ``tensor_invalid``.
    """
    shape = tensor.shape
    if tensor.datatype != spec.datatype:
        raise tensor_error(
            f"Input '{tensor.name}' is {tensor.datatype}; the model takes {spec.datatype}."
        )
    if not _fits(shape, spec.shape) or not 1 <= shape[0] <= max_rows:
        axes = ", ".join("any" if side is None else str(side) for side in ("n", *spec.shape[1:]))
        raise tensor_error(
            f"Input '{tensor.name}' has the shape {list(shape)}; the model takes [{axes}] with n "
            f"from 1 to {max_rows}."
        )
    if spec.datatype == "BYTES":
        return _texts(tensor).reshape(shape)
    dtype = np.dtype(DATATYPES[spec.datatype])
    if not tensor.is_binary:
        return _numbers(tensor, dtype).reshape(shape)
    size = dtype.itemsize * tensor.num_elements
    if len(tensor.data) != size:
        raise tensor_error(
            f"Input '{tensor.name}' has {len(tensor.data)} bytes; its shape needs {size}."
        )
    values = np.frombuffer(tensor.data, dtype.newbyteorder("<")).reshape(shape)
    # Behind JSON of any length numbers may begin at any byte.
    return values if values.flags.aligned else values.copy()


def _fits(shape: Sequence[int], wanted: Sequence[int | None]) -> bool:
    return len(shape) == len(wanted) and all(
        side in (None, given) for given, side in zip(shape[1:], wanted[1:], strict=True)
    )


def _texts(tensor: InputTensor) -> NDArray[Any]:
    try:
        return np.array([element.decode() for element in strings(tensor)], dtype=object)
    except UnicodeDecodeError as error:
        raise tensor_error(f"Input '{tensor.name}' has an element that is not UTF-8.") from error


def strings(tensor: InputTensor) -> list[bytes]:
    """Return the elements of a BYTES tensor.

    Raises:
        ServingError: ``tensor_invalid``.
    """
    if tensor.datatype != "BYTES":
        raise tensor_error(f"Input '{tensor.name}' is {tensor.datatype}; the model takes BYTES.")
    elements = _raw_strings(tensor) if tensor.is_binary else _json_strings(tensor.data)
    if len(elements) != tensor.num_elements or not elements:
        raise tensor_error(
            f"Input '{tensor.name}' has {len(elements)} elements; its shape {list(tensor.shape)} "
            f"says {tensor.num_elements}, and one is the least."
        )
    return elements


def _numbers(tensor: InputTensor, dtype: np.dtype[Any]) -> NDArray[Any]:
    values = _flat_floats(tensor.data) if dtype.kind == "f" else None
    if values is None:
        try:
            values = np.asarray(tensor.data)
        except (ValueError, OverflowError) as error:
            raise tensor_error(f"The data of input '{tensor.name}' is ragged.") from error
    kinds = "iuf" if dtype.kind == "f" else "iu"
    if values.dtype.kind not in kinds or values.size != tensor.num_elements:
        what = "numbers" if dtype.kind == "f" else "whole numbers"
        raise tensor_error(
            f"The data of input '{tensor.name}' must be {tensor.num_elements} {what}, flat or "
            "nested."
        )
    # What overflows is infinite and found below.
    with np.errstate(over="ignore"):
        narrow = values.astype(dtype)
    exact = np.isfinite(narrow).all() if dtype.kind == "f" else np.array_equal(narrow, values)
    if not exact:
        raise tensor_error(
            f"The data of input '{tensor.name}' has numbers beyond {tensor.datatype}."
        )
    return narrow


def _flat_floats(data: object) -> NDArray[np.float64] | None:
    """Return a flat list of numbers as an array, ``None`` when it may be anything else."""
    if not isinstance(data, list) or not data:
        return None
    try:
        # A third of the time of np.asarray, which asks each element for its type and depth.
        values = np.frombuffer(struct.pack(f"{len(data)}d", *data))
    except (struct.error, OverflowError):
        return None
    # True and false are packed as 1 and 0. Where many could be that, np.asarray finds out sooner.
    places = np.flatnonzero((values == 0) | (values == 1))
    if len(places) > len(data) // 16:
        return None
    return None if any(isinstance(data[place], bool) for place in places.tolist()) else values


def _raw_strings(tensor: InputTensor) -> list[bytes]:
    data: memoryview = tensor.data
    elements: list[bytes] = []
    offset = 0
    while offset < len(data):
        if offset + 4 > len(data):
            raise tensor_error(f"The binary data of input '{tensor.name}' ends within a length.")
        (length,) = struct.unpack_from("<I", data, offset)
        offset += 4
        if offset + length > len(data):
            raise tensor_error(
                f"Element {len(elements)} of input '{tensor.name}' claims {length} bytes; "
                f"{len(data) - offset} are left."
            )
        elements.append(bytes(data[offset : offset + length]))
        offset += length
    return elements


def _json_strings(data: object, depth: int = 0) -> list[bytes]:
    if isinstance(data, str):
        return [data.encode()]
    if not isinstance(data, list) or depth > MAX_DIMENSIONS:
        raise tensor_error("BYTES data in JSON must be text, or a list of texts.")
    return [element for item in data for element in _json_strings(item, depth + 1)]
