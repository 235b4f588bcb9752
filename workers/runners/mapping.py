"""The kind of job that is an engine process which draws a map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.maps.services.maps import complete_map, prepare_map
from engine.specs.projection import MAP_FILE, POINTS_FILE, MapSummary
from workers.runners.processes import Plan


class DrawingMap:
    """``engine map``; its points become rows."""

    def prepare(self, job: ClaimedJob, spec: Path, work: Path) -> Plan:
        """Write the spec and the index of the samples."""
        document = prepare_map(map_id=job.subject_id, folder=spec.parent)
        spec.write_text(document.model_dump_json())
        return Plan(("map", "--spec", str(spec), "--work", str(work)), threads=1)

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Keep where the samples lie."""
        summary = MapSummary.model_validate_json((work / MAP_FILE).read_bytes())
        with (work / POINTS_FILE).open("rb") as points:
            complete_map(map_id=job.subject_id, summary=summary, points=points, finish=finish)
