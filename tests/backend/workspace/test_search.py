"""Things are found by name: those of the organisation, by whom may see them, and no others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.datasets.models import Dataset, Sample
from backend.deployments.models import Deployment
from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from backend.projects.models import Project
from backend.workspace.search import MAX_FOUND
from tests.backend.conftest import World, make_world, ok

pytestmark = pytest.mark.django_db


def filled(world: World, word: str) -> World:
    """Call one of each thing by a word."""
    Project.objects.filter(id=world.project.id).update(name=f"{word} project")
    Dataset.objects.filter(id=world.dataset.id).update(name=f"{word} data")
    add_sample(world, f"{word}_0001.PNG")
    model = Model.objects.create(project_id=world.project.id, name=f"{word} model")
    versions = [
        ModelVersion.objects.create(
            model=model,
            number=number,
            package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
            manifest={},
            report={},
            primary_metric="accuracy",
            metric=0.5,
        )
        for number in (1, 2)
    ]
    Deployment.objects.create(
        project_id=world.project.id,
        name=f"{word} endpoint",
        suffix=f"{word}-{world.organisation.name}",
        model_version=versions[0],
    )
    return world


def add_sample(world: World, name: str) -> Sample:
    return Sample.objects.create(
        dataset=world.dataset,
        blob_id=put_bytes(content=name.encode(), media_type="image/png"),
        name=name,
        bytes=1,
        created_at=timezone.now(),
    )


def search(api: APIClient, world: World, text: str, status: int = 200) -> Any:
    query = {"organisation": str(world.organisation.id), "text": text}
    answer = ok(api.get("/api/v1/search", query), status)
    return answer["results"] if status == 200 else answer


def test_one_of_each_kind_is_found_by_a_part_of_its_name(api: APIClient, world: World) -> None:
    filled(world, "weld")
    found = {one["kind"]: one for one in search(api, world, "WELD")}
    assert {kind: one["name"] for kind, one in found.items()} == {
        "project": "weld project",
        "dataset": "weld data",
        "model_version": "weld model",
        "deployment": "weld endpoint",
        "sample": "weld_0001.PNG",
    }
    assert {one["project_id"] for one in found.values()} == {str(world.project.id)}
    assert found["sample"]["dataset_id"] == str(world.dataset.id)
    latest = ModelVersion.objects.get(number=2)
    assert found["model_version"]["id"] == str(latest.id)
    assert search(api, world, "nothing is called so") == []


def test_a_single_letter_finds_nothing_and_a_word_not_more_than_fits(
    api: APIClient, world: World
) -> None:
    for number in range(MAX_FOUND + 3):
        add_sample(world, f"{number}_weld.png")
    assert search(api, world, " w ") == []
    assert len(search(api, world, "weld")) == MAX_FOUND


def test_things_of_other_organisations_are_not_found(
    api: APIClient, world: World, client_of: Callable[[User], APIClient]
) -> None:
    filled(world, "weld")
    theirs = filled(make_world("theirs"), "weld")
    assert {one["project_id"] for one in search(api, world, "weld")} == {str(world.project.id)}
    missing = search(api, theirs, "weld", 404)
    assert missing["code"] == "organisation_not_found"
    assert search(client_of(theirs.owner), theirs, "weld") != []


@pytest.mark.parametrize("role", list(Role))
def test_whoever_may_see_the_projects_may_search_them(
    world: World, client_of: Callable[[User], APIClient], role: Role
) -> None:
    filled(world, "weld")
    api = client_of(world.member(role))
    if role is Role.CONTRIBUTOR:
        assert search(api, world, "weld", 403)["code"] == "role_too_low"
    else:
        assert len(search(api, world, "weld")) == 5


def test_nobody_searches_without_signing_in(world: World) -> None:
    assert search(APIClient(), world, "weld", 401)["code"] == "not_authenticated"


@pytest.mark.parametrize("part", ["project", "dataset", "sample", "model", "endpoint"])
def test_what_lies_in_the_trash_is_not_found(api: APIClient, world: World, part: str) -> None:
    filled(world, "weld")
    now = timezone.now()
    gone: dict[str, tuple[Any, dict[str, Any], set[str]]] = {
        "project": (Project, {"trashed_at": now}, set()),
        "dataset": (Dataset, {"trashed_at": now}, {"project", "model_version", "deployment"}),
        "sample": (
            Sample,
            {"trashed_at": now},
            {"project", "dataset", "model_version", "deployment"},
        ),
        "model": (
            ModelVersion,
            {"trashed_at": now},
            {"project", "dataset", "sample", "deployment"},
        ),
        "endpoint": (
            Deployment,
            {"is_deleted": True},
            {"project", "dataset", "sample", "model_version"},
        ),
    }
    model, change, left = gone[part]
    model.objects.update(**change)
    assert {one["kind"] for one in search(api, world, "weld")} == left
