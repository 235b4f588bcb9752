"""Reads about training."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.models import Count, F, FilteredRelation, Q, QuerySet, Window

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict, NotFound
from backend.api.people import Person
from backend.datasets.selectors.references import version_refs
from backend.jobs.contracts import JobView, names
from backend.jobs.selectors import require_job
from backend.jobs.selectors import views_of as job_views
from backend.jobs.services.jobs import job_folder
from backend.projects.selectors import require_project, require_row
from backend.training.contracts import (
    InitialVersion,
    PreviewedImage,
    PreviewedVariant,
    PreviewView,
    ProjectRuns,
    RunVerdict,
    TrainingRunView,
    UsedVersion,
    VerdictReason,
)
from backend.training.models import TrainingRun
from engine.specs.preview import IMAGES_FILE, AugmentedImage

_IMAGE = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]{0,100}\.png$")


def list_runs(
    *, caller: Caller, project: UUID, state: str | None = None, study: UUID | None = None
) -> QuerySet[TrainingRun]:
    """Return the runs of a project that are no trials, or those that are trials of one study.

    Raises:
        NotFound: when the caller may not see the project.
    """
    require_project(caller=caller, project_id=project)
    rows = _rows().filter(project_id=project, study_id=study)
    return rows if state is None else rows.filter(job__state=state)


def require_run(*, caller: Caller, run_id: UUID, minimum: Role = Role.VIEWER) -> TrainingRun:
    """Return a run of a project in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        _rows().filter(id=run_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such training run.", code="training_run_not_found"),
    )


def get_view(*, run_id: UUID) -> TrainingRunView:
    """Return a run that the caller has been found to be allowed to see."""
    return view_of(_rows().get(id=run_id))


def view_of(run: TrainingRun) -> TrainingRunView:
    """Describe one run."""
    return views_of([run])[0]


def views_of(runs: Sequence[TrainingRun]) -> list[TrainingRunView]:
    """Describe runs with their data and jobs; at most three queries for all of them."""
    used = used_versions([run.id for run in runs])
    jobs = job_views([run.job for run in runs])
    return [_view(run, used[run.id], job) for run, job in zip(runs, jobs, strict=True)]


def used_versions(run_ids: Sequence[UUID]) -> dict[UUID, tuple[UsedVersion, ...]]:
    """Return the dataset versions of runs, in the order in which they were asked for."""
    result: dict[UUID, tuple[UsedVersion, ...]] = dict.fromkeys(run_ids, ())
    rows = TrainingRun.dataset_versions.through.objects.filter(trainingrun_id__in=run_ids)
    for row in rows.select_related("datasetversion__dataset").order_by("id"):
        one = row.datasetversion
        version = UsedVersion(one.id, one.number, one.dataset_id, one.dataset.name)
        result[row.trainingrun_id] = (*result[row.trainingrun_id], version)
    return result


def project_summary(project_id: UUID) -> ProjectRuns:
    """Return the runs of a project in figures; trials of studies are none of them."""
    is_running = Q(job__state__in=("queued", "running"))
    rows = _rows().filter(project_id=project_id, study_id=None)
    counted = rows.annotate(
        num=Window(Count("id")), num_running=Window(Count("id", filter=is_running))
    )
    latest = counted.order_by("-created_at", "-id").first()
    if latest is None:
        return ProjectRuns(num=0, running=0, latest=None)
    return ProjectRuns(num=latest.num, running=latest.num_running, latest=view_of(latest))


def first_run_of(*, project_id: UUID) -> TrainingRunView | None:
    """Return the oldest run of a project; trials of studies are none."""
    run = _rows().filter(project_id=project_id, study_id=None).order_by("created_at", "id").first()
    return None if run is None else view_of(run)


def projects_in_training(project_ids: Iterable[UUID]) -> set[UUID]:
    """Return which projects have runs that wait or train; trials of studies are none; one query."""
    rows = TrainingRun.objects.filter(
        project_id__in=list(project_ids), study_id=None, job__state__in=("queued", "running")
    )
    return set(rows.values_list("project_id", flat=True))


