"""Reports made of sections: what those of all tasks say alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.interfaces.run import HeldOut
from engine.metrics.held_out import require_samples
from engine.specs.package.report import MetricValue, SectionedReport
from engine.specs.package.sections import Section


def sectioned_report(
    held_out: HeldOut[Any],
    *,
    metrics: Iterable[MetricValue],
    sections: Iterable[Section],
    baseline: MetricValue | None = None,
) -> SectionedReport:
    """Build a report.

    Args:
        held_out: what it is about.
        metrics: the primary one first.
        sections: in the order in which they are read.
        baseline: the primary metric of a simple method.

    Raises:
        DataError: when there is no held-out sample.
    """
    require_samples(len(held_out.records))
    found = tuple(metrics)
    return SectionedReport(
        split=held_out.split,
        num_samples=len(held_out.records),
        primary_metric=found[0].name,
        metrics=found,
        baseline=baseline,
        labels=tuple(label.name for label in held_out.labels),
        sections=tuple(sections),
        runtime=held_out.runtime,
        training=held_out.trained.summary,
    )
