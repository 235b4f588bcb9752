"""Begin a study with what another has found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict
from backend.projects.selectors import require_project
from backend.tuning.models import Study, Trial
from backend.tuning.selectors.studies import require_study
from backend.tuning.services.populations import require_leader
from backend.tuning.services.specs import (
    parse_pruner,
    parse_sampler,
    parse_space,
    require_searchable,
)
from backend.tuning.services.studies import record_study, require_limit
from engine.catalog.searchable import holds
from engine.specs.tuning.search_space import SearchSpace

_KNOWN = (Trial.State.COMPLETE, Trial.State.PRUNED, Trial.State.FAILED)
_COPIED = (
    "number", "settings", "state", "score", "latency_ms", "curve", "attempts", "error_code",
    "error_params", "error_message", "created_at", "started_at", "finished_at",
)  # fmt: skip


@transaction.atomic
def fork_study(*, caller: Caller, study_id: UUID, changes: Mapping[str, Any]) -> UUID:
    """Start a study with the trials of another that lie in its space; return its id.

    Raises:
        NotFound: when there is no such study for the caller.
        Invalid: ``study_without_limit``.
        Conflict: ``population_not_forked``.
        ValidationError: when the space, the sampler or the pruner is wrong.
    """
    source = require_study(caller=caller, study_id=study_id, minimum=Role.DEVELOPER)
    project = require_project(caller=caller, project_id=source.project_id)
    space = parse_space(changes.get("space", source.space))
    if not source.is_scripted:
        require_searchable(source.task, space, source.options, target=source.target)
    if source.population is not None:
        raise Conflict(
            "The trials of a population hand on their weights, which a fork would not have. Extend "
            "this search, or start a new one.",
            code="population_not_forked",
        )
    sampler = parse_sampler(changes.get("sampler", source.sampler))
    require_leader(None, sampler)
    pruner = parse_pruner(changes.get("pruner", source.pruner), source.task)
    require_limit(changes["max_trials"], changes["max_minutes"])
    links = Study.dataset_versions.through.objects.filter(study_id=source.id).order_by("id")
    return record_study(
        caller,
        project,
        list(links.values_list("datasetversion_id", flat=True)),
        copies=_copies(source, space),
        name=changes.get("name"),
        default_name=source.name[:100],
        is_scripted=source.is_scripted,
        target=source.target,
        backbone=source.backbone,
        pretrained=source.pretrained,
        options=source.options,
        data_fraction=source.data_fraction,
        space=space.model_dump(mode="json", exclude_none=True),
        sampler=sampler.model_dump(mode="json"),
        pruner=pruner.model_dump(mode="json"),
        primary_metric=source.primary_metric,
        direction=source.direction,
        latency_limit_ms=changes.get("latency_limit_ms", source.latency_limit_ms),
        seed=changes.get("seed", source.seed + 1),
        num_parallel=changes.get("num_parallel", source.num_parallel),
        max_trials=changes["max_trials"],
        max_minutes=changes["max_minutes"],
        target_score=changes["target_score"],
        fork_of_id=source.id,
    )


def _copies(source: Study, space: SearchSpace) -> list[Trial]:
    """Return the finished trials of a study that lie in a space, numbered from 0."""
    rows = source.trials.filter(state__in=_KNOWN).order_by("number")
    fitting = [row for row in rows if all(holds(space, *one) for one in row.settings.items())]
    copies = []
    for number, row in enumerate(fitting):
        fields = {name: getattr(row, name) for name in _COPIED} | {"number": number}
        copies.append(Trial(**fields, is_copy=True, copied_from_id=row.copied_from_id or row.id))
    return copies
