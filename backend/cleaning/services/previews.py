"""Show what a recipe would do with some samples, through a short engine process."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict
from backend.cleaning.contracts import CleanedDataset
from backend.cleaning.services.runs import media_of
from backend.cleaning.services.specs import write_spec
from backend.cleaning.steps import checked
from backend.datasets.contracts import Selection
from backend.datasets.contracts.filters import document
from backend.datasets.selectors.samples import rows_of_selection
from backend.jobs.contracts import JobView, names
from backend.jobs.selectors import get_view
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of
from engine.specs.cleaning import CleaningSpec

# As many are looked at; a decoded image costs some ten milliseconds.
NUM_LOOKED = 120


@transaction.atomic
def start_preview(
    *,
    dataset: CleanedDataset,
    steps: Sequence[Mapping[str, Any]],
    selection: Selection,
    requested_by: Caller,
    seed: int = 0,
) -> JobView:
    """Have some samples of a selection, drawn by a seed, taken through steps; nothing changes.

    Raises:
        Invalid: ``cleaning_unsupported``, or when the filter does not fit the dataset.
        Conflict: ``nothing_to_clean``.
        ValidationError: naming each wrong step.
    """
    taken = checked(media_of(dataset), steps)
    drawn = _drawn(dataset.id, selection, seed)
    if not drawn:
        raise Conflict(
            "No sample passes the filter, so there is nothing to clean. Choose others.",
            code="nothing_to_clean",
        )
    job = create_job(
        kind=names.PREVIEW_CLEANING,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=dataset.id,
        title=dataset.name,
        requested_by_id=requested_by.user_id,
        request={
            "media": media_of(dataset),
            "steps": taken,
            "sample_ids": [str(one) for one in drawn],
            "selection": _written(selection),
        },
        max_attempts=1,
    )
    return get_view(job_id=job.id)


def prepare_preview(*, dataset_id: UUID, request: Mapping[str, Any], folder: Path) -> CleaningSpec:
    """Write the index of the drawn samples into ``folder`` and return the spec.

    Raises:
        Unavailable: ``disk_full``.
    """
    drawn = Selection(ids=tuple(UUID(one) for one in request["sample_ids"]))
    return write_spec(
        dataset_id=dataset_id,
        selection=drawn,
        media=request["media"],
        steps=request["steps"],
        folder=folder,
    )


def _written(selection: Selection) -> dict[str, Any]:
    if selection.ids is not None:
        return {"ids": [str(one) for one in selection.ids]}
    return {"filter": document(selection.filter) if selection.filter is not None else {}}


def _drawn(dataset_id: UUID, selection: Selection, seed: int) -> list[UUID]:
    """Return ids of a selection from a random one on.

    Ids are random numbers, so those that follow each other are a random draw, which no row has to
    be sorted for that is not in it.
    """
    rows = rows_of_selection(dataset_id, selection).order_by("id").values_list("id", flat=True)
    start = UUID(int=random.Random(seed).getrandbits(128))
    drawn = list(rows.filter(id__gte=start)[:NUM_LOOKED])
    return drawn + list(rows.filter(id__lt=start)[: NUM_LOOKED - len(drawn)])
