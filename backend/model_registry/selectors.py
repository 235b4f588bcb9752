"""Reads about models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, F, Max, Min, OuterRef, QuerySet, Subquery, When, Window
from pydantic import TypeAdapter

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.model_registry.contracts import (
    BestMetric,
    ModelVersionRef,
    ModelVersionView,
    ProjectModels,
    TrainedOn,
)
from backend.model_registry.contracts.serving import SERVING, DeploymentRef
from backend.model_registry.models import Model, ModelVersion
from backend.projects.contracts import Named
from backend.projects.selectors import require_project, require_row
from engine.catalog import TASKS
from engine.specs.package.report import Report

_REPORT: TypeAdapter[Report] = TypeAdapter(Report)


def list_versions(*, caller: Caller, project: UUID) -> QuerySet[ModelVersion]:
    """Return the model versions of a project.

    Raises:
        NotFound: when the caller may not see the project.
    """
    require_project(caller=caller, project_id=project)
    return _rows().filter(model__project_id=project)


def require_version(
    *, caller: Caller, version_id: UUID, minimum: Role = Role.VIEWER
) -> ModelVersion:
    """Return a model version of a project in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        _rows().filter(id=version_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such model version.", code="model_version_not_found"),
        project="model__project__",
    )


def require_ref(
    *, caller: Caller, version_id: UUID, minimum: Role = Role.VIEWER
) -> ModelVersionRef:
    """Return a model version as other apps refer to it, as ``require_version`` does.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return ref_of(require_version(caller=caller, version_id=version_id, minimum=minimum))


def views_of(versions: Sequence[ModelVersion]) -> list[ModelVersionView]:
    """Describe model versions; one query tells which endpoints serve them."""
    serving = SERVING["deployments"]([version.id for version in versions])
    return [_view(version, serving.get(version.id, ())) for version in versions]


def version_refs(version_ids: Iterable[UUID]) -> dict[UUID, ModelVersionRef]:
    """Return model versions by id, those in the trash too; one query."""
    rows = ModelVersion.objects.select_related("model").filter(id__in=list(version_ids))
    return {row.id: ref_of(row) for row in rows}


def trained_on(version_id: UUID) -> list[UUID]:
    """Return the dataset versions that a model version was trained on, by their ids."""
    rows = ModelVersion.objects.filter(id=version_id, training_run__dataset_versions__isnull=False)
    return list(rows.values_list("training_run__dataset_versions", flat=True))


def latest_version(*, project_id: UUID) -> ModelVersionRef | None:
    """Return the newest model version of a project, ``None`` while it has none."""
    rows = _rows().filter(model__project_id=project_id)
    version = rows.order_by("-created_at", "-id").first()
    return None if version is None else ref_of(version)


def project_summary(project_id: UUID, *, task: str) -> ProjectModels:
    """Return the models of a project in figures.

    What they are evaluated by may differ, as it follows from their data: the best one is the best
    of those that are evaluated like the newest. One that comes with Easel was not evaluated on the
    project's data, and is the best only where nothing was trained.
    """
    rows = _rows().filter(model__project_id=project_id).annotate(num=Window(Count("id")))
    newest = rows.order_by("is_built_in", "-created_at", "-id").values("primary_metric")[:1]
    best = rows.order_by(
        "is_built_in",
        Case(When(primary_metric=Subquery(newest), then=0), default=1),
        Case(When(primary_metric__in=_errors(task), then="metric"), default=-F("metric")),
        "-created_at",
    ).first()
    if best is None:
        return ProjectModels(num=0, best=None)
    return ProjectModels(num=best.num, best=views_of([best])[0])


def _errors(task: str) -> list[str]:
    """Return the metrics of a task of which less is better."""
    return [metric.name for metric in TASKS[task].metrics if not metric.higher_is_better]


def best_metrics(tasks: Mapping[UUID, str]) -> dict[UUID, BestMetric]:
    """Return what the best models of projects reach, without projects that have none; one query.

    Args:
        tasks: of the projects by their ids.
    """
    rows = ModelVersion.objects.filter(trashed_at=None, model__project_id__in=list(tasks))
    counted = rows.values("model__project_id", "primary_metric", "is_built_in").annotate(
        num=Count("id"), highest=Max("metric"), lowest=Min("metric"), newest=Max("created_at")
    )
    found: dict[UUID, BestMetric] = {}
    # What the newest that was trained is evaluated by comes last, and stays.
    for row in counted.order_by("-is_built_in", "newest"):
        project_id = row["model__project_id"]
        rises = row["primary_metric"] not in _errors(tasks[project_id])
        num = row["num"] + (found[project_id].num if project_id in found else 0)
        found[project_id] = BestMetric(
            num=num, name=row["primary_metric"], value=row["highest" if rises else "lowest"]
        )
    return found


def models_named(organisation_id: UUID, text: str, most: int) -> list[Named]:
    """Return the latest version of each model whose name holds the text; one query."""
    latest = ModelVersion.objects.filter(model=OuterRef("pk"), trashed_at=None)
    rows = Model.objects.filter(
        project__organisation_id=organisation_id,
        project__trashed_at=None,
        name__icontains=text,
    ).annotate(latest=Subquery(latest.order_by("-number").values("id")[:1]))
    found = rows.exclude(latest=None).order_by("-created_at")
    values = found.values_list("latest", "name", "project_id", "project__name")
    return [Named(*row) for row in values[:most]]


def ref_of(version: ModelVersion) -> ModelVersionRef:
    """Describe a model version for other apps."""
    return ModelVersionRef(
        id=version.id,
        project_id=version.model.project_id,
        model_name=version.model.name,
        number=version.number,
        primary_metric=version.primary_metric,
        package_sha256=version.package_blob_id,
        manifest=version.manifest,
        is_trashed=version.trashed_at is not None,
    )


def _rows() -> QuerySet[ModelVersion]:
    return (
        ModelVersion.objects.filter(trashed_at=None)
        .select_related("model", "package_blob", "sdk_blob", "created_by", "training_run")
        .prefetch_related("training_run__dataset_versions__dataset")
        # Reports are long, and no list shows them.
        .defer("report")
    )


def _labels(version: ModelVersion) -> tuple[str, ...]:
    return tuple(label["name"] for label in version.manifest["labels"])


def _num_labels(version: ModelVersion) -> int:
    """Return how many labels of its data a model tells: one of what is normal tells none."""
    card = TASKS.get(version.manifest["task"])
    return 0 if card is not None and card.learns_normal else len(version.manifest["labels"])


def _view(version: ModelVersion, serving: Sequence[DeploymentRef]) -> ModelVersionView:
    run, author = version.training_run, version.created_by
    trained_on = () if run is None else run.dataset_versions.all()
    return ModelVersionView(
        id=version.id,
        project_id=version.model.project_id,
        model_id=version.model_id,
        model_name=version.model.name,
        number=version.number,
        training_run_id=version.training_run_id,
        is_built_in=version.is_built_in,
        task=version.manifest["task"],
        backbone=version.manifest["backbone"],
        primary_metric=version.primary_metric,
        metric=version.metric,
        num_labels=_num_labels(version),
        labels=_labels(version),
        size_bytes=version.package_blob.bytes,
        from_scratch=version.manifest["pretrained"] is None,
        multi_label=version.manifest["multi_label"],
        dataset_versions=tuple(
            TrainedOn(one.id, one.number, one.dataset.name) for one in trained_on
        ),
        created_at=version.created_at,
        created_by=Person(author.id, author.name) if author else None,
        deployments=tuple(serving),
        manifest=version.manifest,
    )


def report_of(version: ModelVersion) -> dict[str, Any]:
    """Return the report in today's JSON form: one of before lacks what has come to it since."""
    stored = _REPORT.validate_python(version.report, strict=False)
    shown: dict[str, Any] = _REPORT.dump_python(stored, mode="json")
    return shown


def built_in_version(*, project_id: UUID) -> ModelVersionRef | None:
    """Return the version of the model that comes with Easel, ``None`` while a project has none."""
    version = _rows().filter(model__project_id=project_id, is_built_in=True).first()
    return None if version is None else ref_of(version)


def num_versions_of(*, project_id: UUID) -> int:
    """Return how many model versions a project has, those in the trash too."""
    return ModelVersion.objects.filter(model__project_id=project_id).count()
