"""Start and name studies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Invalid
from backend.audit import services as audit
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project
from backend.projects.services.projects import lock_numbers
from backend.training.services.data import require_versions
from backend.training.services.estimates import require_backbone
from backend.training.services.findings import require_trainable
from backend.training.services.options import parse
from backend.training.services.runs import require_suitable, start_of
from backend.tuning.models import Study, Trial
from backend.tuning.selectors.spaces import compared_by, supports_data_fraction
from backend.tuning.selectors.studies import require_study
from backend.tuning.services.populations import (
    parse_population,
    require_handing_on,
    require_leader,
)
from backend.tuning.services.progress import advance
from backend.tuning.services.specs import (
    parse_pruner,
    parse_sampler,
    parse_space,
    require_searchable,
)
from engine.catalog import TASKS


def create_study(
    *,
    caller: Caller,
    project_id: UUID,
    dataset_version_ids: Sequence[UUID],
    target: str,
    backbone: str,
    options: Mapping[str, Any],
    space: Mapping[str, Any],
    pretrained: bool | None = None,
    data_fraction: float = 1.0,
    sampler: Mapping[str, Any] | None = None,
    pruner: Mapping[str, Any] | None = None,
    population: Mapping[str, Any] | None = None,
    num_parallel: int = 1,
    seed: int = 0,
    max_trials: int | None = None,
    max_minutes: int | None = None,
    target_score: float | None = None,
    latency_limit_ms: float | None = None,
    name: str | None = None,
) -> UUID:
    """Start a search and return its id.

    Raises:
        NotFound: when the project or a dataset version does not exist for the caller.
        Invalid: when they do not fit together, the data cannot be trained on, nothing would ever
            end the search, or a part of the data cannot be taken.
        ValidationError: when an option, the backbone, the space, the sampler, the pruner or the
            population is wrong, or they do not go together.
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
    card = TASKS[project.task]
    tier = require_backbone(card.key, backbone).tier.value
    pretrained = start_of(card.key, backbone, pretrained)
    require_suitable(card.key, backbone=backbone, tier=tier, target=target, pretrained=pretrained)
    parsed = parse(card.key, options)
    searched = parse_space(space)
    require_searchable(card.key, searched, options, target=target)
    search = parse_sampler(sampler)
    members = parse_population(population)
    stopping = parse_pruner(pruner, card.key, has_population=members is not None)
    require_leader(members, search)
    if members is not None:
        require_handing_on(card, backbone, searched, stopping)
    require_limit(max_trials, max_minutes)
    if data_fraction < 1 and not supports_data_fraction(card):
        raise Invalid(
            "A table cannot be searched on a part of its rows. Search on all of them.",
            code="data_fraction_unsupported",
        )
    require_trainable(card, versions, parsed)
    metric, direction = compared_by(card)
    return record_study(
        caller,
        project,
        [version.id for version in versions],
        name=name,
        default_name=versions[0].dataset_name,
        target=target,
        backbone=backbone,
        pretrained=pretrained,
        options=dict(options),
        data_fraction=data_fraction,
        space=searched.model_dump(mode="json", exclude_none=True),
        sampler=search.model_dump(mode="json"),
        pruner=stopping.model_dump(mode="json"),
        population=None if members is None else members.model_dump(mode="json"),
        primary_metric=metric,
        direction=direction,
        seed=seed,
        num_parallel=num_parallel,
        max_trials=max_trials,
        max_minutes=max_minutes,
        target_score=target_score,
        latency_limit_ms=latency_limit_ms,
    )


@transaction.atomic
def record_study(
    caller: Caller,
    project: ProjectRef,
    version_ids: Sequence[UUID],
    *,
    name: str | None,
    default_name: str,
    copies: Sequence[Trial] = (),
    **fields: Any,
) -> UUID:
    """Record a study and let it begin; all of it was checked before.

    ``copies`` are trials of an earlier study, which it begins with.
    """
    lock_numbers(project.id)
    last = Study.objects.filter(project_id=project.id).aggregate(last=Max("number"))["last"]
    number = (last or 0) + 1
    study = Study.objects.create(
        project_id=project.id,
        number=number,
        name=(name or f"{default_name} #{number}")[:120],
        task=project.task,
        created_by_id=caller.user_id,
        revision=len(copies),
        **fields,
    )
    through = Study.dataset_versions.through
    through.objects.bulk_create(
        through(study_id=study.id, datasetversion_id=version_id) for version_id in version_ids
    )
    for revision, copy in enumerate(copies, start=1):
        # One revision each, so that a stream can send them in parts.
        copy.study, copy.revision = study, revision
    Trial.objects.bulk_create(copies)
    record_act(caller, study, "study.started")
    advance(study_id=study.id)
    return study.id


def rename_study(*, caller: Caller, study_id: UUID, name: str) -> None:
    """Give a study another name."""
    require_study(caller=caller, study_id=study_id, minimum=Role.DEVELOPER)
    Study.objects.filter(id=study_id).update(name=name)


def require_limit(max_trials: int | None, max_minutes: int | None) -> None:
    """Refuse a search that nothing would end: a target alone may never be reached.

    Raises:
        Invalid: ``study_without_limit``.
    """
    if max_trials is None and max_minutes is None:
        raise Invalid(
            "Nothing would end this search. Give a number of trials, or of minutes.",
            code="study_without_limit",
        )


def record_act(caller: Caller, study: Study, action: str) -> None:
    """Write down what somebody did with a study."""
    project = require_project(caller=caller, project_id=study.project_id)
    audit.record(
        organisation_id=project.organisation_id,
        project_id=project.id,
        actor_id=caller.user_id,
        action=action,
        target_kind="study",
        target_id=study.id,
        details={"name": study.name, "number": study.number},
    )
