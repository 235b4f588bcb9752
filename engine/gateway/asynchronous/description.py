"""What the OpenAPI document of an endpoint says of asynchronous predictions."""

from __future__ import annotations

from typing import Any

import orjson

from engine.gateway.places import PREDICTIONS
from engine.serving.forwarding.upstream import Response

OPENAPI = "/openapi.json"
_TIME = {"type": ["string", "null"], "format": "date-time"}


def with_predictions(response: Response) -> Response:
    """Return the description that a model server gave, with the addresses of predictions."""
    if response.status != 200:
        return response
    document = orjson.loads(response.body)
    predict = document["paths"]["/predict"]["post"]
    document["paths"] |= {
        PREDICTIONS: {"post": _accepting(predict)},
        f"{PREDICTIONS}/{{id}}": {
            "parameters": [_parameter("id", "path", {"type": "string", "format": "uuid"})],
            "get": _operation("get_prediction", "See how a prediction is.", 200),
            "delete": {
                **_operation("delete_prediction", "Cancel a call that waits.", 200),
                "description": "Of a prediction that is finished, the result is deleted (204).",
            },
        },
    }
    document["components"]["schemas"]["Prediction"] = _prediction()
    return Response(response.status, response.headers, orjson.dumps(document))


def _accepting(predict: dict[str, Any]) -> dict[str, Any]:
    webhook = _parameter("Easel-Webhook", "header", {"type": "string"})
    made = _operation("create_prediction", "Have a call answered later.", 202)
    return {
        **made,
        "parameters": [*predict["parameters"], webhook],
        "requestBody": predict["requestBody"],
        "responses": {
            **{key: one for key, one in predict["responses"].items() if key != "200"},
            **made["responses"],
        },
    }


def _operation(name: str, summary: str, status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Prediction"}
    answer = {"description": summary, "content": {"application/json": {"schema": schema}}}
    return {"operationId": name, "summary": summary, "responses": {str(status): answer}}


def _parameter(name: str, where: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _prediction() -> dict[str, Any]:
    answer = {
        "type": "object",
        "required": ["status", "content_type"],
        "properties": {
            "status": {"type": "integer"},
            "content_type": {"type": "string"},
            "body": {"$ref": "#/components/schemas/Answer"},
            "body_base64": {"type": "string", "contentEncoding": "base64"},
        },
    }
    return {
        "type": "object",
        "required": ["id", "status", "created_at", "started_at", "finished_at", "expires_at"],
        "properties": {
            "id": {"type": "string", "format": "uuid"},
            "status": {"enum": ["queued", "running", "succeeded", "failed", "canceled"]},
            "created_at": {"type": "string", "format": "date-time"},
            "started_at": _TIME,
            "finished_at": _TIME,
            "expires_at": _TIME,
            "revision": {"type": ["integer", "null"]},
            "version": {"type": ["string", "null"]},
            "response": answer,
            "error": {"$ref": "#/components/schemas/Problem"},
        },
    }
