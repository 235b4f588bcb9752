"""A preview of augmentation tells what is marked on the images that it drew."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from backend.datasets.models import DatasetVersion
from backend.jobs.models import Job
from backend.jobs.services.jobs import job_folder
from engine.specs.data import Region
from engine.specs.preview import AugmentedImage
from engine.specs.samples.geometry import Box, KeyPoint
from tests.backend.conftest import World, ok
from tests.backend.training.test_runs import freeze

BOX = Box(left=1, top=2, width=3, height=4)


@pytest.fixture
def version(world: World) -> DatasetVersion:
    """A small version that can be trained on."""
    return freeze(world, per_split=6)


def start(api: APIClient, version: DatasetVersion) -> Job:
    """Ask for a preview; return its job."""
    body = {"dataset_version_id": str(version.id), "options": {"augmentation": {}}}
    return Job.objects.get(id=ok(api.post("/api/v1/augmentation-previews", body), 202)["id"])


def test_samples_that_are_trained_on_are_shown(api: APIClient, version: DatasetVersion) -> None:
    wanted = start(api, version).request["sample_ids"]

    assert len(wanted) == 4
    assert all(name.startswith("train-") for name in wanted)


def test_each_image_says_what_training_sees_on_it(api: APIClient, version: DatasetVersion) -> None:
    job = start(api, version)
    address = f"/api/v1/augmentation-previews/{job.id}"
    assert ok(api.get(address), 409)["code"] == "preview_not_ready"
    sample = UUID(int=7)
    eye = KeyPoint(name="eye", x=2, y=3, is_visible=False)
    region = Region(id="0", label="cat", geometry=BOX, points=(eye,))
    folder = job_folder(job.id) / "work" / "preview"
    folder.mkdir(parents=True)
    variants = [
        AugmentedImage(
            file=f"0-{variant}.png", image=0, variant=variant, width=8, height=6, regions=regions
        )
        for variant, regions in enumerate([(region,), ()])
    ]
    lines = [one.model_dump_json() for one in variants]
    (folder / "images.jsonl").write_text("\n".join(lines))
    job.request = {**job.request, "sample_ids": [str(sample)]}
    job.state, job.result = "succeeded", {"num_images": 1}
    job.save()

    found: dict[str, Any] = ok(api.get(address))

    assert found["labels"] == ["cat", "dog"]
    (image,) = found["images"]
    assert image["sample_id"] == str(sample)
    assert image["original"]["url"] == f"{address}/images/0-0.png"
    assert image["original"]["regions"] == [
        {"id": "0", "label": "cat", "geometry": json.loads(BOX.model_dump_json()),
         "points": [{"name": "eye", "x": 2.0, "y": 3.0, "is_visible": False}]}
    ]  # fmt: skip
    assert [one["regions"] for one in image["variants"]] == [[]]
