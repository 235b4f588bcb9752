"""Open Inference Protocol V2 over HTTP, with JSON and binary tensors.

Each package is two models: ``NAME`` takes image files and answers labels and scores, and
``NAME.tensors`` is the bare network.
"""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
from easel.runtime import Prediction

from engine.serving.calls import Call
from engine.serving.http import Request, Response, json_response
from engine.serving.protocol.fields import score_fields
from engine.serving.protocol.images import image_from_base64
from engine.serving.protocol.tensors import (
    InferenceRequest,
    OutputTensor,
    float_rows,
    read_request,
    strings,
    write_response,
)
from engine.serving.repository import Repository, ServedPackage
from engine.version import ENGINE_VERSION

TENSORS_SUFFIX = ".tensors"
SERVER_NAME = "easel"
EXTENSIONS = ["binary_tensor_data"]
TOGETHER = 32
"""Image files of one request that are decoded and run at the same time."""


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
        network = package.model.manifest
        inputs = [_tensor(x.name, x.datatype, x.shape) for x in network.inputs]
        outputs = [_tensor(x.name, x.datatype, x.shape) for x in network.outputs[:1]]
    else:
        inputs = [_tensor("image", "BYTES", (None,))]
        outputs = [
            _tensor("label", "BYTES", (None, None)),
            _tensor("score", "FP32", (None, None)),
        ]
    return json_response(
        {
            "name": model,
            "versions": repository.versions()[package.name],
            "platform": "onnxruntime_onnx" if bare else "easel_pipeline",
            "inputs": inputs,
            "outputs": outputs,
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
    asked = read_request(request.headers, await request.body())
    outputs = await (_infer_tensors if bare else _infer_images)(package, asked, call)
    return write_response(model, package.version, asked, outputs)


async def _infer_tensors(
    package: ServedPackage, asked: InferenceRequest, call: Call
) -> list[OutputTensor]:
    network = package.model.manifest
    given = network.inputs[0]
    rows = float_rows(asked.only_input(given.name), given.shape[1:], package.max_queue)
    outputs = await package.infer(rows, call)
    return [OutputTensor(network.outputs[0].name, "FP32", outputs)]


async def _infer_images(
    package: ServedPackage, asked: InferenceRequest, call: Call
) -> list[OutputTensor]:
    fields = score_fields(asked.parameters)
    tensor = asked.only_input("image")
    files = strings(tensor)
    if not tensor.is_binary:
        files = [image_from_base64(text.decode()) for text in files]
    ranked: list[list[Prediction]] = []
    for start in range(0, len(files), TOGETHER):
        ranked += await asyncio.gather(
            *(
                package.classify(file, call, top_num=fields.top_num, threshold=fields.threshold)
                for file in files[start : start + TOGETHER]
            )
        )
    width = max((len(one) for one in ranked), default=0)
    names = np.full((len(ranked), width), b"", dtype=object)
    scores = np.zeros((len(ranked), width), np.float32)
    for row, predictions in enumerate(ranked):
        for column, prediction in enumerate(predictions):
            names[row, column] = prediction.name.encode()
            scores[row, column] = prediction.score
    return [OutputTensor("label", "BYTES", names), OutputTensor("score", "FP32", scores)]


def _tensor(name: str, datatype: str, shape: tuple[int | None, ...]) -> dict[str, Any]:
    return {
        "name": name,
        "datatype": datatype,
        "shape": [-1 if side is None else side for side in shape],
    }
