"""The OpenAPI description of the two addresses that EasyDL clients call."""

from __future__ import annotations

from typing import Any

_TOKEN = {
    "type": "object",
    "required": ["access_token", "expires_in", "scope"],
    "properties": {
        "access_token": {"type": "string"},
        "expires_in": {"type": "integer"},
        "scope": {"type": "string"},
    },
}
_OAUTH_FAILURE = {
    "type": "object",
    "required": ["error", "error_description"],
    "properties": {"error": {"type": "string"}, "error_description": {"type": "string"}},
}


def _json(description: str, *schemas: dict[str, Any]) -> dict[str, Any]:
    schema = schemas[0] if len(schemas) == 1 else {"oneOf": list(schemas)}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _text(name: str, place: str, *, required: bool = True) -> dict[str, Any]:
    return {"name": name, "in": place, "required": required, "schema": {"type": "string"}}


def add_easydl_paths(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the token and prediction addresses, which are plain Django views, to the document."""
    result["paths"]["/oauth/2.0/token"] = {
        "post": {
            "operationId": "create_access_token",
            "description": "Exchange an application's client id and secret for an access token.",
            "tags": ["easydl"],
            "security": [{}],
            "parameters": [
                _text("grant_type", "query", required=False),
                _text("client_id", "query", required=False),
                _text("client_secret", "query", required=False),
            ],
            "responses": {
                "200": _json("The token", _TOKEN),
                "400": _json("The request lacks something", _OAUTH_FAILURE),
                "401": _json("Client id or secret is wrong", _OAUTH_FAILURE),
            },
        }
    }
    result["paths"]["/rpc/2.0/ai_custom/v1/{segment}/{suffix}"] = {
        "post": {
            "operationId": "call_easydl_endpoint",
            "description": "Call an endpoint in the EasyDL shape; any segment is accepted.",
            "tags": ["easydl"],
            "security": [{}],
            "parameters": [
                _text("segment", "path"),
                _text("suffix", "path"),
                _text("access_token", "query", required=False),
            ],
            "requestBody": {
                "content": {
                    "application/json": {"schema": {"type": "object", "additionalProperties": {}}}
                }
            },
            "responses": {
                "200": _json(
                    "The answer, or an error with its EasyDL code",
                    {"type": "object", "additionalProperties": {}},
                ),
            },
        }
    }
    return result
