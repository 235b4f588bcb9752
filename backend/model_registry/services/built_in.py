"""The model that comes with Easel: made a version of a project's models, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller, Role
from backend.api.catalog import require_allowed
from backend.api.errors import Conflict, Invalid
from backend.audit import services as audit
from backend.jobs.contracts import names
from backend.jobs.selectors import get_view, unfinished_job
from backend.jobs.services.jobs import create_job
from backend.model_registry.selectors import built_in_version
from backend.model_registry.services.versions import (
    add_version,
    locked_model,
    next_version_number,
    store_package,
)
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project
from engine.catalog import TASKS
from engine.specs.built_in import BuiltInSpec

NAME = "Built-in model"


@transaction.atomic
def request_built_in(*, caller: Caller, project_id: UUID) -> UUID:
    """Queue the making of a project's built-in model and return the job's id.

    While one is queued or runs already, it is that job.

    Raises:
        NotFound: when the caller may not see the project.
        NotAllowed: when the role is not enough.
        Invalid: ``built_in_absent`` when no model of the project's task comes with Easel,
            ``licence_forbidden`` when its weights are not allowed here.
        Conflict: ``built_in_exists`` when the project has the model.
    """
    project = require_project(caller=caller, project_id=project_id, minimum=Role.DEVELOPER)
    _require_existing(project.task)
    # Held until the job is there, so that who asks at the same time finds it.
    locked_model(project_id=project.id, name=NAME)
    unfinished = unfinished_job(kind=names.PACKAGE_BUILT_IN, subject_id=project.id)
    if unfinished is not None:
        return unfinished
    _require_absent(project.id)
    job = create_job(
        kind=names.PACKAGE_BUILT_IN,
        organisation_id=project.organisation_id,
        project_id=project.id,
        subject_id=project.id,
        title=NAME,
        requested_by_id=caller.user_id,
        request={"task": project.task},
    )
    _audit(caller, project)
    return job.id


def prepare_built_in(*, project_id: UUID, task: str) -> BuiltInSpec:
    """Return what the process that makes the package is asked for.

    Raises:
        Invalid: ``licence_forbidden`` when its weights are no longer allowed.
    """
    _require_existing(task)
    number = next_version_number(project_id=project_id, name=NAME)
    return BuiltInSpec(task=task, name=NAME, version=str(number))


def complete_built_in(
    *, job_id: UUID, package: Path, finish: Callable[[Mapping[str, Any]], None]
) -> None:
    """Store the package as a model version and end its job, both or neither.

    A project that has the model by now keeps the version it has.

    Raises:
        OSError: when the package cannot be read.
        Unavailable: ``disk_full``.
    """
    job = get_view(job_id=job_id)
    # Outside of the transaction, because packing takes seconds; done again, it stores the same
    # file.
    sha256 = store_package(package)
    with transaction.atomic():
        model = locked_model(project_id=job.subject_id, name=NAME)
        known = built_in_version(project_id=job.subject_id)
        version = known or add_version(
            model,
            package=package,
            package_sha256=sha256,
            created_by_id=job.requested_by.id if job.requested_by else None,
            is_built_in=True,
        )
        finish({"model_version_id": str(version.id)})


def _require_existing(task: str) -> None:
    backbone = TASKS[task].built_in_backbone
    if TASKS[task].works_untrained and backbone is not None:
        require_allowed(backbone)
        return
    known = ", ".join(card.key for card in TASKS.values() if card.works_untrained)
    raise Invalid(
        f"No model comes with Easel that does '{task}' without training. There is one for: "
        f"{known}. Train a model for this task.",
        code="built_in_absent",
        task=task,
    )


def _require_absent(project_id: UUID) -> None:
    known = built_in_version(project_id=project_id)
    if known is None:
        return
    raise Conflict(
        f"The project has the built-in model: it is '{known.model_name}' {known.number}. Use that "
        "version, or delete it to have it made again.",
        code="built_in_exists",
        model_version_id=str(known.id),
        name=known.model_name,
        number=known.number,
    )


def _audit(caller: Caller, project: ProjectRef) -> None:
    audit.record(
        organisation_id=project.organisation_id,
        project_id=project.id,
        actor_id=caller.user_id,
        action="built_in_model.requested",
        target_kind="project",
        target_id=project.id,
        details={"name": project.name},
    )
