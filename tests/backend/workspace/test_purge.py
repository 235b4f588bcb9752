"""A project in the trash can be deleted for good: nothing of it is left, and nothing else goes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.models.fields.reverse_related import ForeignObjectRel
from django.utils import timezone
from rest_framework.test import APIClient

from backend.audit.models import AuditEntry
from backend.datasets.models import Archive, DatumaroExport
from backend.datasets.services.importing.archives import archive_path
from backend.datasets.services.versioning.datumaro import export_folder
from backend.deployments.models import Deployment, DeploymentRevision
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services import descent
from backend.files.services.store import store
from backend.jobs.models import Job
from backend.jobs.services.jobs import job_folder
from backend.model_registry.models import ModelVersion
from backend.model_registry.services.packages import scratch
from backend.projects.models import Project
from backend.workspace.services import purge
from tests.backend.api.everything import parameters_of
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db

# They name a project and are no part of it.
KEPT = {"audit.AuditEntry", "jobs.Job"}


def silent(done: int, total: int) -> None:
    """Hear nothing."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purge, "_SETTLED_AFTER", timedelta(0))
    monkeypatch.setattr(descent, "_BREATH_SECONDS", 0.0)


def relations(model: type[models.Model]) -> Iterator[ForeignObjectRel]:
    """Yield what goes with a row of a model."""
    for one in model._meta.get_fields(include_hidden=True):
        if (
            isinstance(one, ForeignObjectRel)
            and not one.many_to_many
            and one.on_delete is not models.SET_NULL
        ):
            yield one


def parts_of(project_id: UUID) -> dict[type[models.Model], set[Any]]:
    """Return the keys of all rows that hang on a project, by table."""
    found: dict[type[models.Model], set[Any]] = {Project: {project_id}}
    waiting: list[tuple[type[models.Model], set[Any]]] = [(Project, {project_id})]
    while waiting:
        model, keys = waiting.pop()
        for one in relations(model):
            table = one.related_model
            rows = table._base_manager.filter(**{f"{one.field.name}__in": keys})
            new = set(rows.values_list("pk", flat=True)) - found.setdefault(table, set())
            found[table] |= new
            if new:
                waiting.append((table, new))
    return found


def tables_of(model: type[models.Model]) -> set[type[models.Model]]:
    """Return all tables whose rows can hang on a row of a model."""
    found: set[type[models.Model]] = set()
    waiting = [model]
    while waiting:
        for one in relations(waiting.pop()):
            if one.related_model not in found:
                found.add(one.related_model)
                waiting.append(one.related_model)
    return found


def fill_rest(world: World) -> None:
    """Make a row of each table that ``parameters_of`` leaves empty, as its fields want it."""
    for _ in range(5):
        parts = parts_of(world.project.id)
        for model in sorted(tables_of(Project), key=lambda one: one._meta.label):
            if not parts.get(model):
                make_row(model, parts)


def make_row(model: type[models.Model], parts: dict[type[models.Model], set[Any]]) -> None:
    """Make a row where all it has to refer to is there."""
    simple: dict[str, Any] = {
        "CharField": "x",
        "TextField": "x",
        "FloatField": 0.5,
        "BooleanField": False,
        "JSONField": [],
        "DateTimeField": timezone.now(),
        "UUIDField": uuid4(),
    }
    values: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        other = field.related_model
        if field.primary_key and other is None:
            continue
        if isinstance(other, type) and parts.get(other):
            values[field.attname] = min(parts[other], key=str)
        elif isinstance(other, type) and not field.null:
            first = other._base_manager.first() if other not in tables_of(Project) else None
            if first is None:
                return
            values[field.attname] = first.pk
        elif other is None and not field.has_default() and not field.null:
            kind = field.get_internal_type()
            choices = [key for key, _ in field.flatchoices]
            values[field.attname] = choices[0] if choices else simple.get(kind, 1)
    model._base_manager.create(**values)


@pytest.fixture
def full(world: World) -> dict[str, str]:
    """A project that has something in every table, in the trash, with nothing running."""
    things = parameters_of(world)
    fill_rest(world)
    trash(world)
    return things


