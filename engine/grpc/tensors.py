"""Inference requests of gRPC as those of HTTP with binary tensors, and answers back."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import orjson

from engine.grpc.messages import InferResponse
from engine.serving.protocol.tensors import tensor_error

# Where a message holds the values of a type, and how they are written as bytes.
_CONTENTS: Mapping[str, tuple[str, str]] = {
    "BOOL": ("bool_contents", "?"),
    "INT8": ("int_contents", "i1"),
    "INT16": ("int_contents", "<i2"),
    "INT32": ("int_contents", "<i4"),
    "INT64": ("int64_contents", "<i8"),
    "UINT8": ("uint_contents", "u1"),
    "UINT16": ("uint_contents", "<u2"),
    "UINT32": ("uint_contents", "<u4"),
    "UINT64": ("uint64_contents", "<u8"),
    "FP32": ("fp32_contents", "<f4"),
    "FP64": ("fp64_contents", "<f8"),
    "BYTES": ("bytes_contents", "O"),
}


def http_body(asked: Any) -> tuple[bytes, int]:
    """Return the body of a request over HTTP, and the length of the JSON that it begins with.

    Args:
        asked: an ``InferRequest``, with ``raw_input_contents`` or with ``contents``.

    Raises:
        ServingError: ``tensor_invalid``.
    """
    chunks = _chunks(asked)
    document: dict[str, Any] = {
        "inputs": [
            {
                "name": tensor.name,
                "datatype": tensor.datatype,
                "shape": list(tensor.shape),
                "parameters": {**_read(tensor.parameters), "binary_data_size": len(chunk)},
            }
            for tensor, chunk in zip(asked.inputs, chunks, strict=True)
        ],
        "parameters": {**_read(asked.parameters), "binary_data_output": True},
    }
    if asked.id:
        document["id"] = asked.id
    if asked.outputs:
        document["outputs"] = [
            {"name": one.name, "parameters": {**_read(one.parameters), "binary_data": True}}
            for one in asked.outputs
        ]
    head = orjson.dumps(document)
    return b"".join((head, *chunks)), len(head)


def grpc_response(body: bytes, head_length: int) -> Any:
    """Return the ``InferResponse`` of an answer over HTTP whose tensors are all binary."""
    document = orjson.loads(body[:head_length])
    response = InferResponse(
        model_name=document["model_name"],
        model_version=document["model_version"],
        id=document.get("id", ""),
    )
    _write(response.parameters, document.get("parameters", {}))
    place = head_length
    for output in document["outputs"]:
        parameters = output["parameters"]
        size = parameters.pop("binary_data_size")
        tensor = response.outputs.add(
            name=output["name"], datatype=output["datatype"], shape=output["shape"]
        )
        _write(tensor.parameters, parameters)
        response.raw_output_contents.append(body[place : place + size])
        place += size
    return response


def _chunks(asked: Any) -> list[bytes]:
    """Return the bytes of each input."""
    raw = asked.raw_input_contents
    if not raw:
        return [_bytes(tensor) for tensor in asked.inputs]
    if len(raw) != len(asked.inputs):
        raise tensor_error(
            f"The request has {len(asked.inputs)} inputs and {len(raw)} raw_input_contents. Send "
            "one of each, in the same order."
        )
    both = next((one.name for one in asked.inputs if one.HasField("contents")), None)
    if both is not None:
        raise tensor_error(f"Input '{both}' has both contents and raw_input_contents. Send one.")
    return list(raw)


def _bytes(tensor: Any) -> bytes:
    """Return the contents of a tensor as its bytes, little-endian."""
    field, dtype = _CONTENTS.get(tensor.datatype, ("", ""))
    if not field:
        raise tensor_error(
            f"Input '{tensor.name}' has the datatype '{tensor.datatype[:20]}', for which there are "
            f"no contents. Send raw_input_contents, or one of {', '.join(_CONTENTS)}."
        )
    filled = [descriptor.name for descriptor, _ in tensor.contents.ListFields()]
    if set(filled) - {field}:
        raise tensor_error(
            f"Input '{tensor.name}' is {tensor.datatype} and has {', '.join(filled)}. Fill {field}."
        )
    values = getattr(tensor.contents, field)
    if tensor.datatype == "BYTES":
        return b"".join(struct.pack("<I", len(one)) + one for one in values)
    try:
        return np.array(list(values), dtype=dtype).tobytes()
    except OverflowError:
        raise tensor_error(
            f"Input '{tensor.name}' has values that no {tensor.datatype} can be."
        ) from None


def _read(parameters: Iterable[Any]) -> dict[str, Any]:
    """Return parameters; of those named twice the last one, as in a map of protobuf."""
    return {
        one.key: getattr(one.value, one.value.WhichOneof("choice"))
        for one in parameters
        if one.value.WhichOneof("choice") is not None
    }


def _write(target: Any, parameters: Mapping[str, Any]) -> None:
    for key, value in parameters.items():
        one = target.add(key=key).value
        if isinstance(value, bool):
            one.bool_param = value
        elif isinstance(value, int):
            one.int64_param = value
        elif isinstance(value, float):
            one.double_param = value
        else:
            one.string_param = str(value)
