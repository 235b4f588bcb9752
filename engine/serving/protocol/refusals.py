"""How each protocol says that a request is not answered."""

from __future__ import annotations

from typing import Any

import orjson

from engine.serving.calls import Route
from engine.serving.errors import ServingError
from engine.serving.http import PROBLEM, Response, json_response

CORS = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"POST, OPTIONS"),
    (b"access-control-allow-headers", b"authorization, x-api-key, content-type"),
    (b"access-control-max-age", b"86400"),
)
"""A page of any origin may ask; it needs a token all the same, and no cookie exists to abuse."""


def refusal(route: Route, error: ServingError, log_id: int | None) -> Response:
    """Return an error in the form of a protocol; ``log_id`` is that of the call, if it is one."""
    if route == "v2":
        return _v2(error)
    return _easydl(error, log_id) if route == "easydl" else _problem(error, log_id)


def _problem(error: ServingError, log_id: int | None) -> Response:
    meaning = error.meaning
    document: dict[str, Any] = {
        "type": "about:blank",
        "title": meaning.title,
        "status": meaning.status,
        "detail": error.message,
        "code": error.code,
        "params": dict(error.params),
    }
    if log_id is not None:
        document["log_id"] = log_id
    return Response(meaning.status, orjson.dumps(document), PROBLEM, (*CORS, *error.headers))


def _v2(error: ServingError) -> Response:
    """Answer as the Open Inference Protocol has it: clients read ``error``."""
    document = {"error": error.message, "code": error.code, "params": dict(error.params)}
    return json_response(document, error.meaning.status, error.headers)


def _easydl(error: ServingError, log_id: int | None) -> Response:
    """Answer in the EasyDL manner, under HTTP 200: such clients test ``error_code`` alone."""
    document = {
        "error_code": error.meaning.easydl,
        "error_msg": error.message,
        "log_id": log_id,
    }
    return json_response(document, headers=error.headers)
