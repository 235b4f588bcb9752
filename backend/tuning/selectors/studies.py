"""Reads about studies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from statistics import median
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.datasets.selectors.references import version_refs
from backend.projects.selectors import require_project, require_row
from backend.training.contracts import UsedVersion
from backend.tuning.contracts import BestSoFar, Counts, StudyView, TrialView
from backend.tuning.models import Study, Trial
from backend.tuning.selectors import trials

_MAX_DURATIONS = 50


def list_studies(*, caller: Caller, project: UUID, state: str | None = None) -> QuerySet[Study]:
    """Return the studies of a project.

    Raises:
        NotFound: when the caller may not see the project.
    """
    require_project(caller=caller, project_id=project)
    rows = Study.objects.select_related("created_by").filter(project_id=project)
    return rows if state is None else rows.filter(state=state)


def require_study(*, caller: Caller, study_id: UUID, minimum: Role = Role.VIEWER) -> Study:
    """Return a study of a project in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        Study.objects.select_related("created_by").filter(id=study_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such search.", code="study_not_found"),
    )


def views_of(studies: Sequence[Study]) -> list[StudyView]:
    """Describe studies; five queries for all of them, and one for each that runs."""
    ids = [study.id for study in studies]
    versions, counts = used_versions(ids), _counts(ids)
    best = trials.with_relations([one.best_trial_id for one in studies if one.best_trial_id])
    return [
        _view(
            study,
            versions[study.id],
            counts[study.id],
            best.get(study.best_trial_id) if study.best_trial_id else None,
        )
        for study in studies
    ]


def detail_of(study_id: UUID) -> dict[str, Any]:
    """Return a study that the caller may see, with its progress and its active trials."""
    study = Study.objects.select_related("created_by").get(id=study_id)
    view = views_of([study])[0]
    # Not ``asdict``: its values are shown by attribute.
    fields = {name: getattr(view, name) for name in view.__dataclass_fields__}
    return fields | {
        "best_so_far": best_so_far(study),
        "active_trials": trials.views_of(trials.active_trials(study), study),
    }


def best_so_far(study: Study) -> list[BestSoFar]:
    """Return the trials that were each better than all that ended before, in that order.

    Those whose answers take too long do not count.
    """
    rows = quick_enough(study, Trial.objects.filter(study=study, state=Trial.State.COMPLETE))
    rows = rows.order_by("finished_at", "number")
    result: list[BestSoFar] = []
    for number, score, finished_at in rows.values_list("number", "score", "finished_at"):
        assert score is not None
        assert finished_at is not None
        if not result or is_better(study, score, result[-1].score):
            result.append(BestSoFar(number, score, finished_at))
    return result


def quick_enough(study: Study, trials: QuerySet[Trial]) -> QuerySet[Trial]:
    """Leave out the trials of a study whose answers take longer than its limit."""
    if study.latency_limit_ms is None:
        return trials
    return trials.filter(latency_ms__lte=study.latency_limit_ms)


def is_better(study: Study, score: float, other: float) -> bool:
    """Tell whether a score beats another in a study."""
    return score > other if study.direction == Study.Direction.MAXIMIZE else score < other


def has_reached_target(study: Study) -> bool:
    """Tell whether the best trial is at least as good as the target."""
    best = study.best_trial
    if best is None or best.score is None or study.target_score is None:
        return False
    limit = study.latency_limit_ms
    if limit is not None and (best.latency_ms is None or best.latency_ms > limit):
        return False
    return not is_better(study, study.target_score, best.score)


def seconds_used(study: Study) -> float:
    """Return how long a study has searched, without the time between an end and an extension."""
    if study.active_since is None:
        return study.seconds_before
    # A worker's clock that is ahead of ours may not give time back.
    return study.seconds_before + max(0.0, (timezone.now() - study.active_since).total_seconds())


def used_versions(study_ids: Sequence[UUID]) -> dict[UUID, tuple[UsedVersion, ...]]:
    """Return the dataset versions of studies, in the order in which they were asked for."""
    links = Study.dataset_versions.through.objects.filter(study_id__in=study_ids).order_by("id")
    pairs = list(links.values_list("study_id", "datasetversion_id"))
    found = version_refs({version_id for _, version_id in pairs})
    result: dict[UUID, tuple[UsedVersion, ...]] = dict.fromkeys(study_ids, ())
    for study_id, version_id in pairs:
        one = found.get(version_id)
        if one is not None:
            version = UsedVersion(one.id, one.number, one.dataset_id, one.dataset_name)
            result[study_id] = (*result[study_id], version)
    return result


def _counts(study_ids: Sequence[UUID]) -> dict[UUID, Counts]:
    rows = (
        Trial.objects.filter(study_id__in=study_ids)
        .values_list("study_id", "state", "is_copy")
        .annotate(num=Count("id"))
        .order_by()
    )
    numbers: dict[UUID, dict[str, int]] = defaultdict(dict)
    for study_id, state, is_copy, num in rows:
        known = numbers[study_id]
        known[state] = known.get(state, 0) + num
        known["copied"] = known.get("copied", 0) + (num if is_copy else 0)
    return {study_id: Counts(**numbers[study_id]) for study_id in study_ids}


def _view(
    study: Study, versions: tuple[UsedVersion, ...], counts: Counts, best: Trial | None
) -> StudyView:
    author = study.created_by
    best_view: TrialView | None = trials.views_of([best], study)[0] if best else None
    return StudyView(
        id=study.id,
        project_id=study.project_id,
        number=study.number,
        name=study.name,
        is_scripted=study.is_scripted,
        task=study.task,
        target=study.target,
        backbone=study.backbone,
        pretrained=study.pretrained,
        options=study.options,
        dataset_versions=versions,
        data_fraction=study.data_fraction,
        space=study.space,
        sampler=study.sampler,
        pruner=study.pruner,
        population=study.population,
        primary_metric=study.primary_metric,
        direction=study.direction,
        latency_limit_ms=study.latency_limit_ms,
        seed=study.seed,
        num_parallel=study.num_parallel,
        max_trials=study.max_trials,
        max_minutes=study.max_minutes,
        target_score=study.target_score,
        state=study.state,
        ending=study.ending,
        error=trials.error_of(study),
        counts=counts,
        best_trial=best_view,
        importances=study.importances,
        seconds_used=seconds_used(study),
        eta_seconds=_eta(study, counts) if study.state == Study.State.RUNNING else None,
        fork_of=study.fork_of_id,
        revision=study.revision,
        created_by=Person(author.id, author.name) if author else None,
        created_at=study.created_at,
        finished_at=study.finished_at,
    )


def _eta(study: Study, counts: Counts) -> float | None:
    """Return how long the rest of a budget will take at the rate of the latest trials.

    When the next trial begins is not known while none runs: others compute, or a script is away.
    """
    estimates = []
    if study.max_minutes is not None:
        estimates.append(max(0.0, study.max_minutes * 60 - seconds_used(study)))
    ended = Trial.objects.filter(study=study, is_copy=False, state=Trial.State.COMPLETE)
    times = ended.order_by("-finished_at").values_list("started_at", "finished_at")[:_MAX_DURATIONS]
    durations = [(end - begin).total_seconds() for begin, end in times if begin and end]
    if study.max_trials is not None and durations and counts.running:
        # Copied trials are among the complete ones, and once more a count of their own.
        done = sum(asdict(counts).values()) - 2 * counts.copied
        done -= counts.queued + counts.running
        left = max(0, study.max_trials - done)
        estimates.append(max(0.0, median(durations)) * left / study.num_parallel)
    return min(estimates) if estimates else None
