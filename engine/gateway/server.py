"""What a gateway answers: find the deployment, check the caller, choose a revision, pass on."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable
from pathlib import Path

from engine.errors import EngineError
from engine.gateway.answers import json_answer, overloaded, plain_answer, take_over, too_large
from engine.gateway.counters.counters import Counters
from engine.gateway.feedback import PATH as FEEDBACK
from engine.gateway.follow_ups import FollowUps
from engine.gateway.limits import Taken
from engine.gateway.own_addresses import respond
from engine.gateway.places import Place, find_place
from engine.gateway.requests import named_version, peer_of, without_token
from engine.gateway.revisions import Revision
from engine.gateway.routes import Route, Routes, require_network
from engine.serving import http
from engine.serving.bodies import Bodies
from engine.serving.calls import Call
from engine.serving.errors import ServingError
from engine.serving.forwarding.caller import Caller
from engine.serving.forwarding.upstream import (
    AllLost,
    Asked,
    NoReplica,
    ReplicaAddress,
    Response,
    ask_any,
)
from engine.serving.metrics import Metrics
from engine.serving.protocol.addresses import request_id_of, secret_of
from engine.serving.protocol.refusals import CORS, refusal
from engine.specs.gateway import GatewaySpec

logger = logging.getLogger(__name__)

# What a caller shows to the gateway is not shown to model servers, which know the gateway alone.
_KEPT_BACK = frozenset({b"authorization", b"x-api-key", b"cookie", b"x-request-id"})
FLUSH_SECONDS = 1.0
"""So much of what is counted may be forgotten when a process is killed."""
MIN_BODY_BYTES = 16 * 2**20
"""Bodies of this size are always read whole before anything is said of them."""
_PATIENCE = 0.9
"""Share of a call's time after which nobody waits for a replica any more, and is told so."""

_random = random.Random()
"""Seeded by the system; ids need to differ, not to be unguessable."""


def _no_news() -> GatewaySpec | None:
    """Say that the spec has not changed."""
    return None


