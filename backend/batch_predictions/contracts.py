"""What other apps may know of batch predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.api.people import Person
from backend.jobs.contracts import JobView


@dataclass(frozen=True)
class ProblemView:
    """An input without a prediction, and why: ``code`` and ``params`` to translate."""

    name: str
    code: str
    message: str
    params: Mapping[str, Any]


@dataclass(frozen=True)
class BatchPredictionView:
    """Many inputs predicted by one model version.

    ``source`` tells where they come from and ``source_name`` what that is called. The job is
    ``null`` while files are still sent. ``problems`` are the first hundred of the ``num_failed``;
    the predictions name all. ``formats`` are those in which they can be downloaded, once all is
    predicted. ``schedule_id`` is the schedule that began it, if any.
    """

    id: UUID
    project_id: UUID
    model_version_id: UUID | None
    model_name: str
    model_number: int | None
    source: str
    source_name: str
    dataset_id: UUID | None
    schedule_id: UUID | None
    keeps_suggestions: bool
    num_files: int
    num_predicted: int
    num_failed: int
    problems: Sequence[ProblemView]
    formats: Sequence[str]
    job: JobView | None
    created_by: Person | None
    created_at: datetime
