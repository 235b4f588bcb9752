"""Create, name, stop, resume and repeat training runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max
from rest_framework.serializers import ValidationError

from backend.accounts.contracts import Caller, Role
from backend.api.catalog import require_allowed, weights_allowed
from backend.api.errors import Conflict, Invalid, NotFound
from backend.audit import services as audit
from backend.datasets.contracts import VersionRef
from backend.jobs.contracts import JobResource, names
from backend.jobs.services.jobs import create_job, request_cancellation, requeue_job
from backend.model_registry.contracts import ModelVersionRef
from backend.model_registry.selectors import version_refs as model_version_refs
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project
from backend.projects.services.projects import lock_numbers
from backend.training.models import TrainingRun
from backend.training.selectors import require_run, used_versions
from backend.training.services.data import require_versions
from backend.training.services.estimates import require_backbone
from backend.training.services.findings import require_trainable
from backend.training.services.options import parse
from engine.catalog import TARGETS, TASKS


def create_run(
    *,
    caller: Caller,
    project_id: UUID,
    dataset_version_ids: Sequence[UUID],
    target: str,
    tier: str,
    backbone: str,
    options: Mapping[str, Any],
    seed: int,
    pretrained: bool | None = None,
    name: str | None = None,
    initial_model_version_id: UUID | None = None,
) -> UUID:
    """Create a run and queue it once the transaction commits; return its id.

    Raises:
        NotFound: when the project, a dataset version or the model version does not exist for the
            caller.
        Invalid: when they do not fit together, or the data cannot be trained on.
        ValidationError: when an option or the backbone is wrong.
    """
    project = require_project(caller=caller, project_id=project_id, minimum=Role.DEVELOPER)
    home, versions = require_versions(
        caller=caller, version_ids=dataset_version_ids, minimum=Role.DEVELOPER
    )
    if home.id != project.id:
        raise Invalid(
            "The dataset versions belong to another project. Choose those of this project.",
            code="project_differs",
        )
    goes_on = initial_model_version_id is not None
    starts_pretrained = start_of(project.task, backbone, pretrained, goes_on=goes_on)
    require_suitable(
        project.task, backbone=backbone, tier=tier, target=target, pretrained=starts_pretrained
    )
    parsed = parse(project.task, options)
    initial = _initial(project, initial_model_version_id, backbone)
    require_trainable(TASKS[project.task], versions, parsed)
    return _create(
        caller,
        project,
        versions,
        name=name,
        target=target,
        tier=tier,
        backbone=backbone,
        options=dict(options),
        seed=seed,
        pretrained=starts_pretrained,
        initial_model_version_id=initial.id if initial else None,
    )


def rename_run(*, caller: Caller, run_id: UUID, name: str) -> None:
    """Give a run another name."""
    require_run(caller=caller, run_id=run_id, minimum=Role.DEVELOPER)
    TrainingRun.objects.filter(id=run_id).update(name=name)


@transaction.atomic
def stop_run(*, caller: Caller, run_id: UUID) -> None:
    """Ask a run to write a checkpoint and end; a run that has ended stays as it is."""
    run = require_run(caller=caller, run_id=run_id, minimum=Role.DEVELOPER)
    request_cancellation(job_id=run.job_id, requested_by_id=caller.user_id)
    _audit(caller, run, "training_run.stopped")


@transaction.atomic
def resume_run(*, caller: Caller, run_id: UUID) -> None:
    """Queue a cancelled or failed run again, from its last checkpoint.

    Raises:
        Conflict: ``job_not_resumable``, or ``run_is_trial``.
    """
    run = require_run(caller=caller, run_id=run_id, minimum=Role.DEVELOPER)
    if run.study_id is not None:
        raise Conflict(
            "This run is a trial of a search, which has counted it. Train its settings in full "
            "instead, or extend the search.",
            code="run_is_trial",
        )
    requeue_job(job_id=run.job_id)
    _audit(caller, run, "training_run.resumed")


def rerun(*, caller: Caller, run_id: UUID, seed: int | None = None) -> UUID:
    """Start a new run with the request of another; return its id.

    Raises:
        Invalid: ``licence_forbidden`` when its weights are no longer allowed.
    """
    run = require_run(caller=caller, run_id=run_id, minimum=Role.DEVELOPER)
    if run.pretrained:
        require_allowed(require_backbone(run.task, run.backbone))
    project, versions = require_versions(
        caller=caller,
        version_ids=[used.id for used in used_versions([run.id])[run.id]],
        minimum=Role.DEVELOPER,
    )
    return _create(
        caller,
        project,
        versions,
        name=None,
        target=run.target,
        tier=run.tier,
        backbone=run.backbone,
        options=run.options,
        seed=run.seed if seed is None else seed,
        pretrained=run.pretrained,
        initial_model_version_id=run.initial_model_version_id,
        rerun_of_id=run.id,
    )


@transaction.atomic
def start_trial(
    *,
    study_id: UUID,
    organisation_id: UUID,
    project_id: UUID,
    dataset_version_ids: Sequence[UUID],
    task: str,
    name: str,
    requested_by_id: UUID | None,
    target: str,
    backbone: str,
    options: Mapping[str, Any],
    seed: int,
    pretrained: bool,
    data_fraction: float,
) -> UUID:
    """Create a run that is a trial of a study and queue it; return its id.

    A trial that loses its process is tried once more. Its options were checked with its study.
    """
    run = _record(
        kind=names.RUN_TRIAL,
        max_attempts=2,
        # A search waits while there is work that somebody waits for.
        yields=True,
        organisation_id=organisation_id,
        project_id=project_id,
        version_ids=dataset_version_ids,
        requested_by_id=requested_by_id,
        name=name,
        task=task,
        study_id=study_id,
        target=target,
        tier=TASKS[task].backbone(backbone).tier.value,
        backbone=backbone,
        options=dict(options),
        seed=seed,
        pretrained=pretrained,
        data_fraction=data_fraction,
    )
    return run.id


@transaction.atomic
def _create(
    caller: Caller,
    project: ProjectRef,
    versions: Sequence[VersionRef],
    *,
    name: str | None,
    **fields: Any,
) -> UUID:
    run = _record(
        kind=names.TRAIN,
        max_attempts=3,
        yields=False,
        organisation_id=project.organisation_id,
        project_id=project.id,
        version_ids=[version.id for version in versions],
        requested_by_id=caller.user_id,
        name=name,
        data_name=versions[0].dataset_name,
        task=project.task,
        **fields,
    )
    _audit(caller, run, "training_run.started")
    return run.id


def _record(
    *,
    kind: str,
    max_attempts: int,
    yields: bool,
    organisation_id: UUID,
    project_id: UUID,
    version_ids: Sequence[UUID],
    requested_by_id: UUID | None,
    name: str | None,
    task: str,
    data_name: str = "",
    **fields: Any,
) -> TrainingRun:
    lock_numbers(project_id)
    last = TrainingRun.objects.filter(project_id=project_id).aggregate(last=Max("number"))["last"]
    number = (last or 0) + 1
    run_id = uuid4()
    title = name or f"{data_name} #{number}"
    job = create_job(
        kind=kind,
        organisation_id=organisation_id,
        project_id=project_id,
        subject_id=run_id,
        title=title,
        requested_by_id=requested_by_id,
        resource=JobResource.COMPUTE,
        max_attempts=max_attempts,
        yields=yields,
    )
    run = TrainingRun.objects.create(
        id=run_id,
        project_id=project_id,
        number=number,
        name=title[:120],
        task=task,
        job_id=job.id,
        primary_metric=TASKS[task].primary_metric,
        created_by_id=requested_by_id,
        **fields,
    )
    through = TrainingRun.dataset_versions.through
    through.objects.bulk_create(
        through(trainingrun_id=run_id, datasetversion_id=version_id) for version_id in version_ids
    )
    return run


def start_of(task: str, backbone: str, pretrained: bool | None, *, goes_on: bool = False) -> bool:
    """Return whether a run starts from pretrained weights.

    Args:
        task: its key.
        backbone: of the task.
        pretrained: what was asked for; ``None`` where nothing was: then from the weights that come
            with Easel, where the network has some.
        goes_on: whether it starts from a model.

    Raises:
        ValidationError: when the task has no such backbone.
    """
    if pretrained is not None:
        return pretrained
    card = require_backbone(task, backbone)
    return card.has_built_in and weights_allowed(card) and not goes_on


def require_suitable(task: str, *, backbone: str, tier: str, target: str, pretrained: bool) -> None:
    """Refuse a network that the target or the request does not go with.

    Raises:
        ValidationError: naming what does not fit.
        Invalid: ``licence_forbidden``.
    """
    card = require_backbone(task, backbone)
    if card.tier.value != tier:
        raise ValidationError(
            {"tier": [f"'{backbone}' belongs to the tier '{card.tier.value}'."]},
            code="tier_differs",
        )
    limit = TARGETS[target].max_parameters_millions
    if limit is not None and card.parameters_millions > limit:
        raise ValidationError(
            {"backbone": [f"'{backbone}' is too large for the target '{target}'."]},
            code="backbone_too_large",
        )
    if pretrained and card.weights is None:
        raise ValidationError(
            {"pretrained": [f"There are no pretrained weights of '{backbone}'."]},
            code="weights_unknown",
        )
    if pretrained:
        require_allowed(card)


def _initial(project: ProjectRef, version_id: UUID | None, backbone: str) -> ModelVersionRef | None:
    if version_id is None:
        return None
    version = model_version_refs([version_id]).get(version_id)
    if version is None or version.is_trashed or version.project_id != project.id:
        raise NotFound(
            "There is no such model version in this project.", code="model_version_not_found"
        )
    trained: str = version.manifest["backbone"]
    if trained != backbone:
        raise Conflict(
            f"The model version has the backbone '{trained}'; training on from it needs "
            "the same one.",
            code="backbone_differs",
            backbone=trained,
        )
    return version


def _audit(caller: Caller, run: TrainingRun, action: str) -> None:
    project = require_project(caller=caller, project_id=run.project_id)
    audit.record(
        organisation_id=project.organisation_id,
        project_id=project.id,
        actor_id=caller.user_id,
        action=action,
        target_kind="training_run",
        target_id=run.id,
        details={"name": run.name, "number": run.number},
    )
