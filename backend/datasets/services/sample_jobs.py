"""Have a worker do something for one sample."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.datasets.models import Dataset, Sample
from backend.jobs.selectors import unfinished_job
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of


@transaction.atomic
def start_once(*, sample: Sample, kind: str, requested_by: Caller) -> UUID:
    """Order a kind of job for a sample; asking again while it is done finds the same job."""
    # Locked, so that of two who ask at once the second finds the job of the first.
    dataset = Dataset.objects.select_for_update().get(id=sample.dataset_id)
    running = unfinished_job(kind=kind, subject_id=sample.id)
    if running is not None:
        return running
    job = create_job(
        kind=kind,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=sample.id,
        title=sample.name[-200:],
        requested_by_id=requested_by.user_id,
    )
    return job.id
