"""What other apps may know of batch predictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from backend.api.people import Person
from backend.jobs.contracts import JobView


@dataclass(frozen=True)
class PredictionFileView:
    """All predictions in one format; ``url`` is where to download them."""

    format: str
    num_bytes: int
    url: str


@dataclass(frozen=True)
class BatchPredictionView:
    """Many inputs predicted by one model version.

    ``source`` tells where they come from and ``source_name`` what that is called. The job is
    ``null`` while files are still sent. ``suggestion_dataset_id`` is the dataset for which
    suggestions are kept. ``results`` are there once all is predicted.
    """

    id: UUID
    project_id: UUID
    model_version_id: UUID | None
    model_name: str
    model_number: int | None
    source: str
    source_name: str
    dataset_id: UUID | None
    dataset_version_id: UUID | None
    suggestion_dataset_id: UUID | None
    num_files: int
    num_predicted: int
    num_failed: int
    results: Sequence[PredictionFileView]
    job: JobView | None
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class ServerFolder:
    """A folder of the server by its number and name."""

    number: int
    name: str


@dataclass(frozen=True)
class ServerFolders:
    """Folders of the server whose files may be predicted; ``below`` are those in the one named."""

    folders: Sequence[ServerFolder]
    below: Sequence[str]
