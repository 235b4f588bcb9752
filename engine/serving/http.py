"""The little of HTTP that the inference routes need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote

import httptools
import orjson

from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import Asked, Refusal
from engine.specs.request_timeouts import BodyTimeouts

Headers = Sequence[tuple[bytes, bytes]]

JSON = b"application/json"
PROBLEM = b"application/problem+json"
TIMEOUTS = BodyTimeouts()


@dataclass(slots=True)
class Response:
    """One answer; ``headers`` go beside content type and length."""

    status: int
    body: bytes
    content_type: bytes = JSON
    headers: Headers = ()


def json_response(document: object, status: int = 200, headers: Headers = ()) -> Response:
    """Return a document as JSON."""
    body = orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY)
    return Response(status, body, JSON, headers)


class Request:
    """One request: its headers as a mapping (the last of a name wins) and its bounded body."""

    __slots__ = (
        "_asked",
        "_max_body_bytes",
        "headers",
        "headers_at",
        "method",
        "path",
        "query_string",
    )

    def __init__(self, asked: Asked, max_body_bytes: int) -> None:
        self.method = asked.method.decode("latin-1")
        self.path, self.query_string = _path_and_query(asked.url)
        self.headers = dict(asked.headers)
        self.headers_at = asked.headers_at
        self._asked = asked
        self._max_body_bytes = max_body_bytes

    def query(self) -> dict[str, str]:
        """Return the query's fields; the last of a name wins."""
        return parse_query(self.query_string)

    def media_type(self) -> str:
        """Return the content type in lower case, without parameters."""
        return media_type_of(self.headers.get(b"content-type", b""))

    def body(self) -> bytes:
        """Return the body.

        Raises:
            ServingError: ``body_too_large``, ``request_too_slow``, or ``overloaded`` when the
                bodies of other requests fill the memory that there is for them.
        """
        if self._asked.refusal is not None:
            raise _NOT_READ[self._asked.refusal]()
        if self._asked.refused_length is not None:
            raise ServingError(
                f"The request body is longer than {self._max_body_bytes} bytes. Send a smaller "
                "input.",
                code="body_too_large",
                max_body_bytes=self._max_body_bytes,
            )
        return self._asked.body


def _too_slow() -> ServingError:
    return ServingError(
        f"The request did not arrive in time: {TIMEOUTS.idle_seconds:.0f} seconds without a byte, "
        f"or fewer than {TIMEOUTS.bytes_per_second:.0f} bytes a second. Send it again, or a "
        "smaller one.",
        code="request_too_slow",
    )


def _no_room() -> ServingError:
    return ServingError(
        "The bodies of all requests take too much memory. Try again in a second, or add replicas.",
        code="overloaded",
        headers=((b"retry-after", b"1"),),
    )


_NOT_READ: Mapping[Refusal, Callable[[], ServingError]] = {
    "request_too_slow": _too_slow,
    "overloaded": _no_room,
}


def split_url(url: bytes) -> tuple[bytes, bytes]:
    """Return the path and the query of what a request asks for, both as they were sent."""
    if url.startswith(b"/"):
        path, _, query = url.partition(b"?")
        return path, query
    # Who goes through a proxy may name the whole address.
    try:
        parsed = httptools.parse_url(url)
    except httptools.HttpParserInvalidURLError:
        return b"", b""
    return parsed.path or b"/", parsed.query or b""


def _path_and_query(url: bytes) -> tuple[str, bytes]:
    path, query = split_url(url)
    text = path.decode("latin-1")
    return (unquote(text) if "%" in text else text), query


def media_type_of(content_type: bytes) -> str:
    """Return a content type in lower case, without parameters."""
    return content_type.decode("latin-1").partition(";")[0].strip().lower()


def parse_query(query_string: bytes) -> dict[str, str]:
    """Return the fields of a query; the last of a name wins."""
    if not query_string:
        return {}
    text = query_string.decode("latin-1")
    return {name: values[-1] for name, values in parse_qs(text, keep_blank_values=True).items()}


def require_uncompressed(headers: Mapping[bytes, bytes]) -> None:
    """Refuse a body that its header says is compressed.

    Raises:
        ServingError: ``media_type_unsupported``.
    """
    encoding = headers.get(b"content-encoding", b"").strip().lower()
    if encoding not in (b"", b"identity"):
        raise ServingError(
            "Compressed request bodies are not read. Send the body as it is, without "
            "Content-Encoding.",
            code="media_type_unsupported",
        )


def parse_json_object(body: bytes) -> dict[str, Any]:
    """Parse a body that must be one JSON object.

    Raises:
        ServingError: ``body_not_json``.
    """
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise ServingError(
            f"The body is not valid JSON ({error}). Send a JSON object.", code="body_not_json"
        ) from error
    if not isinstance(document, dict):
        raise ServingError(
            "The body is JSON, but not an object. Send a JSON object.", code="body_not_json"
        )
    return document
