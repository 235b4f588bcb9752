"""Show augmentation on the user's own images, through a short engine process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Invalid, NotFound
from backend.datasets.services.sample_index import records
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.training.services.data import require_versions
from backend.training.services.options import parse
from engine.catalog import TASKS, Media
from engine.specs.data import Split

NUM_SAMPLES = 4


@transaction.atomic
def create_preview(
    *,
    caller: Caller,
    dataset_version_id: UUID,
    options: Mapping[str, Any],
    image_size: int | None = None,
    sample_ids: Sequence[UUID] | None = None,
) -> UUID:
    """Queue a preview and return the job's id.

    Raises:
        NotFound: when the version, or a sample in it, does not exist for the caller.
        Invalid: when the task's samples are no images.
        ValidationError: when an option is wrong.
    """
    project, versions = require_versions(
        caller=caller, version_ids=[dataset_version_id], minimum=Role.DEVELOPER
    )
    if TASKS[project.task].media is not Media.IMAGE:
        raise Invalid(
            "Augmentation is shown on images only, and this task has none.",
            code="preview_unsupported",
        )
    chosen = dict(options) | ({} if image_size is None else {"image_size": image_size})
    parse(project.task, chosen)
    wanted = _samples(records(versions), sample_ids)
    job = create_job(
        kind=names.AUGMENTATION_PREVIEW,
        organisation_id=project.organisation_id,
        project_id=project.id,
        subject_id=dataset_version_id,
        title=f"{versions[0].dataset_name} #{versions[0].number}",
        requested_by_id=caller.user_id,
        request={"task": project.task, "options": chosen, "sample_ids": wanted},
        max_attempts=1,
    )
    return job.id


def _samples(found: Iterable[Mapping[str, Any]], wanted: Sequence[UUID] | None) -> list[str]:
    """Return the samples to show: those that were asked for, or some that are trained on."""
    known, trained = [], []
    for record in found:
        known.append(record["id"])
        if record["split"] == Split.TRAIN and _says_something(record):
            trained.append(record["id"])
    if wanted is None:
        shown = trained or known
        return shown[:: max(1, len(shown) // NUM_SAMPLES)][:NUM_SAMPLES]
    chosen = [str(one) for one in wanted]
    if not set(chosen) <= set(known):
        raise NotFound("A sample is not in this version.", code="sample_not_found")
    return chosen


def _says_something(record: Mapping[str, Any]) -> bool:
    return any(record.get(field) for field in ("labels", "regions", "texts"))
