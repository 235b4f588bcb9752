"""Tensors of the V2 protocol on the wire. Every length is checked before it is believed."""

from __future__ import annotations

import math
import struct
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
from easel.runtime.tensors import DATATYPES
from numpy.typing import NDArray

from engine.serving.errors import ServingError
from engine.serving.http import Response, parse_json_object, require_uncompressed

HEADER_LENGTH = b"inference-header-content-length"
MAX_DIMENSIONS = 8


@dataclass(slots=True)
class InputTensor:
    """One input as it came: ``data`` is raw bytes when ``is_binary``, else a JSON value."""

    name: str
    datatype: str
    shape: tuple[int, ...]
    is_binary: bool
    data: Any

    @property
    def num_elements(self) -> int:
        """The product of the shape."""
        return math.prod(self.shape)


@dataclass(slots=True)
class InferenceRequest:
    """One V2 request. ``outputs`` maps wanted names to "as binary"; empty wants all."""

    id: str | None
    parameters: Mapping[str, Any]
    inputs: Sequence[InputTensor]
    outputs: Mapping[str, bool]
    binary_by_default: bool

    def inputs_named(
        self, names: Sequence[str], optional: Collection[str] = ()
    ) -> dict[str, InputTensor]:
        """Return the inputs by name; they must be those that the model takes.

        Raises:
            ServingError: ``tensor_invalid``.
        """
        given = {tensor.name: tensor for tensor in self.inputs}
        required = set(names) - set(optional)
        if (
            len(given) != len(self.inputs)
            or not given
            or not required <= set(given)
            or not set(given) <= set(names)
        ):
            taken = ", ".join(f"'{name}'" for name in names)
            sent = ", ".join(f"'{tensor.name}'" for tensor in self.inputs) or "none"
            raise tensor_error(f"The model takes the input {taken}; the request has {sent}.")
        return given


@dataclass(slots=True)
class OutputTensor:
    """One output to send; BYTES are arrays of ``bytes`` objects."""

    name: str
    datatype: str
    values: NDArray[Any]


def read_request(headers: Mapping[bytes, bytes], body: bytes) -> InferenceRequest:
    """Take an inference request apart.

    Raises:
        ServingError: ``body_malformed``, ``body_not_json`` or ``tensor_invalid``.
    """
    require_uncompressed(headers)
    raw = memoryview(b"")
    length_text = headers.get(HEADER_LENGTH)
    if length_text is not None:
        length = _header_length(length_text, len(body))
        raw = memoryview(body)[length:]
        body = body[:length]
    document = parse_json_object(body)
    inputs, used = _inputs(document, raw)
    if used != len(raw):
        raise ServingError(
            f"The inputs claim {used} bytes of binary data, but {len(raw)} follow the JSON. "
            "Make the binary_data_size of the inputs add up.",
            code="body_malformed",
        )
    parameters = _parameters(document)
    request_id = document.get("id")
    if request_id is not None and not isinstance(request_id, str):
        raise tensor_error("The field 'id' must be text.")
    binary_by_default = parameters.get("binary_data_output") is True
    return InferenceRequest(
        request_id,
        parameters,
        inputs,
        _outputs(document, binary_by_default),
        binary_by_default,
    )


def write_response(
    model: str, version: str, request: InferenceRequest, outputs: Sequence[OutputTensor]
) -> Response:
    """Put an answer together: JSON, and after it the binary tensors that were asked for.

    Raises:
        ServingError: ``tensor_invalid`` when an output is asked for that the model lacks.
    """
    wanted = request.outputs or {output.name: request.binary_by_default for output in outputs}
    by_name = {output.name: output for output in outputs}
    described: list[dict[str, Any]] = []
    chunks: list[bytes] = []
    for name, as_binary in wanted.items():
        if name not in by_name:
            raise tensor_error(f"The model has no output '{name}'; it has {', '.join(by_name)}.")
        output = by_name[name]
        item: dict[str, Any] = {
            "name": name,
            "datatype": output.datatype,
            "shape": output.values.shape,
        }
        if as_binary:
            chunk = _binary(output)
            item["parameters"] = {"binary_data_size": len(chunk)}
            chunks.append(chunk)
        else:
            item["data"] = _json_values(output)
        described.append(item)
    document: dict[str, Any] = {"model_name": model, "model_version": version, "outputs": described}
    if request.id is not None:
        document["id"] = request.id
    head = orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY)
    if not chunks:
        return Response(200, head)
    return Response(
        200,
        b"".join((head, *chunks)),
        b"application/octet-stream",
        ((HEADER_LENGTH, str(len(head)).encode()),),
    )