class Gateway:
    """Answers all requests of a gateway's process; a ``Forwarder`` of connections.

    Attributes:
        routes: the deployments.
        wanted: deployments and numbers of revisions that somebody called while they were asleep.
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
        self.callers: set[Caller] = set()
        self.is_draining = False
        self.max_body_bytes = MIN_BODY_BYTES
        self.wanted: set[tuple[str, int]] = set()
        self.error: dict[str, str] | None = None
        self._metrics = metrics
        self._counters = counters
        self._newer_spec = newer_spec
        self._follow_ups = FollowUps(work)
        self._next_flush = 0.0
        self.routes = Routes(work, metrics)
        self.change(spec)

    def change(self, spec: GatewaySpec) -> None:
        """Take over a new spec; address and number of processes stay.

        Raises:
            SpecError: ``public_key_invalid``; what was answered before is answered on.
        """
        self.routes.change(spec)
        self._spec = spec
        self._upstream = [(b"x-api-key", spec.upstream_key.encode())]
        # What a deployment takes is looked at once it is known which one is meant.
        self.max_body_bytes = max(MIN_BODY_BYTES, *(one.max_body_bytes for one in spec.routes), 0)
        self.wanted = {one for one in self.wanted if self._is_asleep(*one)}

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

    async def forward(self, asked: Asked) -> Response:
        """Answer one request."""
        self.renew()
        path, _, query = asked.url.partition(b"?")
        place = find_place(path.decode("latin-1"))
        if place is None:
            return self._respond_by_itself(asked, path.decode("latin-1"))
        if place.path == FEEDBACK:
            return self._take_feedback(place, asked, query)
        if place.target is None:
            return await self._respond_undisclosed(place, asked)
        if asked.method == b"OPTIONS":
            return plain_answer(http.Response(204, b"", headers=CORS))
        headers = dict(asked.headers)
        call = Call(place.target.route)
        call.request_id = request_id_of(headers) or f"{_random.getrandbits(96):024x}"
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
        if route is not None and place.target.action == "infer":
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
        self._metrics.observe_in_flight(sum(one.in_flight.count for one in self.routes.all()))

    async def close(self) -> None:
        """Wait for what goes on behind answers, and write everything down."""
        await self._follow_ups.drain()
        await self.tick()
        await self._counters.close()

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
        if route.spec.unavailable is not None:
            raise ServingError(route.spec.unavailable, code="unavailable")
        version = named_version(place, asked, headers, query, is_split=route.revisions.is_split)
        revision = route.choose(call.caller, headers, version)
        call.revision, call.version = revision.number, revision.version
        if revision.unavailable is not None:
            raise ServingError(revision.unavailable, code="unavailable")
        revision.last_called = time.time()
        if asked.refused_length is not None or len(asked.body) > route.spec.max_body_bytes:
            raise too_large(route.spec.max_body_bytes)
        if place.target is not None and place.target.action != "infer":
            return await self._pass_on(route, revision, self._inner(place, asked, query, call))
        taken = await self._count(route, call.caller)
        inner = self._inner(place, asked, query, call)
        try:
            response = await self._pass_on(route, revision, inner)
        except ServingError:
            await taken.give_back(self._counters)
            raise
        if response.status >= 500:
            await taken.give_back(self._counters)
        else:
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

    def _take_feedback(self, place: Place, asked: Asked, query: bytes) -> Response:
        """Take in what a caller says was true of an earlier call."""
        if asked.method == b"OPTIONS":
            return plain_answer(http.Response(204, b"", headers=CORS))
        try:
            route = self.routes.find(place.suffix)
            caller = self._require_caller(route, asked, dict(asked.headers), query)
            if asked.method != b"POST":
                raise ServingError("Only POST is answered here.", code="method_not_allowed")
            if asked.refused_length is not None:
                raise too_large(self.max_body_bytes)
            if route.feedback is None:
                raise ServingError(
                    "This endpoint keeps no calls, so nothing can be said of them. Whoever owns it "
                    "can allow that on its page.",
                    code="unavailable",
                )
            answer = route.feedback.add(asked.body, caller)
        except ServingError as error:
            return plain_answer(refusal("predict", error, None))
        return json_answer({"log_id": answer.log_id}, 202)

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

    async def _pass_on(self, route: Route, revision: Revision, inner: Asked) -> Response:
        """Have a model server of a revision answer, waking it when it is asleep.

        Raises:
            ServingError: ``overloaded``, ``timed_out`` or ``replica_lost``.
        """
        spec = route.spec
        if route.in_flight.count >= spec.max_in_flight:
            raise overloaded(f"{route.in_flight.count} calls of this endpoint are under way")
        route.in_flight.count += 1
        started = time.perf_counter()
        failed = True
        try:
            if revision.is_asleep:
                await self._wake(route, revision)
            async with asyncio.timeout(spec.timeout_ms / 1000):
                response = await ask_any(
                    lambda: self._targets(route, revision),
                    inner,
                    patience_seconds=_PATIENCE * spec.timeout_ms / 1000,
                    are_replaced=True,
                )
            if response.status == 401:
                # It does not know our key: nothing that the caller could change.
                raise ServingError("The model server refused its gateway.", code="internal")
            failed = response.status >= 500
            return response
        except TimeoutError:
            raise ServingError(
                f"The model did not answer within {spec.timeout_ms / 1000:g} seconds. Try again "
                "later, or give the revision more replicas.",
                code="timed_out",
                headers=((b"retry-after", b"1"),),
            ) from None
        except NoReplica:
            raise overloaded("No replica of the model runs at the moment") from None
        except AllLost:
            raise ServingError(
                "Each replica that was given this request ended.", code="replica_lost"
            ) from None
        except asyncio.CancelledError:
            # The caller left; that says nothing about the revision.
            failed = False
            raise
        finally:
            route.in_flight.count -= 1
            revision.note((time.perf_counter() - started) * 1e3, failed=failed)

    async def _wake(self, route: Route, revision: Revision) -> None:
        """Ask for a revision that is asleep, and wait until it has model servers.

        Raises:
            ServingError: ``overloaded`` when it does not start in time, ``not_found`` or
                ``unavailable`` when nobody will start it any more.
        """
        wish = (route.spec.deployment_id, revision.number)
        self.wanted.add(wish)
        deadline = time.monotonic() + route.spec.start_timeout_ms / 1000
        while not self._targets(route, revision):
            if time.monotonic() > deadline:
                raise overloaded("The model was asleep and did not start in time")
            await asyncio.sleep(0.02)
            self.renew()
            try:
                self._require_wanted(route, revision)
            except ServingError:
                self.wanted.discard(wish)
                raise

    def _require_wanted(self, route: Route, revision: Revision) -> None:
        """Require that a revision may still be waited for.

        Raises:
            ServingError: ``not_found``, ``unavailable``, or ``overloaded`` when it is gone.
        """
        now = self.routes.find(route.spec.suffix)
        found = now.revisions.by_number(revision.number)
        if found is None:
            raise overloaded(f"Revision {revision.number} was taken away meanwhile")
        reason = now.spec.unavailable or found.unavailable
        if reason is not None:
            raise ServingError(reason, code="unavailable")

    def _targets(self, route: Route, revision: Revision) -> list[ReplicaAddress]:
        """Return where a revision listens now; the spec may have changed while a call waits."""
        now = self.routes.by_id(route.spec.deployment_id)
        found = None if now is None else now.revisions.by_number(revision.number)
        return revision.targets if found is None else found.targets

    def _inner(self, place: Place, asked: Asked, query: bytes, call: Call) -> Asked:
        """Return a request as model servers are to see it."""
        kept = [pair for pair in asked.headers if pair[0] not in _KEPT_BACK]
        request_id = (b"x-request-id", (call.request_id or "").encode())
        url = place.path.encode("latin-1")
        query = without_token(query)
        return Asked(
            asked.method,
            url + b"?" + query if query else url,
            [*kept, *self._upstream, request_id],
            asked.body,
            asked.refused_length,
        )

    def _roll_back_if_worse(self, route: Route) -> None:
        reason = route.revisions.reason_to_roll_back()
        if reason is not None:
            route.revisions.rolled_back = reason
            logger.warning("rolled back", extra={"endpoint": route.spec.suffix, "reason": reason})

    def _is_asleep(self, deployment_id: str, number: int) -> bool:
        route = self.routes.by_id(deployment_id)
        found = None if route is None else route.revisions.by_number(number)
        return found is not None and found.is_asleep

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
            return await self._pass_on(route, revision, self._inner(place, asked, b"", call))
        except ServingError as error:
            return plain_answer(refusal(call.route, error, None))

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
