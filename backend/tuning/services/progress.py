"""Brings a study one step on: takes in how trials ended, ends it, or asks for new settings.

Every step holds the lock of the study's row and asks only what the rows say, so that it may be
taken by any server or worker at any time, twice or at once.
"""

from __future__ import annotations

import math
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from backend.jobs.contracts import JobResource, JobState, names
from backend.jobs.services.jobs import create_job, request_cancellation
from backend.projects.selectors import organisation_of
from backend.tuning.models import Study, Trial
from backend.tuning.selectors.studies import (
    has_reached_target,
    quick_enough,
    seconds_used,
)
from backend.tuning.selectors.trials import ACTIVE
from backend.tuning.services.files import clear_trial_files
from backend.tuning.services.populations import (
    numbers_of_idle_members,
    population_of,
    trials_to_keep,
)

# A space in which the first trials all fail is wrong as a whole.
MAX_FIRST_FAILURES = 5
MIN_FOR_IMPORTANCES = 8
MAX_SCRIPT_ATTEMPTS = 2


def studies_to_watch() -> list[UUID]:
    """Return the studies that run, or whose last trials have not been taken in."""
    unsettled = Q(trials__state__in=ACTIVE)
    rows = Study.objects.filter(Q(state=Study.State.RUNNING) | unsettled)
    return list(rows.order_by("created_at").values_list("id", flat=True).distinct())


@transaction.atomic
def advance(*, study_id: UUID) -> None:
    """Bring a study one step on; nothing happens to one that stands where it should."""
    study = Study.objects.select_for_update().filter(id=study_id).first()
    if study is None:
        return
    trials = _collect_results(study)
    _choose_best(study)
    if study.state == Study.State.RUNNING:
        _end_if_due(study, trials)
    # After the end: while a study runs it keeps weights that later trials may begin from.
    _clear_packages(study)
    if study.state == Study.State.RUNNING:
        _ask_for_settings(study, trials)
    study.save(
        update_fields=(
            "state", "ending", "error_code", "error_params", "error_message", "active_since",
            "seconds_before", "best_trial", "propose_job", "revision", "finished_at",
        )
    )  # fmt: skip


def end(study: Study, ending: str, *, state: str = Study.State.FINISHED) -> None:
    """End a locked study, whose row the caller saves; its active trials are asked to stop."""
    now = timezone.now()
    study.seconds_before = seconds_used(study)
    study.active_since = None
    study.state, study.ending, study.finished_at = state, ending, now
    study.revision += 1
    for trial in _active(study):
        run: Any = trial.training_run
        if run is not None:
            request_cancellation(job_id=run.job_id, requested_by_id=None)
        elif study.is_scripted:
            # The script learns of it with its next report.
            trial.state, trial.finished_at = Trial.State.CANCELLED, now
            trial.revision = study.revision
            trial.save(update_fields=("state", "finished_at", "revision"))
    job: Any = study.propose_job
    if job is not None:
        request_cancellation(job_id=job.id, requested_by_id=None)
    num_complete = study.trials.filter(state=Trial.State.COMPLETE).count()
    if (
        study.population is None
        and num_complete >= MIN_FOR_IMPORTANCES
        and study.importances_of < num_complete
    ):
        _create_proposal(study, [])


def _active(study: Study) -> list[Trial]:
    rows = study.trials.filter(state__in=ACTIVE).select_related("training_run__job")
    return list(rows.order_by("number"))


def _collect_results(study: Study) -> list[Trial]:
    """Bring active trials in line with their jobs; return those that are still active."""
    still = []
    for trial in _active(study):
        run: Any = trial.training_run
        if study.is_scripted:
            changed = _follow_lease(trial)
        elif run is None:
            _fail(trial, "trial_run_gone", {}, "The training run of this trial was deleted.")
            changed = True
        else:
            changed = _follow_job(study, trial, run.job)
        if trial.state in ACTIVE:
            still.append(trial)
        elif trial.state != Trial.State.COMPLETE and run is not None:
            _clear_on_commit(run.job_id)
        if changed:
            study.revision += 1
            trial.revision = study.revision
            trial.save()
    return still


def _follow_job(study: Study, trial: Trial, job: Any) -> bool:
    """Give a trial the state of its job; return whether anything changed."""
    before = (trial.state, trial.attempts, trial.started_at)
    trial.attempts, trial.started_at = job.attempt, job.started_at
    if study.active_since is None and study.state == Study.State.RUNNING:
        study.active_since = job.started_at
    match job.state:
        case JobState.QUEUED:
            trial.state = Trial.State.QUEUED
        case JobState.RUNNING:
            trial.state = Trial.State.RUNNING
        case JobState.SUCCEEDED:
            _complete(study, trial)
        case JobState.FAILED:
            _fail(trial, job.error_code, job.error_params, job.error_message)
        case JobState.CANCELLED:
            trial.state = Trial.State.PRUNED if trial.is_hopeless else Trial.State.CANCELLED
            trial.score = trial.curve[-1][1] if trial.curve else None
            if trial.state == Trial.State.PRUNED and trial.score is None:
                trial.state = Trial.State.CANCELLED
    if trial.state not in ACTIVE:
        trial.finished_at = job.finished_at or timezone.now()
    return before != (trial.state, trial.attempts, trial.started_at)


