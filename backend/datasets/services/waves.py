"""Have the wave of a long recording drawn."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import NotFound
from backend.datasets.models import Dataset, Sample
from backend.files.waves import make_wave
from backend.jobs import names
from backend.jobs.selectors import unfinished_job
from backend.jobs.services import create_job
from backend.projects.selectors import organisation_of


@transaction.atomic
def start_wave(*, sample: Sample, requested_by: Caller) -> UUID:
    """Have a worker draw the wave of a recording; asking again while it does finds the same job."""
    dataset = Dataset.objects.select_for_update().get(id=sample.dataset_id)
    running = unfinished_job(kind=names.DRAW_WAVE, subject_id=sample.id)
    if running is not None:
        return running
    job = create_job(
        kind=names.DRAW_WAVE,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=sample.id,
        title=sample.name[-200:],
        requested_by_id=requested_by.user_id,
    )
    return job.id


def draw_wave(sample_id: UUID, report: Callable[[int, int], None]) -> None:
    """Draw the wave of a sample; what is there is not drawn again.

    Raises:
        NotFound: when the sample was deleted meanwhile.
        Unavailable: when its sound cannot be decoded.
    """
    sample = Sample.objects.filter(id=sample_id).first()
    if sample is None:
        raise NotFound("The recording was deleted.", code="sample_not_found")
    make_wave(sample.blob_id, report)
