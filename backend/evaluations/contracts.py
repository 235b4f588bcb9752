"""What others may know of evaluations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from backend.api.people import Person
from backend.jobs.contracts import JobView
from engine.specs.evaluations import LeftOutSample, MetricChange, Part


@dataclass(frozen=True)
class EvaluatedModelView:
    """A model version in an evaluation; null ids are those of deleted ones.

    ``is_training_known`` tells whether it is known what it was trained on: samples of a model of
    which that is not known are not left out.
    """

    model_version_id: UUID | None
    name: str
    number: int
    is_training_known: bool


@dataclass(frozen=True)
class ModelMetricsView:
    """The numbers of one model; ``change`` is null of the first, and where none is defined."""

    metrics: Mapping[str, float]
    change: MetricChange | None


@dataclass(frozen=True)
class EvaluatedPartView:
    """The numbers of all models, in their order, on the same ``num_samples``."""

    part: Part
    num_samples: int
    models: Sequence[ModelMetricsView]


@dataclass(frozen=True)
class EvaluationView:
    """Model versions measured on the same samples; each is compared with the first.

    Samples that one of the models was trained on are left out, ``num_trained_on`` of them; so are
    ``num_unknown`` with ``unknown_labels``, which one of the models does not know, and
    ``num_left_out`` that cannot be read or are unlabelled, of which ``left_out`` names some. Rows
    of tables count as samples. With a tag, samples that have it are a part of their own, and so
    are the others. Until the job has ended well, ``parts`` is empty.
    """

    id: UUID
    project_id: UUID
    dataset_version_id: UUID | None
    source_name: str
    tag_name: str
    models: Sequence[EvaluatedModelView]
    num_trained_on: int
    num_unknown: int
    unknown_labels: Sequence[str]
    primary_metric: str
    higher_is_better: bool
    parts: Sequence[EvaluatedPartView]
    num_left_out: int
    left_out: Sequence[LeftOutSample]
    job: JobView | None
    created_by: Person | None
    created_at: datetime
