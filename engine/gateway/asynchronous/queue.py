"""The asynchronous predictions of one deployment that wait, and those that are being answered."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import orjson

from engine.gateway.answers import plain_answer
from engine.gateway.asynchronous.answerer import Answerer, Outcome
from engine.gateway.asynchronous.notices import Notices
from engine.gateway.asynchronous.store import Store
from engine.gateway.counters.counters import Counters
from engine.gateway.limits import Taken
from engine.gateway.routes import Route, Routes
from engine.serving.bodies import Bodies
from engine.serving.calls import Call
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import Response
from engine.serving.metrics import Metrics
from engine.serving.protocol.refusals import refusal
from engine.specs.asynchronous import AsyncSpec, FinishedPrediction, WaitingPrediction

logger = logging.getLogger(__name__)

FIRST_WAIT_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 60.0
ELSEWHERE_SECONDS = 2.0
"""So long it is left alone what another process answers."""
MAX_LOST = 5
"""So often a call may end all replicas, or the gateway: it may be what ends them."""
DRAIN_SECONDS = 10.0

_random = random.Random()
"""Seeded by the system; waits need to differ."""


@dataclass
class _Running:
    """A call that this process answers; ``asking`` is there while a model server has it."""

    call: Call | None = None
    asking: asyncio.Task[Outcome] | None = None


class Queue:
    """Answers calls in the order in which they came, a few at a time.

    Attributes:
        waiting: ids of calls that are not finished, in any process, and the bytes of their inputs.
        num_finished_bytes: what results took when they were last added up.
    """

    def __init__(
        self,
        deployment_id: str,
        routes: Routes,
        store: Store,
        notices: Notices,
        answerer: Answerer,
        counters: Counters,
        bodies: Bodies,
        metrics: Metrics,
    ) -> None:
        self.store = store
        self.waiting: dict[str, int] = {}
        self.num_finished_bytes = 0
        self._deployment_id = deployment_id
        self._routes = routes
        self._notices = notices
        self._answerer = answerer
        self._counters = counters
        self._bodies = bodies
        self._metrics = metrics
        self._reserved: dict[str, int] = {}
        self._added: dict[str, int] = {}
        self._num_tries: dict[str, int] = {}
        self._not_before: dict[str, float] = {}
        self._running: dict[str, _Running] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopped = False

    @property
    def num_running(self) -> int:
        """How many calls this process answers."""
        return len(self._running)

    def reserve(self, spec: AsyncSpec, prediction_id: str, num_bytes: int) -> bool:
        """Keep room for a call that is about to be stored; tell whether there is any."""
        known = [*self.waiting.values(), *self._reserved.values()]
        stored = sum(known) + self.num_finished_bytes
        if len(known) >= spec.max_waiting_calls or stored + num_bytes > spec.max_stored_bytes:
            return False
        self._reserved[prediction_id] = num_bytes
        return True

    def give_back(self, prediction_id: str) -> None:
        """Forget a call that was not stored."""
        self._reserved.pop(prediction_id, None)

    def add(self, prediction_id: str) -> None:
        """Have a call answered that was stored."""
        num_bytes = self._reserved.pop(prediction_id)
        self.waiting[prediction_id] = self._added[prediction_id] = num_bytes
        self.start()

    def forget(self, prediction_id: str) -> None:
        """Forget a call that is finished."""
        self.waiting.pop(prediction_id, None)
        self._added.pop(prediction_id, None)

    async def look(self) -> None:
        """Find what other processes accepted, finished, or left when they ended."""
        self._added = {}
        found = await asyncio.to_thread(self.store.waiting)
        self.waiting = {**found, **self._added}
        known = self.waiting.keys() | self._running.keys()
        self._num_tries = {one: num for one, num in self._num_tries.items() if one in known}
        self._not_before = {one: when for one, when in self._not_before.items() if one in known}
        for one in await asyncio.to_thread(self.store.unsettled):
            self.interrupt(one)

    async def delete_old(self, keep_seconds: float) -> None:
        """Delete results that are older, and add up what is left."""
        await asyncio.to_thread(self.store.delete_old, keep_seconds)
        self.num_finished_bytes = await asyncio.to_thread(self.store.num_finished_bytes)

    def start(self) -> None:
        """Begin to answer what may be answered now: live calls go first."""
        route = self._routes.by_id(self._deployment_id)
        if self._is_stopped or route is None or route.spec.asynchronous is None:
            return
        now = time.monotonic()
        for one in self.waiting:
            is_full = len(self._running) >= route.spec.asynchronous.max_concurrent
            if is_full or route.in_flight.count >= route.spec.max_in_flight:
                return
            if one not in self._running and self._not_before.get(one, 0.0) <= now:
                self._running[one] = _Running()
                task = asyncio.get_running_loop().create_task(self._run(route, one))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def keep_awake(self) -> None:
        """Have revisions seem called while they answer."""
        route = self._routes.by_id(self._deployment_id)
        if route is None:
            return
        for one in self._running.values():
            number = None if one.call is None else one.call.revision
            found = None if number is None else route.revisions.by_number(number)
            if found is not None:
                found.last_called = time.time()

    def interrupt(self, prediction_id: str) -> None:
        """Settle a call that was canceled soon, without waiting for an answer to it."""
        self._not_before.pop(prediction_id, None)
        running = self._running.get(prediction_id)
        if running is not None and running.asking is not None:
            running.asking.cancel()

    def stop(self) -> None:
        """Begin nothing any more."""
        self._is_stopped = True

    async def drain(self) -> None:
        """Wait a moment for what is being answered, and leave the rest to the next process."""
        self.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=DRAIN_SECONDS)
        for one in self._running.values():
            if one.asking is not None:
                one.asking.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _run(self, route: Route, prediction_id: str) -> None:
        spec = route.spec.asynchronous
        assert spec is not None
        try:
            place = await asyncio.to_thread(self.store.take_place, spec.max_concurrent)
            if place is None:
                self._put_off(prediction_id, FIRST_WAIT_SECONDS)
                return
            try:
                await self._claim(route, spec, prediction_id)
            finally:
                place.release()
        except OSError:
            # A full disk: the call waits on, and is answered once it can be written down.
            logger.exception("prediction not written", extra={"prediction": prediction_id})
            self._put_off(prediction_id, self._next_wait(prediction_id))
        except Exception:
            logger.exception("prediction failed", extra={"prediction": prediction_id})
            self._put_off(prediction_id, self._next_wait(prediction_id))
        finally:
            del self._running[prediction_id]
            self.start()

    async def _claim(self, route: Route, spec: AsyncSpec, prediction_id: str) -> None:
        claim = await asyncio.to_thread(self.store.claim, prediction_id)
        if claim is None:
            self._put_off(prediction_id, ELSEWHERE_SECONDS)
            return
        num_bytes = self.waiting.get(prediction_id, 0)
        has_room = self._bodies.take(num_bytes, own=0)
        try:
            if has_room:
                await self._answer(route, spec, prediction_id)
            else:
                self._put_off(prediction_id, FIRST_WAIT_SECONDS)
        finally:
            if has_room:
                self._bodies.give_back(num_bytes)
            claim.release()

    async def _answer(self, route: Route, spec: AsyncSpec, prediction_id: str) -> None:
        """Answer a call that is claimed, unless that was done."""
        record = await asyncio.to_thread(self.store.find_waiting, prediction_id)
        if record is None:
            logger.error("prediction unreadable", extra={"prediction": prediction_id})
            self._put_off(prediction_id, LONGEST_WAIT_SECONDS)
            return
        if await self._settle_finished(route, prediction_id):
            return
        # One that ran when its process ended was lost with it; a full disk leaves it so, too.
        is_lost = record.is_running and prediction_id not in self._num_tries
        record = _tried(record, is_running=True, num_lost=record.num_lost + is_lost)
        reason = _reason_to_give_up(spec, record)
        if reason is None and route.spec.unavailable is not None:
            await self._hold(record)
            return
        outcome = None if reason is None else _refused(route, record, reason)
        if outcome is None:
            await asyncio.to_thread(self.store.note, record)
            outcome = await self._ask(route, spec, record)
        may_wait = outcome is None or (
            outcome.is_temporary and reason is None and self._may_wait(spec, record)
        )
        if outcome is not None and not may_wait:
            await self._finish(route, record, outcome)
        elif not await self._settle_finished(route, prediction_id):
            is_lost = outcome is not None and outcome.is_lost
            record = _tried(record, is_running=False, num_lost=record.num_lost + is_lost)
            await asyncio.to_thread(self.store.note, record)
            if outcome is not None:
                self._put_off(prediction_id, self._next_wait(prediction_id))

    async def _hold(self, record: WaitingPrediction) -> None:
        """Leave a call for when its endpoint runs again; its time limit counts from then."""
        held = record.model_copy(update={"is_running": False, "started_at": None})
        if held != await asyncio.to_thread(self.store.find_waiting, record.id):
            await asyncio.to_thread(self.store.note, held)
        self._put_off(record.id, self._next_wait(record.id))

    async def _settle_finished(self, route: Route, prediction_id: str) -> bool:
        """Settle a call that is claimed and finished; tell whether it is.

        Whoever finished it was killed before that, or canceled it while it was answered.
        """
        finished = await asyncio.to_thread(self.store.find_finished, prediction_id)
        if finished is None:
            return False
        result = await asyncio.to_thread(self.store.result_of, prediction_id)
        await asyncio.to_thread(self.settle, route, finished, result)
        self.forget(prediction_id)
        return True

    async def _ask(
        self, route: Route, spec: AsyncSpec, record: WaitingPrediction
    ) -> Outcome | None:
        """Put a call to a model server; return nothing when that is interrupted."""
        body = await asyncio.to_thread(self.store.body_of, record.id)
        running = self._running[record.id]
        call = running.call = _call_of(route, record)
        seconds = max(1.0, _seconds_left(spec, record))
        asking = asyncio.get_running_loop().create_task(
            self._answerer.answer(route, call, record, body, seconds)
        )
        running.asking = asking
        try:
            return await asking
        except asyncio.CancelledError:
            if not asking.cancelled():
                raise
            return None
        finally:
            running.call = running.asking = None

    async def _finish(self, route: Route, record: WaitingPrediction, outcome: Outcome) -> None:
        """Write down what became of a call, unless it was canceled meanwhile, and say so."""
        call, response = outcome.call, outcome.response
        finished = finished_of(record, call, response)
        result = response.body if finished.status == "succeeded" else None
        if not await asyncio.to_thread(self.store.finish, finished, result):
            await self._settle_finished(route, record.id)
            return
        await asyncio.to_thread(self.settle, route, finished, result or b"")
        self.forget(record.id)
        self.num_finished_bytes += len(response.body)
        if response.status >= 500:
            await Taken(names=list(record.quotas)).give_back(self._counters)
            logger.info(
                "prediction",
                extra={
                    "endpoint": route.spec.suffix,
                    "prediction": record.id,
                    "status": response.status,
                    "code": outcome.error_code,
                },
            )
        route.calls.add(call, status=response.status, error_code=outcome.error_code)
        self._metrics.count_prediction(route.spec.suffix, finished.status)

    def settle(self, route: Route, finished: FinishedPrediction, result: bytes) -> None:
        """Say that a call is finished, and delete its input; it may be called from any thread."""
        self._notices.add(finished, result, path_of(route, finished.id))
        self.store.settle(finished.id)

    def _may_wait(self, spec: AsyncSpec, record: WaitingPrediction) -> bool:
        """Tell whether there is time for another try."""
        return _seconds_left(spec, record) > self._wait(record.id)

    def _next_wait(self, prediction_id: str) -> float:
        seconds = self._wait(prediction_id)
        self._num_tries[prediction_id] = self._num_tries.get(prediction_id, 0) + 1
        return seconds * _random.uniform(0.8, 1.2)

    def _wait(self, prediction_id: str) -> float:
        doublings = min(self._num_tries.get(prediction_id, 0), 10)
        return min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0**doublings)

    def _put_off(self, prediction_id: str, seconds: float) -> None:
        self._not_before[prediction_id] = time.monotonic() + seconds


def path_of(route: Route, prediction_id: str) -> str:
    """Return the address of a prediction at the gateway."""
    return f"/endpoints/{route.spec.suffix}/predictions/{prediction_id}"


def finished_of(record: WaitingPrediction, call: Call, response: Response) -> FinishedPrediction:
    """Return what became of a call that was answered."""
    is_fine = response.status < 400
    content_type = dict(response.headers).get(b"content-type", b"").decode("latin-1")
    return FinishedPrediction(
        id=record.id,
        caller=record.caller,
        status="succeeded" if is_fine else "failed",
        created_at=record.created_at,
        started_at=record.started_at,
        finished_at=datetime.now(UTC),
        revision=call.revision,
        version=call.version or None,
        http_status=response.status if is_fine else None,
        content_type=content_type if is_fine else None,
        error=None if is_fine else _problem(response),
        webhook=record.webhook,
    )


def _problem(response: Response) -> dict[str, object]:
    """Return the problem document of a response."""
    try:
        document = orjson.loads(response.body)
    except orjson.JSONDecodeError:
        document = None
    return document if isinstance(document, dict) else {"status": response.status}


def _tried(
    record: WaitingPrediction, *, is_running: bool, num_lost: int | None = None
) -> WaitingPrediction:
    changes = {
        "is_running": is_running,
        "started_at": record.started_at or datetime.now(UTC),
        "num_lost": record.num_lost if num_lost is None else num_lost,
    }
    return record.model_copy(update=changes)


def _seconds_left(spec: AsyncSpec, record: WaitingPrediction) -> float:
    assert record.started_at is not None
    passed = datetime.now(UTC) - record.started_at
    return spec.time_limit_seconds - passed.total_seconds()


def _reason_to_give_up(spec: AsyncSpec, record: WaitingPrediction) -> ServingError | None:
    """Return why a call is not tried again."""
    if record.num_lost >= MAX_LOST:
        return ServingError(
            f"Whatever was given this request ended, {record.num_lost} times.", code="replica_lost"
        )
    if datetime.now(UTC) - record.created_at > timedelta(hours=spec.keep_hours):
        return ServingError(
            f"The call waited for {spec.keep_hours} hours. Send it again, or ask whoever owns the "
            "endpoint for more replicas.",
            code="timed_out",
        )
    return None


def _call_of(route: Route, record: WaitingPrediction) -> Call:
    return Call(
        "async", model=route.spec.suffix, caller=record.caller, request_id=record.request_id
    )


def _refused(route: Route, record: WaitingPrediction, error: ServingError) -> Outcome:
    call = _call_of(route, record)
    return Outcome(call, plain_answer(refusal("async", error, call.log_id)), error.code)
