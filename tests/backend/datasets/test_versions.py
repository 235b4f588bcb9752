"""Frozen versions: the same twice, fairly split, and never changing."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from backend.datasets.models import DatasetVersion, Sample, VersionSample
from backend.datasets.services.importing.ingestion import Incoming, ingest, labelled
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.trash import purge_trash, trash_batch
from backend.datasets.services.versioning.versions import build_version, fail_version
from backend.datasets.splits import Item, split_items
from backend.files.contracts.keys import key_of
from backend.files.services.blobs import put_bytes
from backend.files.services.store import store
from engine.specs.data import SampleRecord, Split
from tests.backend.conftest import World, make_world, ok
from tests.backend.images import image

SPLIT = {"kind": "random", "train": 0.6, "validation": 0.2, "test": 0.2, "seed": 3}


def fill(world: World, num: int = 30) -> None:
    session = open_import(dataset=world.dataset, format="image_folder", created_by=world.caller)
    files = [
        Incoming(f"{n}.png", image(n), labelled(("cat", "dog", "bird")[n % 3])) for n in range(num)
    ]
    files.append(Incoming("unlabelled.png", image(1000)))
    ingest(session=session, files=files, added_by_id=world.owner.id)


def freeze(api: APIClient, world: World, **body: Any) -> dict[str, Any]:
    """Order a version and build it as a worker would."""
    address = f"/api/v1/datasets/{world.dataset.id}/versions"
    made = ok(api.post(address, {"split": SPLIT, **body}), 202)
    assert made["job"]["kind"] == "freeze_version"
    assert made["state"] == "building"
    build_version(made["id"], lambda done, total: None)
    shown: dict[str, Any] = ok(api.get(f"/api/v1/dataset-versions/{made['id']}"))
    return shown


@pytest.mark.django_db
def test_a_version_holds_the_labelled_samples_in_stratified_splits(
    api: APIClient, world: World
) -> None:
    fill(world)
    version = freeze(api, world)
    assert version["state"] == "ready"
    assert version["num_samples"] == 30
    assert {part: counts["total"] for part, counts in version["counts"].items()} == {
        "train": 18,
        "validation": 6,
        "test": 6,
    }
    assert version["counts"]["test"]["labels"] == {"bird": 2, "cat": 2, "dog": 2}
    with store().open(key_of(version["content_sha256"])) as index:
        records = [SampleRecord.model_validate_json(line) for line in index]
    assert all(store().exists(record.file) for record in records)
    assert Counter(record.split for record in records)[Split.TRAIN] == 18
    listed = ok(
        api.get(f"/api/v1/datasets/{world.dataset.id}/samples?version={version['id']}&split=test")
    )
    assert {sample["split"] for sample in listed["results"]} == {"test"}
    assert len(listed["results"]) == 6


@pytest.mark.django_db
def test_the_same_data_gives_the_same_content_and_another_seed_another(
    api: APIClient, world: World
) -> None:
    fill(world)
    first, second = freeze(api, world), freeze(api, world)
    assert first["content_sha256"] == second["content_sha256"]
    assert (first["number"], second["number"]) == (1, 2)
    other = freeze(api, world, split={**SPLIT, "seed": 4})
    assert other["content_sha256"] != first["content_sha256"]


@pytest.mark.django_db
def test_a_frozen_version_keeps_its_splits_however_samples_are_divided_today(
    api: APIClient, world: World
) -> None:
    """Its splits are written in its file; the rule that drew them is not asked again."""
    fill(world)
    version = freeze(api, world)
    frozen = VersionSample.objects.filter(version_id=version["id"])
    with store().open(key_of(version["content_sha256"])) as index:
        before = [SampleRecord.model_validate_json(line) for line in index]
    # As an older program would have drawn them.
    old = {
        record.sha256: (Split.TEST if place % 2 else Split.TRAIN).value
        for place, record in enumerate(before)
    }
    text = "".join(
        record.model_copy(update={"split": Split(old[record.sha256])}).model_dump_json() + "\n"
        for record in before
    )
    blob = put_bytes(content=text.encode(), media_type="application/jsonl")
    DatasetVersion.objects.filter(id=version["id"]).update(index_blob=blob)
    for row in frozen:
        VersionSample.objects.filter(id=row.id).update(split=old[row.blob_id])
    assert build_version(version["id"], lambda done, total: None) == {"content_sha256": blob}
    assert dict(frozen.values_list("blob_id", "split")) == old
    assert freeze(api, world)["content_sha256"] == version["content_sha256"]
    listed = ok(
        api.get(f"/api/v1/datasets/{world.dataset.id}/samples?version={version['id']}&split=test")
    )
    assert len(listed["results"]) == 15


@pytest.mark.django_db
def test_what_a_version_froze_survives_the_trash(api: APIClient, world: World) -> None:
    fill(world)
    version = freeze(api, world)
    ids = list(Sample.objects.values_list("id", flat=True))
    trash_batch(world.dataset, ids)
    result = purge_trash(world.dataset.id, lambda done, total: None)
    assert result == {"num_samples": 31, "bytes_freed": len(image(1000))}
    blobs = VersionSample.objects.filter(version_id=version["id"]).values_list("blob_id", flat=True)
    assert all(store().exists(key_of(sha256)) for sha256 in blobs)


@pytest.mark.django_db
def test_a_frozen_version_lists_and_counts_its_samples_also_from_the_trash(
    api: APIClient, world: World
) -> None:
    fill(world)
    version = freeze(api, world)
    samples = f"/api/v1/datasets/{world.dataset.id}/samples"
    wanted = {"version": version["id"], "page_size": 200}
    before = {row["id"] for row in ok(api.get(samples, wanted))["results"]}
    trash_batch(world.dataset, list(before)[:5])
    after = ok(api.get(samples, wanted))["results"]
    assert {row["id"] for row in after} == before
    assert sum(row["trashed_at"] is not None for row in after) == 5
    assert ok(api.get(f"{samples}/count", {"version": version["id"]})) == {"count": 30}
    assert len(ok(api.get(samples, {"page_size": 200}))["results"]) == 26
    # What changes samples leaves the trash alone, whatever the version.
    everything = {"filter": {"version": version["id"]}}
    ok(api.post(f"/api/v1/datasets/{world.dataset.id}/trash", everything))
    assert Sample.objects.filter(dataset=world.dataset, trashed_at=None).count() == 1


@pytest.mark.django_db
def test_a_custom_split_validates_on_another_version(api: APIClient, world: World) -> None:
    fill(world)
    first = freeze(api, world, split={**SPLIT, "train": 0.8, "test": 0.0})
    held_out = set(
        VersionSample.objects.filter(version_id=first["id"], split="validation").values_list(
            "blob_id", flat=True
        )
    )
    other = make_world("other")
    validation = DatasetVersion.objects.create(
        dataset=world.dataset, number=50, multi_label=False, state="ready", split_recipe=SPLIT
    )
    VersionSample.objects.bulk_create(
        VersionSample(
            version=validation,
            sample_id=other.dataset.id,
            blob_id=sha256,
            split="train",
            position=0,
        )
        for sha256 in held_out
    )
    recipe = {
        "kind": "custom",
        "validation_version_id": str(validation.id),
        "test": 0.25,
        "seed": 1,
    }
    version = freeze(api, world, split=recipe)
    frozen = VersionSample.objects.filter(version_id=version["id"], split="validation")
    assert set(frozen.values_list("blob_id", flat=True)) == held_out
    assert version["counts"]["test"]["total"] == 6


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("split", "code"),
    [
        ({**SPLIT, "train": 0.9}, "split_shares"),
        ({**SPLIT, "train": 0.0, "validation": 0.8}, "no_training_share"),
        ({"kind": "other"}, "invalid"),
        ({**SPLIT, "seed": "3"}, "invalid"),
    ],
)
def test_recipes_that_make_no_sense_are_refused(
    api: APIClient, world: World, split: dict[str, Any], code: str
) -> None:
    fill(world, 3)
    response = api.post(f"/api/v1/datasets/{world.dataset.id}/versions", {"split": split})
    assert ok(response, 422)["code"] == code


@pytest.mark.django_db
def test_nothing_labelled_is_nothing_to_freeze(api: APIClient, world: World) -> None:
    response = api.post(f"/api/v1/datasets/{world.dataset.id}/versions", {"split": SPLIT})
    assert ok(response, 409)["code"] == "nothing_labelled"


@pytest.mark.django_db
def test_a_version_that_could_not_be_built_says_so(api: APIClient, world: World) -> None:
    fill(world, 3)
    made = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/versions", {"split": SPLIT}), 202)
    fail_version(made["id"])
    assert ok(api.get(f"/api/v1/dataset-versions/{made['id']}"))["state"] == "failed"


@pytest.mark.django_db
@pytest.mark.parametrize("layout", ["image_folder", "csv_labels"])
def test_a_version_is_written_out_whole(api: APIClient, world: World, layout: str) -> None:
    fill(world, 9)
    version = freeze(api, world)
    response = api.get(f"/api/v1/dataset-versions/{version['id']}/export?format={layout}")
    assert response.status_code == 200
    with zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content))) as archive:
        names = archive.namelist()
        assert archive.testzip() is None
    images = [name for name in names if name.endswith(".png")]
    assert len(images) == 9
    if layout == "csv_labels":
        assert "labels.csv" in names
    else:
        assert all(name.split("/")[0] in ("train", "validation", "test") for name in names)


@given(
    labels=st.lists(st.sets(st.sampled_from("abcde"), max_size=3), min_size=1, max_size=120),
    seed=st.integers(0, 99),
)
@settings(max_examples=60, deadline=None)
def test_splits_are_complete_sized_and_the_same_in_any_order(
    labels: list[set[str]], seed: int
) -> None:
    items = [Item(f"{number:064}", tuple(sorted(given))) for number, given in enumerate(labels)]
    shares = {Split.TRAIN: 0.7, Split.VALIDATION: 0.2, Split.TEST: 0.1}
    found = split_items(items, shares, seed=seed)
    assert set(found) == {item.sha256 for item in items}
    assert found == split_items(items[::-1], shares, seed=seed)
    assert json.dumps(found, sort_keys=True)


def test_every_label_is_shared_out_within_one_sample_of_its_share() -> None:
    items = [Item(f"{number:064}", (f"l{number % 7}",)) for number in range(700)]
    shares = {Split.TRAIN: 0.8, Split.VALIDATION: 0.1, Split.TEST: 0.1}
    found = split_items(items, shares, seed=1)
    for label in range(7):
        parts = Counter(found[item.sha256] for item in items if item.labels == (f"l{label}",))
        assert abs(parts[Split.TRAIN] - 80) <= 1
        assert abs(parts[Split.VALIDATION] - 10) <= 1
