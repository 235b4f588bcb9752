"""What a run measured, used and wrote on its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from backend.api.errors import NotFound
from backend.jobs.selectors import events_of_kind, spread_events
from backend.jobs.services.jobs import job_folder

_TAIL_BYTES = 4 * 1024 * 1024
_COUNTED_BYTES = 1024 * 1024


def metric_series(*, job_id: UUID, max_points: int) -> list[dict[str, Any]]:
    """Return a curve per split and metric, each thinned to ``max_points`` with its last point."""
    curves: dict[tuple[str, str], dict[int, list[float]]] = {}
    for event in events_of_kind(job_id=job_id, kind="metric"):
        data = event.data
        for metric, value in data["values"].items():
            # A resumed run measures some steps again; the later value is the one it goes on with.
            curve = curves.setdefault((data["split"], metric), {})
            curve[data["step"]] = [data["step"], data["epoch"], value]
    return [
        {"split": split, "metric": metric, "points": _thinned(sorted(curve.values()), max_points)}
        for (split, metric), curve in sorted(curves.items())
    ]


def candidates_of(*, job_id: UUID) -> list[Mapping[str, Any]]:
    """Return how each model stands that a run tried, in the order in which they were tried."""
    # A model that is told of again, at the end or by a resumed run, takes the place it had.
    latest: dict[str, Mapping[str, Any]] = {}
    for event in events_of_kind(job_id=job_id, kind="candidate"):
        latest[event.data["name"]] = event.data
    return list(latest.values())


def resource_series(*, job_id: UUID, max_points: int) -> list[dict[str, Any]]:
    """Return what a run used over its time, at most ``max_points`` moments and the last of all."""
    rows = spread_events(job_id=job_id, kind="resources", most=max_points)
    return [{"number": row.number, "time": row.created_at, **row.data} for row in rows]


def log_tail(*, job_id: UUID, tail: int) -> dict[str, Any]:
    """Return the last lines that the process of a job wrote, and how many there are in all."""
    path = _log_path(job_id)
    if not path.is_file():
        return {"lines": [], "total": 0}
    with path.open("rb") as file:
        # All are counted, and only the end is kept in memory.
        total, last = 0, b"\n"
        while block := file.read(_COUNTED_BYTES):
            total, last = total + block.count(b"\n"), block[-1:]
        total += last != b"\n"
        file.seek(max(0, file.tell() - _TAIL_BYTES))
        lines = file.read().decode("utf-8", "replace").split("\n")
    if lines[-1] == "":
        lines.pop()
    return {"lines": [line.rstrip("\r") for line in lines[-tail:]], "total": total}


def whole_log(*, job_id: UUID) -> Path:
    """Return the file of what the process of a job wrote.

    Raises:
        NotFound: when it wrote nothing, or its folder was cleared away.
    """
    path = _log_path(job_id)
    if not path.is_file():
        raise NotFound(
            "This run has no log file: it has not begun, or its files were cleared away.",
            code="training_log_not_found",
        )
    return path


def _log_path(job_id: UUID) -> Path:
    # Wherever the process runs, its launcher brings this file to the job's folder.
    return job_folder(job_id) / "output.log"


def _thinned(points: Sequence[list[float]], max_points: int) -> list[list[float]]:
    if len(points) <= max_points:
        return list(points)
    step = (len(points) - 1) / (max_points - 1)
    return [points[round(index * step)] for index in range(max_points)]
