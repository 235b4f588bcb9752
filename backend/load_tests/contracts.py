"""What others may know of load tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from backend.api.people import Person
from backend.jobs.contracts import JobView

REQUEST_SOURCES = ("sample", "golden")
RequestSource = Literal["sample", "golden"]


@dataclass(frozen=True)
class LoadStageView:
    """What so many callers met that each had one call under way, for ``seconds``.

    ``calls_per_second`` counts answers that did not fail; the percentiles are exact, and null when
    all failed. ``errors`` counts the ``num_failed`` by their codes. ``server_cpu_ms`` is what all
    processes of the model server took for a call, ``queue_ms`` how long one waited for the network
    and ``batch_size`` the rows of a run of it, on average; null where nothing tells.
    ``client_cpu_cores`` is what the calling process took of the same machine: one that
    ``is_client_saturated`` was hardly ever idle, and the endpoint may answer more than the figures
    say. A stage ``is_cut_short`` when most of its calls fail. One that ``is_within_target`` has its
    p99 within the target, and at most 1 % of its calls failed.
    """

    callers: int
    seconds: float
    num_calls: int
    num_failed: int
    errors: Mapping[str, int]
    calls_per_second: float
    p50_ms: float | None
    p95_ms: float | None
    p99_ms: float | None
    queue_ms: float | None
    batch_size: float | None
    server_cpu_ms: float | None
    client_cpu_cores: float
    is_client_saturated: bool
    is_cut_short: bool
    is_within_target: bool


@dataclass(frozen=True)
class LoadTestView:
    """How many calls a second a revision of an endpoint answers on this machine, and how fast.

    ``callers`` are those of the stages that were asked for, of ``seconds_per_stage`` each, and
    ``stages`` those that are over. ``best`` is the index of the stage with most calls a second
    among those within the target: the endpoint holds so many; null while, or if, there is none.
    ``is_failing`` tells a test that ended early as most calls failed. The request that was sent is
    a ``sample`` of the data that the model was trained on, or one of the ``golden`` requests of its
    package. ``machine`` has ``num_cores``, which endpoint and callers share; it is empty before the
    test begins.
    """

    id: UUID
    deployment_id: UUID
    revision: int
    model_version_number: int
    callers: tuple[int, ...]
    seconds_per_stage: int
    target_p99_ms: float | None
    stages: tuple[LoadStageView, ...]
    best: int | None
    is_failing: bool
    request_source: str
    request_name: str
    machine: str
    num_cores: int
    job: JobView | None
    created_by: Person | None
    created_at: datetime
