"""What callers are told of an asynchronous prediction, as JSON."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from engine.gateway.answers import plain_answer
from engine.serving import http
from engine.serving.forwarding.upstream import Response
from engine.specs.asynchronous import FinishedPrediction, WaitingPrediction

CORS = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET, POST, DELETE, OPTIONS"),
    (
        b"access-control-allow-headers",
        b"authorization, x-api-key, content-type, easel-webhook, easel-revision, easel-feedback",
    ),
    (b"access-control-expose-headers", b"location, retry-after"),
    (b"access-control-max-age", b"86400"),
)
"""A page of any origin may ask, and read where a prediction is and when to ask for it."""
_LONGEST_WAIT_SECONDS = 30


def waiting_response(record: WaitingPrediction) -> Response:
    """Return how a call is that is not finished, and when to ask again: the older, the later."""
    age = (datetime.now(UTC) - record.created_at).total_seconds()
    wait = max(1, min(_LONGEST_WAIT_SECONDS, int(age / 4)))
    return json_response(waiting_document(record), headers=((b"retry-after", b"%d" % wait),))


def finished_response(record: FinishedPrediction, result: bytes, keep: timedelta) -> Response:
    """Return what became of a call; ``keep`` is how long that is known."""
    document = {
        **_document(record.id, record.status, record.created_at, record.started_at),
        "finished_at": record.finished_at,
        "expires_at": record.finished_at + keep,
        "revision": record.revision,
        "version": record.version,
    }
    if record.http_status is not None:
        document["response"] = _answered(record.http_status, record.content_type or "", result)
    if record.error is not None:
        document["error"] = record.error
    return json_response(document)


def waiting_document(record: WaitingPrediction) -> dict[str, Any]:
    """Describe a call that is not finished."""
    status = "running" if record.is_running else "queued"
    return _document(record.id, status, record.created_at, record.started_at)


def json_response(
    document: object, status: int = 200, headers: tuple[tuple[bytes, bytes], ...] = ()
) -> Response:
    """Return a document as an answer that a page of any origin may read."""
    return plain_answer(http.json_response(document, status, (*CORS, *headers)))


def _document(
    prediction_id: str, status: str, created_at: datetime, started_at: datetime | None
) -> dict[str, Any]:
    return {
        "id": prediction_id,
        "status": status,
        "created_at": created_at,
        "started_at": started_at,
        "finished_at": None,
        "expires_at": None,
    }


def _answered(status: int, content_type: str, result: bytes) -> dict[str, Any]:
    known = {"status": status, "content_type": content_type}
    if "json" in content_type:
        # It is JSON already, and may be long.
        return {**known, "body": orjson.Fragment(result)}
    return {**known, "body_base64": base64.b64encode(result).decode()}
