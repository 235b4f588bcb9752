"""Stop a study, or let it go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict
from backend.tuning.models import Study
from backend.tuning.selectors.studies import has_reached_target, require_study, seconds_used
from backend.tuning.services.progress import advance, end
from backend.tuning.services.specs import parse_space
from backend.tuning.services.studies import record_act, require_limit


@transaction.atomic
def stop_study(*, caller: Caller, study_id: UUID) -> None:
    """End a search and its active trials; one that has ended stays as it is."""
    require_study(caller=caller, study_id=study_id, minimum=Role.DEVELOPER)
    study = Study.objects.select_for_update().get(id=study_id)
    if study.state == Study.State.RUNNING:
        end(study, Study.Ending.PERSON, state=Study.State.STOPPED)
        study.save()
        advance(study_id=study_id)
        record_act(caller, study, "study.stopped")


@transaction.atomic
def stop_studies_of(*, project_id: UUID, stopped_by_id: UUID | None) -> None:
    """End all searches of a project, because it goes to the trash."""
    del stopped_by_id
    running = Study.objects.select_for_update().filter(
        project_id=project_id, state=Study.State.RUNNING
    )
    for study in running:
        end(study, Study.Ending.PERSON, state=Study.State.STOPPED)
        study.save()
        advance(study_id=study.id)


@transaction.atomic
def extend_study(*, caller: Caller, study_id: UUID, changes: Mapping[str, Any]) -> None:
    """Change the limits of a study; one that has ended goes on.

    Raises:
        Conflict: ``study_space_fixed`` when another space is given, ``study_used_up`` when the new
            limits are reached already.
        Invalid: ``study_without_limit``.
    """
    require_study(caller=caller, study_id=study_id, minimum=Role.DEVELOPER)
    study = Study.objects.select_for_update().get(id=study_id)
    given = dict(changes)
    space = given.pop("space", None)
    if space is not None:
        _require_same_space(study, space)
    for name, value in given.items():
        setattr(study, name, value)
    require_limit(study.max_trials, study.max_minutes)
    _require_room(study)
    if study.state != Study.State.RUNNING:
        study.state, study.ending, study.finished_at = Study.State.RUNNING, "", None
        study.error_code, study.error_params, study.error_message = "", {}, ""
        last = study.trials.aggregate(last=Max("number"))["last"]
        study.hoping_from = 0 if last is None else last + 1
        # What asked last has failed or was told to stop; it says nothing about what comes.
        study.propose_job = None
    study.revision += 1
    study.save()
    advance(study_id=study_id)
    record_act(caller, study, "study.extended")


def _require_same_space(study: Study, space: Mapping[str, Any]) -> None:
    if parse_space(space) != parse_space(study.space):
        raise Conflict(
            "The trials of this search were drawn from its own space, which stays as it is. Fork "
            "the search to go on in another space with what is known.",
            code="study_space_fixed",
        )


def _require_room(study: Study) -> None:
    num_own = study.trials.filter(is_copy=False).count()
    if study.max_trials is not None and num_own >= study.max_trials:
        limit = "trials"
    elif study.max_minutes is not None and seconds_used(study) >= study.max_minutes * 60:
        limit = "minutes"
    elif study.is_exhausted:
        limit = "space"
    elif has_reached_target(study):
        limit = "target"
    else:
        return
    raise Conflict(
        f"The search could not go on: its limit of {limit} is reached already. Raise that one too.",
        code="study_used_up",
        limit=limit,
    )
