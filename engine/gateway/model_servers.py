"""How a gateway asks the model servers of a revision: with its own key, waking who is asleep."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from engine.gateway.answers import overloaded
from engine.gateway.places import Place
from engine.gateway.requests import without_token
from engine.gateway.revisions import Revision
from engine.gateway.routes import Route, Routes
from engine.serving.calls import LOAD_TEST_HEADER, TIMEOUT_HEADER, Call
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import (
    AllLost,
    Asked,
    NoReplica,
    ReplicaAddress,
    Response,
    ask_any,
)
from engine.specs.gateway import GatewaySpec

# What a caller shows to the gateway is not shown to model servers, which know the gateway alone,
# and how long a call may take, and whether it counts, is for the gateway to say.
KEPT_BACK = frozenset(
    {
        b"authorization", b"x-api-key", b"cookie", b"x-request-id",
        TIMEOUT_HEADER, LOAD_TEST_HEADER,
    }
)  # fmt: skip
_PATIENCE = 0.9
"""Share of a call's time after which nobody waits for a replica any more, and is told so."""


class ModelServers:
    """Passes calls on to model servers.

    Attributes:
        wanted: deployments and numbers of revisions that somebody called while they were asleep.
    """

    def __init__(self, routes: Routes, renew: Callable[[], None]) -> None:
        """Prepare to pass on.

        Args:
            routes: the deployments.
            renew: takes over a newer spec, where there is one.
        """
        self._routes = routes
        self._renew = renew
        self._upstream: list[tuple[bytes, bytes]] = []
        self.wanted: set[tuple[str, int]] = set()

    def change(self, spec: GatewaySpec) -> None:
        """Go by another spec, which the routes have taken over."""
        self._upstream = [(b"x-api-key", spec.upstream_key.encode())]
        self.wanted = {one for one in self.wanted if self._is_asleep(*one)}

    def inner(self, place: Place, asked: Asked, query: bytes, call: Call) -> Asked:
        """Return a request as model servers are to see it."""
        kept = [pair for pair in asked.headers if pair[0] not in KEPT_BACK]
        request_id = (b"x-request-id", (call.request_id or "").encode())
        test = [(LOAD_TEST_HEADER, b"1")] if call.is_test else []
        url = place.path.encode("latin-1")
        query = without_token(query)
        return Asked(
            asked.method,
            url + b"?" + query if query else url,
            [*kept, *self._upstream, request_id, *test],
            asked.body,
            asked.refused_length,
        )

    async def pass_on(
        self, route: Route, revision: Revision, inner: Asked, *, counts: bool = True
    ) -> Response:
        """Have a model server of a revision answer a caller who waits.

        Args:
            route: the deployment.
            revision: who answers.
            inner: the request as model servers are to see it.
            counts: whether a revision is taken back for what comes of it.

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
            response = await self.ask(route, revision, inner, spec.timeout_ms / 1000)
            failed = response.status >= 500
            return response
        except asyncio.CancelledError:
            # The caller left; that says nothing about the revision.
            failed = False
            raise
        finally:
            route.in_flight.count -= 1
            if counts:
                revision.note((time.perf_counter() - started) * 1e3, failed=failed)

    async def ask(self, route: Route, revision: Revision, inner: Asked, seconds: float) -> Response:
        """Have a model server of a revision answer, waking it when it is asleep.

        Args:
            route: the deployment.
            revision: who answers.
            inner: the request as model servers are to see it.
            seconds: how long that may take once one is awake.

        Raises:
            ServingError: ``overloaded``, ``timed_out`` or ``replica_lost``.
        """
        try:
            if revision.is_asleep:
                await self._wake(route, revision)
            response = await ask_any(
                lambda: self._targets(route, revision),
                inner,
                patience_seconds=_PATIENCE * min(seconds, route.spec.timeout_ms / 1000),
                timeout_seconds=seconds,
                are_replaced=True,
            )
        except TimeoutError:
            raise ServingError(
                f"The model did not answer within {seconds:g} seconds. Try again later, or give "
                "the revision more replicas.",
                code="timed_out",
                headers=((b"retry-after", b"1"),),
            ) from None
        except NoReplica:
            raise overloaded("No replica of the model runs at the moment") from None
        except AllLost:
            raise ServingError(
                "Each replica that was given this request ended.", code="replica_lost"
            ) from None
        if response.status == 401:
            # It does not know our key: nothing that the caller could change.
            raise ServingError("The model server refused its gateway.", code="internal")
        return response

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
            self._renew()
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
        now = self._routes.find(route.spec.suffix)
        found = now.revisions.by_number(revision.number)
        if found is None:
            raise overloaded(f"Revision {revision.number} was taken away meanwhile")
        reason = now.spec.unavailable or found.unavailable
        if reason is not None:
            raise ServingError(reason, code="unavailable")

    def _targets(self, route: Route, revision: Revision) -> list[ReplicaAddress]:
        """Return where a revision listens now; the spec may have changed while a call waits."""
        now = self._routes.by_id(route.spec.deployment_id)
        found = None if now is None else now.revisions.by_number(revision.number)
        return revision.targets if found is None else found.targets

    def _is_asleep(self, deployment_id: str, number: int) -> bool:
        route = self._routes.by_id(deployment_id)
        found = None if route is None else route.revisions.by_number(number)
        return found is not None and found.is_asleep
