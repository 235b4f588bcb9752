"""What an address means: which protocol, which action, which model; and who asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.serving.calls import Route
from engine.serving.http import parse_query

MAX_REQUEST_ID_BYTES = 128
EASYDL_TASKS = frozenset(
    {
        "ImageClassification",
        "ObjectDetection",
        "ImageSegmentation",
        "SoundClassification",
        "TextClassification",
    }
)
"""What follows the deployment's name in the address of EasyDL's local servers."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address that needs a caller: which protocol, which action, which model."""

    route: Route
    action: str
    model: str = ""
    version: str | None = None


# By hand: a framework's routing takes about as long as all else of HTTP together. Callers ask for
# the same few again and again.
@lru_cache(maxsize=256)
def find_target(path: str) -> Target | None:
    """Return what an address means, ``None`` for the open routes and for nothing."""
    if path.startswith("/v2/models/"):
        return _v2_target(path[len("/v2/models/") :])
    if path == "/predict":
        return Target("predict", "infer")
    parts = path.split("/")
    if path.startswith("/rpc/2.0/ai_custom/v1/") and len(parts) == 7:
        return Target("easydl", "infer", parts[6])
    if len(parts) == 3 and parts[2] in EASYDL_TASKS:
        return Target("easydl", "infer", parts[1])
    return None


def _v2_target(rest: str) -> Target | None:
    model, *tail = rest.split("/")
    version = None
    if len(tail) >= 2 and tail[0] == "versions":
        version, tail = tail[1], tail[2:]
    actions = {(): "metadata", ("infer",): "infer", ("ready",): "ready"}
    action = actions.get(tuple(tail))
    return None if action is None or not model else Target("v2", action, model, version)


def secret_of(headers: Mapping[bytes, bytes], query_string: bytes) -> str | None:
    """Return the token or key of a request, from wherever it may be put."""
    authorization = headers.get(b"authorization")
    if authorization is not None:
        scheme, _, secret = authorization.decode("latin-1").partition(" ")
        return secret.strip() if scheme.lower() == "bearer" else ""
    key = headers.get(b"x-api-key")
    if key is not None:
        return key.decode("latin-1")
    return parse_query(query_string).get("access_token") if query_string else None


def request_id_of(headers: Mapping[bytes, bytes]) -> str | None:
    """Return what the caller calls this request, as far as a log may hold it."""
    given = headers.get(b"x-request-id")
    if given is None or len(given) > MAX_REQUEST_ID_BYTES:
        return None
    text = given.decode("latin-1")
    return text if text.isascii() and text.isprintable() else None
