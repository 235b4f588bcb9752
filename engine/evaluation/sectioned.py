"""Reports made of sections: what those of all tasks say alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.catalog import TASKS
from engine.interfaces.run import Scores, TrainedModel
from engine.metrics.held_out import require_samples
from engine.specs.manifest import LabelSpec
from engine.specs.report import MetricValue, RuntimeCheck, SectionedReport
from engine.specs.sections import Section


def sectioned_report(
    trained: TrainedModel,
    held_out: Scores[Any],
    labels: Sequence[LabelSpec],
    runtime: RuntimeCheck,
    *,
    metrics: Iterable[MetricValue],
    sections: Iterable[Section],
    baseline: MetricValue | None = None,
) -> SectionedReport:
    """Build a report.

    Args:
        trained: the model and its datasets.
        held_out: what it predicted for the held-out split.
        labels: of the package.
        runtime: how the exported model did on the same samples.
        metrics: the primary one first.
        sections: in the order in which they are read.
        baseline: the primary metric of a simple method.

    Raises:
        DataError: when there is no held-out sample.
    """
    require_samples(len(held_out.records))
    return SectionedReport(
        split=held_out.split,
        num_samples=len(held_out.records),
        primary_metric=TASKS[trained.spec.task].primary_metric,
        metrics=tuple(metrics),
        baseline=baseline,
        labels=tuple(label.name for label in labels),
        sections=tuple(sections),
        runtime=runtime,
        training=trained.summary,
    )
