"""One caller's call: over a kept connection, timed, with what the model server says of it.

The connections are the gateway's own towards its replicas (``engine.serving.forwarding``): uvloop
and httptools without a layer above, so that the callers take little of the machine that they share
with what they measure.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

import orjson

from engine.serving.calls import CALL_HEADER
from engine.serving.forwarding.upstream import Asked, ReplicaAddress, ReplicaLost, Response

CONNECTION_LOST = "connection_lost"
NO_ANSWER = "no_answer"
_OK = 300


@dataclass(frozen=True)
class Answer:
    """What came of a call.

    Attributes:
        latency_ms: from the first byte sent to the last one received.
        error: the code of what went wrong, ``None`` when nothing did.
        detail: what an answer says that is no prediction.
        status: of the answer, ``None`` without one.
        queue_ms: how long the model server let it wait for the network, where that is known.
        batch_size: rows that the network ran with it.
    """

    latency_ms: float
    error: str | None = None
    detail: str = ""
    status: int | None = None
    queue_ms: float | None = None
    batch_size: float | None = None


class Client:
    """Sends the same request again and again; each caller that waits holds one connection."""

    def __init__(self, host: str, port: int, asked: Asked) -> None:
        self._address = ReplicaAddress(host, port)
        self._asked = asked

    async def call(self, seconds: float) -> Answer:
        """Call once, and wait so long for the answer."""
        started = time.perf_counter()
        try:
            async with asyncio.timeout(seconds):
                response = await self._address.ask(self._asked)
        except ReplicaLost:
            return Answer(_since(started), CONNECTION_LOST, "The connection was lost.")
        except TimeoutError:
            return Answer(_since(started), NO_ANSWER, f"No answer came within {seconds:g} seconds.")
        return _answer(response, _since(started))

    def close(self) -> None:
        """Close what is kept."""
        self._address.close()


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1e3


def _answer(response: Response, latency_ms: float) -> Answer:
    known = next((value for name, value in response.headers if name == CALL_HEADER), None)
    summary = {} if known is None else orjson.loads(known)
    error, detail = (None, "") if response.status < _OK else _problem(response)
    return Answer(
        latency_ms=latency_ms,
        error=error,
        detail=detail,
        status=response.status,
        queue_ms=summary.get("queue_ms"),
        batch_size=summary.get("batch_size"),
    )


def _problem(response: Response) -> tuple[str, str]:
    """Return code and words of a refusal."""
    code = f"http_{response.status}"
    try:
        document = orjson.loads(response.body)
    except orjson.JSONDecodeError:
        return code, ""
    if not isinstance(document, dict):
        return code, ""
    return str(document.get("code", code))[:60], str(document.get("detail", ""))[:500]