def _header_length(text: bytes, body_length: int) -> int:
    # int() meets thousands of digits with an error of its own.
    if not text.isdigit() or len(text) > 12 or int(text) > body_length:
        raise ServingError(
            f"Inference-Header-Content-Length is '{text.decode('latin-1')}'; the body has "
            f"{body_length} bytes. Give the length of the JSON part.",
            code="body_malformed",
        )
    return int(text)


def _inputs(document: Mapping[str, Any], raw: memoryview) -> tuple[list[InputTensor], int]:
    items = document.get("inputs")
    if not isinstance(items, list):
        raise ServingError(
            "The field 'inputs' is missing, or not a list. Send the list of input tensors.",
            code="field_missing",
            field="inputs",
        )
    tensors: list[InputTensor] = []
    offset = 0
    for item in items:
        tensor, size = _input(item, raw[offset:])
        tensors.append(tensor)
        offset += size
    return tensors, offset


def _input(item: object, raw: memoryview) -> tuple[InputTensor, int]:
    if not isinstance(item, dict):
        raise tensor_error("Each input must be an object with name, datatype and shape.")
    name, datatype, shape = item.get("name"), item.get("datatype"), item.get("shape")
    if not isinstance(name, str) or not isinstance(datatype, str):
        raise tensor_error("Each input needs a name and a datatype, both text.")
    if (
        not isinstance(shape, list)
        or not 1 <= len(shape) <= MAX_DIMENSIONS
        or not all(type(side) is int and side >= 0 for side in shape)
    ):
        raise tensor_error(
            f"Input '{name}' needs a shape of 1 to {MAX_DIMENSIONS} whole, non-negative numbers."
        )
    size = _parameters(item).get("binary_data_size")
    if size is None:
        if "data" not in item:
            raise tensor_error(f"Input '{name}' has neither data nor binary_data_size.")
        return InputTensor(name, datatype, tuple(shape), False, item["data"]), 0
    if type(size) is not int or not 0 <= size <= len(raw):
        raise tensor_error(
            f"Input '{name}' has a binary_data_size of {size!r}; {len(raw)} bytes are left."
        )
    if "data" in item:
        raise tensor_error(f"Input '{name}' has both data and binary_data_size.")
    return InputTensor(name, datatype, tuple(shape), True, raw[:size]), size


def _outputs(document: Mapping[str, Any], binary_by_default: bool) -> dict[str, bool]:
    items = document.get("outputs", [])
    if not isinstance(items, list):
        raise tensor_error("The field 'outputs' must be a list.")
    wanted: dict[str, bool] = {}
    for item in items:
        if not isinstance(item, dict) or not isinstance(item.get("name"), str):
            raise tensor_error("Each output must be an object with a name.")
        parameters = _parameters(item)
        if "classification" in parameters:
            raise tensor_error(
                f"Output '{item['name'][:60]}' asks for classification="
                f"{str(parameters['classification'])[:20]}; the classification extension is not "
                "offered. Leave it out: a model that classifies answers labels and scores, best "
                "first, under its name without '.tensors'."
            )
        wanted[item["name"]] = parameters.get("binary_data", binary_by_default) is True
    return wanted


def _parameters(item: Mapping[str, Any]) -> Mapping[str, Any]:
    parameters = item.get("parameters", {})
    if not isinstance(parameters, dict):
        raise tensor_error("The field 'parameters' must be an object.")
    return parameters


def _binary(output: OutputTensor) -> bytes:
    if output.datatype == "BYTES":
        return b"".join(struct.pack("<I", len(one)) + one for one in output.values.ravel())
    dtype = np.dtype(DATATYPES[output.datatype]).newbyteorder("<")
    return output.values.astype(dtype, copy=False).tobytes()


def _json_values(output: OutputTensor) -> object:
    if output.datatype == "BYTES":
        return [one.decode() for one in output.values.ravel()]
    if not np.isfinite(output.values).all():
        raise ServingError(
            f"Output '{output.name}' has values that are not finite, which JSON cannot carry. "
            "Check the inputs, or ask for binary data.",
            code="inference_failed",
        )
    flat = np.ascontiguousarray(output.values).ravel()
    # orjson knows no half precision.
    return flat.astype(np.float32) if output.datatype == "FP16" else flat


def tensor_error(message: str) -> ServingError:
    """Return the error for tensors that do not fit the model."""
    return ServingError(message, code="tensor_invalid")
