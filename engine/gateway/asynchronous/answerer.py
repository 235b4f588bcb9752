"""How an asynchronous prediction is answered: as a live call is, but for who waits."""

from __future__ import annotations

import time
from dataclasses import dataclass

from engine.gateway.answers import plain_answer, take_over
from engine.gateway.follow_ups import FollowUps
from engine.gateway.model_servers import ModelServers
from engine.gateway.places import Place
from engine.gateway.requests import named_version
from engine.gateway.routes import Route
from engine.serving.calls import TIMEOUT_HEADER, Call
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import Asked, Response
from engine.serving.protocol.addresses import Target
from engine.serving.protocol.refusals import refusal
from engine.specs.asynchronous import WaitingPrediction

PREDICT = Target("predict", "infer")
_TEMPORARY = frozenset({"overloaded", "unavailable"})
_LOST = "replica_lost"


@dataclass(frozen=True)
class Outcome:
    """What came of a try: the call as it is logged, and what a caller would have been answered."""

    call: Call
    response: Response
    error_code: str | None

    @property
    def is_lost(self) -> bool:
        """Tell whether each replica that was given the call ended."""
        return self.error_code == _LOST

    @property
    def is_temporary(self) -> bool:
        """Tell whether another try may end otherwise."""
        return self.is_lost or self.error_code in _TEMPORARY


def place_of(suffix: str) -> Place:
    """Return what a prediction of a deployment asks for, now or later."""
    return Place(suffix, "/predict", PREDICT)


class Answerer:
    """Puts calls that were accepted to model servers."""

    def __init__(self, servers: ModelServers, follow_ups: FollowUps) -> None:
        self._servers = servers
        self._follow_ups = follow_ups

    async def answer(
        self, route: Route, call: Call, record: WaitingPrediction, body: bytes, seconds: float
    ) -> Outcome:
        """Try once.

        Args:
            route: the deployment.
            call: takes note of revision and answer.
            record: the call as it was accepted.
            body: that of its request.
            seconds: how long its answer may take.
        """
        try:
            return await self._ask(route, call, record, body, seconds)
        except ServingError as error:
            answer = plain_answer(refusal("async", error, call.log_id))
            return Outcome(call, answer, error.code)

    async def _ask(
        self, route: Route, call: Call, record: WaitingPrediction, body: bytes, seconds: float
    ) -> Outcome:
        place = place_of(route.spec.suffix)
        headers = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in record.headers
        ]
        query = record.query.encode("latin-1")
        asked = Asked(b"POST", b"/predict", headers, body, None)
        if route.spec.unavailable is not None:
            raise ServingError(route.spec.unavailable, code="unavailable")
        known = dict(headers)
        version = named_version(place, asked, known, query, route.revisions)
        revision = route.choose(record.caller, known, version)
        call.revision, call.version = revision.number, revision.version
        if revision.unavailable is not None:
            raise ServingError(revision.unavailable, code="unavailable")
        revision.last_called = time.time()
        inner = self._servers.inner(place, asked, query, call)
        inner.headers.append((TIMEOUT_HEADER, b"%.3f" % seconds))
        response = await self._servers.ask(route, revision, inner, seconds)
        error_code = take_over(call, response)
        if response.status < 500:
            self._follow_ups.begin(route, inner, asked, call, response)
        return Outcome(call, response, error_code)
