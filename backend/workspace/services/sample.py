"""The sample project: handwritten digits, most of them labelled, ready to freeze and train."""

from __future__ import annotations

import csv
import gzip
import importlib.util
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Unavailable
from backend.datasets.services.sample_data import fill_sample_dataset
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import find_project
from backend.projects.services.projects import create_project, note_job

NAME = "Handwritten digits"
DESCRIPTION = "1,797 digits of 8 × 8 pixels from the UCI repository, as scikit-learn bundles them."
UNLABELLED_EVERY = 7
SIZE = 8
_GREY_STEP = 255 / 16


@transaction.atomic
def start_sample_project(*, organisation_id: UUID, requested_by: Caller) -> UUID:
    """Make the project, have a worker fill it, and return its id."""
    project = create_project(
        organisation_id=organisation_id,
        name=NAME,
        description=DESCRIPTION,
        task="image.classification",
        created_by=requested_by,
        is_sample=True,
    )
    job = create_job(
        kind=names.SAMPLE_PROJECT,
        organisation_id=organisation_id,
        project_id=project.id,
        subject_id=project.id,
        title=NAME,
        requested_by_id=requested_by.user_id,
    )
    note_job(project_id=project.id, job_id=job.id)
    return project.id


def build_sample_project(
    project_id: UUID, report_progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Fill a sample project; safe to repeat after a break, as content is taken in once.

    Every seventh digit stays unlabelled, so that there is something to label.

    Raises:
        Unavailable: when scikit-learn, which brings the images, is not installed here.
    """
    project = find_project(project_id)
    assert project is not None, "a project goes only after its jobs"
    digits = [
        (f"{label}/digit-{number:04}.png", png, None if number % UNLABELLED_EVERY == 0 else label)
        for number, (label, png) in enumerate(_digits())
    ]
    dataset_id = fill_sample_dataset(
        project_id=project.id,
        task=project.task,
        name="Digits",
        files=digits,
        created_by_id=project.created_by_id,
        report_progress=report_progress,
    )
    return {"dataset_id": str(dataset_id), "num_samples": len(digits)}


def _digits() -> Iterator[tuple[str, bytes]]:
    """Yield label and PNG of each digit. The file's columns are 64 grey levels 0–16 and a label."""
    from PIL import Image

    with gzip.open(_digits_file(), "rt") as file:
        for row in csv.reader(file):
            *levels, label = (int(float(value)) for value in row)
            pixels = bytes(round(level * _GREY_STEP) for level in levels)
            out = io.BytesIO()
            Image.frombytes("L", (SIZE, SIZE), pixels).save(out, "PNG")
            yield str(label), out.getvalue()


def _digits_file() -> Path:
    """Find the file without importing scikit-learn, which is large."""
    found = importlib.util.find_spec("sklearn")
    folders = found.submodule_search_locations if found is not None else None
    path = Path(folders[0]) / "datasets" / "data" / "digits.csv.gz" if folders else None
    if path is None or not path.is_file():
        raise Unavailable(
            "The sample images come with scikit-learn, which is not installed beside this worker.",
            code="sample_images_missing",
        )
    return path
