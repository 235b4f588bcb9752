"""The EasyDL shape, so that an application written for EasyDL changes only its host name.

Errors travel as ``error_code`` under HTTP 200, because such clients test ``error_code`` alone.
"""

from __future__ import annotations

from typing import Any

from engine.serving.calls import Call
from engine.serving.errors import ServingError
from engine.serving.files_by_url import UrlReader
from engine.serving.http import (
    Request,
    Response,
    json_response,
    parse_json_object,
    require_uncompressed,
)
from engine.serving.packages.package import ServedPackage
from engine.serving.packages.repository import Repository
from engine.serving.protocol.easydl_responses import wrap
from engine.serving.protocol.fields import option_fields
from engine.serving.protocol.parts import missing, part_of_json, parts_of_json
from engine.serving.protocol.predict_options import read_options

MAX_BASE64_BYTES = 4 * 1024 * 1024
# EasyDL refuses sides below 15 pixels, too; a model here answers for what it was trained on.
MAX_SIDE = 4096


async def predict(
    repository: Repository, request: Request, call: Call, suffix: str, urls: UrlReader
) -> Response:
    """Answer a request; unknown fields are ignored, as old clients send some.

    Whoever routes requests has found the deployment by ``suffix`` already; where it is also the
    name of a model, that model answers, and the default one otherwise.

    Raises:
        ServingError: when the request or its input cannot be used, or the model failed.
    """
    if request.method != "POST":
        raise ServingError("Only POST is answered here.", code="method_not_allowed")
    served = suffix in repository.versions()
    package = repository.find(suffix) if served else repository.default
    call.model, call.version = package.name, package.version
    body = request.body()
    require_uncompressed(request.headers)
    if request.media_type() == "application/x-www-form-urlencoded":
        raise ServingError(
            "The body is a URL-encoded form. Send JSON, as application/json.", code="body_malformed"
        )
    document = parse_json_object(body)
    fields = option_fields(package.prediction_kind) & set(document)
    options = read_options({name: document[name] for name in fields})
    if request.query().get("input_type") == "url":
        parts = await _parts_by_url(package, document, urls)
    else:
        parts = _parts(package, document)
    results = await package.predict(parts, call, options, max_side=MAX_SIDE)
    return json_response({"log_id": call.log_id, **wrap(package.prediction_kind, results)})


def _parts(package: ServedPackage, document: dict[str, Any]) -> dict[str, Any]:
    for part in package.parts:
        value = document.get(part.name)
        if part.is_file and isinstance(value, str) and len(value) > MAX_BASE64_BYTES:
            raise ServingError(
                f"The field '{part.name}' has {len(value)} bytes as base64; at most "
                f"{MAX_BASE64_BYTES} are accepted here. Send a smaller file.",
                code="input_size",
            )
    return parts_of_json(package.parts, document)


async def _parts_by_url(
    package: ServedPackage, document: dict[str, Any], urls: UrlReader
) -> dict[str, Any]:
    """Fetch the first file of a request from its address; other parts are in the JSON."""
    fetched = next((part for part in package.parts if part.is_file), None)
    if fetched is None:
        raise ServingError(
            "The model takes no file, so there is nothing to fetch. Leave out 'input_type'.",
            code="field_invalid",
            field="input_type",
        )
    if "url" not in document:
        raise missing(fetched, "The JSON has no field 'url', which is required.")
    others = {
        part.name: part_of_json(part, document[part.name])
        for part in package.parts
        if part is not fetched and part.name in document
    }
    return {fetched.name: await urls.read(document["url"]), **others}
