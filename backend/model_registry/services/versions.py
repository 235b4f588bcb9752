"""Writes about models."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict, NotFound
from backend.audit import services as audit
from backend.files.services.blobs import put_path
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.model_registry.contracts.serving import SERVING
from backend.model_registry.models import Model, ModelVersion
from backend.model_registry.selectors import require_version
from backend.model_registry.services.packages import pack, temporary_file, unpacked
from backend.projects.selectors import require_project
from engine.specs.package.manifest import Manifest

_HEATMAP = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]{0,200}\.png$")


def next_version_number(*, project_id: UUID, name: str) -> int:
    """Return the number that the next version of a model would have."""
    versions = ModelVersion.objects.filter(model__project_id=project_id, model__name=name)
    return (versions.aggregate(last=Max("number"))["last"] or 0) + 1


def store_package(package: Path) -> str:
    """Store a package folder as a blob and return its SHA-256; the folder stays.

    Raises:
        Unavailable: ``disk_full``.
        OSError: when the folder cannot be read.
    """
    target = temporary_file(".zip")
    try:
        pack(package, target)
        return put_path(path=target, media_type="application/zip")
    finally:
        target.unlink(missing_ok=True)


@transaction.atomic
def register_version(
    *,
    project_id: UUID,
    model_name: str,
    training_run_id: UUID,
    package: Path,
    package_sha256: str,
    created_by_id: UUID | None,
) -> tuple[UUID, str, float]:
    """Record a stored package as the next version of a model; a run makes one version only.

    Returns:
        The id of the version, and name and value of the metric that it is evaluated by.

    Raises:
        OSError: when the package lacks its manifest or report.
        pydantic.ValidationError: when its manifest is not one.
    """
    known = ModelVersion.objects.filter(training_run_id=training_run_id).first()
    if known is not None:
        return known.id, known.primary_metric, known.metric
    model = locked_model(project_id=project_id, name=model_name)
    version = add_version(
        model,
        package=package,
        package_sha256=package_sha256,
        created_by_id=created_by_id,
        training_run_id=training_run_id,
    )
    return version.id, version.primary_metric, version.metric


def locked_model(*, project_id: UUID, name: str) -> Model:
    """Return a model, new or not; until the transaction ends, nobody else adds a version to it."""
    model, _ = Model.objects.select_for_update().get_or_create(project_id=project_id, name=name)
    return model


def add_version(
    model: Model,
    *,
    package: Path,
    package_sha256: str,
    created_by_id: UUID | None,
    training_run_id: UUID | None = None,
    is_built_in: bool = False,
) -> ModelVersion:
    """Record a stored package as the next version of a model, which is locked.

    Raises:
        OSError: when the package lacks its manifest or report.
        pydantic.ValidationError: when its manifest is not one.
    """
    manifest = Manifest.model_validate_json((package / "manifest.json").read_bytes())
    assert manifest.report_file is not None, "a package that becomes a version was evaluated"
    report: Mapping[str, Any] = json.loads((package / manifest.report_file).read_bytes())
    return ModelVersion.objects.create(
        model=model,
        number=next_version_number(project_id=model.project_id, name=model.name),
        training_run_id=training_run_id,
        is_built_in=is_built_in,
        package_blob_id=package_sha256,
        manifest=manifest.model_dump(mode="json"),
        report=dict(report),
        primary_metric=report["primary_metric"],
        metric=_primary_value(report),
        created_by_id=created_by_id,
    )


def trash_version(*, caller: Caller, version_id: UUID) -> None:
    """Move a model version to the trash.

    Raises:
        Conflict: ``model_version_in_use`` while an endpoint serves it.
    """
    version = require_version(caller=caller, version_id=version_id, minimum=Role.DEVELOPER)
    serving = SERVING["deployments"]([version.id]).get(version.id, ())
    if serving:
        raise Conflict(
            f"The endpoint '{serving[0].name}' serves this version. Replace its version or delete "
            "the endpoint first.",
            code="model_version_in_use",
            deployment=serving[0].name,
        )
    with transaction.atomic():
        ModelVersion.objects.filter(id=version.id).update(trashed_at=timezone.now())
        _audit(caller, version, "model_version.trashed")


@transaction.atomic
def request_sdk(*, caller: Caller, version_id: UUID) -> UUID:
    """Queue the building of a version's SDK zip and return the job's id."""
    version = require_version(caller=caller, version_id=version_id, minimum=Role.DEVELOPER)
    project = require_project(caller=caller, project_id=version.model.project_id)
    job = create_job(
        kind=names.BUILD_SDK,
        organisation_id=project.organisation_id,
        project_id=project.id,
        subject_id=version.id,
        title=f"{version.model.name} {version.number}",
        requested_by_id=caller.user_id,
    )
    return job.id


def store_sdk(*, version_id: UUID, path: Path) -> None:
    """Keep a built SDK zip, which is consumed, with its version."""
    sha256 = put_path(path=path, media_type="application/zip")
    ModelVersion.objects.filter(id=version_id).update(sdk_blob_id=sha256)


def package_folder(*, version_id: UUID) -> Path:
    """Return the unpacked package of a version.

    Raises:
        ModelVersion.DoesNotExist: when there is none.
    """
    return unpacked(ModelVersion.objects.get(id=version_id).package_blob_id)


def heatmap_file(*, version: ModelVersion, name: str) -> Path:
    """Return a heat map of a package.

    Raises:
        NotFound: when the package has none of that name.
    """
    path = unpacked(version.package_blob_id) / "heatmaps" / name
    if not _HEATMAP.match(name) or not path.is_file():
        raise NotFound("This model version has no such heat map.", code="heatmap_not_found")
    return path


def _primary_value(report: Mapping[str, Any]) -> float:
    """Return the value of the report's primary metric.

    Reports of sections have the primary one first of their metrics; those of classifiers have a
    field of its name, which holds a number or an estimate.
    """
    value = (
        report["metrics"][0]["value"]
        if report["kind"] == "sections"
        else report[report["primary_metric"]]
    )
    return float(value["value"] if isinstance(value, Mapping) else value)


def _audit(caller: Caller, version: ModelVersion, action: str) -> None:
    project = require_project(caller=caller, project_id=version.model.project_id)
    audit.record(
        organisation_id=project.organisation_id,
        project_id=project.id,
        actor_id=caller.user_id,
        action=action,
        target_kind="model_version",
        target_id=version.id,
        details={"name": version.model.name, "number": version.number},
    )
