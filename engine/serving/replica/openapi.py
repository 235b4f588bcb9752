"""The OpenAPI description of ``/predict``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from easel.runtime import Part

from engine.serving.errors import MEANINGS
from engine.serving.packages.package import ServedPackage
from engine.serving.packages.repository import Repository
from engine.serving.protocol.fields import option_fields

PREDICT_ERRORS = (400, 401, 403, 404, 405, 413, 415, 422, 500, 503, 504)
SCORE: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 1}
OPTIONS: dict[str, dict[str, Any]] = {
    "top_num": {"type": "integer", "minimum": 1},
    "threshold": SCORE,
    "include_proba": {"type": "boolean"},
    "include_req": {"type": "boolean"},
}


def openapi_document(repository: Repository) -> dict[str, Any]:
    """Return the description, with the parts and labels of this deployment's first model."""
    package = repository.default
    options = {name: OPTIONS[name] for name in sorted(option_fields(package.prediction_kind))}
    return {
        "openapi": "3.1.0",
        "info": {"title": package.name, "version": package.version},
        "paths": {
            "/predict": {
                "post": {
                    "operationId": "predict",
                    "summary": f"Ask the model about {_listed(package.parts)}.",
                    "parameters": [
                        *(_parameter(name, schema) for name, schema in options.items()),
                        _parameter("model", {"enum": list(repository.versions())}),
                        _parameter("version", {"type": "string"}),
                    ],
                    "requestBody": {"required": True, "content": _bodies(package.parts)},
                    "responses": {
                        "200": {
                            "description": "The results, the surest first where they have scores.",
                            "content": {"application/json": {"schema": _ref("Answer")}},
                        },
                        **_problems(),
                    },
                }
            }
        },
        "components": {
            "schemas": _schemas(package, options),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
            },
        },
        "security": [{"bearer": []}, {"key": []}],
    }


def _problems() -> dict[str, Any]:
    problems = {}
    for status in PREDICT_ERRORS:
        titles = [meaning.title for meaning in MEANINGS.values() if meaning.status == status]
        problems[str(status)] = {
            "description": " ".join(titles),
            "content": {"application/problem+json": {"schema": _ref("Problem")}},
        }
    return problems


def _bodies(parts: Sequence[Part]) -> dict[str, Any]:
    """Return each way to send the parts: alone as the body, in a form, in JSON."""
    alone = {
        f"{media}*" if media.endswith("/") else media: {"schema": _form_part(part)}
        for part in parts
        for media in part.media
    }
    form = {
        "type": "object",
        "required": [part.name for part in parts if part.required],
        "properties": {part.name: _form_part(part) for part in parts},
    }
    return {
        **alone,
        "multipart/form-data": {"schema": form},
        "application/json": {"schema": _ref("Question")},
    }


def _form_part(part: Part) -> dict[str, Any]:
    return {"type": "string", "format": "binary"} if part.is_file else _json_part(part)


def _json_part(part: Part) -> dict[str, Any]:
    if part.is_file:
        return {"type": "string", "contentEncoding": "base64"}
    return {"type": "string"} if part.is_text else {"type": ["object", "array"]}


def _result(package: ServedPackage) -> dict[str, Any]:
    if package.prediction_kind != "labels":
        return {"type": "object"}
    name = {"type": "string", "examples": list(package.model.labels[:3])}
    return {
        "type": "object",
        "required": ["name", "score"],
        "properties": {"name": name, "score": SCORE},
    }


def _schemas(package: ServedPackage, options: Mapping[str, Any]) -> dict[str, Any]:
    text = {"type": "string"}
    return {
        "Question": {
            "type": "object",
            "additionalProperties": False,
            "required": [part.name for part in package.parts if part.required],
            "properties": {
                **{part.name: _json_part(part) for part in package.parts},
                **options,
                "model": text,
                "version": text,
            },
        },
        "Answer": {
            "type": "object",
            "required": ["log_id", "model", "version", "results"],
            "properties": {
                "log_id": {"type": "integer"},
                "model": text,
                "version": text,
                "results": {"type": "array", "items": _result(package)},
            },
        },
        "Problem": {
            "type": "object",
            "required": ["type", "title", "status", "detail", "code", "params"],
            "properties": {
                "type": {"type": "string"},
                "title": {"type": "string"},
                "status": {"type": "integer"},
                "detail": {"type": "string"},
                "code": {"type": "string"},
                "params": {"type": "object"},
                "log_id": {"type": "integer"},
            },
        },
    }


def _listed(parts: Sequence[Part]) -> str:
    return " and ".join(f"'{part.name}'" for part in parts)


def _parameter(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
