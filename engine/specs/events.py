"""The lines of ``events.jsonl``: all that an engine process ever says about its work.

Each line is one JSON object with ``seq`` (1, 2, 3, … without gaps within one file), ``time``
(ISO 8601, UTC) and ``kind``. A resumed run appends to the same file. The last line of a process
that ended in an orderly way is ``finished``; a file without it belongs to a process that died.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from engine.specs.spec import Spec


class EventBase(Spec):
    """What all events share."""

    seq: int
    time: datetime


Phase = Literal[
    "check",
    "prepare",
    "train",
    "evaluate",
    "export",
    "verify",
    "judge",
    "predict",
    "compare",
    "measure",
    "select",
    "write",
]
"""What a process is at."""


class PhaseEvent(EventBase):
    """A part of the work begins."""

    kind: Literal["phase"] = "phase"
    phase: Phase


class ProgressEvent(EventBase):
    """How far the phase is. ``eta_seconds`` is for the whole run, ``None`` while unknown."""

    kind: Literal["progress"] = "progress"
    phase: str
    done: int
    total: int
    eta_seconds: float | None = None


class MetricEvent(EventBase):
    """Numbers measured at a step; ``values`` maps metric name to value."""

    kind: Literal["metric"] = "metric"
    step: int
    epoch: float
    split: Literal["train", "validation", "test"]
    values: dict[str, float]


class CandidateEvent(EventBase):
    """How one of the models stands that a run tries beside each other.

    ``metric`` was measured on data that the model had not learnt from: ``value``, with the 95 %
    interval where one is known. ``loss`` is what the run compares its models by, and ``seconds``
    are those of learning. ``weight`` is its share in the blend that is taken in the end; null until
    that is known, and of the blend itself. A later line of the same name takes its place.
    """

    kind: Literal["candidate"] = "candidate"
    name: str
    metric: str
    value: float
    low: float | None = None
    high: float | None = None
    loss: float
    seconds: float
    weight: float | None = None


class ResourceEvent(EventBase):
    """What the run uses now, its child processes included.

    ``cpu_percent`` is 100 for each core that is busy, of ``num_cores`` it may use. What is ``None``
    was not measured: there is no accelerator, or nothing that tells.
    """

    kind: Literal["resources"] = "resources"
    cpu_percent: float
    memory_bytes: int
    samples_per_second: float | None = None
    accelerator_memory_bytes: int | None = None
    num_cores: int | None = None
    memory_total_bytes: int | None = None
    accelerator_percent: float | None = None
    accelerator_memory_total_bytes: int | None = None


class CheckpointEvent(EventBase):
    """A resumable checkpoint was written whole."""

    kind: Literal["checkpoint"] = "checkpoint"
    path: str
    step: int
    epoch: float
    best: bool


class ArtifactEvent(EventBase):
    """An output file or folder is complete; ``path`` is relative to the work folder."""

    kind: Literal["artifact"] = "artifact"
    name: Literal["package", "report", "preview", "predictions"]
    path: str


class LogEvent(EventBase):
    """A line for the person who watches; translated by ``code`` with ``params``.

    Lines without a code were written before they had one, and are shown as they are.
    """

    kind: Literal["log"] = "log"
    code: str = ""
    params: dict[str, str | int | float | bool | None] = {}
    message: str


class WarningEvent(EventBase):
    """Something the user should know; translated by ``code`` with ``params``."""

    kind: Literal["warning"] = "warning"
    code: str
    params: dict[str, str | int | float | bool | None]
    message: str


class ErrorEvent(EventBase):
    """Why the work ended early; translated by ``code`` with ``params``."""

    kind: Literal["error"] = "error"
    code: str
    params: dict[str, str | int | float | bool | None]
    message: str
    retryable: bool


class FinishedEvent(EventBase):
    """The last word of a process."""

    kind: Literal["finished"] = "finished"
    status: Literal["succeeded", "failed", "cancelled"]


Event = Annotated[
    PhaseEvent
    | ProgressEvent
    | MetricEvent
    | CandidateEvent
    | ResourceEvent
    | CheckpointEvent
    | ArtifactEvent
    | LogEvent
    | WarningEvent
    | ErrorEvent
    | FinishedEvent,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
