"""What the OpenAPI document of an endpoint says of streams."""

from __future__ import annotations

from typing import Any

import orjson

from engine.gateway.places import STREAM
from engine.gateway.streams.calls import SAMPLE_RATE
from engine.serving.forwarding.upstream import Response

_EVENTS = (
    "With 'Accept: text/event-stream': an event 'result' for each of 'inputs' as soon as it is "
    "there, and an event 'end' with counts."
)
_STREAM = (
    "A WebSocket. A text message is a request in JSON, a binary one the file itself; each is "
    "answered with a text message: the document of /predict with 'message', its number. Of files "
    "that wait the newest is answered, the others are answered 'skipped'. With sample_rate binary "
    "messages are 16-bit samples of speech."
)


def with_streams(response: Response) -> Response:
    """Return the description of an endpoint, with its streams."""
    if response.status != 200:
        return response
    document = orjson.loads(response.body)
    predict = document["paths"]["/predict"]["post"]
    answered = predict["responses"]["200"].setdefault("content", {})
    answered["text/event-stream"] = {"schema": {"type": "string", "description": _EVENTS}}
    document["paths"][STREAM] = {"get": _opening(predict)}
    return Response(response.status, response.headers, orjson.dumps(document))


def _opening(predict: dict[str, Any]) -> dict[str, Any]:
    rate = {"type": "integer", "minimum": 8000, "maximum": 48000}
    refusals = {
        key: one for key, one in predict["responses"].items() if key in ("401", "403", "503")
    }
    return {
        "operationId": "open_stream",
        "summary": "Have many inputs answered on one connection.",
        "description": _STREAM,
        "parameters": [
            *predict["parameters"],
            {"name": SAMPLE_RATE, "in": "query", "required": False, "schema": rate},
        ],
        "responses": {
            "101": {"description": "The connection is a WebSocket."},
            "426": {"description": "The request did not ask for a WebSocket."},
            **refusals,
        },
    }
