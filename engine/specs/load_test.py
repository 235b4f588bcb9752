"""What a process that tests the load of an endpoint is asked, and what it says of each stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from engine.specs.paths import LocalPath
from engine.specs.spec import Spec

MAX_CALLERS = 64
MAX_STAGES = 8
MAX_STAGE_SECONDS = 20
MAX_TEST_SECONDS = 120
STAGES_FILE = "stages.jsonl"
"""Where a line is written for each stage once it is over."""
REST_SECONDS = 1.5
"""How long nobody calls around each stage, so that what the model server used is read then."""


class LoadTestSpec(Spec):
    """Which endpoint is called, with which request, and by how many callers at a time.

    ``host`` and ``port`` are those of the gateway, ``path`` that of the endpoint there. Callers
    show ``token`` and name ``revision``; each sends ``body`` again once it is answered. The first
    answer, which may have to wake a model server, is waited for ``wake_seconds``, any other one
    ``call_seconds``.
    """

    host: str
    port: Annotated[int, Field(ge=1, le=65535)]
    path: str
    token: str
    revision: int
    content_type: str
    body: LocalPath
    stages: Annotated[
        tuple[Annotated[int, Field(ge=1, le=MAX_CALLERS)], ...],
        Field(min_length=1, max_length=MAX_STAGES),
    ]
    stage_seconds: Annotated[float, Field(gt=0, le=MAX_STAGE_SECONDS)]
    wake_seconds: Annotated[float, Field(gt=0)] = 150.0
    call_seconds: Annotated[float, Field(gt=0)] = 30.0


class StageResult(Spec):
    """One line of ``stages.jsonl``: what so many callers met that each had one call under way.

    ``seconds`` are those until the last of them was answered; ``calls_per_second`` counts answers
    that are none of the ``num_failed``, and ``errors`` counts those by their codes. The percentiles
    are exact, of the calls that were answered well, ``None`` where none was. ``queue_ms`` and
    ``batch_size`` are what the model server says, on average. ``client_cpu_cores`` is what the
    calling process itself took; one that is saturated was hardly ever idle, so that the figures may
    be its own. A stage that ``is_cut_short`` ended early because most calls failed.
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
    client_cpu_cores: float
    is_client_saturated: bool
    is_cut_short: bool

    @property
    def is_failing(self) -> bool:
        """Tell whether more than half of the calls failed, or there was none."""
        return 2 * self.num_failed > self.num_calls or not self.num_calls
