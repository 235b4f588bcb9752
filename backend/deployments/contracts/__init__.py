"""What other apps and the workers may know of endpoints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

from backend.api.people import Person
from backend.config.registry import Registry
from backend.model_registry.contracts.serving import DEPLOYMENT_STATES as DEPLOYMENT_STATES
from engine.specs.gateway import LimitsSpec


@dataclass(frozen=True)
class ProjectDeployments:
    """The endpoints of a project in figures."""

    num: int
    starting: int
    running: int
    calls_24h: int
    errors_24h: int


@dataclass(frozen=True)
class ServedVersion:
    """The model version behind an endpoint."""

    id: UUID
    number: int
    model_name: str


@dataclass(frozen=True)
class EndpointError:
    """Why an endpoint does not run as asked."""

    code: str
    message: str


@dataclass(frozen=True)
class SamplingView:
    """Which calls of an endpoint are stored with input and results, and for how long.

    A call is stored when chance takes it (``share``, 0 to 1, and ``drift_share`` while the calls of
    the revision that answers drift), when its surest result is below ``below_score``, when a shadow
    disagrees, or when its caller asks for it with the header ``Easel-Feedback: true``. Values of
    ``hidden_fields`` are never stored; with ``masks_contacts`` e-mail addresses and long numbers in
    texts are starred out. A stored call is deleted after ``keep_days``, and the oldest ones go when
    all are more than ``max_megabytes``.
    """

    share: float
    below_score: float | None
    on_disagreement: bool
    on_request: bool
    hidden_fields: tuple[str, ...]
    masks_contacts: bool
    keep_days: int
    max_megabytes: int
    drift_share: float = 0.0


@dataclass(frozen=True)
class AsyncPredictionsView:
    """How an endpoint answers asynchronous predictions.

    ``max_concurrent`` are made at a time. One that finds no model server is tried again for
    ``time_limit_minutes``; results are kept for ``keep_hours``. Callers may have ``channel_ids``
    told of them: webhooks of the project or organisation.
    """

    max_concurrent: int
    time_limit_minutes: int
    keep_hours: int
    channel_ids: tuple[UUID, ...]


class EndpointRow(Protocol):
    """What others may read of an endpoint's row."""

    id: UUID
    name: str
    project_id: UUID


@dataclass(frozen=True)
class StoringEndpoint:
    """An endpoint as those see it who store its calls.

    ``model_version_id`` is the one that answers most calls, ``versions`` are those of all
    revisions, by their numbers. ``sampling`` is ``None`` without consent.
    """

    id: UUID
    name: str
    project_id: UUID
    task: str
    multi_label: bool
    model_version_id: UUID
    sampling: SamplingView | None
    versions: Mapping[int, UUID]


@dataclass(frozen=True)
class CalledEndpoint:
    """An endpoint as those see it who call it for somebody else.

    ``input`` is what its models take (``engine.specs.package.inputs``), ``required_columns`` are
    those that rows of a table have to have, ``labels`` are the names that they know. It
    ``is_running`` while calls of it are answered, also those that wake it.
    """

    id: UUID
    suffix: str
    organisation_id: UUID
    task: str
    input: Mapping[str, Any]
    required_columns: tuple[str, ...]
    labels: tuple[str, ...]
    is_running: bool


@dataclass(frozen=True)
class RevisionToTest:
    """A revision of an endpoint as those see it who test how much it answers."""

    deployment_id: UUID
    suffix: str
    organisation_id: UUID
    number: int
    model_version_id: UUID


@dataclass(frozen=True)
class ServedFolder:
    """A revision of an endpoint, and the folder in which its model server writes."""

    deployment_id: UUID
    revision_id: UUID
    number: int
    model_version_id: UUID
    package_sha256: str
    folder: Path


@dataclass(frozen=True)
class DeploymentView:
    """An endpoint: what should run, what does, and where.

    ``limits`` are those of all callers together. ``rolls_back`` says whether calls go back by
    themselves when a new revision fails more often or answers more slowly. After ``idle_minutes``
    without a call its model servers end; the next call waits, ``wake_seconds`` the last time.
    ``sampling`` is null while no call is stored, ``async_predictions`` while none are accepted;
    ``num_queued`` of these wait and ``num_running`` are made.
    """

    id: UUID
    project_id: UUID
    name: str
    suffix: str
    model_version: ServedVersion
    replicas: int
    desired_state: str
    state: str
    url: str | None
    predict_url: str | None
    easydl_url: str
    v2_url: str | None
    error: EndpointError | None
    generation: int
    observed_generation: int
    limits: LimitsSpec
    rolls_back: bool
    idle_minutes: int | None
    wake_seconds: float | None
    sampling: SamplingView | None
    async_predictions: AsyncPredictionsView | None
    num_queued: int
    num_running: int
    knows_callers: bool
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class EndpointName:
    """An endpoint as it is named to people."""

    id: UUID
    name: str


@dataclass(frozen=True)
class RevisionView:
    """A model version behind an endpoint, with model servers of its own.

    ``weight`` is the share of the calls in percent that it should get, ``routed_weight`` the one
    that it gets. A shadow is given copies of calls, and its answers are never returned.
    ``withdrawn_reason`` says why its calls went back by themselves.
    """

    number: int
    model_version: ServedVersion
    replicas: int
    weight: float
    routed_weight: float
    is_shadow: bool
    state: str
    error: EndpointError | None
    withdrawn_reason: str
    created_by: Person | None
    created_at: datetime


class CallerNames(Protocol):
    """What callers are called whom an app above lets call endpoints."""

    def __call__(self, callers: Iterable[str]) -> Mapping[str, str]:
        """Return the names of those callers that it knows, by the subjects of their tokens."""


CALLERS: Registry[CallerNames] = Registry("names of callers")
