"""What was sent with a call and what was predicted, taken out of request and answer."""

from __future__ import annotations

from typing import Any

import orjson

from engine.serving import http
from engine.serving.calls import Route
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import Asked, Response
from engine.serving.protocol.multipart import parse_form
from engine.serving.protocol.parts import parts_of_body, parts_of_form, parts_of_json
from engine.specs.requests import PARTS

_LISTS = ("results", "batch_result", "words_result")
"""Under which a model server answers results, by ``/predict`` and as EasyDL does."""


def parts_of(asked: Asked, route: Route, input_kind: str) -> dict[str, Any]:
    """Return the parts of a request, by name.

    Args:
        asked: the request.
        route: by which protocol it came. Requests of the Open Inference Protocol are tensors, and
            may be many inputs at once: they are no parts.
        input_kind: the model's kind of input.

    Raises:
        ServingError: when they cannot be read, or stand elsewhere (``input_type=url``).
    """
    if route == "v2":
        raise ServingError("A request of tensors has no parts.", code="body_malformed")
    parts = PARTS[input_kind]
    content_type = dict(asked.headers).get(b"content-type", b"")
    media_type = http.media_type_of(content_type)
    if media_type == "multipart/form-data":
        return parts_of_form(parts, parse_form(content_type, asked.body))
    # EasyDL's clients send JSON under any name.
    if media_type == "application/json" or route == "easydl":
        return parts_of_json(parts, http.parse_json_object(asked.body))
    return parts_of_body(parts, media_type, asked.body)


def results_of(response: Response) -> list[dict[str, Any]]:
    """Return the results of an answer as ``/predict`` has them.

    Raises:
        ServingError: ``body_malformed`` when it holds none.
    """
    try:
        document = orjson.loads(response.body)
    except orjson.JSONDecodeError:
        document = None
    if isinstance(document, dict):
        found = next((document[name] for name in _LISTS if name in document), None)
        if isinstance(found, dict):
            # A forecast, by columns.
            found = [
                dict(zip(found, row, strict=True)) for row in zip(*found.values(), strict=True)
            ]
        if isinstance(found, list) and all(isinstance(one, dict) for one in found):
            return found
    raise ServingError("The answer holds no results.", code="body_malformed")
