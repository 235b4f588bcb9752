"""Of two people who delete or change the same thing, one is told that it is gone."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from backend.datasets.models import Label, SavedView, Tag
from backend.datasets.services.counters import lock_dataset
from backend.projects.models import Project
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db


@pytest.fixture
def gone_first(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Any], None]:
    """Let somebody else delete a row at the moment at which a service waits for the lock."""

    def arrange(service: str, row: Any) -> None:
        def lock_late(dataset_id: UUID) -> Any:
            row.delete()
            return lock_dataset(dataset_id)

        module = import_module(f"backend.datasets.services.{service}")
        monkeypatch.setattr(module, "lock_dataset", lock_late)

    return arrange


def make_label(world: World, name: str, position: int = 0) -> Label:
    """Make a label."""
    return Label.objects.create(
        dataset=world.dataset, name=name, position=position, color="#112233"
    )


@pytest.mark.parametrize("act", ["delete", "patch", "merge", "merge_into", "attributes"])
def test_a_label_that_somebody_else_deletes_meanwhile_is_told_to_be_gone(
    api: APIClient, world: World, gone_first: Callable[[str, Any], None], act: str
) -> None:
    label, other = make_label(world, "cat"), make_label(world, "dog", 1)
    labels = f"/api/v1/datasets/{world.dataset.id}/labels"
    gone_first("attributes" if act == "attributes" else "labels", label)
    if act == "delete":
        response = api.delete(f"{labels}/{label.id}")
    elif act == "patch":
        response = api.patch(f"{labels}/{label.id}", {"name": "lion"})
    elif act == "merge":
        response = api.post(f"{labels}/{label.id}/merge", {"into": str(other.id)})
    elif act == "merge_into":
        response = api.post(f"{labels}/{other.id}/merge", {"into": str(label.id)})
    else:
        body = {"label_id": str(label.id), "attributes": []}
        response = api.put(f"/api/v1/datasets/{world.dataset.id}/attributes", body)
    assert ok(response, 404)["code"] == "label_not_found"
    assert Label.objects.filter(id=other.id).exists()


@pytest.mark.parametrize("act", ["delete", "patch"])
def test_a_tag_that_somebody_else_deletes_meanwhile_is_told_to_be_gone(
    api: APIClient, world: World, gone_first: Callable[[str, Any], None], act: str
) -> None:
    tag = Tag.objects.create(dataset=world.dataset, name="blurred")
    gone_first("tags", tag)
    address = f"/api/v1/datasets/{world.dataset.id}/tags/{tag.id}"
    response = api.delete(address) if act == "delete" else api.patch(address, {"name": "sharp"})
    assert ok(response, 404)["code"] == "tag_not_found"


@pytest.mark.parametrize("act", ["delete", "patch"])
def test_a_view_that_somebody_else_removes_meanwhile_is_told_to_be_gone(
    api: APIClient, world: World, gone_first: Callable[[str, Any], None], act: str
) -> None:
    view = SavedView.objects.create(
        dataset=world.dataset, name="dark", query={}, ordering="-created_at"
    )
    gone_first("saved_views", view)
    response = (
        api.delete(f"/api/v1/saved-views/{view.id}")
        if act == "delete"
        else api.patch(f"/api/v1/saved-views/{view.id}", {"name": "light"})
    )
    assert ok(response, 404)["code"] == "view_not_found"


@pytest.mark.parametrize(("act", "status"), [("get", 404), ("save", 404), ("unique", 409)])
def test_whatever_else_is_overtaken_is_no_mistake_of_ours(
    api: APIClient, world: World, monkeypatch: pytest.MonkeyPatch, act: str, status: int
) -> None:
    def overtaken(**_: Any) -> None:
        project = Project.objects.get(id=world.project.id)
        if act == "get":
            Label.objects.get(id=world.project.id)
        elif act == "save":
            Project.objects.filter(id=project.id).update(name="x")
            label = make_label(world, "cat")
            Label.objects.filter(id=label.id).delete()
            label.save(update_fields=["name"])
        else:
            with transaction.atomic():
                make_label(world, "cat")
                make_label(world, "cat", 1)

    monkeypatch.setattr("backend.workspace.views.services.change_project", overtaken)
    response = api.patch(f"/api/v1/projects/{world.project.id}", {"name": "Other"})
    assert ok(response, status)["code"] == ("conflict" if status == 409 else "not_found")
