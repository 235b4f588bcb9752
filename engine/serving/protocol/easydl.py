"""The EasyDL shape, so that an application written for EasyDL changes only its host name.

Errors travel as ``error_code`` under HTTP 200, because such clients test ``error_code`` alone.
"""

from __future__ import annotations

from typing import Any

from engine.serving.calls import Call
from engine.serving.errors import ServingError
from engine.serving.http import Request, Response, json_response, parse_json_object
from engine.serving.images_by_url import UrlReader
from engine.serving.protocol.fields import score_fields
from engine.serving.protocol.images import image_from_base64
from engine.serving.protocol.predict import results
from engine.serving.repository import Repository

MAX_BASE64_BYTES = 4 * 1024 * 1024
SIDE_LIMITS = (15, 4096)


async def classify(
    repository: Repository, request: Request, call: Call, suffix: str, urls: UrlReader
) -> Response:
    """Answer a classification request; unknown fields are ignored, as old clients send some.

    Whoever routes requests has found the deployment by ``suffix`` already; where it is also the
    name of a model, that model answers, and the default one otherwise.

    Raises:
        ServingError: when the request or its image cannot be used, or the model failed.
    """
    if request.method != "POST":
        raise ServingError("Only POST is answered here.", code="method_not_allowed")
    served = suffix in repository.versions()
    package = repository.find(suffix) if served else repository.default
    call.model, call.version = package.name, package.version
    body = await request.body()
    if request.media_type() == "application/x-www-form-urlencoded":
        raise ServingError(
            "The body is a URL-encoded form. Send JSON, as application/json.", code="body_malformed"
        )
    document = parse_json_object(body)
    fields = score_fields(document)
    if request.query().get("input_type") == "url":
        image = await urls.read(_required(document, "url"))
    else:
        image = _image(_required(document, "image"))
    predictions = await package.classify(
        image,
        call,
        top_num=fields.top_num,
        threshold=fields.threshold,
        side_limits=SIDE_LIMITS,
    )
    return json_response({"log_id": call.log_id, "results": results(predictions)})


def error_response(error: ServingError, call: Call) -> Response:
    """Return an error in the EasyDL shape."""
    return json_response(
        {
            "error_code": error.meaning.easydl,
            "error_msg": error.message,
            "log_id": call.log_id,
        },
        headers=error.headers,
    )


def _required(document: dict[str, Any], field: str) -> object:
    if field not in document:
        raise ServingError(
            f"The JSON has no field '{field}', which is required.",
            code="field_missing",
            field=field,
        )
    value: object = document[field]
    return value


def _image(value: object) -> bytes:
    if isinstance(value, str) and len(value) > MAX_BASE64_BYTES:
        raise ServingError(
            f"The image has {len(value)} bytes as base64; at most {MAX_BASE64_BYTES} are accepted "
            "here. Send a smaller image.",
            code="image_size",
        )
    return image_from_base64(value)
