"""What other apps, the workers and the API may know of studies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.api.people import Person
from backend.jobs.contracts import JobError
from backend.training.contracts import UsedVersion


@dataclass(frozen=True)
class TrialSource:
    """The trial of an earlier study whose result this one is."""

    study_id: UUID
    number: int


@dataclass(frozen=True)
class TrialView:
    """A trial; the settings are those that differ from the study's own.

    ``parent_number`` is that of the trial whose weights it began with, ``curve`` holds
    ``[step, score]`` by rising step, where steps count epochs. ``latency_ms`` is how long one
    answer of the exported model takes, once that was measured; ``seconds`` is how long it ran.
    """

    number: int
    settings: Mapping[str, Any]
    state: str
    score: float | None
    latency_ms: float | None
    num_steps: int
    attempts: int
    training_run_id: UUID | None
    job_id: UUID | None
    copied_from: TrialSource | None
    parent_number: int | None
    has_package: bool
    model_version_id: UUID | None
    is_best: bool
    error: JobError | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    seconds: float | None
    revision: int
    curve: Sequence[tuple[int, float]]


@dataclass(frozen=True)
class Ancestor:
    """A trial that another goes on from, directly or through others."""

    number: int
    settings: Mapping[str, Any]
    score: float | None


@dataclass(frozen=True)
class Counts:
    """How many trials are in each state; ``copied`` are those taken over from an earlier study."""

    queued: int = 0
    running: int = 0
    complete: int = 0
    pruned: int = 0
    failed: int = 0
    cancelled: int = 0
    copied: int = 0


@dataclass(frozen=True)
class StudyView:
    """A study; ``ending`` is empty while it runs, ``error`` says why it failed.

    The trials of one that ``is_scripted`` are run by scripts of people; it has no backbone.
    ``seconds_used`` counts from the first trial's begin, without the time between an end and an
    extension. ``eta_seconds`` is null while nothing is known.
    """

    id: UUID
    project_id: UUID
    number: int
    name: str
    is_scripted: bool
    task: str
    target: str
    backbone: str
    pretrained: bool
    options: Mapping[str, Any]
    dataset_versions: tuple[UsedVersion, ...]
    data_fraction: float
    space: Mapping[str, Any]
    sampler: Mapping[str, Any]
    pruner: Mapping[str, Any]
    population: Mapping[str, Any] | None
    primary_metric: str
    direction: str
    latency_limit_ms: float | None
    seed: int
    num_parallel: int
    max_trials: int | None
    max_minutes: int | None
    target_score: float | None
    state: str
    ending: str
    error: JobError | None
    counts: Counts
    best_trial: TrialView | None
    importances: Mapping[str, float]
    seconds_used: float
    eta_seconds: float | None
    fork_of: UUID | None
    revision: int
    created_by: Person | None
    created_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True)
class BestSoFar:
    """A trial that was better than all that ended before it."""

    number: int
    score: float
    finished_at: datetime


@dataclass(frozen=True)
class SearchableSpace:
    """What of a task can be searched, with default ranges.

    ``suggested`` names the parameters that most searches vary; ``defaults`` is what each is without
    a search, ``null`` where the task decides. Where trials can go on from each other's weights
    (``supports_population``), ``fixed_in_population`` names what may not change between them.
    """

    task: str
    space: Mapping[str, Any]
    suggested: Sequence[str]
    defaults: Mapping[str, Any]
    primary_metric: str
    direction: str
    supports_data_fraction: bool
    supports_population: bool
    fixed_in_population: Sequence[str]
