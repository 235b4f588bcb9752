"""What other apps and the workers may know of training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.api.people import Person
from backend.jobs.contracts import JobView


@dataclass(frozen=True)
class UsedVersion:
    """A dataset version that a run trains on."""

    id: UUID
    number: int
    dataset_id: UUID
    dataset_name: str


@dataclass(frozen=True)
class InitialVersion:
    """The model version an incremental run starts from."""

    id: UUID
    model_name: str
    number: int


@dataclass(frozen=True)
class VerdictReason:
    """What may be why a model is useless: ``code`` and ``params`` for the client.

    ``next_steps`` are what to do about it: ``check_data``, ``label_more``, ``add_data``,
    ``choose_columns``, ``train_longer`` or ``retry`` with other options.
    """

    code: str
    params: Mapping[str, Any]
    next_steps: tuple[str, ...]


@dataclass(frozen=True)
class RunVerdict:
    """Why a run that ended well is no success: its model is about as good as ``guess``."""

    metric: str
    value: float
    guess: float
    reasons: tuple[VerdictReason, ...]


@dataclass(frozen=True)
class TrainingRunView:
    """A training run and the job that carries it out; ``verdict`` is there when it is useless."""

    id: UUID
    project_id: UUID
    number: int
    name: str
    task: str
    target: str
    tier: str
    backbone: str
    options: Mapping[str, Any]
    seed: int
    pretrained: bool
    dataset_versions: tuple[UsedVersion, ...]
    initial_model_version: InitialVersion | None
    rerun_of: UUID | None
    study_id: UUID | None
    data_fraction: float
    job: JobView
    primary_metric: str
    best_metric: float | None
    model_version_id: UUID | None
    verdict: RunVerdict | None
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class PreviewedVariant:
    """An image as training sees it, and what is marked there, in its pixels."""

    url: str
    width: int
    height: int
    regions: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class PreviewedImage:
    """One sample beside its random variants; the addresses are paths of this API."""

    sample_id: UUID
    original: PreviewedVariant
    variants: tuple[PreviewedVariant, ...]


@dataclass(frozen=True)
class PreviewView:
    """The finished preview; ``labels`` are all of the version, so that each keeps its colour."""

    labels: tuple[str, ...]
    images: tuple[PreviewedImage, ...]


@dataclass(frozen=True)
class ProjectRuns:
    """The training runs of a project in figures."""

    num: int
    running: int
    latest: TrainingRunView | None


@dataclass(frozen=True)
class BackboneEstimate:
    """How long a backbone would train, at most where that is not measured, and the model's size.

    ``is_usual`` says that its tier stands for it with this data, unless another one is chosen.
    """

    key: str
    tier: str
    seconds: float | None
    most_seconds: float | None
    size_mb: float
    basis: str
    is_usual: bool
