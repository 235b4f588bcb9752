"""What a request says of itself."""

from __future__ import annotations

import pytest

from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import Asked, Refusal
from engine.serving.http import Request


@pytest.mark.parametrize(
    ("url", "path", "query"),
    [
        (b"/predict", "/predict", b""),
        (b"/predict?a=b%20c?d", "/predict", b"a=b%20c?d"),
        (b"/v2/models/a%20b/infer", "/v2/models/a b/infer", b""),
        (b"http://host:80/predict?a=b", "/predict", b"a=b"),
        (b"http://host", "/", b""),
        (b"*", "*", b""),
    ],
)
def test_an_address_is_taken_apart(url: bytes, path: str, query: bytes) -> None:
    request = Request(Asked(b"GET", url, [], b"", None), 10)
    assert (request.path, request.query_string) == (path, query)


@pytest.mark.parametrize(
    ("length", "refusal", "code"),
    [
        (11, None, "body_too_large"),
        (None, "overloaded", "overloaded"),
        (None, "request_too_slow", "request_too_slow"),
    ],
)
def test_a_body_that_was_not_read_is_refused(
    length: int | None, refusal: Refusal | None, code: str
) -> None:
    asked = Asked(b"POST", b"/predict", [], b"", length, refusal=refusal)
    with pytest.raises(ServingError) as caught:
        Request(asked, 10).body()
    assert caught.value.code == code
