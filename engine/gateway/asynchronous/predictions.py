"""What callers ask about asynchronous predictions: to make one, how it is, to delete it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.gateway.answers import plain_answer, too_large
from engine.gateway.asynchronous.answerer import place_of
from engine.gateway.asynchronous.documents import (
    CORS,
    finished_response,
    json_response,
    waiting_document,
    waiting_response,
)
from engine.gateway.asynchronous.ids import is_id, new_id
from engine.gateway.asynchronous.queue import Queue, path_of
from engine.gateway.asynchronous.queues import Queues
from engine.gateway.counters.counters import Counters
from engine.gateway.limits import Taken
from engine.gateway.model_servers import KEPT_BACK
from engine.gateway.places import PREDICTIONS
from engine.gateway.requests import named_version, without_token
from engine.gateway.routes import Route
from engine.serving import http
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import Asked, Response
from engine.serving.protocol.addresses import request_id_of
from engine.specs.asynchronous import AsyncSpec, FinishedPrediction, WaitingPrediction

logger = logging.getLogger(__name__)

WEBHOOK = b"easel-webhook"
_FULL_SECONDS = 10


@dataclass(frozen=True)
class Asking:
    """A request about predictions, whose caller is known.

    ``path`` is the address behind that of the deployment.
    """

    route: Route
    caller: str | None
    asked: Asked
    path: str
    query: bytes

    @property
    def headers(self) -> Mapping[bytes, bytes]:
        """The headers by name; the last of a name wins."""
        return dict(self.asked.headers)


class Predictions:
    """Answers what is asked about predictions."""

    def __init__(
        self,
        queues: Queues,
        counters: Counters,
        count: Callable[[Route, str | None], Awaitable[Taken]],
    ) -> None:
        """Prepare to answer.

        Args:
            queues: where calls wait.
            counters: where calls are given back to.
            count: counts a call against all limits that it falls under.
        """
        self._queues = queues
        self._counters = counters
        self._count = count

    async def respond(self, asking: Asking) -> Response:
        """Answer one request.

        Raises:
            ServingError: when it is refused.
        """
        route, method = asking.route, asking.asked.method
        spec = route.spec.asynchronous
        if spec is None:
            raise ServingError(
                "This endpoint answers at once or not at all. Whoever owns it can allow "
                "asynchronous predictions on its page.",
                code="not_enabled",
            )
        if asking.path == PREDICTIONS:
            _require_method(method, b"POST")
            return await self._accept(asking, spec)
        _require_method(method, b"GET", b"HEAD", b"DELETE")
        prediction_id = asking.path[len(PREDICTIONS) + 1 :]
        if not is_id(prediction_id):
            raise _not_found(prediction_id)
        if method == b"DELETE":
            return await self._delete(asking, spec, prediction_id)
        return await asyncio.to_thread(self._describe, asking, spec, prediction_id)

    async def _accept(self, asking: Asking, spec: AsyncSpec) -> Response:
        """Store a call that the caller may make, and say where its result will be."""
        route, asked, caller = asking.route, asking.asked, asking.caller
        _require_answerable(asking)
        if asked.refused_length is not None or len(asked.body) > route.spec.max_body_bytes:
            raise too_large(route.spec.max_body_bytes)
        webhook = _channel_of(spec, asking.headers.get(WEBHOOK))
        queue, prediction_id = self._queues.of(route), new_id()
        if not queue.reserve(spec, prediction_id, len(asked.body)):
            raise _too_many(spec)
        taken = Taken()
        try:
            taken = await self._count(route, caller)
            record = _record_of(asking, prediction_id, taken, webhook)
            await asyncio.to_thread(queue.store.accept, record, asked.body)
        except BaseException as error:
            queue.give_back(prediction_id)
            await taken.give_back(self._counters)
            if isinstance(error, OSError):
                logger.exception("call not stored", extra={"endpoint": route.spec.suffix})
                raise ServingError(
                    "The call could not be stored, so it is not accepted. Send it again later.",
                    code="storage_full",
                    headers=((b"retry-after", b"%d" % _FULL_SECONDS),),
                ) from error
            raise
        queue.add(prediction_id)
        headers = (
            (b"location", path_of(route, prediction_id).encode("latin-1")),
            (b"retry-after", b"1"),
            (b"x-request-id", record.request_id.encode()),
            *taken.headers(),
        )
        return json_response(waiting_document(record), 202, headers)

    def _describe(self, asking: Asking, spec: AsyncSpec, prediction_id: str) -> Response:
        """Say how a prediction is."""
        store = self._queues.of(asking.route).store
        finished = store.find_finished(prediction_id)
        if finished is None:
            waiting = store.find_waiting(prediction_id)
            # It may have been finished between the two looks.
            finished = store.find_finished(prediction_id)
            if finished is None and waiting is not None and waiting.caller == asking.caller:
                return waiting_response(waiting)
        keep = timedelta(hours=spec.keep_hours)
        if not _is_for(finished, asking, keep):
            raise _not_found(prediction_id)
        assert finished is not None
        return finished_response(finished, store.result_of(prediction_id), keep)

    async def _delete(self, asking: Asking, spec: AsyncSpec, prediction_id: str) -> Response:
        """Cancel a call that is not finished, or delete what became of it."""
        queue = self._queues.of(asking.route)
        keep = timedelta(hours=spec.keep_hours)
        finished = await asyncio.to_thread(queue.store.find_finished, prediction_id)
        if finished is None:
            canceled = await asyncio.to_thread(_cancel, queue, asking, prediction_id)
            if canceled is not None:
                record, finished = canceled
                await asyncio.to_thread(_settle_left, queue, asking.route, finished)
                queue.forget(prediction_id)
                queue.interrupt(prediction_id)
                await Taken(names=list(record.quotas)).give_back(self._counters)
                return finished_response(finished, b"", keep)
            finished = await asyncio.to_thread(queue.store.find_finished, prediction_id)
        if finished is None or not _is_for(finished, asking, keep):
            raise _not_found(prediction_id)
        if not await asyncio.to_thread(_settle_left, queue, asking.route, finished):
            return finished_response(finished, b"", keep)
        await asyncio.to_thread(queue.store.delete, prediction_id)
        return plain_answer(http.Response(204, b"", headers=CORS))


def _cancel(
    queue: Queue, asking: Asking, prediction_id: str
) -> tuple[WaitingPrediction, FinishedPrediction] | None:
    """Cancel a call; return nothing when it is finished, or gone.

    Raises:
        ServingError: ``not_found`` of somebody else.
    """
    record = queue.store.find_waiting(prediction_id)
    if record is None:
        return None
    if record.caller != asking.caller:
        raise _not_found(prediction_id)
    canceled = FinishedPrediction(
        id=prediction_id,
        caller=record.caller,
        status="canceled",
        created_at=record.created_at,
        started_at=record.started_at,
        finished_at=datetime.now(UTC),
        webhook=record.webhook,
    )
    return (record, canceled) if queue.store.finish(canceled, None) else None


def _settle_left(queue: Queue, route: Route, finished: FinishedPrediction) -> bool:
    """Settle a call that is finished, unless that was done.

    Returns:
        Whether its outcome may be deleted: of a call that was canceled, and that a model server
        still has, the outcome is what keeps it from being answered.
    """
    store = queue.store
    claim = store.claim(finished.id)
    if claim is None:
        return finished.status != "canceled" or store.find_waiting(finished.id) is None
    try:
        queue.settle(route, finished, store.result_of(finished.id))
    finally:
        claim.release()
    return True


def _require_answerable(asking: Asking) -> None:
    """Require that the call could be answered now, were its turn.

    Raises:
        ServingError: ``unavailable``, ``not_found`` or ``revision_not_allowed``.
    """
    route = asking.route
    if route.spec.unavailable is not None:
        raise ServingError(route.spec.unavailable, code="unavailable")
    version = named_version(
        place_of(route.spec.suffix),
        asking.asked,
        asking.headers,
        asking.query,
        route.revisions,
    )
    revision = route.choose(asking.caller, asking.headers, version)
    if revision.unavailable is not None:
        raise ServingError(revision.unavailable, code="unavailable")


def _record_of(
    asking: Asking, prediction_id: str, taken: Taken, webhook: str | None
) -> WaitingPrediction:
    kept = [pair for pair in asking.asked.headers if pair[0] not in KEPT_BACK | {WEBHOOK}]
    return WaitingPrediction(
        id=prediction_id,
        caller=asking.caller,
        created_at=datetime.now(UTC),
        request_id=request_id_of(asking.headers) or prediction_id,
        query=without_token(asking.query).decode("latin-1"),
        headers=tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in kept),
        quotas=tuple(taken.names),
        webhook=webhook,
    )


def _channel_of(spec: AsyncSpec, named: bytes | None) -> str | None:
    """Return the id of the channel that a caller names, by id or name.

    Raises:
        ServingError: ``webhook_unknown``.
    """
    if named is None:
        return None
    text = named.decode("utf-8", "replace").strip()
    found = [one.id for one in spec.webhooks if text in (one.id, one.name)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(f"'{one.name}'" for one in spec.webhooks) or "none"
    what = "is no channel" if not found else "is the name of several channels"
    raise ServingError(
        f"'{text[:60]}' {what} that this endpoint tells of predictions. Those are: {names}. Name "
        "one by its id, or ask whoever owns the endpoint to add it.",
        code="webhook_unknown",
        field="Easel-Webhook",
    )


def _is_for(finished: FinishedPrediction | None, asking: Asking, keep: timedelta) -> bool:
    """Tell whether a caller may know what became of a call, and whether it still is known."""
    if finished is None or finished.caller != asking.caller:
        return False
    return datetime.now(UTC) < finished.finished_at + keep


def _require_method(method: bytes, *expected: bytes) -> None:
    if method not in expected:
        names = b", ".join(expected)
        raise ServingError(
            f"Only {names.decode()} is answered here.",
            code="method_not_allowed",
            headers=((b"allow", names),),
        )


def _too_many(spec: AsyncSpec) -> ServingError:
    return ServingError(
        f"{spec.max_waiting_calls} calls wait, or inputs and results take "
        f"{spec.max_stored_bytes} bytes. Try again in {_FULL_SECONDS} seconds.",
        code="overloaded",
        headers=((b"retry-after", b"%d" % _FULL_SECONDS),),
    )


def _not_found(prediction_id: str) -> ServingError:
    return ServingError(
        f"There is no prediction '{prediction_id[:60]}' of this caller. It may have expired.",
        code="not_found",
    )
