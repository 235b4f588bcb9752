"""How fast backbones have trained in this installation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from backend.jobs.contracts import JobState
from backend.training.models import TrainingRun

_MAX_RUNS = 200


@dataclass(frozen=True)
class Trained:
    """One finished run; ``epochs`` is 0 where learning does not go through the data again."""

    backbone: str
    num_samples: int
    epochs: int
    train_seconds: float
    other_seconds: float


@dataclass(frozen=True)
class Duration:
    """What a run takes: once, and for each sample over all of its epochs."""

    fixed_seconds: float
    seconds_per_sample: float


def finished_runs(task: str) -> list[Trained]:
    """Return the latest runs of a task that succeeded, without those of searches."""
    rows = (
        TrainingRun.objects.filter(
            task=task, study_id=None, job__state=JobState.SUCCEEDED, model_version__isnull=False
        )
        .order_by("-created_at")
        .values_list(
            "backbone",
            "job__started_at",
            "job__finished_at",
            "model_version__report__training",
        )[:_MAX_RUNS]
    )
    return [
        Trained(
            backbone,
            int(training["train_samples"]),
            int(training["epochs"]),
            float(training["train_seconds"]),
            max(0.0, (finished - started).total_seconds() - float(training["train_seconds"])),
        )
        for backbone, started, finished, training in rows
        if started is not None
        and finished is not None
        and training is not None
        and int(training["train_samples"]) > 0
    ]


def measured_durations(runs: Iterable[Trained], epochs: int | None) -> dict[str, Duration]:
    """Return the durations of each backbone that has been trained.

    Large runs count more than small ones, whose time says little of each sample.

    Args:
        runs: that have finished.
        epochs: that are wanted, ``None`` for as many as the runs had.
    """
    by_backbone: Mapping[str, list[Trained]] = defaultdict(list)
    for run in runs:
        by_backbone[run.backbone].append(run)
    return {backbone: _duration(those, epochs) for backbone, those in by_backbone.items()}


def _duration(runs: Sequence[Trained], epochs: int | None) -> Duration:
    passes = sum(run.num_samples * max(1, run.epochs) for run in runs)
    usual = median(run.epochs for run in runs)
    # What has no epochs is not slower for being asked for many.
    wanted = usual if epochs is None or usual == 0 else epochs
    return Duration(
        median(run.other_seconds for run in runs),
        sum(run.train_seconds for run in runs) / passes * max(1, wanted),
    )
