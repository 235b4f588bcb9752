"""Where projects stand, asked of the apps that know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.accounts.contracts import Role
from backend.api.callers import at_least
from backend.audit.selectors import recent_entries
from backend.datasets.contracts import ProjectData, ProjectVersions
from backend.datasets.selectors import summary as datasets
from backend.deployments import selectors as deployments
from backend.files.services.descent import freeable_bytes
from backend.jobs.contracts import JobView
from backend.jobs.selectors import get_views
from backend.model_registry import selectors as model_registry
from backend.projects.contracts import ProjectRef, ProjectRow
from backend.projects.selectors import find_project
from backend.stored_calls.contracts import WaitingCalls
from backend.stored_calls.selectors import waiting_of
from backend.training import selectors as training


@dataclass(frozen=True)
class ProjectView:
    """The unit people work in."""

    id: UUID
    organisation_id: UUID
    name: str
    description: str
    task: str
    is_sample: bool
    is_preparing: bool
    created_at: datetime
    updated_at: datetime
    role: Role
    job: JobView | None


def describe(project_id: UUID, *, role: Role) -> ProjectView:
    """Return a project that the caller has been found to be allowed to see."""
    project = find_project(project_id)
    assert project is not None, "who may see it has found it"
    return complete([project], role=role)[0]


def complete(projects: Sequence[ProjectRow], *, role: Role) -> list[ProjectView]:
    """Add to projects the caller's role and the job that still makes them."""
    jobs = get_views(job_ids=[project.job_id for project in projects if project.job_id])
    return [
        ProjectView(
            id=project.id,
            organisation_id=project.organisation_id,
            name=project.name,
            description=project.description,
            task=project.task,
            is_sample=project.is_sample,
            is_preparing=project.is_preparing,
            created_at=project.created_at,
            updated_at=project.updated_at,
            role=role,
            job=jobs.get(project.job_id) if project.job_id else None,
        )
        for project in projects
    ]


@dataclass(frozen=True)
class Overview:
    """Where a project stands, and what to do next.

    ``waiting_calls`` are stored calls to learn from, ``null`` without any and for who may not see
    what callers sent.
    """

    project: ProjectView
    data: ProjectData
    versions: ProjectVersions
    runs: Any
    models: Any
    deployments: Any
    waiting_calls: WaitingCalls | None
    next_action: str
    activity: list[Any]


def overview_of(project: ProjectRef) -> Overview:
    """Return where a project stands."""
    data = datasets.data_of(project_id=project.id)
    versions = datasets.versions_of(project_id=project.id)
    runs = training.project_summary(project.id)
    models = model_registry.project_summary(project.id, task=project.task)
    endpoints = deployments.project_summary(project.id)
    view = describe(project.id, role=project.role)
    may_see_calls = at_least(project.role, Role.DEVELOPER)
    waiting = waiting_of(project_id=project.id) if may_see_calls else None
    is_busy = runs.running > 0 or (view.job is not None and not view.job.is_finished)
    return Overview(
        project=view,
        data=data,
        versions=versions,
        runs=runs,
        models=models,
        deployments=endpoints,
        waiting_calls=waiting,
        next_action="learn"
        if waiting is not None
        else next_action(
            num_samples=data.num_samples,
            num_labelled=data.num_labelled,
            has_versions=versions.num > 0,
            num_models=models.num,
            num_endpoints=endpoints.num,
            is_busy=is_busy,
            is_preparing=view.is_preparing,
        ),
        activity=recent_entries(project_id=project.id),
    )


def next_action(
    *,
    num_samples: int,
    num_labelled: int,
    has_versions: bool,
    num_models: int,
    num_endpoints: int,
    is_busy: bool,
    is_preparing: bool,
) -> str:
    """Return the first step of the chain that is not taken yet."""
    # Between the jobs of a sample project nothing runs, and yet its next step is not a person's.
    if is_preparing:
        return "wait"
    if num_endpoints:
        return "call"
    if is_busy:
        return "wait"
    steps = (
        ("upload", num_samples > 0),
        ("label", num_labelled > 0),
        ("freeze", has_versions),
        ("train", num_models > 0),
    )
    return next((step for step, is_done in steps if not is_done), "publish")


@dataclass(frozen=True)
class TrashedProject:
    """A project in the trash, and what it still takes."""

    id: UUID
    name: str
    task: str
    trashed_at: datetime
    num_samples: int
    num_bytes: int
    num_models: int
    num_deployments: int
    purge_started_at: datetime | None
    job: JobView | None


def describe_trashed(rows: Sequence[ProjectRow]) -> list[TrashedProject]:
    """Return what projects in the trash hold, and the job that deletes them for good."""
    jobs = get_views(
        # Before that, the job is the one that made the project.
        job_ids=[row.job_id for row in rows if row.purge_started_at and row.job_id is not None]
    )
    return [_trashed(project, jobs) for project in rows]


def _trashed(project: ProjectRow, jobs: Mapping[UUID, JobView]) -> TrashedProject:
    data = datasets.data_of(project_id=project.id)
    assert project.trashed_at is not None
    return TrashedProject(
        id=project.id,
        name=project.name,
        task=project.task,
        trashed_at=project.trashed_at,
        num_samples=data.num_samples,
        num_bytes=data.num_bytes,
        num_models=model_registry.project_summary(project.id, task=project.task).num,
        num_deployments=deployments.project_summary(project.id).num,
        purge_started_at=project.purge_started_at,
        job=jobs.get(project.job_id) if project.job_id else None,
    )


@dataclass(frozen=True)
class PurgePreview:
    """What deleting a project for good would take away, and give back.

    ``num_bytes`` are given back; ``num_bytes_shared`` stay, as other projects have the same files.
    """

    name: str
    num_samples: int
    num_versions: int
    num_runs: int
    num_models: int
    num_deployments: int
    num_bytes: int
    num_bytes_shared: int


def preview_purge(project_id: UUID) -> PurgePreview:
    """Count what a project in the trash holds, down to what lies in its own trash."""
    project = find_project(project_id)
    assert project is not None, "who may delete it has found it"
    freed, shared = freeable_bytes(project)
    return PurgePreview(
        name=project.name,
        num_samples=datasets.num_samples_of(project_id=project.id),
        num_versions=datasets.num_versions_of(project_id=project.id),
        num_runs=training.num_runs_of(project_id=project.id),
        num_models=model_registry.num_versions_of(project_id=project.id),
        num_deployments=deployments.num_of(project_id=project.id),
        num_bytes=freed,
        num_bytes_shared=shared,
    )
