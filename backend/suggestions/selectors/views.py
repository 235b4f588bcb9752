"""Suggestions as the API shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.datasets.selectors.datasets import require_dataset_row
from backend.datasets.selectors.sample_views import SampleView, complete_many
from backend.datasets.services.counters import label_names
from backend.jobs.contracts import JobView
from backend.jobs.selectors import get_view
from backend.model_registry.contracts import ModelVersionRef
from backend.model_registry.selectors import version_refs
from backend.suggestions.models import Acceptance, SuggestedLabel, Suggestion, SuggestionRun
from backend.suggestions.selectors.open import (
    count_up_to_limit,
    counts_of_labels,
    open_suggestions,
)
from backend.suggestions.states import Suggested


@dataclass(frozen=True)
class SuggestionView:
    """What is suggested of a sample, by labels that are there.

    ``is_stale`` tells that labels it named are gone, and their parts with them.
    """

    sample_id: UUID
    run_id: UUID
    method: str
    model: ModelVersionRef | None
    threshold: float
    state: Suggested
    score: float
    uncertainty: float
    is_stale: bool
    is_rejected: bool
    made_at: datetime


@dataclass(frozen=True)
class RunView:
    """One asking of a model about samples."""

    id: UUID
    method: str
    model: ModelVersionRef | None
    threshold: float
    num_samples: int
    num_unreadable: int
    num_unknown_labels: int
    job: JobView | None
    created_at: datetime


@dataclass(frozen=True)
class AcceptanceView:
    """Suggestions that were accepted by one act; ``label_id`` is null for those of all labels."""

    id: UUID
    label_id: UUID | None
    threshold: float
    num_accepted: int
    num_undone: int
    is_undone: bool
    job: JobView | None
    created_at: datetime


@dataclass(frozen=True)
class LabelCount:
    """How many open suggestions name a label; more than 10,000 are given as 10,001."""

    id: UUID
    num: int


@dataclass(frozen=True)
class Overview:
    """What is suggested in a dataset; more than 10,000 open ones are given as 10,001."""

    run: RunView | None
    num_open: int
    labels: Sequence[LabelCount]
    acceptance: AcceptanceView | None


@dataclass(frozen=True)
class SuggestedSample:
    """A sample with what is suggested of it, and the score of the label asked for."""

    sample: SampleView
    suggestion: SuggestionView
    score: float


def suggestion_view(sample_id: UUID) -> SuggestionView | None:
    """Return what is suggested of a sample, ``None`` when nothing is."""
    rows = Suggestion.objects.select_related("run").filter(sample_id=sample_id)
    views = _views(list(rows))
    return views[0] if views else None


def suggested_samples(rows: Sequence[SuggestedLabel]) -> list[SuggestedSample]:
    """Return the samples of rows, in their order, with all that is suggested of them."""
    ids = [row.suggestion_id for row in rows]
    samples = {sample.id: sample for sample in complete_many(ids)}
    found = list(Suggestion.objects.select_related("run").filter(sample_id__in=ids))
    views = {view.sample_id: view for view in _views(found)}
    return [
        SuggestedSample(samples[row.suggestion_id], views[row.suggestion_id], row.score)
        for row in rows
    ]


def overview(*, dataset_id: UUID, threshold: float) -> Overview:
    """Return the last run of a dataset, and what of its suggestions waits for people."""
    rows = SuggestionRun.objects.filter(dataset_id=dataset_id)
    run = rows.order_by("-created_at", "-id").first()
    named = counts_of_labels(dataset_id=dataset_id, threshold=threshold)
    counts = [LabelCount(label_id, num) for label_id, num in named.items() if num]
    accepted = Acceptance.objects.filter(dataset_id=dataset_id)
    last = accepted.order_by("-created_at", "-id").first()
    return Overview(
        run=_run_view(run) if run else None,
        num_open=count_up_to_limit(open_suggestions(dataset_id=dataset_id)),
        labels=sorted(counts, key=lambda count: -count.num),
        acceptance=acceptance_view(last) if last else None,
    )


def acceptance_view(row: Acceptance) -> AcceptanceView:
    """Describe an acceptance."""
    return AcceptanceView(
        id=row.id,
        label_id=row.label_id,
        threshold=row.threshold,
        num_accepted=row.num_accepted,
        num_undone=row.num_undone,
        is_undone=row.undone_at is not None,
        job=_job(row.job_id),
        created_at=row.created_at,
    )


def run_view(run_id: UUID) -> RunView:
    """Return one run."""
    return _run_view(SuggestionRun.objects.get(id=run_id))


def require_acceptance(*, caller: Caller, acceptance_id: UUID) -> Acceptance:
    """Return an acceptance of a dataset in which the caller may annotate.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_dataset_row(
        Acceptance.objects.filter(id=acceptance_id),
        caller=caller,
        minimum=Role.ANNOTATOR,
        missing=NotFound("There is no such acceptance.", code="acceptance_not_found"),
    )


def _run_view(run: SuggestionRun) -> RunView:
    return RunView(
        id=run.id,
        method=run.method,
        model=_models([run]).get(run.model_version_id),
        threshold=run.threshold,
        num_samples=run.num_samples,
        num_unreadable=run.num_unreadable,
        num_unknown_labels=run.num_unknown_labels,
        job=_job(run.job_id),
        created_at=run.created_at,
    )


def _views(rows: Sequence[Suggestion]) -> list[SuggestionView]:
    models = _models([row.run for row in rows])
    known: dict[UUID, set[str]] = {}
    found = []
    for row in rows:
        if row.dataset_id not in known:
            known[row.dataset_id] = {str(one) for one in label_names(row.dataset_id)}
        whole = Suggested.from_json(row.state)
        kept = whole.with_labels(known[row.dataset_id])
        found.append(
            SuggestionView(
                sample_id=row.sample_id,
                run_id=row.run_id,
                method=row.run.method,
                model=models.get(row.run.model_version_id),
                threshold=row.run.threshold,
                state=kept,
                score=row.score,
                uncertainty=row.uncertainty,
                is_stale=kept != whole,
                is_rejected=row.rejected_at is not None,
                made_at=row.made_at,
            )
        )
    return found


def _models(runs: Sequence[SuggestionRun]) -> dict[Any, ModelVersionRef]:
    ids = {run.model_version_id for run in runs if run.model_version_id is not None}
    return dict(version_refs(ids)) if ids else {}


def _job(job_id: UUID | None) -> JobView | None:
    return None if job_id is None else get_view(job_id=job_id)
