"""The kind of job that makes a package of the weights of a click-to-segment model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.segmenting.services.packaging import complete_package, prepare_package
from workers.launchers.launcher import Order
from workers.runners.orders import order_of


class PackagingSegmenter:
    """``engine package_segmenter``; its package goes where the model's server finds it."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Name the weights."""
        spec = prepare_package(segmenter_id=job.subject_id)
        return order_of(job.id, "package_segmenter", spec)

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Keep the package, and have its server started."""
        complete_package(segmenter_id=job.subject_id, package=work / "package", finish=finish)
