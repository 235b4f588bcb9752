"""Datasets of odd shapes, from the freeze through the check to the run."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import pytest
from PIL import Image
from rest_framework.test import APIClient

from backend.annotation.contracts.imported import Given
from backend.api.errors import Conflict
from backend.datasets.models import Dataset, DatasetVersion, Label, Sample
from backend.datasets.services.importing.archive_import import run_archive_import
from backend.datasets.services.importing.ingestion import Incoming, ingest, labelled
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.labels import delete_label
from backend.datasets.services.versioning.versions import build_version, fail_version
from backend.training.services.launching import prepare_launch
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_archives import labels_by_name, place, problems, quietly, zipped
from tests.backend.datasets.test_imports import BAD, GOOD, begin, send
from tests.backend.datasets.test_versions import SPLIT, fill, freeze
from tests.backend.images import encoded, image
from tests.backend.training.test_runs import request

pytestmark = pytest.mark.django_db

NUM_CLASSES = 10_000


def tiny(number: int) -> bytes:
    """Return the smallest image that no other number has."""
    return encoded(Image.new("RGB", (1, 1), (number % 256, number // 256 % 256, number // 65_536)))


def start(api: APIClient, version: Mapping[str, Any], world: World, status: int) -> Any:
    """Ask for a run on a version."""
    row = DatasetVersion.objects.get(id=version["id"])
    return ok(api.post("/api/v1/training-runs", request(world, row)), status)


def findings(api: APIClient, version: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the check says, by code."""
    body = {"dataset_version_ids": [version["id"]]}
    found = ok(api.post("/api/v1/training-runs/check", body))["findings"]
    return {one["code"]: one for one in found}


def test_one_class_is_frozen_and_checked_but_not_trained(api: APIClient, world: World) -> None:
    session = open_import(dataset=world.dataset, format="image_folder", created_by=world.caller)
    files = [Incoming(f"{number}.png", image(number), labelled("cat")) for number in range(20)]
    ingest(session=session, files=files, added_by_id=world.owner.id)
    version = freeze(api, world)
    assert findings(api, version)["single_class"]["blocking"]
    refused = start(api, version, world, 422)
    assert refused["code"] == "single_class"
    assert refused["detail"].endswith(".")


def test_an_empty_dataset_is_not_frozen(api: APIClient, world: World) -> None:
    address = f"/api/v1/datasets/{world.dataset.id}/versions"
    for unlabelled in (False, True):
        body = {"split": SPLIT, "include_unlabelled": unlabelled}
        assert ok(api.post(address, body), 409)["code"] == "nothing_labelled"
    assert ok(api.get(f"/api/v1/datasets/{world.dataset.id}/statistics"))["labels"] == []


def test_a_dataset_that_is_emptied_before_the_worker_comes_ends_failed(
    api: APIClient, world: World
) -> None:
    fill(world, 3)
    made = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/versions", {"split": SPLIT}), 202)
    ids = [str(key) for key in Sample.objects.values_list("id", flat=True)]
    ok(api.post(f"/api/v1/datasets/{world.dataset.id}/trash", {"sample_ids": ids}))
    with pytest.raises(Conflict, match=r"label more\."):
        build_version(UUID(made["id"]), quietly)
    fail_version(UUID(made["id"]))
    shown = ok(api.get(f"/api/v1/dataset-versions/{made['id']}"))
    assert shown["state"] == "failed"
    assert start(api, shown, world, 409)["code"] == "version_not_ready"


def test_ten_thousand_classes_go_all_the_way_to_a_run(api: APIClient, world: World) -> None:
    world.dataset.multi_label = True
    world.dataset.save()
    session = open_import(dataset=world.dataset, format="loose_files", created_by=world.caller)
    classes = [f"class {number}" for number in range(NUM_CLASSES)]
    files = [
        Incoming(f"{number}.png", tiny(number), Given(labels=tuple(classes[number % 250 :: 250])))
        for number in range(500)
    ]
    ingest(session=session, files=files, added_by_id=world.owner.id)
    assert Label.objects.filter(dataset=world.dataset).count() == NUM_CLASSES
    address = f"/api/v1/datasets/{world.dataset.id}"
    assert len(ok(api.get(f"{address}/labels"))["results"]) == NUM_CLASSES
    full = ok(api.post(f"{address}/labels", {"name": "one more"}), 409)
    assert full["code"] == "too_many_labels_in_dataset"
    version = freeze(api, world)
    assert len(version["labels"]) == NUM_CLASSES
    assert sum(part["total"] for part in version["counts"].values()) == len(files)
    found = findings(api, version)
    assert found
    assert all(len(one["sample_ids"]) <= 50 for one in found.values())
    blocking = [code for code, one in found.items() if one["blocking"]]
    refused = start(api, version, world, 422 if blocking else 202)
    assert not blocking or refused["code"] in blocking


