"""The kind of job that is an engine process which draws a map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.files.services.readable import unreadable_of
from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.jobs.services.jobs import job_folder
from backend.maps.services.maps import complete_map, prepare_map
from engine.specs.projection import MAP_FILE, POINTS_FILE, MapSummary
from workers.launchers.launcher import Order
from workers.runners.orders import order_of


class DrawingMap:
    """``engine map``; its points become rows."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the index of the samples."""
        return order_of(job.id, "map", prepare_map(map_id=job.subject_id, folder=folder))

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Keep where the samples lie."""
        summary = MapSummary.model_validate_json((work / MAP_FILE).read_bytes())
        with (work / POINTS_FILE).open("rb") as points:
            complete_map(
                map_id=job.subject_id,
                summary=summary,
                points=points,
                unreadable=unreadable_of(job_folder(job.id)),
                finish=finish,
            )
