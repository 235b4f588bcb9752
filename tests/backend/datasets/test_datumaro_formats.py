"""Formats of datumaro's come in and go out where an interpreter for them is set."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import zipfile
from typing import Any

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from backend.datasets.models import Archive, DatasetVersion, DatumaroExport, Import, Sample
from backend.datasets.services.importing.archive_import import run_archive_import
from backend.datasets.services.versioning.datumaro import run_export
from backend.files.contracts.keys import key_of
from backend.files.services.blobs import put_bytes
from backend.projects.models import Project
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_archives import place, quietly
from tests.backend.images import image

PYTHON = os.environ.get("EASEL_DATUMARO_PYTHON", "")
needs_datumaro = pytest.mark.skipif(
    not PYTHON,
    reason="datumaro needs older versions of Pillow and pyarrow than the project; name the Python "
    "of an environment with it in EASEL_DATUMARO_PYTHON",
)


@pytest.fixture
def world(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A dataset of objects in images, and the interpreter that the environment names."""
    Project.objects.filter(id=world.project.id).update(task="image.object_detection")
    type(world.dataset).objects.filter(id=world.dataset.id).update(task="image.object_detection")
    world.dataset.refresh_from_db()
    environment = dataclasses.replace(settings.ENVIRONMENT, datumaro_python=PYTHON)
    monkeypatch.setattr(settings, "ENVIRONMENT", environment)
    return world


def without(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = dataclasses.replace(settings.ENVIRONMENT, datumaro_python="")
    monkeypatch.setattr(settings, "ENVIRONMENT", environment)


def test_nothing_is_offered_where_no_interpreter_is_set(
    world: World, api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch)
    address = f"/api/v1/datasets/{world.dataset.id}"
    assert ok(api.get(f"{address}/datumaro-formats")) == {
        "version": "", "imports": [], "exports": []
    }  # fmt: skip
    body = {"format": "json_lines", "datumaro_format": "kitti"}
    refused = ok(api.post(f"{address}/imports", body), 422)
    assert (refused["code"], refused["params"]) == ("foreign_format_unknown", {"format": "kitti"})


def kitti() -> bytes:
    """Return a zip of two images with a car each, as KITTI has them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(2):
            archive.writestr(f"train/image_2/{number:06d}.png", image(number, (60, 40)))
            car = f"Car 0.00 0 0.0 {4 + number} 5 24 15 1 1 1 0 0 0 0\n"
            archive.writestr(f"train/label_2/{number:06d}.txt", car)
    return out.getvalue()


@needs_datumaro
def test_an_archive_of_another_format_is_converted_with_its_attributes(
    world: World, api: APIClient
) -> None:
    address = f"/api/v1/datasets/{world.dataset.id}"
    assert "kitti_detection" in ok(api.get(f"{address}/datumaro-formats"))["imports"]
    archive = place(world, kitti())
    Import.objects.filter(id=archive.import_session_id).update(
        format="json_lines", datumaro_format="kitti_detection"
    )

    run_archive_import(archive.id, quietly)

    samples = Sample.objects.filter(dataset=world.dataset).order_by("name")
    assert [sample.name for sample in samples] == ["000000.png", "000001.png"]
    regions = ok(api.get(f"/api/v1/samples/{samples[1].id}"))["regions"]
    assert [region["geometry"] for region in regions] == [
        {"kind": "box", "left": 5.0, "top": 5.0, "width": 19.0, "height": 10.0}
    ]
    assert regions[0]["attributes"] == {"occluded": False, "truncated": False}
    assert ok(api.get(f"/api/v1/imports/{archive.import_session_id}/problems"))["results"] == []
    assert Archive.objects.get(id=archive.id).num_entries_done == 2


@needs_datumaro
def test_a_version_goes_out_and_says_what_the_format_does_not_keep(
    world: World, api: APIClient
) -> None:
    version = _version(world)
    address = f"/api/v1/dataset-versions/{version.id}/datumaro-exports"
    refused = ok(api.post(address, {"format": "paper"}), 422)
    assert refused["code"] == "foreign_format_unknown"
    started = ok(api.post(address, {"format": "kitti_detection"}), 202)
    assert (started["url"], started["job"]["kind"]) == (None, "export_version")

    run_export(DatumaroExport.objects.get().id, quietly)

    made = ok(api.get(f"/api/v1/datumaro-exports/{started['id']}"))
    assert (made["num_samples"], made["num_annotations"]) == (1, 2)
    assert [(loss["code"], loss["num"]) for loss in made["losses"]] == [("foreign_not_kept", 1)]
    content = api.get(made["url"]).getvalue()
    names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    assert [name for name in names if name.endswith(".txt")]
    assert [name for name in names if name.endswith(".png")]


def _version(world: World) -> DatasetVersion:
    """Freeze an image with a box and an outline."""
    blob = put_bytes(content=image(1, (60, 40)), media_type="image/png")
    box = {"kind": "box", "left": 4, "top": 5, "width": 20, "height": 10}
    ring = {"kind": "polygon", "rings": [[[2, 2], [30, 4], [20, 30]]]}
    regions = [
        {"id": str(place), "label": "Car", "geometry": geometry}
        for place, geometry in enumerate((box, ring))
    ]
    record: dict[str, Any] = {
        "id": "1", "file": key_of(blob), "name": "a.png", "sha256": blob, "split": "train",
        "width": 60, "height": 40, "regions": regions,
    }  # fmt: skip
    index = put_bytes(content=(json.dumps(record) + "\n").encode(), media_type="text/plain")
    return DatasetVersion.objects.create(
        dataset=world.dataset, number=1, state="ready", multi_label=False, split_recipe={},
        labels=[{"name": "Car", "color": "#888888"}], counts={}, num_samples=1,
        index_blob_id=index,
    )  # fmt: skip
