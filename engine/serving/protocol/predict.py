"""``/predict`` for people: an image file, a form or JSON in; names and scores out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from easel.runtime import Prediction

from engine.serving.calls import Call
from engine.serving.errors import ServingError
from engine.serving.http import PROBLEM, Request, Response, json_response, parse_json_object
from engine.serving.protocol.fields import ScoreFields, parse_score_fields, score_fields
from engine.serving.protocol.images import image_from_base64
from engine.serving.protocol.multipart import parse_form
from engine.serving.repository import Repository

CORS = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"POST, OPTIONS"),
    (b"access-control-allow-headers", b"authorization, x-api-key, content-type"),
    (b"access-control-max-age", b"86400"),
)
"""A page of any origin may ask; it needs a token all the same, and no cookie exists to abuse."""

JSON_FIELDS = frozenset({"image", "top_num", "threshold", "model", "version"})
QUERY_FIELDS = frozenset({"top_num", "threshold", "model", "version", "access_token"})
FILE_PARTS = ("image", "file")


@dataclass(frozen=True)
class _Asked:
    image: bytes
    fields: ScoreFields
    model: str | None
    version: str | None


async def predict(repository: Repository, request: Request, call: Call) -> Response:
    """Answer ``POST /predict``.

    Raises:
        ServingError: when the request or its image cannot be used, or the model failed.
    """
    asked = _read(request, await request.body())
    package = repository.default
    if asked.model is not None:
        package = repository.find(asked.model, asked.version)
    call.model, call.version = package.name, package.version
    predictions = await package.classify(
        asked.image, call, top_num=asked.fields.top_num, threshold=asked.fields.threshold
    )
    return json_response(
        {
            "log_id": call.log_id,
            "model": package.name,
            "version": package.version,
            "results": results(predictions),
        },
        headers=CORS,
    )


def results(predictions: list[Prediction]) -> list[dict[str, Any]]:
    """Return predictions as every JSON answer shows them: scores with six digits."""
    return [{"name": one.name, "score": round(one.score, 6)} for one in predictions]


def problem(error: ServingError, call: Call | None) -> Response:
    """Return an error as problem+json."""
    meaning = error.meaning
    document: dict[str, Any] = {
        "type": "about:blank",
        "title": meaning.title,
        "status": meaning.status,
        "detail": error.message,
        "code": error.code,
        "params": dict(error.params),
    }
    if call is not None:
        document["log_id"] = call.log_id
    return Response(meaning.status, orjson.dumps(document), PROBLEM, (*CORS, *error.headers))


def _read(request: Request, body: bytes) -> _Asked:
    query = request.query()
    _refuse_unknown(query, QUERY_FIELDS)
    kind = request.media_type()
    if kind == "application/json":
        return _read_json(query, parse_json_object(body))
    if kind == "multipart/form-data":
        return _read_form(query, parse_form(request.headers[b"content-type"], body))
    if kind == "application/x-www-form-urlencoded" and not body.startswith((b"\xff\xd8", b"\x89P")):
        raise ServingError(
            "The body is a URL-encoded form, which cannot carry an image. Send the image file "
            "itself, a multipart form, or JSON.",
            code="media_type_unsupported",
        )
    if not body:
        raise ServingError(
            "The body is empty. Send an image file, a multipart form, or JSON.",
            code="field_missing",
            field="image",
        )
    return _Asked(body, parse_score_fields(query), query.get("model"), query.get("version"))


def _read_json(query: Mapping[str, str], document: Mapping[str, Any]) -> _Asked:
    _refuse_unknown(document, JSON_FIELDS)
    if "image" not in document:
        raise _no_image("The JSON has no field 'image'. Put the image file there in base64.")
    for name in ("model", "version"):
        if not isinstance(document.get(name, ""), str):
            raise ServingError(
                f"The field '{name}' must be text.", code="field_invalid", field=name
            )
    fields = score_fields(document)
    from_query = parse_score_fields(query)
    return _Asked(
        image_from_base64(document["image"]),
        ScoreFields(
            fields.top_num if fields.top_num is not None else from_query.top_num,
            fields.threshold if fields.threshold is not None else from_query.threshold,
        ),
        document.get("model", query.get("model")),
        document.get("version", query.get("version")),
    )


def _read_form(query: Mapping[str, str], parts: Mapping[str, bytes]) -> _Asked:
    _refuse_unknown(parts, JSON_FIELDS | set(FILE_PARTS))
    image = next((parts[name] for name in FILE_PARTS if name in parts), None)
    if image is None:
        raise _no_image("The form has no part 'image'. Attach the image file under that name.")
    texts = {
        name: value.decode("utf-8", "replace")
        for name, value in parts.items()
        if name not in FILE_PARTS
    }
    texts = {**query, **texts}
    return _Asked(image, parse_score_fields(texts), texts.get("model"), texts.get("version"))


def _refuse_unknown(fields: Mapping[str, object], known: frozenset[str] | set[str]) -> None:
    unknown = sorted(set(fields) - known)
    if unknown:
        raise ServingError(
            f"The field '{unknown[0][:60]}' is not known. Known: {', '.join(sorted(known))}.",
            code="field_unknown",
            field=unknown[0][:60],
        )


def _no_image(message: str) -> ServingError:
    return ServingError(message, code="field_missing", field="image")
