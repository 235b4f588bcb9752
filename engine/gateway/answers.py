"""What a gateway answers by itself, and what it takes out of the answers of model servers."""

from __future__ import annotations

from engine.serving import http
from engine.serving.calls import CALL_HEADER, Call
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import Response


def take_over(call: Call, response: Response) -> str | None:
    """Take what a model server says of a call out of its answer; return the error's code."""
    for place, (name, value) in enumerate(response.headers):
        if name == CALL_HEADER:
            del response.headers[place]
            return call.take_over(value)
    return None


def overloaded(what: str) -> ServingError:
    """Return the refusal of a call that may be made again soon."""
    return ServingError(
        f"{what}. Try again in a second.", code="overloaded", headers=((b"retry-after", b"1"),)
    )


def too_large(max_body_bytes: int) -> ServingError:
    """Return the refusal of a body."""
    return ServingError(
        f"The request body is longer than {max_body_bytes} bytes. Send a smaller input.",
        code="body_too_large",
        max_body_bytes=max_body_bytes,
    )


def json_answer(document: object, status: int = 200) -> Response:
    """Return a document as an answer."""
    return plain_answer(http.json_response(document, status))


def plain_answer(response: http.Response) -> Response:
    """Return an answer of the model server's protocols as it goes to a connection."""
    headers = [(b"content-type", response.content_type), *response.headers]
    return Response(response.status, headers, response.body)
