"""Splits that the data names itself outlive the import and can be frozen."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.datasets.models import ImportProblem, Sample, VersionSample
from backend.datasets.paths import folder_split
from backend.datasets.services.importing.imports import run_archive_import
from backend.datasets.services.importing.ingestion import Incoming, ingest, labelled
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.versioning.versions import build_version
from engine.catalog import TASKS
from engine.data.samples import read_samples
from engine.specs.data import DatasetFormat, FilesDataSpec, Split
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_archives import place
from tests.backend.images import image

NAMED = {"kind": "named", "validation": 0.25, "test": 0.1, "seed": 0}


def fill(world: World, splits: dict[Split | None, int]) -> None:
    session = open_import(dataset=world.dataset, format="image_folder", created_by=world.caller)
    wanted = [split for split, num in splits.items() for _ in range(num)]
    files = [
        Incoming(f"{n}.png", image(n), labelled(("cat", "dog")[n % 2]), split=split)
        for n, split in enumerate(wanted)
    ]
    ingest(session=session, files=files, added_by_id=world.owner.id)


def freeze(api: APIClient, world: World, recipe: dict[str, Any]) -> dict[str, int]:
    """Freeze and return how many samples each split got."""
    address = f"/api/v1/datasets/{world.dataset.id}/versions"
    made = ok(api.post(address, {"split": recipe}), 202)
    build_version(made["id"], lambda done, total: None)
    shown = ok(api.get(f"/api/v1/dataset-versions/{made['id']}"))
    return {split: counts["total"] for split, counts in shown["counts"].items()}


@pytest.mark.django_db
def test_named_splits_are_kept_and_missing_ones_are_taken_from_training(
    api: APIClient, world: World
) -> None:
    fill(world, {Split.TRAIN: 16, Split.TEST: 6, None: 4})
    counts = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/named-splits"))
    assert counts == {"train": 16, "validation": 0, "test": 6}
    frozen = freeze(api, world, NAMED)
    assert (sum(frozen.values()), frozen["test"]) == (26, 6)
    # A drawn share is kept up to one sample.
    assert frozen["validation"] in (4, 5, 6)


@pytest.mark.django_db
def test_shares_may_still_be_drawn_anew(api: APIClient, world: World) -> None:
    fill(world, {Split.TRAIN: 10, Split.VALIDATION: 5, Split.TEST: 5})
    recipe = {"kind": "random", "train": 0.8, "validation": 0.1, "test": 0.1, "seed": 1}
    assert freeze(api, world, recipe) == {"train": 16, "validation": 2, "test": 2}
    assert freeze(api, world, NAMED) == {"train": 10, "validation": 5, "test": 5}


@pytest.mark.django_db
def test_without_a_split_a_version_is_divided_as_its_data_says_or_else_at_random(
    api: APIClient, world: World
) -> None:
    address = f"/api/v1/datasets/{world.dataset.id}/versions"
    fill(world, {None: 20})
    drawn = ok(api.post(address, {}), 202)["split_recipe"]
    assert drawn == {"kind": "random", "train": 0.7, "validation": 0.15, "test": 0.15, "seed": 0}
    Sample.objects.filter(name__in=["0.png", "1.png"]).update(named_split="test")
    named = ok(api.post(address, {"note": "as it says"}), 202)["split_recipe"]
    assert named == {"kind": "named", "validation": 0.15, "test": 0.15, "seed": 0}


@pytest.mark.django_db
def test_data_that_names_none_cannot_be_frozen_as_named(api: APIClient, world: World) -> None:
    fill(world, {None: 6})
    response = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/versions", {"split": NAMED}), 422)
    assert response["code"] == "splits_not_named"


@pytest.mark.django_db
def test_a_later_import_names_a_split_only_where_there_was_none(world: World) -> None:
    fill(world, {None: 1, Split.TEST: 1})
    session = open_import(dataset=world.dataset, format="image_folder", created_by=world.caller)
    files = [Incoming(f"{n}.png", image(n), split=Split.VALIDATION) for n in range(2)]
    ingest(session=session, files=files, added_by_id=world.owner.id)
    named = Sample.objects.order_by("name").values_list("named_split", flat=True)
    assert list(named) == ["validation", "test"]


@pytest.mark.django_db
def test_a_zip_with_folders_of_splits_is_divided_as_the_engine_divides_it(
    api: APIClient, world: World, tmp_path: Path
) -> None:
    path = tmp_path / "pets.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for n in range(16):
            split = "train" if n < 12 else "test"
            archive.writestr(f"{split}/{('cat', 'dog')[n % 2]}/{n}.png", image(n))
    run_archive_import(
        place(world, path.read_bytes(), layout="image_folder").id, lambda done, total: None
    )
    counts = freeze(api, world, NAMED)
    spec = FilesDataSpec(
        format=DatasetFormat.IMAGE_FOLDER, root=str(path), validation_share=0.25, test_share=0.1
    )
    expected = read_samples(spec, TASKS["image.classification"]).records
    assert counts == Counter(record.split.value for record in expected)
    frozen = VersionSample.objects.values_list("blob_id", "split")
    assert dict(frozen) == {record.sha256: record.split.value for record in expected}


@pytest.mark.parametrize(
    ("path", "split"),
    [
        ("train/cat/1.png", Split.TRAIN),
        ("pets/val/cat/1.png", Split.VALIDATION),
        ("test/1.png", None),
        ("cat/1.png", None),
    ],
)
def test_files_sent_one_by_one_keep_the_split_of_their_folder(
    path: str, split: Split | None
) -> None:
    assert folder_split(path) == split


@pytest.mark.django_db
def test_a_content_that_comes_under_two_splits_is_named_with_number_and_rule(
    world: World,
) -> None:
    session = open_import(dataset=world.dataset, format="image_folder", created_by=world.caller)

    def send(*files: tuple[str, int, Split | None]) -> None:
        incoming = [Incoming(name, image(n), None, split=split) for name, n, split in files]
        ingest(session=session, files=incoming, added_by_id=world.owner.id)

    send(("test/a.png", 1, Split.TEST), ("train/a.png", 1, Split.TRAIN), ("b.png", 2, None))
    send(("train/b.png", 2, Split.TRAIN), ("test/b.png", 2, Split.TEST), ("c.png", 1, Split.TEST))
    named = dict(Sample.objects.values_list("name", "named_split"))
    assert named == {"test/a.png": "test", "b.png": "train"}
    (problem,) = ImportProblem.objects.filter(import_session=session)
    assert (problem.code, problem.name) == ("split_repeated", "train/a.png")
    assert problem.params == {"num": 2, "file": "train/a.png"}
