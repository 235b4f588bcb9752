"""Projects among others: each as a card, and the home of an organisation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from backend.accounts.contracts import Role
from backend.datasets.selectors.holdings import CoverView, Holding, holdings_of
from backend.deployments import selectors as deployments
from backend.jobs.contracts import JobView
from backend.jobs.selectors import running_jobs
from backend.model_registry import selectors as model_registry
from backend.model_registry.contracts import BestMetric
from backend.projects.contracts import ProjectRow
from backend.projects.selectors import num_projects, projects_of
from backend.training import selectors as training
from backend.workspace.overview import ProjectView, complete, next_action

NUM_RECENT = 8


@dataclass(frozen=True)
class ProjectCardView(ProjectView):
    """A project among others: what it holds, how far it came, and what its best model reaches.

    ``num_rows`` are those of its tables, null where it has none.
    """

    num_samples: int
    num_rows: int | None
    num_labelled: int
    num_models: int
    num_deployments: int
    next_action: str
    primary_metric: str | None
    metric: float | None
    cover: CoverView | None


def cards_of(projects: Sequence[ProjectRow], *, role: Role) -> list[ProjectCardView]:
    """Describe projects as ``complete`` does, with where each stands; each app is asked once."""
    ids = [project.id for project in projects]
    holdings = holdings_of(ids)
    best = model_registry.best_metrics({project.id: project.task for project in projects})
    nums = deployments.nums_of(ids)
    in_training = training.projects_in_training(ids)
    return [
        _card(
            view,
            holdings.get(view.id, Holding()),
            best.get(view.id),
            num_deployments=nums.get(view.id, 0),
            is_training=view.id in in_training,
        )
        for view in complete(projects, role=role)
    ]


def _card(
    view: ProjectView,
    holding: Holding,
    best: BestMetric | None,
    *,
    num_deployments: int,
    is_training: bool,
) -> ProjectCardView:
    num_models = best.num if best else 0
    return ProjectCardView(
        **vars(view),
        num_samples=holding.num_samples,
        num_rows=holding.num_rows,
        num_labelled=holding.num_labelled,
        num_models=num_models,
        num_deployments=num_deployments,
        next_action=next_action(
            num_samples=holding.num_samples,
            num_labelled=holding.num_labelled,
            has_versions=holding.has_versions,
            num_models=num_models,
            num_endpoints=num_deployments,
            is_busy=is_training or (view.job is not None and not view.job.is_finished),
            is_preparing=view.is_preparing,
        ),
        primary_metric=best.name if best else None,
        metric=best.value if best else None,
        cover=holding.cover,
    )


@dataclass(frozen=True)
class HomeView:
    """What was going on in an organisation."""

    recent_projects: list[ProjectCardView]
    running_jobs: list[JobView]
    num_projects: int


def home_of(*, organisation_id: UUID, role: Role) -> HomeView:
    """Return what was going on in an organisation."""
    recent = projects_of(organisation_id=organisation_id).order_by("-updated_at", "-id")
    return HomeView(
        recent_projects=cards_of(list(recent[:NUM_RECENT]), role=role),
        running_jobs=running_jobs(organisation_id=organisation_id),
        num_projects=num_projects(organisation_id=organisation_id),
    )
