"""Open Inference Protocol V2 over HTTP, with JSON and binary tensors.

Each package is two models: ``NAME`` takes the parts of requests and answers labels and scores, or
the results as JSON, and ``NAME.tensors`` is the bare first network.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import numpy as np
import orjson
from easel.runtime import Part
from easel.runtime.manifest import Tensor
from easel.runtime.results import Document
from numpy.typing import NDArray

from engine.serving.calls import Call
from engine.serving.http import Request, Response, json_response
from engine.serving.packages.package import ServedPackage
from engine.serving.packages.repository import Repository
from engine.serving.protocol.parts import part_of_bytes, part_of_json
from engine.serving.protocol.predict_options import read_options
from engine.serving.protocol.tensors import (
    InferenceRequest,
    InputTensor,
    OutputTensor,
    read_request,
    tensor_error,
    write_response,
)
from engine.serving.protocol.values import rows_of, strings
from engine.version import ENGINE_VERSION

TENSORS_SUFFIX = ".tensors"
SERVER_NAME = "easel"
EXTENSIONS = ["binary_tensor_data"]
TOGETHER = 32
"""Inputs of one request that are decoded and run at the same time."""

LABELS = (Tensor("label", "BYTES", (None, None)), Tensor("score", "FP32", (None, None)))
RESULTS = (Tensor("results", "BYTES", (None,)),)


def server_metadata() -> Response:
    """Answer ``GET /v2``."""
    return json_response({"name": SERVER_NAME, "version": ENGINE_VERSION, "extensions": EXTENSIONS})


def find(repository: Repository, model: str, version: str | None) -> tuple[ServedPackage, bool]:
    """Return the package of a V2 model name, and whether its bare network is meant.

    Raises:
        ServingError: ``not_found``.
    """
    if model.endswith(TENSORS_SUFFIX):
        return repository.find(model.removesuffix(TENSORS_SUFFIX), version), True
    return repository.find(model, version), False


def model_metadata(repository: Repository, model: str, version: str | None) -> Response:
    """Answer ``GET /v2/models/{model}``."""
    package, bare = find(repository, model, version)
    if bare:
        inputs, outputs = package.network.inputs, package.network.outputs
    else:
        inputs = tuple(Tensor(part.name, "BYTES", (None,)) for part in package.parts)
        outputs = LABELS if package.prediction_kind == "labels" else RESULTS
    return json_response(
        {
            "name": model,
            "versions": repository.versions()[package.name],
            "platform": "onnxruntime_onnx" if bare else "easel_pipeline",
            "inputs": [_described(tensor) for tensor in inputs],
            "outputs": [_described(tensor) for tensor in outputs],
        }
    )


def model_ready(repository: Repository, model: str, version: str | None) -> Response:
    """Answer ``GET /v2/models/{model}/ready``."""
    find(repository, model, version)
    return json_response({"name": model, "ready": True})


async def infer(
    repository: Repository, request: Request, call: Call, model: str, version: str | None
) -> Response:
    """Answer ``POST /v2/models/{model}/infer``.

    Raises:
        ServingError: when the model is unknown, the request malformed, or the model failed.
    """
    package, bare = find(repository, model, version)
    call.model, call.version = package.name, package.version
    asked = read_request(request.headers, request.body())
    outputs = await (_infer_tensors if bare else _infer_requests)(package, asked, call)
    return write_response(model, package.version, asked, outputs)


async def _infer_tensors(
    package: ServedPackage, asked: InferenceRequest, call: Call
) -> list[OutputTensor]:
    rows = _rows(package, asked)
    # As Python's numbers a tensor takes eight times its memory, which the collector walks through.
    asked.inputs = ()
    outputs = await package.infer(rows, call)
    return [_output(spec, outputs[spec.name]) for spec in package.network.outputs]


def _rows(package: ServedPackage, asked: InferenceRequest) -> dict[str, NDArray[Any]]:
    """Return the inputs (n, …) by name, as the network takes them."""
    specs = package.network.inputs
    given = asked.inputs_named([spec.name for spec in specs])
    rows = {spec.name: rows_of(given[spec.name], spec, package.max_queue) for spec in specs}
    if len({len(tensor) for tensor in rows.values()}) > 1:
        raise tensor_error("The inputs have different numbers of rows. Send one row of each.")
    return rows


async def _infer_requests(
    package: ServedPackage, asked: InferenceRequest, call: Call
) -> list[OutputTensor]:
    options = read_options(asked.parameters)
    requests = _requests(package.parts, asked)
    predictions: list[list[Document]] = []
    for start in range(0, len(requests), TOGETHER):
        predictions += await asyncio.gather(
            *(package.predict(one, call, options) for one in requests[start : start + TOGETHER])
        )
    return _labels(predictions) if package.prediction_kind == "labels" else _results(predictions)


def _requests(parts: Sequence[Part], asked: InferenceRequest) -> list[dict[str, Any]]:
    """Return one request per element of the inputs, each with the parts that were sent."""
    optional = [part.name for part in parts if not part.required]
    given = asked.inputs_named([part.name for part in parts], optional)
    for tensor in given.values():
        if len(tensor.shape) != 1:
            raise tensor_error(
                f"Input '{tensor.name}' has the shape {list(tensor.shape)}; the model takes [-1]: "
                "one axis, with an element for each request."
            )
    columns = {
        part.name: [_part(part, given[part.name], element) for element in strings(given[part.name])]
        for part in parts
        if part.name in given
    }
    if len({len(column) for column in columns.values()}) > 1:
        raise tensor_error("The inputs have different numbers of elements. Send one of each.")
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _part(part: Part, tensor: InputTensor, element: bytes) -> Any:
    """Return one element: a file as it is or, in JSON, in base64; a text; or JSON."""
    if part.is_file and not tensor.is_binary:
        return part_of_json(part, element.decode())
    return part_of_bytes(part, element)


def _labels(predictions: Sequence[Sequence[Document]]) -> list[OutputTensor]:
    """Return labels and scores (n, k); shorter answers end in empty labels and zeros."""
    width = max((len(one) for one in predictions), default=0)
    # Objects: the bytes of NumPy lose zeros at their ends and all have one length.
    names = np.full((len(predictions), width), b"", dtype=object)
    scores = np.zeros((len(predictions), width), np.float32)
    for row, results in enumerate(predictions):
        for column, result in enumerate(results):
            names[row, column] = result["name"].encode()
            scores[row, column] = result["score"]
    return [OutputTensor("label", "BYTES", names), OutputTensor("score", "FP32", scores)]


def _results(predictions: Sequence[Sequence[Document]]) -> list[OutputTensor]:
    """Return each answer as JSON, (n,)."""
    texts = np.empty(len(predictions), dtype=object)
    texts[:] = [orjson.dumps(one, option=orjson.OPT_SERIALIZE_NUMPY) for one in predictions]
    return [OutputTensor("results", "BYTES", texts)]


def _output(spec: Tensor, values: NDArray[np.generic]) -> OutputTensor:
    if spec.datatype != "BYTES":
        return OutputTensor(spec.name, spec.datatype, values)
    encoded = np.empty(values.shape, dtype=object)
    encoded.ravel()[:] = [str(one).encode() for one in values.ravel()]
    return OutputTensor(spec.name, spec.datatype, encoded)


def _described(tensor: Tensor) -> dict[str, Any]:
    return {
        "name": tensor.name,
        "datatype": tensor.datatype,
        "shape": [-1 if side is None else side for side in tensor.shape],
    }
