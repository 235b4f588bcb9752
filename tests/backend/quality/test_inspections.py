"""Inspections become findings whose samples can be listed, fixed, and had back as they were."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from PIL import Image
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.annotation.services.annotations import set_labels
from backend.datasets.models import Dataset, Import, Label, Sample
from backend.datasets.services.importing.ingestion import Incoming, ingest, labelled
from backend.datasets.services.trash import restore_batch, trash_batch
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from backend.quality.models import Finding, Fix, Inspection
from backend.quality.services import apply_fixes
from backend.quality.services.inspections import complete_inspection, prepare_inspection
from engine.cli import main
from tests.backend.conftest import World, make_world, ok
from tests.backend.images import encoded
from tests.backend.spoiled_files import DAMAGES, spoil


def coloured(label: str, seed: int) -> Image.Image:
    """Return a chequered image whose colour tells its label."""
    rng = random.Random(f"{label}{seed}")
    low, high = {"red": (150, 250), "green": (10, 90)}[label]
    small = Image.new("RGB", (5, 5))
    for place in range(25):
        red, other = rng.randint(low, high), rng.randint(100, 140)
        small.putpixel((place % 5, place // 5), (red, other, 255 - red))
    return small.resize((80, 60), Image.Resampling.NEAREST)


def fill(world: World, files: Mapping[str, tuple[bytes, str]]) -> dict[str, Sample]:
    """Bring files with labels into the dataset; return the samples by name."""
    session = Import.objects.create(dataset=world.dataset, format="loose_files")
    ingest(
        session=session,
        files=[
            Incoming(name=name, content=content, given=labelled(label))
            for name, (content, label) in files.items()
        ],
        added_by_id=world.owner.id,
    )
    return {row.name: row for row in Sample.objects.filter(dataset=world.dataset)}


def twelve_of_each() -> dict[str, tuple[bytes, str]]:
    return {
        f"{label}{seed}.png": (encoded(coloured(label, seed)), label)
        for label in ("red", "green")
        for seed in range(12)
    }


def inspect(world: World, api: APIClient, folder: Path, version: str | None = None) -> Any:
    """Inspect the dataset as a worker would; return what the API shows of it."""
    body = {"version_id": version}
    made = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/inspections", body, "json"), 202)
    spec, work = folder / "spec.json", folder / "work"
    document = prepare_inspection(inspection_id=UUID(made["id"]), folder=folder)
    spec.write_text(document.model_dump_json())
    assert main(["inspect", "--spec", str(spec), "--work", str(work)]) == 0
    results: list[Mapping[str, Any]] = []
    complete_inspection(inspection_id=UUID(made["id"]), work=work, finish=results.append)
    assert results
    return ok(api.get(f"/api/v1/inspections/{made['id']}"))


def finding(report: Any, kind: str) -> Any:
    return next(one for one in report["findings"] if one["kind"] == kind)


def fix(api: APIClient, found: Any, name: str, **fields: Any) -> Any:
    """Order a fix and carry it out as a worker would."""
    path = f"/api/v1/findings/{found['id']}/fixes"
    made = ok(api.post(path, {"kind": name, **fields}, "json"), 202)
    return made["id"], apply_fixes.apply_fix(UUID(made["id"]), lambda done, total: None)


def undo(api: APIClient, fix: str) -> Any:
    ok(api.post(f"/api/v1/fixes/{fix}/undo"), 202)
    return apply_fixes.undo_fix(UUID(fix), lambda done, total: None)


def alive(dataset: Dataset) -> set[str]:
    return {row.name for row in Sample.objects.filter(dataset=dataset, trashed_at=None)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "job"
    made.mkdir()
    return made


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_inspection_goes_on_without_a_file_that_is_damaged_and_finds_its_sample(
    world: World, api: APIClient, folder: Path, damage: str
) -> None:
    samples = fill(world, twelve_of_each())
    spoil(samples["red3.png"], damage)
    report = inspect(world, api, folder)
    assert report["num_samples"] == 24
    broken = finding(report, "broken_file")
    listed = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/samples?finding={broken['id']}"))
    assert [one["name"] for one in listed["results"]] == ["red3.png"]
    (row,) = Finding.objects.get(id=broken["id"]).found.all()
    assert row.params["code"] == "file_missing"
    assert "/" not in row.params["reason"]


def test_copies_are_a_filter_and_go_to_the_trash_and_back_with_one_click(
    world: World, api: APIClient, folder: Path
) -> None:
    files = twelve_of_each()
    files["copy.bmp"] = (encoded(coloured("red", 3), "BMP"), "red")
    fill(world, files)
    report = inspect(world, api, folder)
    assert (report["state"], report["num_samples"], report["num_found"]) == ("ready", 25, 2)
    same = finding(report, "same_content")
    assert (same["num_samples"], same["num_groups"], same["num_open"]) == (2, 1, 1)
    assert report["charts"][0]["name"] == "labels"

    listed = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/samples?finding={same['id']}"))
    assert {one["name"] for one in listed["results"]} == {"copy.bmp", "red3.png"}
    query = f"samples/count?finding={same['id']}"
    assert ok(api.get(f"/api/v1/datasets/{world.dataset.id}/{query}")) == {"count": 2}

    applied, result = fix(api, same, "keep_one")
    assert result == {"num_changed": 1, "num_skipped": 0}
    assert alive(world.dataset) == files.keys() - {"copy.bmp"}
    after = finding(ok(api.get(f"/api/v1/inspections/{report['id']}")), "same_content")
    assert (after["num_open"], after["fix"]["state"]) == (0, "applied")
    assert undo(api, applied)["num_changed"] == 0
    assert alive(world.dataset) == set(files)
    world.dataset.refresh_from_db()
    assert (world.dataset.num_samples, world.dataset.num_trashed) == (25, 0)
    again = finding(ok(api.get(f"/api/v1/inspections/{report['id']}")), "same_content")
    assert (again["num_open"], again["fix"]["state"]) == (1, "undone")


def test_suggested_labels_are_new_revisions_and_leave_alone_what_somebody_changed(
    world: World, api: APIClient, folder: Path
) -> None:
    files = twelve_of_each()
    files["red1.png"] = (files["red1.png"][0], "green")
    files["green7.png"] = (files["green7.png"][0], "red")
    samples = fill(world, files)
    ids = {label.name: label.id for label in Label.objects.filter(dataset=world.dataset)}
    report = inspect(world, api, folder)
    issues = finding(report, "label_error")
    listed = ok(api.get(f"/api/v1/findings/{issues['id']}/samples"))["results"]
    assert {(one["sample"]["name"], one["suggested"]) for one in listed} == {
        ("red1.png", "red"),
        ("green7.png", "green"),
    }
    # Somebody puts one of them right by hand before the click.
    changed = samples["green7.png"]
    set_labels(
        dataset_id=world.dataset.id,
        sample_id=changed.id,
        label_ids=[ids["green"]],
        revision=1,
        author=world.caller,
    )
    applied, result = fix(api, issues, "relabel")
    assert result == {"num_changed": 1, "num_skipped": 1}
    shown = ok(api.get(f"/api/v1/samples/{samples['red1.png'].id}"))
    assert [one["id"] for one in shown["labels"]] == [str(ids["red"])]
    assert shown["revision"] == 2
    undo(api, applied)
    back = ok(api.get(f"/api/v1/samples/{samples['red1.png'].id}"))
    assert [one["id"] for one in back["labels"]] == [str(ids["green"])]
    kept = ok(api.get(f"/api/v1/samples/{changed.id}"))
    assert [one["id"] for one in kept["labels"]] == [str(ids["green"])]


def test_fixes_of_one_sample_are_undone_in_any_order(
    world: World, api: APIClient, folder: Path
) -> None:
    files = twelve_of_each()
    files["red1.png"] = (files["red1.png"][0], "green")
    samples = fill(world, files)
    green = Label.objects.get(dataset=world.dataset, name="green")
    report = inspect(world, api, folder)
    relabelled, _ = fix(api, finding(report, "label_error"), "relabel")
    # What another finding of the same sample moves to the trash.
    trash_batch(world.dataset, [samples["red1.png"].id])

    assert undo(api, relabelled)["num_changed"] == 0

    world.dataset.refresh_from_db()
    assert (world.dataset.num_samples, world.dataset.num_trashed) == (23, 1)
    restore_batch(world.dataset, [samples["red1.png"].id])
    back = ok(api.get(f"/api/v1/samples/{samples['red1.png'].id}"))
    assert [one["id"] for one in back["labels"]] == [str(green.id)]
    green.refresh_from_db()
    assert green.num_samples == 13


def test_a_turned_image_is_replaced_by_an_upright_one_with_its_label(
    world: World, api: APIClient, folder: Path
) -> None:
    lying = Image.Exif()
    lying[0x0112] = 6
    content = encoded(coloured("red", 1), "JPEG", exif=lying, quality=95)
    samples = fill(world, {"turned.jpg": (content, "red")})
    report = inspect(world, api, folder)
    applied, result = fix(api, finding(report, "turned"), "upright")
    assert result["num_changed"] == 1
    (new,) = Sample.objects.filter(dataset=world.dataset, trashed_at=None)
    assert new.id != samples["turned.jpg"].id
    assert (new.name, new.width, new.height) == ("turned.jpg", 60, 80)
    assert new.labelled_at is not None
    file = api.get(f"/api/v1/samples/{new.id}/file").content
    with Image.open(io.BytesIO(file)) as image:
        assert image.size == (60, 80)
        assert image.getexif().get(0x0112, 1) == 1
    undo(api, applied)
    (old,) = Sample.objects.filter(dataset=world.dataset, trashed_at=None)
    assert old.id == samples["turned.jpg"].id


@pytest.mark.parametrize("damage", ["missing", "spoilt"])
def test_a_damaged_file_is_named_and_the_others_are_fixed(
    world: World, api: APIClient, folder: Path, damage: str
) -> None:
    lying = Image.Exif()
    lying[0x0112] = 6
    files = {
        f"turned{seed}.jpg": (encoded(coloured("red", seed), "JPEG", exif=lying), "red")
        for seed in range(3)
    }
    samples = fill(world, files)
    report = inspect(world, api, folder)
    path = store().local_path(key_of(samples["turned1.jpg"].blob_id))
    assert path is not None
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(b"x" * path.stat().st_size)
    _, result = fix(api, finding(report, "turned"), "upright")
    assert result == {"num_changed": 2, "num_skipped": 1, "unreadable": ["turned1.jpg"]}
    assert alive(world.dataset) == set(files)


def test_near_copies_across_splits_that_the_data_names_are_leaks(
    world: World, api: APIClient, folder: Path
) -> None:
    files = twelve_of_each()
    files["copy.bmp"] = (encoded(coloured("red", 3), "BMP"), "red")
    samples = fill(world, files)
    assert "split_leak" not in {one["kind"] for one in inspect(world, api, folder)["findings"]}
    Sample.objects.filter(id=samples["copy.bmp"].id).update(named_split="test")
    again = folder / "again"
    again.mkdir()
    leak = finding(inspect(world, api, again), "split_leak")
    assert (leak["num_samples"], leak["severity"]) == (1, "error")


def test_some_samples_of_a_finding_can_be_fixed_alone(
    world: World, api: APIClient, folder: Path
) -> None:
    files = twelve_of_each()
    for seed in (3, 4):
        files[f"copy{seed}.bmp"] = (encoded(coloured("red", seed), "BMP"), "red")
    samples = fill(world, files)
    same = finding(inspect(world, api, folder), "same_content")
    chosen = [str(samples["copy4.bmp"].id)]
    _, result = fix(api, same, "keep_one", sample_ids=chosen)
    assert result["num_changed"] == 1
    assert alive(world.dataset) == files.keys() - {"copy4.bmp"}


def test_an_inspection_says_when_the_data_changed_since(
    world: World, api: APIClient, folder: Path
) -> None:
    fill(world, twelve_of_each())
    report = inspect(world, api, folder)
    assert report["has_changed_since"] is False
    fill(world, {"new.png": (encoded(coloured("red", 99)), "red")})
    (listed,) = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/inspections"))["results"]
    assert listed["has_changed_since"] is True


def test_keeping_what_was_found_twice_keeps_it_once(
    world: World, api: APIClient, folder: Path
) -> None:
    fill(world, {"one.png": (encoded(Image.new("RGB", (20, 20))), "red")})
    report = inspect(world, api, folder)
    inspection = UUID(report["id"])
    num = Finding.objects.filter(inspection_id=inspection).count()
    complete_inspection(inspection_id=inspection, work=folder / "work", finish=lambda result: None)
    assert Finding.objects.filter(inspection_id=inspection).count() == num > 0


def test_an_empty_dataset_is_not_inspected(world: World, api: APIClient) -> None:
    response = api.post(f"/api/v1/datasets/{world.dataset.id}/inspections", {}, "json")
    assert response.status_code == 409
    assert response.json()["code"] == "nothing_to_inspect"


def test_a_fix_that_a_finding_does_not_have_is_refused(
    world: World, api: APIClient, folder: Path
) -> None:
    fill(world, {"dark.png": (encoded(Image.new("RGB", (60, 60))), "red")})
    dark = finding(inspect(world, api, folder), "too_dark")
    path = f"/api/v1/findings/{dark['id']}/fixes"
    response = api.post(path, {"kind": "relabel"}, "json")
    assert (response.status_code, response.json()["code"]) == (422, "fix_unknown")


def test_two_fixes_of_one_finding_do_not_run_at_once(
    world: World, api: APIClient, folder: Path
) -> None:
    fill(world, {"dark.png": (encoded(Image.new("RGB", (60, 60))), "red")})
    dark = finding(inspect(world, api, folder), "too_dark")
    path = f"/api/v1/findings/{dark['id']}/fixes"
    first = ok(api.post(path, {"kind": "trash"}, "json"), 202)
    assert api.post(path, {"kind": "trash"}, "json").json()["code"] == "fix_under_way"
    apply_fixes.apply_fix(UUID(first["id"]), lambda done, total: None)
    assert api.post(path, {"kind": "trash"}, "json").json()["code"] == "nothing_to_fix"
    assert Fix.objects.filter(finding_id=dark["id"]).count() == 1


def test_only_those_who_may_see_the_data_see_what_is_wrong_with_it(
    world: World, api: APIClient, folder: Path, client_of: Callable[[User], APIClient]
) -> None:
    fill(world, {"dark.png": (encoded(Image.new("RGB", (60, 60))), "red")})
    report = inspect(world, api, folder)
    dark = finding(report, "too_dark")
    stranger = client_of(make_world("theirs").owner)
    for path in (f"inspections/{report['id']}", f"findings/{dark['id']}/samples"):
        assert stranger.get(f"/api/v1/{path}").status_code == 404
    viewer = client_of(world.member(Role.VIEWER))
    ok(viewer.get(f"/api/v1/inspections/{report['id']}"))
    path = f"/api/v1/findings/{dark['id']}/fixes"
    assert viewer.post(path, {"kind": "trash"}, "json").status_code == 403


def test_a_list_of_found_samples_costs_the_same_queries_however_long_it_is(
    world: World, api: APIClient, folder: Path
) -> None:
    fill(
        world,
        {f"{seed}.png": (encoded(Image.new("RGB", (60 + seed, 60))), "red") for seed in range(12)},
    )
    dark = finding(inspect(world, api, folder), "too_dark")
    nums = []
    for size in (2, 12):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            path = f"/api/v1/findings/{dark['id']}/samples?page_size={size}"
            assert len(ok(api.get(path))["results"]) == size
        nums.append(len(queries))
    assert nums[0] == nums[1]


def test_a_version_is_inspected_with_its_splits(
    world: World, api: APIClient, folder: Path, tmp_path: Path
) -> None:
    from backend.datasets.services.versioning.versions import build_version

    files = twelve_of_each()
    for seed in range(6):
        files[f"copy{seed}.bmp"] = (encoded(coloured("red", seed), "BMP"), "red")
    fill(world, files)
    split = {"kind": "random", "train": 0.5, "validation": 0.5, "test": 0, "seed": 0}
    body = {"split": split}
    version = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/versions", body, "json"), 202)
    build_version(UUID(version["id"]), lambda done, total: None)
    report = inspect(world, api, folder, version["id"])
    assert (report["version_number"], report["has_changed_since"]) == (1, False)
    assert finding(report, "split_leak")["severity"] == "error"
    assert Inspection.objects.get(id=report["id"]).version_id == UUID(version["id"])


@pytest.mark.parametrize(
    ("task", "offered"), [("image.classification", ["keep_one"]), ("ocr.text_recognition", [])]
)
def test_mirror_images_go_with_one_click_but_not_where_images_show_writing(
    world: World, api: APIClient, folder: Path, task: str, offered: list[str]
) -> None:
    one = coloured("red", 1)
    mirrored = one.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    fill(world, {"one.png": (encoded(one), "red"), "mirrored.png": (encoded(mirrored), "red")})
    Dataset.objects.filter(id=world.dataset.id).update(task=task)
    found = finding(inspect(world, api, folder), "mirrored")
    assert (found["num_samples"], found["num_groups"]) == (2, 1)
    assert (found["fixes"], found["num_open"]) == (offered, len(offered))
    path = f"/api/v1/findings/{found['id']}/fixes"
    response = api.post(path, {"kind": "keep_one"}, "json")
    assert response.status_code == (202 if offered else 422)
