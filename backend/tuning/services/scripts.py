"""Searches whose trials are run by scripts of people, which ask, report and finish over HTTP.

A script holds a trial by a lease, which each report renews. A trial whose lease has ended is tried
once more by whoever asks next; the second loss is a failed trial.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict, NotFound
from backend.projects.selectors import require_project
from backend.tuning.models import Study, Trial
from backend.tuning.selectors.studies import require_study
from backend.tuning.selectors.trials import require_trial
from backend.tuning.services.measurements import add_to_curve
from backend.tuning.services.populations import require_leader
from backend.tuning.services.progress import advance
from backend.tuning.services.specs import parse_pruner, parse_sampler, parse_space
from backend.tuning.services.studies import record_study, require_limit

LEASE = timedelta(seconds=90)


@dataclass(frozen=True)
class Asked:
    """A trial to run, if there is one now; ``is_over`` when none will come."""

    trial: Trial | None
    lease: UUID | None
    is_over: bool


def create_scripted_study(
    *,
    caller: Caller,
    project_id: UUID,
    name: str,
    metric: str,
    direction: str,
    space: Mapping[str, Any],
    first: Mapping[str, Any],
    sampler: Mapping[str, Any] | None = None,
    pruner: Mapping[str, Any] | None = None,
    num_parallel: int = 1,
    seed: int = 0,
    max_trials: int | None = None,
    max_minutes: int | None = None,
    target_score: float | None = None,
) -> UUID:
    """Start a search for scripts and return its id; ``first`` are settings to try first.

    Raises:
        NotFound: when there is no such project for the caller.
        Invalid: ``study_without_limit``.
        ValidationError: when the space, the sampler or the pruner is wrong.
    """
    project = require_project(caller=caller, project_id=project_id, minimum=Role.DEVELOPER)
    require_limit(max_trials, max_minutes)
    search = parse_sampler(sampler)
    require_leader(None, search)
    return record_study(
        caller,
        project,
        [],
        name=name,
        default_name=name,
        is_scripted=True,
        target="cloud_api",
        backbone="",
        options=dict(first),
        space=parse_space(space).model_dump(mode="json", exclude_none=True),
        sampler=search.model_dump(mode="json"),
        pruner=parse_pruner(pruner, project.task).model_dump(mode="json"),
        primary_metric=metric,
        direction=direction,
        seed=seed,
        num_parallel=num_parallel,
        max_trials=max_trials,
        max_minutes=max_minutes,
        target_score=target_score,
    )


@transaction.atomic
def ask(*, caller: Caller, study_id: UUID) -> Asked:
    """Lease the next trial that waits.

    Raises:
        NotFound: when there is no such search for scripts for the caller.
    """
    study = _locked(caller, study_id)
    # First, because it puts trials of scripts that fell silent back among those that wait.
    advance(study_id=study.id)
    study.refresh_from_db()
    if study.state != Study.State.RUNNING:
        return Asked(None, None, is_over=True)
    waiting = study.trials.filter(state=Trial.State.QUEUED).order_by("number").first()
    if waiting is None:
        return Asked(None, None, is_over=False)
    now = timezone.now()
    waiting.state, waiting.lease, waiting.lease_until = Trial.State.RUNNING, uuid4(), now + LEASE
    waiting.attempts += 1
    waiting.started_at = now
    _save(study, waiting)
    if study.active_since is None:
        Study.objects.filter(id=study.id).update(active_since=now)
    return Asked(require_trial(study=study, number=waiting.number), waiting.lease, is_over=False)


@transaction.atomic
def report(
    *,
    caller: Caller,
    study_id: UUID,
    number: int,
    lease: UUID,
    step: int | None = None,
    score: float | None = None,
) -> bool:
    """Renew a lease, perhaps with a score; return whether the script should stop the trial.

    Raises:
        NotFound: when there is no such trial for the caller.
        Conflict: ``trial_lease_lost``.
    """
    study = _locked(caller, study_id)
    trial = require_trial(study=study, number=number)
    # The search has ended: the script is told to stop, and not that it lost the trial to another.
    if trial.state == Trial.State.CANCELLED and trial.lease == lease:
        return True
    _require_lease(trial, lease)
    trial.lease_until = timezone.now() + LEASE
    if step is not None and score is not None:
        add_to_curve(study, trial, {step: score})
    _save(study, trial)
    return trial.is_hopeless


@transaction.atomic
def finish(
    *,
    caller: Caller,
    study_id: UUID,
    number: int,
    lease: UUID,
    score: float | None = None,
    error: str = "",
) -> None:
    """End a trial: with its score, as failed with the reason, or as pruned when it was hopeless.

    A trial without a score of its own has the best of its curve. Finishing twice is finishing once.

    Raises:
        NotFound: when there is no such trial for the caller.
        Conflict: ``trial_lease_lost``.
    """
    study = _locked(caller, study_id)
    trial = require_trial(study=study, number=number)
    if trial.lease == lease and trial.finished_at is not None:
        return
    _require_lease(trial, lease)
    scores = [one for _, one in trial.curve]
    best = max if study.direction == Study.Direction.MAXIMIZE else min
    trial.finished_at = timezone.now()
    if error:
        trial.state, trial.error_code, trial.error_message = (
            Trial.State.FAILED, "script_failed", error[:2000],
        )  # fmt: skip
        trial.error_params = {"reason": error[:500]}
    elif trial.is_hopeless:
        trial.state, trial.score = Trial.State.PRUNED, scores[-1]
    elif score is None and not scores:
        trial.state, trial.error_code = Trial.State.FAILED, "trial_without_score"
        trial.error_params = {"metric": study.primary_metric}
        trial.error_message = "The script finished the trial without a score. Give finish one."
    else:
        trial.state, trial.score = Trial.State.COMPLETE, best(scores) if score is None else score
    _save(study, trial)
    advance(study_id=study.id)


def _locked(caller: Caller, study_id: UUID) -> Study:
    require_study(caller=caller, study_id=study_id, minimum=Role.DEVELOPER)
    study = Study.objects.select_for_update().get(id=study_id)
    if not study.is_scripted:
        raise NotFound(
            "This search runs its trials itself. Scripts take part in searches for scripts.",
            code="study_not_scripted",
        )
    return study


def _require_lease(trial: Trial, lease: UUID) -> None:
    if trial.state != Trial.State.RUNNING or trial.lease != lease:
        raise Conflict(
            "This trial is no longer the script's: its lease ended, and it was given to another or "
            "has ended. Ask for a new one.",
            code="trial_lease_lost",
        )


def _save(study: Study, trial: Trial) -> None:
    study.revision += 1
    trial.revision = study.revision
    trial.save()
    study.save(update_fields=("revision",))