def _follow_lease(trial: Trial) -> bool:
    """Take a trial from a script that is silent; return whether anything changed."""
    if trial.lease_until is None or trial.lease_until > timezone.now():
        return False
    trial.lease_until = None
    if trial.attempts < MAX_SCRIPT_ATTEMPTS:
        trial.state, trial.lease, trial.curve = Trial.State.QUEUED, None, []
    else:
        _fail(
            trial,
            "trial_lost",
            {"attempts": trial.attempts},
            "The scripts that ran this trial fell silent each time. See why they ended.",
        )
    return True


def _complete(study: Study, trial: Trial) -> None:
    """Take the best score on the way: a run keeps the checkpoint of that epoch."""
    scores = [score for _, score in trial.curve if math.isfinite(score)]
    if not scores:
        _fail(
            trial,
            "trial_without_score",
            {"metric": study.primary_metric},
            f"The run never measured {study.primary_metric} on validation data, so that it cannot "
            "be compared. Give the dataset version a validation split.",
        )
        return
    trial.state = Trial.State.COMPLETE
    trial.score = max(scores) if study.direction == Study.Direction.MAXIMIZE else min(scores)
    trial.has_package = True


def _fail(trial: Trial, code: str, params: dict[str, Any], message: str) -> None:
    trial.state, trial.finished_at = Trial.State.FAILED, timezone.now()
    trial.error_code, trial.error_params, trial.error_message = code, params, message


def _choose_best(study: Study) -> None:
    """Find the best trial that is quick enough."""
    complete = Trial.objects.filter(study=study, state=Trial.State.COMPLETE)
    up = study.direction == Study.Direction.MAXIMIZE
    best = quick_enough(study, complete).order_by("-score" if up else "score", "number").first()
    if best is None:
        # None is quick enough: the one that comes nearest shows how far off the limit is.
        best = complete.order_by(F("latency_ms").asc(nulls_last=True), "number").first()
    if best is not None and best.id != study.best_trial_id:
        study.best_trial = best
        study.revision += 1


def _clear_packages(study: Study) -> None:
    """Keep the package of the best trial, and those that trials of a population go on from."""
    if study.best_trial_id is None:
        return
    kept = {study.best_trial_id, *trials_to_keep(study)}
    spare = study.trials.filter(state=Trial.State.COMPLETE, has_package=True).exclude(id__in=kept)
    for trial in spare.select_related("training_run"):
        trial.has_package = False
        trial.revision = study.revision
        trial.save(update_fields=("has_package", "revision"))
        run: Any = trial.training_run
        if run is not None:
            _clear_on_commit(run.job_id)


def _end_if_due(study: Study, active: list[Trial]) -> None:
    if has_reached_target(study):
        end(study, Study.Ending.TARGET)
        return
    if study.max_minutes is not None and seconds_used(study) >= study.max_minutes * 60:
        end(study, Study.Ending.MINUTES)
        return
    job: Any = study.propose_job
    if job is not None and job.state == JobState.FAILED:
        _give_up(study, job.error_code, job.error_params, job.error_message)
        return
    own = list(study.trials.filter(is_copy=False).order_by("number"))
    failed = [
        trial
        for trial in own
        if trial.state == Trial.State.FAILED and trial.number >= study.hoping_from
    ]
    has_hope = any(trial.state in (Trial.State.COMPLETE, Trial.State.PRUNED) for trial in own)
    used_up = study.max_trials is not None and len(own) >= study.max_trials
    is_over = not active and (used_up or study.is_exhausted)
    if failed and not has_hope and (len(failed) >= MAX_FIRST_FAILURES or is_over):
        last = failed[-1]
        _give_up(study, last.error_code, last.error_params, last.error_message)
    elif is_over:
        end(study, Study.Ending.TRIALS if used_up else Study.Ending.SPACE)


def _give_up(study: Study, code: str, params: dict[str, Any], message: str) -> None:
    study.error_code, study.error_params, study.error_message = code, params, message
    end(study, Study.Ending.FAILURES, state=Study.State.FAILED)


def _ask_for_settings(study: Study, active: list[Trial]) -> None:
    """Queue a proposal for the slots that are free, unless one is on its way."""
    job: Any = study.propose_job
    if job is not None and job.state in (JobState.QUEUED, JobState.RUNNING):
        return
    numbers = numbers_to_begin(study, num_active=len(active))
    if numbers:
        _create_proposal(study, numbers)


def numbers_to_begin(study: Study, *, num_active: int) -> list[int]:
    """Return the numbers of the trials that may begin now."""
    if study.is_exhausted or study.state != Study.State.RUNNING:
        return []
    num_own = study.trials.filter(is_copy=False).count()
    wanted = study.num_parallel - num_active
    if study.max_trials is not None:
        wanted = min(wanted, study.max_trials - num_own)
    population = population_of(study)
    if population is not None:
        idle = numbers_of_idle_members(study, population)
        within = [one for one in idle if study.max_trials is None or one < study.max_trials]
        return within[: max(0, wanted)]
    last = study.trials.order_by("-number").values_list("number", flat=True).first()
    first = 0 if last is None else last + 1
    return list(range(first, first + max(0, wanted)))


def _create_proposal(study: Study, numbers: list[int]) -> None:
    study.propose_job = create_job(
        kind=names.PROPOSE_TRIALS,
        organisation_id=organisation_of(project_id=study.project_id),
        project_id=study.project_id,
        subject_id=study.id,
        title=study.name,
        requested_by_id=study.created_by_id,
        resource=JobResource.IO,
        request={"numbers": numbers},
    )


def _clear_on_commit(job_id: UUID) -> None:
    # What cannot be deleted is logged; it says nothing about the study.
    transaction.on_commit(lambda: clear_trial_files(job_id), robust=True)