def num_runs_of(*, project_id: UUID) -> int:
    """Return how many runs a project has, trials of studies too."""
    return TrainingRun.objects.filter(project_id=project_id).count()


def preview_of(*, caller: Caller, job_id: UUID) -> PreviewView:
    """Return the images of a finished augmentation preview, and what is marked on them.

    Raises:
        NotFound: when there is no such preview.
        Conflict: ``preview_not_ready`` before it has succeeded.
    """
    job = _require_preview(caller, job_id)
    if job.state != "succeeded":
        raise Conflict(
            "The preview is not finished. Wait until its job has succeeded.",
            code="preview_not_ready",
            state=job.state,
        )
    version = version_refs([job.subject_id]).get(job.subject_id)
    folder = job_folder(job.id) / "work" / "preview"
    base = f"/api/v1/augmentation-previews/{job_id}/images"
    images: list[PreviewedImage] = []
    with (folder / IMAGES_FILE).open(encoding="utf-8") as lines:
        variants = [AugmentedImage.model_validate_json(line) for line in lines]
    for number, sample_id in enumerate(job.request["sample_ids"]):
        shown = tuple(_variant(base, one) for one in variants if one.image == number)
        images.append(PreviewedImage(UUID(sample_id), shown[0], shown[1:]))
    return PreviewView(labels=version.labels if version else (), images=tuple(images))


def _variant(base: str, image: AugmentedImage) -> PreviewedVariant:
    regions = tuple(region.model_dump(mode="json") for region in image.regions)
    return PreviewedVariant(f"{base}/{image.file}", image.width, image.height, regions)


def preview_file(*, caller: Caller, job_id: UUID, name: str) -> Path:
    """Return one image of a preview.

    Raises:
        NotFound: when there is no such preview or image.
    """
    job = _require_preview(caller, job_id)
    path = job_folder(job.id) / "work" / "preview" / name
    if not _IMAGE.match(name) or not path.is_file():
        raise NotFound("There is no such image.", code="preview_image_not_found")
    return path


def _require_preview(caller: Caller, job_id: UUID) -> JobView:
    job = require_job(caller=caller, job_id=job_id)
    if job.kind != names.AUGMENTATION_PREVIEW:
        raise NotFound("There is no such preview.", code="job_not_found")
    return job


def _rows() -> QuerySet[TrainingRun]:
    kept = FilteredRelation("model_version", condition=Q(model_version__trashed_at=None))
    return TrainingRun.objects.select_related(
        "created_by", "job__requested_by", "job__project", "initial_model_version__model"
    ).annotate(made=kept, model_version_id=F("made__id"))


def _verdict(stored: Mapping[str, Any]) -> RunVerdict:
    reasons = (
        VerdictReason(one["code"], one["params"], tuple(one["next_steps"]))
        for one in stored["reasons"]
    )
    return RunVerdict(stored["metric"], stored["value"], stored["guess"], tuple(reasons))


def _view(run: Any, used: tuple[UsedVersion, ...], job: JobView) -> TrainingRunView:
    author, initial = run.created_by, run.initial_model_version
    return TrainingRunView(
        id=run.id,
        project_id=run.project_id,
        number=run.number,
        name=run.name,
        task=run.task,
        target=run.target,
        tier=run.tier,
        backbone=run.backbone,
        options=run.options,
        seed=run.seed,
        pretrained=run.pretrained,
        dataset_versions=used,
        initial_model_version=(
            InitialVersion(initial.id, initial.model.name, initial.number) if initial else None
        ),
        rerun_of=run.rerun_of_id,
        study_id=run.study_id,
        data_fraction=run.data_fraction,
        job=job,
        primary_metric=run.primary_metric,
        best_metric=run.best_metric,
        model_version_id=run.model_version_id,
        verdict=_verdict(run.verdict) if run.verdict else None,
        created_by=Person(author.id, author.name) if author else None,
        created_at=run.created_at,
    )
