"""What a gateway answers: find the deployment, check the caller, choose a revision, pass on."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from pathlib import Path

from engine.errors import EngineError
from engine.gateway.answers import json_answer, overloaded, plain_answer, take_over, too_large
from engine.gateway.asynchronous.answerer import Answerer
from engine.gateway.asynchronous.description import OPENAPI, with_predictions
from engine.gateway.asynchronous.documents import CORS as PREDICTIONS_CORS
from engine.gateway.asynchronous.predictions import Asking, Predictions
from engine.gateway.asynchronous.queues import Queues
from engine.gateway.counters.counters import Counters
from engine.gateway.feedback import PATH as FEEDBACK
from engine.gateway.follow_ups import FollowUps
from engine.gateway.limits import Taken
from engine.gateway.model_servers import ModelServers
from engine.gateway.own_addresses import respond
from engine.gateway.places import PREDICTIONS, STREAM, Place, find_place, is_prediction
from engine.gateway.requests import named_version, peer_of
from engine.gateway.routes import Route, Routes, require_network
from engine.gateway.streams.calls import GatewayAccess
from engine.gateway.streams.description import with_streams
from engine.gateway.streams.events import Events, wants_events
from engine.gateway.streams.handshake import ALLOW
from engine.gateway.streams.streams import Streams
from engine.serving import http
from engine.serving.bodies import Bodies
from engine.serving.calls import CALL_HEADER, Call
from engine.serving.errors import ServingError
from engine.serving.forwarding.caller import OpenConnection
from engine.serving.forwarding.refusals import refused
from engine.serving.forwarding.upstream import Asked, Headers, Response
from engine.serving.metrics import Metrics
from engine.serving.protocol.addresses import request_id_of, secret_of
from engine.serving.protocol.refusals import CORS, refusal
from engine.specs.gateway import GatewaySpec
from engine.specs.serving import LOAD_TEST_CALLER

logger = logging.getLogger(__name__)

FLUSH_SECONDS = 1.0
"""So much of what is counted may be forgotten when a process is killed."""
MIN_BODY_BYTES = 16 * 2**20
"""Bodies of this size are always read whole before anything is said of them."""

_random = random.Random()
"""Seeded by the system; ids need to differ, not to be unguessable."""


def _no_news() -> GatewaySpec | None:
    """Say that the spec has not changed."""
    return None


class Gateway:
    """Answers all requests of a gateway's process; a ``Forwarder`` of connections.

    Attributes:
        routes: the deployments.
        servers: what passes calls on.
        queues: the asynchronous predictions.
        error: why the newest spec is not gone by, ``None`` when it is.
    """

    def __init__(
        self,
        spec: GatewaySpec,
        work: Path,
        metrics: Metrics,
        counters: Counters,
        newer_spec: Callable[[], GatewaySpec | None] = _no_news,
    ) -> None:
        """Prepare to answer.

        Args:
            spec: what is answered for.
            work: folder of logs and samples.
            metrics: where calls are counted for Prometheus.
            counters: where calls are counted against limits.
            newer_spec: asked with each call whether something changed.

        Raises:
            SpecError: ``public_key_invalid``.
        """
        self.bodies = Bodies(spec.max_bodies_bytes)
        self.callers: set[OpenConnection] = set()
        self.is_draining = False
        self._max_body_bytes = MIN_BODY_BYTES
        self.error: dict[str, str] | None = None
        self._metrics = metrics
        self._counters = counters
        self._newer_spec = newer_spec
        self._follow_ups = FollowUps(work)
        self._next_flush = 0.0
        self.routes = Routes(work, metrics)
        self.servers = ModelServers(self.routes, self.renew)
        answerer = Answerer(self.servers, self._follow_ups)
        self.queues = Queues(work, self.routes, answerer, counters, self.bodies, metrics)
        self._predictions = Predictions(self.queues, counters, self._count)
        access = GatewayAccess(self.routes, self.forward, self.renew)
        self._streams = Streams(access, self.bodies, self.callers)
        self._events = Events(access, lambda: self.is_draining)
        self.change(spec)

    def change(self, spec: GatewaySpec) -> None:
        """Take over a new spec; address and number of processes stay.

        Raises:
            SpecError: ``public_key_invalid``; what was answered before is answered on.
        """
        self.routes.change(spec)
        self._spec = spec
        self._streams.proxies = spec.trusted_proxies
        self.servers.change(spec)
        # What a deployment takes is looked at once it is known which one is meant.
        self._max_body_bytes = max(MIN_BODY_BYTES, *(one.max_body_bytes for one in spec.routes), 0)

    def renew(self) -> None:
        """Take over the spec when it changed; one that is not valid changes nothing."""
        try:
            newer = self._newer_spec()
            if newer is not None:
                self.change(newer)
                self.error = None
        except EngineError as error:
            self.error = {"code": error.code, "message": error.message}
            logger.error("spec not taken over", extra={"code": error.code})

    def max_body_of(self, url: bytes, headers: Headers) -> int:
        """Return how long a body may be to be kept, before it is known what it is for."""
        return self._max_body_bytes

    async def forward(self, asked: Asked) -> Response:
        """Answer one request."""
        if asked.refusal is not None:
            return refused(asked.refusal)
        self.renew()
        path, query = http.split_url(asked.url)
        place = find_place(path.decode("latin-1"))
        if place is None:
            return self._respond_by_itself(asked, path.decode("latin-1"))
        if place.target is None:
            return await self._respond_beside(place, asked, query)
        if asked.method == b"OPTIONS":
            return plain_answer(http.Response(204, b"", headers=CORS))
        headers = dict(asked.headers)
        if wants_events(place, asked, headers):
            return await self._respond_in_events(place, asked, headers, query)
        call = Call(place.target.route)
        call.request_id = _request_id(headers)
        error_code: str | None = None
        route: Route | None = None
        try:
            route = self.routes.find(place.suffix)
            response = await self._respond(route, place, asked, headers, query, call)
        except ServingError as error:
            error_code = error.code
            response = plain_answer(refusal(call.route, error, call.log_id))
        else:
            error_code = take_over(call, response)
        response.headers.append((b"x-request-id", call.request_id.encode()))
        if call.is_test:
            # Whoever measures is told where the time went; nobody else learns of the call.
            response.headers.append((CALL_HEADER, call.summary(error_code)))
        elif route is not None and place.target.action == "infer":
            route.calls.add(call, status=response.status, error_code=error_code)
            self._log(route, call, response.status, error_code)
        return response

    async def tick(self) -> None:
        """Bring logs, metrics and files up to date; to be called a few times a second."""
        for route in self.routes.all():
            route.calls.flush()
            if route.feedback is not None:
                route.feedback.flush()
            self._roll_back_if_worse(route)
        self._follow_ups.flush()
        now = time.monotonic()
        if now >= self._next_flush:
            await self._counters.flush()
            self._next_flush = now + FLUSH_SECONDS
        self.queues.tick()
        self._metrics.observe_in_flight(sum(one.in_flight.count for one in self.routes.all()))

    def check_streams(self) -> None:
        """Ping, drop and end streams; to be called a few times a second."""
        self.renew()
        self._streams.check_timeouts()

    async def close(self) -> None:
        """Wait for what nobody else waits for, and write everything down."""
        await self.queues.drain()
        await self._follow_ups.drain()
        await self.tick()
        await self._counters.close()

    def begin_drain(self) -> None:
        """Take no more connections and begin no more predictions; what is held is finished.

        Streams end with the message in hand.
        """
        self.is_draining = True
        self.queues.stop()
        self._streams.drain()

    @property
    def is_degraded(self) -> bool:
        """Tell whether limits are counted for this process alone although they should not be."""
        return self._counters.is_degraded

    async def _respond(
        self,
        route: Route,
        place: Place,
        asked: Asked,
        headers: dict[bytes, bytes],
        query: bytes,
        call: Call,
    ) -> Response:
        """Have a call answered.

        Raises:
            ServingError: when it is refused here, or nobody answers.
        """
        call.model = place.suffix
        call.caller = self._require_caller(route, asked, headers, query)
        call.is_test = call.caller == LOAD_TEST_CALLER
        if route.spec.unavailable is not None:
            raise ServingError(route.spec.unavailable, code="unavailable")
        version = named_version(place, asked, headers, query, route.revisions)
        revision = route.choose(call.caller, headers, version)
        call.revision, call.version = revision.number, revision.version
        if revision.unavailable is not None:
            raise ServingError(revision.unavailable, code="unavailable")
        revision.last_called = time.time()
        if asked.refused_length is not None or len(asked.body) > route.spec.max_body_bytes:
            raise too_large(route.spec.max_body_bytes)
        if place.target is not None and place.target.action != "infer":
            return await self.servers.pass_on(
                route, revision, self.servers.inner(place, asked, query, call)
            )
        taken = Taken() if call.is_test else await self._count(route, call.caller)
        inner = self.servers.inner(place, asked, query, call)
        try:
            response = await self.servers.pass_on(route, revision, inner, counts=not call.is_test)
        except ServingError:
            await taken.give_back(self._counters)
            raise
        if response.status >= 500:
            await taken.give_back(self._counters)
        elif not call.is_test:
            self._follow_ups.begin(route, inner, asked, call, response)
        response.headers.append((b"easel-revision", b"%d" % revision.number))
        response.headers.extend(taken.headers())
        return response

    def _require_caller(
        self, route: Route, asked: Asked, headers: dict[bytes, bytes], query: bytes
    ) -> str | None:
        """Return who calls, once found to be allowed to, and from where.

        Raises:
            ServingError: when it may not.
        """
        caller = route.guard.check(secret_of(headers, query))
        require_network(route.rules_of(caller), peer_of(asked, headers, self._spec.trusted_proxies))
        return caller

    async def _respond_beside(self, place: Place, asked: Asked, query: bytes) -> Response:
        """Answer an address of a deployment that is no call: open ones, and the gateway's own."""
        is_feedback = place.path == FEEDBACK
        if place.path == STREAM:
            if asked.method == b"OPTIONS":
                return plain_answer(http.Response(204, b"", headers=(ALLOW,)))
            return self._respond_with_stream(place, asked, query)
        if not is_feedback and place.path != PREDICTIONS and not is_prediction(place.path):
            return await self._respond_undisclosed(place, asked)
        if asked.method == b"OPTIONS":
            headers = CORS if is_feedback else PREDICTIONS_CORS
            return plain_answer(http.Response(204, b"", headers=headers))
        try:
            route = self.routes.find(place.suffix)
            caller = self._require_caller(route, asked, dict(asked.headers), query)
            if is_feedback:
                return self._take_feedback(route, asked, caller)
            return await self._predictions.respond(Asking(route, caller, asked, place.path, query))
        except ServingError as error:
            return plain_answer(refusal("predict", error, None))

    def _respond_with_stream(self, place: Place, asked: Asked, query: bytes) -> Response:
        """Open a stream of calls, or say why none is."""
        headers = dict(asked.headers)
        try:
            if self.is_draining:
                raise overloaded("The gateway is being replaced")
            route = self.routes.find(place.suffix)
            self._require_caller(route, asked, headers, query)
            return self._streams.open(route, asked, _request_id(headers))
        except ServingError as error:
            return plain_answer(refusal("predict", error, None))

    async def _respond_in_events(
        self, place: Place, asked: Asked, headers: dict[bytes, bytes], query: bytes
    ) -> Response:
        """Answer many inputs of one request, each as soon as it is there."""
        try:
            route = self.routes.find(place.suffix)
            self._require_caller(route, asked, headers, query)
            return await self._events.respond(route, asked, _request_id(headers))
        except ServingError as error:
            return plain_answer(refusal("predict", error, None))

    def _take_feedback(self, route: Route, asked: Asked, caller: str | None) -> Response:
        """Take in what a caller says was true of an earlier call.

        Raises:
            ServingError: when it is refused.
        """
        if asked.method != b"POST":
            raise ServingError("Only POST is answered here.", code="method_not_allowed")
        if asked.refused_length is not None:
            raise too_large(self._max_body_bytes)
        if route.feedback is None:
            raise ServingError(
                "This endpoint keeps no calls, so nothing can be said of them. Whoever owns it "
                "can allow that on its page.",
                code="unavailable",
            )
        return json_answer({"log_id": route.feedback.add(asked.body, caller).log_id}, 202)

    async def _count(self, route: Route, caller: str | None) -> Taken:
        """Count a call against all limits that it falls under.

        Raises:
            ServingError: when one of them is reached; the call counts in none then.
        """
        taken = Taken()
        try:
            for limits in route.limits_of(caller):
                await limits.take(self._counters, taken)
        except ServingError:
            await taken.give_back(self._counters)
            raise
        return taken

    def _roll_back_if_worse(self, route: Route) -> None:
        reason = route.revisions.reason_to_roll_back()
        if reason is not None:
            route.revisions.rolled_back = reason
            logger.warning("rolled back", extra={"endpoint": route.spec.suffix, "reason": reason})

    async def _respond_undisclosed(self, place: Place, asked: Asked) -> Response:
        """Answer an address of a deployment that needs no caller, from a revision by chance."""
        call = Call("v2" if place.path.startswith("/v2") else "predict")
        try:
            route = self.routes.find(place.suffix)
            if route.spec.unavailable is not None:
                raise ServingError(route.spec.unavailable, code="unavailable")
            revision = route.revisions.share(None, None)
            if revision.is_asleep:
                # Whoever needs no key keeps nothing awake, and wakes nothing.
                raise overloaded("The model does not run now, and a call with a key starts it")
            inner = self.servers.inner(place, asked, b"", call)
            response = await self.servers.pass_on(route, revision, inner)
        except ServingError as error:
            return plain_answer(refusal(call.route, error, None))
        if place.path != OPENAPI:
            return response
        response = with_streams(response)
        return response if route.spec.asynchronous is None else with_predictions(response)

    def _respond_by_itself(self, asked: Asked, path: str) -> Response:
        return respond(
            asked, path, spec=self._spec, metrics=self._metrics, is_draining=self.is_draining
        )

    def _log(self, route: Route, call: Call, status: int, error_code: str | None) -> None:
        if status < 500 and (not self._spec.log_share or _random.random() >= self._spec.log_share):
            return
        logger.info(
            "call",
            extra={
                "endpoint": route.spec.suffix,
                "revision": call.revision,
                "status": status,
                "code": error_code,
                "log_id": call.log_id,
                "request_id": call.request_id,
                "latency_ms": round(call.latency_ms(), 3),
            },
        )


def _request_id(headers: dict[bytes, bytes]) -> str:
    """Return what the caller calls its request, or a name of ours."""
    return request_id_of(headers) or f"{_random.getrandbits(96):024x}"