def test_an_eleven_thousandth_class_refuses_the_archive_and_names_the_limit(world: World) -> None:
    Label.objects.bulk_create(
        Label(dataset=world.dataset, name=f"l{number}", color="#000000", position=number)
        for number in range(NUM_CLASSES)
    )
    archive = place(world, zipped([("another/a.png", image(1))]), "image_folder")
    with pytest.raises(Conflict, match="at most 10000 labels"):
        run_archive_import(archive.id, quietly)
    assert Sample.objects.count() == 0


def test_a_run_keeps_the_labels_of_its_version_when_they_are_deleted(
    api: APIClient, world: World, tmp_path: Any
) -> None:
    fill(world, 90)
    version = freeze(api, world)
    run = start(api, version, world, 202)
    cat = Label.objects.get(dataset=world.dataset, name="cat")
    told = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/labels/{cat.id}/consequences"))
    assert (told["num_frozen_versions"], told["num_running_runs"]) == (1, 1)
    delete_label(dataset=world.dataset, label=cat, deleted_by=world.caller)
    folder = tmp_path / "run"
    folder.mkdir()
    spec = prepare_launch(run_id=UUID(run["id"]), folder=folder)
    assert set(spec.data.labels) == {"cat", "dog", "bird"}
    records = [json.loads(line) for line in (folder / "samples.jsonl").read_text().splitlines()]
    assert sum(record["labels"] == ["cat"] for record in records) == 30
    assert [label["name"] for label in freeze(api, world)["labels"]] == ["bird", "dog"]


def test_odd_and_bad_images_in_a_zip_fare_as_when_sent_one_by_one(world: World) -> None:
    files = [(f"good/{kind}.png", make()) for kind, (make, _) in GOOD.items()]
    files += [(f"bad/{kind}.png", make()) for kind, (make, _) in BAD.items()]
    archive = place(world, zipped(files))
    run_archive_import(archive.id, quietly)
    assert set(labels_by_name(world.dataset)) == {f"good/{kind}.png" for kind in GOOD}
    assert problems(archive) == {f"bad/{kind}.png": code for kind, (_, code) in BAD.items()}


def test_a_zip_without_anything_adds_nothing_and_ends_well(world: World) -> None:
    archive = place(world, zipped([]))
    assert run_archive_import(archive.id, quietly) == {"num_entries": 0}
    assert Dataset.objects.get(id=world.dataset.id).num_samples == 0


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ("猫咪图片/图像一.png".encode("gb18030"), "猫咪图片/图像一.png"),
        ("Käse/é.png".encode("latin-1"), "Käse/é.png"),
        ("cats/🐱.png".encode(), "cats/🐱.png"),
    ],
)
def test_names_of_old_zips_become_names_and_labels(world: World, raw: bytes, meant: str) -> None:
    placeholder = "x" * len(raw)
    content = zipped([(placeholder, image(1))]).replace(placeholder.encode(), raw)
    archive = place(world, content, "image_folder")
    run_archive_import(archive.id, quietly)
    assert labels_by_name(world.dataset) == {meant: [meant.split("/")[0]]}


def test_a_disk_without_room_is_named_before_and_while_an_archive_comes(
    api: APIClient, world: World, data_folder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(api, world)
    usage = shutil.disk_usage(data_folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=600 * 2**20))
    body = {"name": "large.zip", "num_bytes": 100 * 2**20}
    refused = ok(api.post(f"/api/v1/imports/{session}/archives", body), 503)
    assert refused["code"] == "disk_full"
    assert "Free some room" in refused["detail"]
    assert send(api, session, {"a.png": image(1)})[0]["outcome"] == "added"
