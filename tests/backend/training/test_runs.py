"""Runs are refused before they start when they could only fail, and say why."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.api.errors import Invalid
from backend.datasets.models import DatasetVersion, Sample
from backend.files.contracts.keys import key_of
from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job
from backend.training.services.launching import prepare_launch
from tests.backend.conftest import World, make_world, ok

LABELS = ("cat", "dog")


def freeze(
    world: World, *, per_split: int = 120, labels: Sequence[str] = LABELS, width: int = 32
) -> DatasetVersion:
    """Freeze a version with so many samples per label and split."""
    records: list[dict[str, Any]] = []
    splits = ("train", "validation", "test")
    for split in splits:
        for label in labels:
            for number in range(per_split):
                name = f"{split}-{label}-{number}"
                sha256 = name.encode().hex().ljust(64, "0")[:64]
                records.append(
                    {"id": name, "file": key_of(sha256), "name": name, "sha256": sha256,
                     "width": width, "height": 32, "split": split, "labels": [label]}
                )  # fmt: skip
    index = "".join(json.dumps(record) + "\n" for record in records).encode()
    number = DatasetVersion.objects.filter(dataset=world.dataset).count() + 1
    total = per_split * len(labels)
    return DatasetVersion.objects.create(
        dataset=world.dataset, number=number, state="ready", multi_label=False,
        split_recipe={}, labels=[{"name": label, "color": "#888888"} for label in labels],
        counts={split: {"total": total, "labels": {}} for split in splits},
        num_samples=len(records), index_blob_id=put_bytes(content=index, media_type="text/plain"),
    )  # fmt: skip


def request(world: World, version: DatasetVersion, **changes: Any) -> dict[str, Any]:
    """Return the body of a request for a run."""
    body = {
        "project_id": str(world.project.id),
        "dataset_version_ids": [str(version.id)],
        "target": "cloud_api",
        "tier": "fast",
        "backbone": "small_cnn",
        "options": {"epochs": 3},
    }
    return body | changes


@pytest.fixture
def version(world: World) -> DatasetVersion:
    """A version that can be trained on."""
    return freeze(world)


def test_a_run_waits_with_its_reason(world: World, api: APIClient, version: DatasetVersion) -> None:
    run = ok(api.post("/api/v1/training-runs", request(world, version)), 202)
    assert (run["number"], run["job"]["state"]) == (1, "queued")
    assert run["job"]["waiting"]["reason"] == "no_worker"
    again = ok(api.post(f"/api/v1/training-runs/{run['id']}/rerun", {"seed": 7}), 202)
    assert (again["number"], again["seed"], again["rerun_of"]) == (2, 7, run["id"])
    stopped = ok(api.post(f"/api/v1/training-runs/{run['id']}/stop"), 202)
    assert stopped["job"]["state"] == "cancelled"
    resumed = ok(api.post(f"/api/v1/training-runs/{run['id']}/resume"), 202)
    assert resumed["job"]["state"] == "queued"
    refused = api.post(f"/api/v1/training-runs/{run['id']}/resume")
    assert (refused.status_code, refused.json()["code"]) == (409, "job_not_resumable")


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"options": {"epochs": 0}}, "/options/epochs"),
        ({"options": {"nonsense": 1}}, "/options/nonsense"),
        ({"options": {"augmentation": {"rotation_degrees": 999}}},
         "/options/augmentation/rotation_degrees"),
        ({"backbone": "unknown"}, "/backbone"),
        ({"tier": "accurate"}, "/tier"),
        ({"pretrained": True}, "/pretrained"),
        ({"seed": "1"}, "/seed"),
        ({"surprise": 1}, "/surprise"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(
    world: World, api: APIClient, version: DatasetVersion, changes: dict[str, Any], pointer: str
) -> None:
    response = ok(api.post("/api/v1/training-runs", request(world, version, **changes)), 422)
    assert pointer in [error["pointer"] for error in response["errors"]]


def test_data_that_cannot_be_trained_on_is_refused(world: World, api: APIClient) -> None:
    single = freeze(world, labels=("cat",))
    response = ok(api.post("/api/v1/training-runs", request(world, single)), 422)
    assert response["code"] == "single_class"
    none = freeze(world, per_split=0)
    response = ok(api.post("/api/v1/training-runs", request(world, none)), 422)
    assert response["code"] == "no_samples"


def test_the_check_names_what_is_wrong(world: World, api: APIClient) -> None:
    tiny = freeze(world, per_split=3, width=4)
    body = {"dataset_version_ids": [str(tiny.id)]}
    found = ok(api.post("/api/v1/training-runs/check", body))["findings"]
    codes = {finding["code"]: finding for finding in found}
    assert set(codes) == {"samples_below_advice", "images_tiny"}
    assert codes["images_tiny"]["num_samples"] == 18


def test_an_estimate_says_what_it_rests_on(
    world: World, api: APIClient, version: DatasetVersion
) -> None:
    body = {
        "dataset_version_ids": [str(version.id)],
        "backbone": "small_cnn",
        "options": {},
        "target": "device",
    }
    backbones = ok(api.post("/api/v1/training-runs/estimate", body))["backbones"]
    assert {one["basis"] for one in backbones} == {"estimated"}
    assert all(one["seconds"] > 0 for one in backbones)


@pytest.mark.parametrize(
    ("side", "usual"),
    [(None, "small_cnn"), (32, "small_cnn"), (64, "photo_cnn"), (4000, "photo_cnn")],
)
def test_a_tier_stands_for_a_network_that_suits_the_images(
    world: World, api: APIClient, version: DatasetVersion, side: int | None, usual: str
) -> None:
    Sample.objects.create(
        dataset=world.dataset, blob_id=put_bytes(content=b"image", media_type="image/png"),
        name="image", bytes=5, width=side, height=16, created_at=timezone.now(),
    )  # fmt: skip
    body = {
        "dataset_version_ids": [str(version.id)],
        "backbone": "small_cnn",
        "options": {},
        "target": "cloud_api",
    }
    found = ok(api.post("/api/v1/training-runs/estimate", body))["backbones"]
    assert [one["key"] for one in found if one["is_usual"] and one["tier"] == "fast"] == [usual]
    assert len([one for one in found if one["is_usual"]]) == 3


@pytest.mark.parametrize(
    ("backbone", "asked", "is_pretrained"),
    [
        ("photo_cnn", {}, True),
        ("photo_cnn", {"pretrained": None}, True),
        ("photo_cnn", {"pretrained": False}, False),
        ("small_cnn", {}, False),
        ("resnet18", {}, False),
    ],
)
def test_a_run_starts_from_the_weights_that_come_with_easel_unless_told_otherwise(
    world: World,
    api: APIClient,
    version: DatasetVersion,
    backbone: str,
    asked: dict[str, Any],
    is_pretrained: bool,
) -> None:
    body = request(world, version, backbone=backbone, **asked)
    run = ok(api.post("/api/v1/training-runs", body), 202)
    assert run["pretrained"] is is_pretrained
    again = ok(api.post(f"/api/v1/training-runs/{run['id']}/rerun", {}), 202)
    assert again["pretrained"] is is_pretrained


def test_weights_whose_licence_is_not_allowed_are_left_out_and_refused_where_they_are_asked_for(
    world: World, api: APIClient, version: DatasetVersion, settings: Any, tmp_path: Path
) -> None:
    body = request(world, version, backbone="photo_cnn")
    started = ok(api.post("/api/v1/training-runs", body), 202)
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, weights_licences=("MIT",))

    run = ok(api.post("/api/v1/training-runs", body), 202)
    assert run["pretrained"] is False
    refused = ok(api.post("/api/v1/training-runs", {**body, "pretrained": True}), 422)
    assert refused["code"] == "licence_forbidden"
    assert "'Apache-2.0'" in str(refused)
    ok(api.post(f"/api/v1/training-runs/{started['id']}/rerun", {}), 422)
    with pytest.raises(Invalid) as error:
        prepare_launch(run_id=UUID(started["id"]), folder=tmp_path)
    assert error.value.code == "licence_forbidden"

    (card,) = (
        one
        for task in ok(api.get("/api/v1/catalog"))["tasks"]
        for one in task["backbones"]
        if one["key"] == "photo_cnn"
    )
    assert (card["weights_allowed"], card["weights_available"]) == (False, False)


def test_a_viewer_may_look_and_a_stranger_finds_nothing(
    world: World, api: APIClient, version: DatasetVersion,
    client_of: Callable[[User], APIClient],
) -> None:  # fmt: skip
    run = ok(api.post("/api/v1/training-runs", request(world, version)), 202)
    path = f"/api/v1/training-runs/{run['id']}"
    viewer = client_of(world.member(Role.VIEWER))
    ok(viewer.get(path))
    ok(viewer.post(f"{path}/stop"), 403)
    stranger = client_of(make_world("theirs").owner)
    ok(stranger.get(path), 404)
    ok(stranger.get(f"/api/v1/jobs/{run['job']['id']}"), 404)
    ok(stranger.get(f"/api/v1/jobs/{run['job']['id']}/stream"), 404)
    ok(stranger.post("/api/v1/training-runs", request(world, version)), 404)


def test_a_list_of_runs_costs_the_same_however_long_it_is(
    world: World, api: APIClient, version: DatasetVersion, django_assert_max_num_queries: Any
) -> None:
    runs = [ok(api.post("/api/v1/training-runs", request(world, version)), 202) for _ in range(12)]
    for run, state in zip(runs, 2 * ("running", "succeeded", "failed", "cancelled"), strict=False):
        Job.objects.filter(id=run["job"]["id"]).update(state=state)
    with django_assert_max_num_queries(8):
        listed = ok(api.get("/api/v1/training-runs", {"project": str(world.project.id)}))
    assert len(listed["results"]) == 12
    assert len({run["job"]["state"] for run in listed["results"]}) == 5
