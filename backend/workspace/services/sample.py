"""Sample projects: the example data of a task, part of it left to label, a model and an endpoint.

A job has the engine write the data and takes it in; ``sample_steps`` does what comes then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.datasets.services.sample_data import fill_sample_dataset
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import find_project
from backend.projects.services.projects import create_project, note_job
from backend.projects.services.samples import begin_preparing
from engine.catalog.examples import EXAMPLES
from engine.specs.example import ExampleSpec
from engine.specs.language import Language


@transaction.atomic
def start_sample_project(
    *, organisation_id: UUID, task: str, language: Language, requested_by: Caller
) -> UUID:
    """Make the project, have a worker fill it, and return its id."""
    card = EXAMPLES[task]
    project = create_project(
        organisation_id=organisation_id,
        name=card.title[language],
        description=card.description[language],
        task=task,
        created_by=requested_by,
        is_sample=True,
    )
    job = create_job(
        kind=names.SAMPLE_PROJECT,
        organisation_id=organisation_id,
        project_id=project.id,
        subject_id=project.id,
        title=project.name,
        requested_by_id=requested_by.user_id,
        request={"language": language},
    )
    note_job(project_id=project.id, job_id=job.id)
    return project.id


def prepare_sample(*, project_id: UUID, request: Mapping[str, Any]) -> ExampleSpec:
    """Return what the engine is asked to write; jobs of before asked for no language."""
    project = find_project(project_id)
    assert project is not None, "a project goes only after its jobs"
    return ExampleSpec(task=project.task, language=request.get("language", "en"))


def complete_sample(
    *,
    project_id: UUID,
    data: Path,
    report: Callable[[int, int], None],
    finish: Callable[[Mapping[str, Any]], None],
) -> None:
    """Take in what the engine wrote; safe to repeat after a break, as content is taken in once.

    Args:
        project_id: the sample project.
        data: what the engine wrote.
        report: told the items taken in, and how many there are in all.
        finish: ends the job, in the transaction that stores that the data is there.
    """
    project = find_project(project_id)
    assert project is not None, "a project goes only after its jobs"
    filled = fill_sample_dataset(
        project_id=project.id,
        task=project.task,
        name=project.name,
        data=data,
        created_by_id=project.created_by_id,
        report=report,
    )
    with transaction.atomic():
        begin_preparing(project_id)
        finish({"dataset_id": str(filled.dataset_id), "num_samples": filled.num_samples})
