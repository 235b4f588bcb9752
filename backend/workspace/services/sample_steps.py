"""Brings a sample project from its data to an endpoint, a step at a time.

Every step holds the lock of the project's row and asks only what the rows say, so that it may be
taken by any worker at any time, twice or at once. A step that cannot be taken ends the making: what
is there stays, and people go on from it.
"""

from __future__ import annotations

import logging
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.accounts.selectors import find_caller
from backend.api.errors import ApiError, Unavailable
from backend.datasets.selectors.datasets import datasets_of
from backend.datasets.selectors.summary import first_version_of
from backend.datasets.services.versioning.freeze import freeze_version
from backend.deployments.selectors import project_summary as endpoints_of
from backend.deployments.services.endpoints import create_deployment
from backend.projects.selectors import preparing_projects
from backend.projects.services.samples import end_preparing, lock_preparing
from backend.training.selectors import first_run_of
from backend.training.services.runs import create_run
from engine.catalog import TASKS, Tier
from engine.catalog.examples import EXAMPLES

logger = logging.getLogger(__name__)

_ENDED_BADLY = frozenset({"failed", "cancelled"})


def advance_samples() -> None:
    """Bring all sample projects that are being made a step on."""
    for project_id in preparing_projects():
        advance(project_id=project_id)


@transaction.atomic
def advance(*, project_id: UUID) -> None:
    """Take the next step that is due; nothing happens to a project that waits for a job."""
    project = lock_preparing(project_id)
    if project is None:
        return
    caller = find_caller(project.created_by_id)
    try:
        # What a step had written goes with it when it breaks off.
        with transaction.atomic():
            is_over = (
                caller is None
                or project.trashed_at is not None
                or _step(project_id, project.task, project.name, caller)
            )
    except Unavailable:
        # The disk is full, say: the step is taken once there is room.
        return
    except ApiError as error:
        logger.warning("sample not made", extra={"project": str(project_id), "code": error.code})
        is_over = True
    if is_over:
        end_preparing(project_id)


def _step(project_id: UUID, task: str, name: str, caller: Caller) -> bool:
    """Take the next step, and tell whether it was the last.

    The first version and the first run are the sample's own: people may have begun others since.
    """
    version = first_version_of(project_id=project_id)
    if version is None:
        return not _freeze(project_id, caller)
    if version.state != "ready":
        return version.state == "failed"
    run = first_run_of(project_id=project_id)
    if run is None:
        _train(project_id, version.id, task, caller)
        return False
    if run.job.state != "succeeded" or run.model_version_id is None:
        return run.job.state in _ENDED_BADLY
    if endpoints_of(project_id).num == 0:
        create_deployment(
            caller=caller,
            model_version_id=run.model_version_id,
            name=name,
            suffix=f"sample-{project_id.hex[:12]}",
            replicas=1,
        )
    return True


def _freeze(project_id: UUID, caller: Caller) -> bool:
    """Order a version, and tell whether there is a dataset to make one of."""
    dataset = datasets_of(project_id=project_id).first()
    if dataset is None:
        return False
    is_labelled = TASKS[dataset.task].annotation_card.is_labelled
    freeze_version(dataset=dataset, requested_by=caller, include_unlabelled=not is_labelled)
    return True


def _train(project_id: UUID, version_id: UUID, task: str, caller: Caller) -> None:
    card = TASKS[task]
    create_run(
        caller=caller,
        project_id=project_id,
        dataset_version_ids=[version_id],
        target="cloud_api",
        tier=Tier.FAST,
        backbone=card.backbones_of(Tier.FAST)[0].key,
        options=EXAMPLES[task].options,
        seed=0,
    )
