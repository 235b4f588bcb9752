"""The OpenAPI description of ``/predict``."""

from __future__ import annotations

from typing import Any

from engine.serving.errors import MEANINGS
from engine.serving.repository import Repository

PREDICT_ERRORS = (400, 401, 403, 404, 405, 413, 415, 422, 500, 503, 504)


def openapi_document(repository: Repository) -> dict[str, Any]:
    """Return the description, with this deployment's models and labels."""
    titles = {
        status: " ".join(meaning.title for meaning in MEANINGS.values() if meaning.status == status)
        for status in PREDICT_ERRORS
    }
    problems = {
        str(status): {
            "description": title,
            "content": {"application/problem+json": {"schema": _ref("Problem")}},
        }
        for status, title in titles.items()
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": repository.default.name, "version": repository.default.version},
        "paths": {
            "/predict": {
                "post": {
                    "operationId": "predict",
                    "summary": "Say what an image shows.",
                    "parameters": [
                        _parameter("top_num", {"type": "integer", "minimum": 1}),
                        _parameter("threshold", {"type": "number", "minimum": 0, "maximum": 1}),
                        _parameter("model", {"enum": list(repository.versions())}),
                        _parameter("version", {"type": "string"}),
                    ],
                    "requestBody": {"required": True, "content": _bodies()},
                    "responses": {
                        "200": {
                            "description": "Labels in descending order of score.",
                            "content": {"application/json": {"schema": _ref("Answer")}},
                        },
                        **problems,
                    },
                }
            }
        },
        "components": {
            "schemas": _schemas(list(repository.default.model.labels)),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
            },
        },
        "security": [{"bearer": []}, {"key": []}],
    }


def _bodies() -> dict[str, Any]:
    file = {"type": "string", "format": "binary"}
    form = {"type": "object", "required": ["image"], "properties": {"image": file}}
    return {
        "image/*": {"schema": file},
        "multipart/form-data": {"schema": form},
        "application/json": {"schema": _ref("Question")},
    }


def _schemas(labels: list[str]) -> dict[str, Any]:
    score = {"type": "number", "minimum": 0, "maximum": 1}
    return {
        "Question": {
            "type": "object",
            "additionalProperties": False,
            "required": ["image"],
            "properties": {
                "image": {"type": "string", "contentEncoding": "base64"},
                "top_num": {"type": "integer", "minimum": 1},
                "threshold": score,
                "model": {"type": "string"},
                "version": {"type": "string"},
            },
        },
        "Answer": {
            "type": "object",
            "required": ["log_id", "model", "version", "results"],
            "properties": {
                "log_id": {"type": "integer"},
                "model": {"type": "string"},
                "version": {"type": "string"},
                "results": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["name", "score"],
                        "properties": {
                            "name": {"type": "string", "examples": labels[:3]},
                            "score": score,
                        },
                    },
                },
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


def _parameter(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
