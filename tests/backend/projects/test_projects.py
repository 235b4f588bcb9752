"""Projects, where they stand, and the sample that everybody can start from."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from backend.datasets.models import Dataset
from backend.projects.services.sample import build_sample_project
from tests.backend.api.everything import parameters_of
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db


def test_an_overview_names_the_next_step(api: APIClient, world: World) -> None:
    address = f"/api/v1/projects/{world.project.id}/overview"
    assert ok(api.get(address))["next_action"] == "upload"
    Dataset.objects.filter(id=world.dataset.id).update(num_samples=3)
    assert ok(api.get(address))["next_action"] == "label"
    Dataset.objects.filter(id=world.dataset.id).update(num_labelled=2)
    shown = ok(api.get(address))
    assert shown["next_action"] == "freeze"
    assert shown["data"] == {"num_datasets": 1, "num_samples": 3, "num_labelled": 2, "num_bytes": 0}
    parameters_of(world)
    shown = ok(api.get(address))
    assert shown["next_action"] == "call"
    assert shown["models"]["best"]["metric"] == 0.9
    assert [entry["action"] for entry in shown["activity"]] == [
        "dataset.created",
        "project.created",
    ]


def test_the_sample_project_is_partly_labelled_and_building_it_again_changes_nothing(
    api: APIClient, world: World
) -> None:
    body = {"organisation_id": str(world.organisation.id)}
    project = ok(api.post("/api/v1/projects/sample", body), 202)
    assert project["job"]["kind"] == "sample_project"
    first = build_sample_project(project["id"], lambda done, total: None)
    assert build_sample_project(project["id"], lambda done, total: None) == first
    dataset = ok(api.get(f"/api/v1/datasets?project={project['id']}"))["results"][0]
    assert dataset["num_samples"] > 1790
    assert 0.1 < 1 - dataset["num_labelled"] / dataset["num_samples"] < 0.2
    home = ok(api.get(f"/api/v1/home?organisation={world.organisation.id}"))
    assert home["recent_projects"][0]["is_sample"]
    assert home["num_projects"] == 2
    statistics = ok(api.get(f"/api/v1/datasets/{dataset['id']}/statistics"))
    assert len(statistics["labels"]) == 10
    assert sum(bar["num"] for bar in statistics["bytes"]) == dataset["num_samples"]


def test_a_trashed_project_takes_everything_in_it_out_of_sight(
    api: APIClient, world: World
) -> None:
    ok(api.delete(f"/api/v1/projects/{world.project.id}"), 204)
    assert api.get(f"/api/v1/projects/{world.project.id}").status_code == 404
    assert api.get(f"/api/v1/datasets/{world.dataset.id}").status_code == 404
    assert ok(api.get(f"/api/v1/projects?organisation={world.organisation.id}"))["results"] == []
