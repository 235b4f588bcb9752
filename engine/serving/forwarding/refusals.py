"""Refusals that need no protocol of a model: of connections, and of what forwards requests."""

from __future__ import annotations

from engine.serving.forwarding.upstream import Refusal, Response

_REFUSAL = b'{"type":"about:blank","title":"%s","status":%d,"code":"%s","detail":"%s","params":{}}'


def plain_refusal(status: int, code: bytes, title: bytes, detail: bytes) -> Response:
    """Return a problem in a form that costs nothing to make."""
    body = _REFUSAL % (title, status, code, detail)
    headers = [(b"content-type", b"application/problem+json"), (b"retry-after", b"1")]
    return Response(status, headers, body)


def refused(refusal: Refusal) -> Response:
    """Return the problem of a request whose body was not read to its end."""
    if refusal == "request_too_slow":
        title = b"The request did not arrive in time."
        detail = b"The request did not arrive in time. Send it again, or a smaller one."
        return plain_refusal(408, b"request_too_slow", title, detail)
    detail = b"The bodies of all requests take too much memory. Try again in a second."
    return plain_refusal(503, b"overloaded", b"The model server is at its limit.", detail)


def malformed() -> Response:
    """Return the answer to what is not HTTP."""
    text = b"Invalid HTTP request received."
    return Response(400, [(b"content-type", b"text/plain")], text)


def failed() -> Response:
    """Return the problem of a request that failed unexpectedly."""
    detail = b"Something unexpected went wrong; the server's log has it."
    return plain_refusal(500, b"internal", b"Something unexpected went wrong.", detail)
