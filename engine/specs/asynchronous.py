"""Asynchronous predictions: calls that are accepted now, and answered when their turn comes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from engine.specs.spec import Spec

MAX_KEEP_HOURS = 168

FinalStatus = Literal["succeeded", "failed", "canceled"]


class WebhookChannel(Spec):
    """A channel by which callers may be told that a prediction is finished: its id and its name."""

    id: str
    name: str


class AsyncSpec(Spec):
    """How a deployment answers asynchronous predictions.

    ``max_concurrent`` are asked for at a time, by all processes together. One that finds no model
    server is tried again until ``time_limit_seconds`` after its first try. Results are kept for
    ``keep_hours``, inputs until they are answered. No more than ``max_waiting_calls`` wait, and
    inputs and results take no more than ``max_stored_bytes`` together. A caller may name one of
    ``webhooks``, by id or name.
    """

    max_concurrent: Annotated[int, Field(ge=1, le=32)] = 2
    time_limit_seconds: Annotated[int, Field(ge=1, le=24 * 3600)] = 3600
    keep_hours: Annotated[int, Field(ge=1, le=MAX_KEEP_HOURS)] = 24
    max_waiting_calls: Annotated[int, Field(ge=1)] = 1000
    max_stored_bytes: Annotated[int, Field(ge=1)] = 4 * 2**30
    webhooks: tuple[WebhookChannel, ...] = ()


class WaitingPrediction(Spec):
    """``waiting/{id}.json``: a call that was accepted; its body lies beside it.

    ``query`` and ``headers`` (Latin-1) are those of its request without what lets its caller in.
    ``quotas`` are what it counts in, ``webhook`` is the id of a channel. ``started_at`` is when it
    was first put to a model server; ``num_lost`` counts the tries that ended all replicas, or the
    gateway itself.
    """

    schema_version: Literal[1] = 1
    id: str
    caller: str | None
    created_at: datetime
    request_id: str
    query: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    quotas: tuple[str, ...] = ()
    webhook: str | None = None
    is_running: bool = False
    started_at: datetime | None = None
    num_lost: Annotated[int, Field(ge=0)] = 0


class FinishedPrediction(Spec):
    """``finished/{id}.json``: what became of a call; the body of the answer lies beside it.

    ``http_status`` and ``content_type`` are those of the answer of one that succeeded; ``error`` is
    the problem document that a caller who waited would have been answered.
    """

    schema_version: Literal[1] = 1
    id: str
    caller: str | None
    status: FinalStatus
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime
    revision: int | None = None
    version: str | None = None
    http_status: int | None = None
    content_type: str | None = None
    error: dict[str, Any] | None = None
    webhook: str | None = None


class PredictionNotice(Spec):
    """One line of ``async-<pid>.jsonl``: a finished prediction whose caller wants to be told.

    ``channel`` is the id of the channel. ``result`` is the JSON that was answered, ``None`` when it
    is long (``MAX_RESULT_BYTES``), or none; it is fetched from ``path`` at the gateway then.
    """

    id: str
    channel: str
    status: FinalStatus
    created_at: datetime
    finished_at: datetime
    path: str
    result: Any = None
    error: dict[str, Any] | None = None


MAX_RESULT_BYTES = 64 * 1024
"""A longer result does not travel with the news that it is there."""
