"""What a process that evaluates models on the same samples is asked, and what it found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.specs.data import DataSpec
from engine.specs.paths import LocalPath
from engine.specs.spec import Spec

MAX_MODELS = 4
MAX_CHANGES = 20
"""So many samples are listed that a model does better on than the first, and as many worse."""
MAX_LEFT_OUT = 100
MIN_SAMPLES = 10
"""Of fewer samples no interval is given: resamples of so few hardly differ."""
EVALUATION_RESULT_FILE = "evaluation.json"

Part = Literal["all", "tagged", "others"]


class EvaluatedPackage(Spec):
    """A model that is evaluated: its unpacked package.

    ``trained_on`` is given where rows of one file are divided by the training itself, as those of
    tables are: rows that it was trained on are left out.
    """

    id: str
    package: LocalPath
    trained_on: DataSpec | None = None


class EvaluationSpec(Spec):
    """Which models are evaluated on which samples; the first is what others are compared with.

    ``primary_metric`` is what models are compared by; the task's own for this data if left out.
    With ``tagged``, a file with the id of a sample a line, these samples are measured by themselves
    as well, and so are the others.
    """

    schema_version: Literal[1] = 1
    models: Annotated[tuple[EvaluatedPackage, ...], Field(min_length=1, max_length=MAX_MODELS)]
    data: DataSpec
    primary_metric: str | None = None
    tagged: LocalPath | None = None


class SampleChange(Spec):
    """A sample whose own value of the primary metric is another than with the first model."""

    id: str
    name: str
    before: float
    after: float


class MetricChange(Spec):
    """By how much a model differs from the first in the primary metric, on the same samples.

    ``low`` and ``high`` bound the difference, model − first, with 95 % confidence; they are
    ``None`` for fewer than ``MIN_SAMPLES`` samples, and where the metric takes too long to compute
    again and again. ``num_better`` and ``num_worse`` are ``None`` where one sample alone has no
    value of the metric; ``better`` and ``worse`` are the most changed of them.
    """

    difference: float
    low: float | None = None
    high: float | None = None
    num_better: int | None = None
    num_worse: int | None = None
    better: tuple[SampleChange, ...] = ()
    worse: tuple[SampleChange, ...] = ()


class ModelMetrics(Spec):
    """The numbers of one model; ``change`` is ``None`` of the first."""

    id: str
    metrics: Mapping[str, float]
    change: MetricChange | None = None


class EvaluatedPart(Spec):
    """The numbers of all models on the same samples."""

    part: Part
    num_samples: int
    models: tuple[ModelMetrics, ...]


class LeftOutSample(Spec):
    """A sample that was not looked at, and why."""

    name: str
    reason: str


class EvaluationResult(Spec):
    """What was found; a part without samples is not among ``parts``.

    ``num_trained_on`` counts rows that one of the models was trained on, see ``trained_on``.
    """

    primary_metric: str
    higher_is_better: bool
    parts: tuple[EvaluatedPart, ...]
    num_trained_on: int = 0
    num_left_out: int = 0
    left_out: tuple[LeftOutSample, ...] = ()