def trash(world: World) -> None:
    """Move the project to the trash, and see its workers end what ran."""
    from backend.projects.services.trash import trash_project

    trash_project(project_id=world.project.id, trashed_by=world.caller)
    DeploymentRevision.objects.update(handle=None, state=Deployment.State.STOPPED)
    Deployment.objects.update(state=Deployment.State.STOPPED)
    Job.objects.filter(state=Job.State.RUNNING).update(state=Job.State.CANCELLED)


def order(world: World) -> Job:
    """Have the project deleted for good."""
    job_id = purge.start_purge(
        project_id=world.project.id, name=world.project.name, requested_by=world.caller
    )
    return Job.objects.get(id=job_id)


def mentions(value: UUID) -> list[str]:
    """Return the columns of all tables that hold an id, in any field or document."""
    found = []
    texts = {str(value), value.hex}
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            shown = model._base_manager.values_list(field.attname, flat=True)
            if any(text in str(one) for one in shown for text in texts):
                found.append(f"{model._meta.label}.{field.attname}")
    return found


def test_every_table_that_can_hang_on_a_project_is_tried(
    full: dict[str, str], world: World
) -> None:
    parts = parts_of(world.project.id)
    assert [model._meta.label for model in tables_of(Project) if not parts[model]] == []
    assert len(parts) > 45


def test_nothing_of_a_purged_project_is_left(
    full: dict[str, str], world: World, api: APIClient, data_folder: Path
) -> None:
    before = parts_of(world.project.id)
    hashes = set(Blob.objects.values_list("sha256", flat=True))
    folders = [
        job_folder(UUID(full["job_id"])),
        archive_path(Archive.objects.get(id=full["archive_id"])).parent,
        export_folder(DatumaroExport.objects.get(id=full["export_id"])),
        data_folder / "deployments" / full["deployment_id"],
        data_folder / "gateway" / "deployments" / full["deployment_id"],
        data_folder / "revisions" / str(DeploymentRevision.objects.get(number=1).id),
        data_folder / "playgrounds" / full["model_version_id"],
        scratch("packages") / ModelVersion.objects.values_list("package_blob_id", flat=True).get(),
    ]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "log").write_text("of the project")
    shown = ok(api.get(f"/api/v1/projects/{world.project.id}/purge"))
    assert shown["num_samples"] == 1
    assert shown["num_bytes"] == sum(Blob.objects.values_list("bytes", flat=True)) > 0

    address = f"/api/v1/projects/{world.project.id}/purge"
    job = ok(api.post(address, {"name": world.project.name}), 202)
    assert (job["kind"], job["project_id"]) == ("purge_project", None)
    result = purge.purge_project(world.project.id, silent)

    assert result["bytes_freed"] == shown["num_bytes"]
    assert {name: result[name] for name in result if name != "bytes_freed"} == {
        name: shown[name] for name in shown if name in result
    }
    left = {
        model._meta.label: keys
        for model, keys in before.items()
        if model._base_manager.filter(pk__in=keys).exists()
    }
    assert left == {}
    assert mentions(world.project.id) == [
        "audit.AuditEntry.project_id",
        "audit.AuditEntry.target_id",
        "jobs.Job.subject_id",
    ]
    connection.check_constraints()
    assert not Blob.objects.filter(sha256__in=hashes).exists()
    assert [one for one in hashes if store().local_path(key_of(one)).exists()] == []
    assert [folder for folder in folders if folder.exists()] == []


def test_only_what_was_done_is_kept_of_it(full: dict[str, str], world: World) -> None:
    order(world)
    purge.purge_project(world.project.id, silent)
    entries = AuditEntry.objects.filter(project_id=world.project.id)
    actions = set(entries.values_list("action", flat=True))
    assert {"project.created", "project.trashed", "project.purge_started"} <= actions
    [entry] = entries.filter(action="project.purged")
    assert entry.actor_id == world.owner.id
    assert entry.details["name"] == world.project.name
    assert entry.details["num_samples"] == 1
