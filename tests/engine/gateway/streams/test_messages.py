"""What ends a stream of messages, and what does not."""

from __future__ import annotations

import json
from typing import cast

import pytest

from engine.gateway.streams.calls import Answer, CallSender
from engine.gateway.streams.connection import FAILED, POLICY, Connection
from engine.gateway.streams.messages import MAX_ERRORS_IN_A_ROW, MessageStream
from engine.serving.bodies import Bodies


class _Connection:
    """Notes how the stream ends."""

    is_closing = False

    def __init__(self) -> None:
        self.closed_with: int | None = None

    def send(self, document: bytes) -> None:
        json.loads(document)

    def begin_close(self, code: int, reason: str) -> None:
        assert reason
        self.closed_with = code


class _Sender:
    options: dict[str, str] = {}
    is_known = True


def _closed_after(*answers: Answer) -> int | None:
    connection = _Connection()
    stream = MessageStream(
        cast(Connection, connection), cast(CallSender, _Sender()), Bodies(1000), 16, None
    )
    for number, answer in enumerate(answers, 1):
        stream.send_answer(answer, {"message": number})
    return connection.closed_with


def _answer(status: int, code: str) -> Answer:
    return Answer(status, json.dumps({"code": code, "detail": "It failed."}).encode())


@pytest.mark.parametrize(
    ("status", "code", "closed_with"),
    [
        (500, "internal", FAILED),
        (422, "image_invalid", POLICY),
        (429, "rate_limited", None),
        (503, "overloaded", None),
    ],
)
def test_many_errors_in_a_row_end_a_stream_unless_they_pass(
    status: int, code: str, closed_with: int | None
) -> None:
    errors = [_answer(status, code)] * MAX_ERRORS_IN_A_ROW
    fine = Answer(200, b'{"results": []}')

    assert _closed_after(*errors) == closed_with
    assert _closed_after(*errors[:-1], fine, *errors[:-1]) is None
