"""Reads about the trials of a study."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from backend.api.errors import NotFound
from backend.jobs.contracts import JobError
from backend.tuning.contracts import Ancestor, TrialSource, TrialView
from backend.tuning.models import Study, Trial

ORDERS = {
    "number": ("number",),
    "-number": ("-number",),
    "score": ("score", "number"),
    "-score": ("-score", "-number"),
}
ACTIVE = (Trial.State.QUEUED, Trial.State.RUNNING)


def list_trials(*, study: Study, state: str | None = None) -> QuerySet[Trial]:
    """Return the trials of a study that the caller has been found to be allowed to see."""
    rows = _rows().filter(study=study)
    return rows if state is None else rows.filter(state=state)


def require_trial(*, study: Study, number: int) -> Trial:
    """Return a trial of a study by its number.

    Raises:
        NotFound: ``trial_not_found``.
    """
    trial = _rows().filter(study=study, number=number).first()
    if trial is None:
        raise NotFound("The search has no such trial.", code="trial_not_found")
    return trial


def active_trials(study: Study) -> list[Trial]:
    """Return the trials that run or wait, by number."""
    return list(_rows().filter(study=study, state__in=ACTIVE).order_by("number"))


def changed_trials(*, study: Study, after: int, limit: int) -> list[Trial]:
    """Return trials that changed after a revision of the study, in the order of their changes."""
    rows = _rows().filter(study=study, revision__gt=after)
    return list(rows.order_by("revision", "number")[:limit])


def views_of(trials: Sequence[Trial], study: Study) -> list[TrialView]:
    """Describe trials of one study, which were read with what belongs to them."""
    return [_view(trial, study) for trial in trials]


def with_relations(trial_ids: Sequence[UUID]) -> dict[UUID, Trial]:
    """Return trials by id with what belongs to them."""
    return {trial.id: trial for trial in _rows().filter(id__in=trial_ids)}


def story_of(trial: Trial, study: Study) -> dict[str, Any]:
    """Return a trial with the trials it goes on from."""
    view = views_of([trial], study)[0]
    fields = {name: getattr(view, name) for name in view.__dataclass_fields__}
    return fields | {"line": line_of(trial)}


def line_of(trial: Trial) -> list[Ancestor]:
    """Return the trials that a trial goes on from, the first of all first, and itself last."""
    rows = Trial.objects.filter(study_id=trial.study_id)
    # All of the study at once: a line may be long, and each step of it would be a query.
    parents = dict(rows.exclude(parent=None).values_list("id", "parent_id"))
    line = [trial.id]
    while line[-1] in parents:
        line.append(parents[line[-1]])
    fields = rows.filter(id__in=line).order_by("number")
    return [Ancestor(*one) for one in fields.values_list("number", "settings", "score")]


def error_of(row: Study | Trial) -> JobError | None:
    """Return why a study or a trial failed."""
    if not row.error_code:
        return None
    return JobError(row.error_code, row.error_params, row.error_message)


def _rows() -> QuerySet[Trial]:
    return Trial.objects.select_related(
        "training_run__model_version", "copied_from__training_run__model_version", "parent"
    )


def _view(trial: Trial, study: Study) -> TrialView:
    source = trial.copied_from
    run: Any = trial.training_run or (source.training_run if source else None)
    version = getattr(run, "model_version", None)
    return TrialView(
        number=trial.number,
        settings=trial.settings,
        state=trial.state,
        score=trial.score,
        latency_ms=trial.latency_ms,
        num_steps=int(trial.curve[-1][0]) if trial.curve else 0,
        attempts=trial.attempts,
        training_run_id=run.id if run else None,
        job_id=run.job_id if run else None,
        copied_from=TrialSource(source.study_id, source.number) if source else None,
        parent_number=trial.parent.number if trial.parent else None,
        has_package=trial.has_package if source is None else source.has_package,
        model_version_id=version.id if version and version.trashed_at is None else None,
        is_best=study.best_trial_id == trial.id,
        error=error_of(trial),
        created_at=trial.created_at,
        started_at=trial.started_at,
        finished_at=trial.finished_at,
        seconds=_seconds(trial.started_at, trial.finished_at),
        revision=trial.revision,
        curve=[(int(step), score) for step, score in trial.curve],
    )


def _seconds(started: datetime | None, finished: datetime | None) -> float | None:
    """Return how long; never less than nothing, whatever the clocks of two machines say."""
    if started is None:
        return None
    return max(0.0, ((finished or timezone.now()) - started).total_seconds())
