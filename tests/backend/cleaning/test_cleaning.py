"""Recipes change samples and leave some out; previews change nothing; undoing brings all back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from PIL import Image
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.annotation.contracts.imported import Given
from backend.annotation.services.annotations import set_labels
from backend.cleaning.models import CleanedSample, CleaningRun
from backend.cleaning.services import applying
from backend.cleaning.services.previews import prepare_preview
from backend.cleaning.services.runs import complete_cleaning, prepare_cleaning
from backend.datasets.models import Dataset, Import, Label, Sample, SampleTag
from backend.datasets.services.importing.ingestion import Incoming, ingest, labelled
from backend.datasets.services.tags import put_tag, tag_named
from backend.datasets.services.trash import purge_trash
from backend.datasets.services.versioning.versions import build_version
from backend.jobs.models import Job
from backend.jobs.services.jobs import job_folder
from engine.cli import main
from engine.specs.data import Region
from engine.specs.samples.geometry import Box, KeyPoint
from tests.backend.conftest import World, make_world, ok
from tests.backend.images import encoded
from tests.backend.spoiled_files import DAMAGES, spoil


def fill(world: World, files: Mapping[str, tuple[bytes, Given | None]]) -> dict[str, Sample]:
    """Bring files into the dataset; return the samples by name."""
    session = Import.objects.create(dataset=world.dataset, format="loose_files")
    incoming = [
        Incoming(name=name, content=content, given=given)
        for name, (content, given) in files.items()
    ]
    ingest(session=session, files=incoming, added_by_id=world.owner.id)
    return {row.name: row for row in Sample.objects.filter(dataset=world.dataset)}


def of_task(world: World, task: str) -> None:
    Dataset.objects.filter(id=world.dataset.id).update(task=task)
    world.dataset.refresh_from_db()


def texts(world: World) -> dict[str, Sample]:
    """Bring in four reviews, one twice."""
    of_task(world, "text.classification")
    return fill(
        world,
        {
            "plain.txt": ("酒店很好，下次还来。".encode(), labelled("good")),
            "marked.txt": ("<p>服務很差，請打 13812345678</p>".encode(), labelled("bad")),
            "again.txt": ("酒店很好，下次还来！".encode(), labelled("good")),
            "empty.txt": (b"<br/> ", None),
        },
    )


STEPS = [
    {"kind": "strip_text"},
    {"kind": "simplify_chinese"},
    {"kind": "mask_personal_data"},
    {"kind": "drop_duplicates", "bits": 12},
]


def work_out(run: Any) -> str:
    """Do what the process of a run does, as a worker would; return the job."""
    row = CleaningRun.objects.get(id=run["id"])
    assert row.job_id is not None
    folder = job_folder(row.job_id)
    (folder / "work").mkdir(parents=True)
    spec = folder / "spec.json"
    spec.write_text(prepare_cleaning(run_id=row.id, folder=folder).model_dump_json())
    assert main(["clean", "--spec", str(spec), "--work", str(folder / "work")]) == 0
    num = len((folder / "work/cleaned.jsonl").read_text().splitlines())
    Job.objects.filter(id=row.job_id).update(state="succeeded")
    complete_cleaning(run_id=row.id, job_id=row.job_id, num_samples=num, finish=lambda result: None)
    return str(row.job_id)


def silent(done: int, total: int) -> None:
    """Report to nobody."""


def clean(world: World, api: APIClient, steps: Any, **body: Any) -> Any:
    """Clean the dataset as a worker would; return the run."""
    path = f"/api/v1/datasets/{world.dataset.id}/cleaning-runs"
    made = ok(api.post(path, {"steps": steps, "filter": {}, **body}, "json"), 202)
    work_out(made)
    applying.apply_cleaning(UUID(made["id"]), silent)
    Job.objects.filter(subject_id=made["id"]).update(state="succeeded")
    return ok(api.get(f"/api/v1/cleaning-runs/{made['id']}"))


def undo(api: APIClient, run: Any) -> Any:
    ok(api.post(f"/api/v1/cleaning-runs/{run['id']}/undo"), 202)
    result = applying.undo_cleaning(UUID(run["id"]), silent)
    Job.objects.filter(subject_id=run["id"]).update(state="succeeded")
    return result


def alive(world: World) -> dict[str, Sample]:
    rows = Sample.objects.filter(dataset=world.dataset, trashed_at=None)
    return {row.name: row for row in rows}


def text_of(api: APIClient, sample: Sample) -> str:
    content: bytes = api.get(f"/api/v1/samples/{sample.id}/file").content
    return content.decode()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_run_goes_on_without_a_file_that_is_damaged_and_leaves_its_sample(
    world: World, api: APIClient, damage: str
) -> None:
    spoil(texts(world)["plain.txt"], damage)
    run = clean(world, api, STEPS)
    assert (run["state"], run["num_changed"], run["num_dropped"]) == ("applied", 1, 1)
    assert alive(world).keys() == {"plain.txt", "marked.txt", "again.txt"}
    result = applying.apply_cleaning(UUID(run["id"]), silent)
    assert (result["unreadable"], result["num_unreadable"]) == (["plain.txt"], 1)


def test_texts_are_cleaned_in_place_and_all_of_it_is_taken_back(
    world: World, api: APIClient
) -> None:
    before = texts(world)
    tag = tag_named(dataset=world.dataset, name="night", created_by=world.caller)
    put_tag(world.dataset.id, [before["marked.txt"].id], tag.id)
    run = clean(world, api, STEPS, name="Reviews")
    assert (run["state"], run["num_changed"], run["num_dropped"]) == ("applied", 1, 2)
    assert run["dropped"] == {"drop_duplicates": 1, "strip_text": 1}
    after = alive(world)
    assert after.keys() == {"plain.txt", "marked.txt"}
    new = after["marked.txt"]
    assert text_of(api, new) == " 服务很差，请打 [PHONE] "
    assert new.created_at == before["marked.txt"].created_at
    assert SampleTag.objects.filter(sample=new, tag=tag).exists()
    shown = ok(api.get(f"/api/v1/samples/{new.id}"))
    label = Label.objects.get(dataset=world.dataset, name="bad")
    assert [one["id"] for one in shown["labels"]] == [str(label.id)]
    world.dataset.refresh_from_db()
    assert (world.dataset.num_samples, world.dataset.num_labelled) == (2, 2)

    assert undo(api, run) == {"num_restored": 3, "num_left": 0}
    assert {row.id for row in alive(world).values()} == {row.id for row in before.values()}
    world.dataset.refresh_from_db()
    assert (world.dataset.num_samples, world.dataset.num_trashed) == (4, 1)
    shown = ok(api.get(f"/api/v1/cleaning-runs/{run['id']}"))
    assert (shown["state"], shown["can_be_undone"]) == ("undone", False)
    response = api.post(f"/api/v1/cleaning-runs/{run['id']}/undo")
    assert response.json()["code"] == "cleaning_not_undoable"
    # What is in the trash from before takes its place again, with the labels of now.
    sample = before["marked.txt"]
    good = Label.objects.get(dataset=world.dataset, name="good")
    set_labels(
        dataset_id=world.dataset.id,
        sample_id=sample.id,
        label_ids=[good.id],
        revision=1,
        author=world.caller,
    )
    clean(world, api, STEPS)
    again = alive(world)["marked.txt"]
    shown = ok(api.get(f"/api/v1/samples/{again.id}"))
    assert (again.id, shown["labels"][0]["id"]) == (new.id, str(good.id))


def ask_preview(world: World, api: APIClient, steps: Any) -> Any:
    path = f"/api/v1/datasets/{world.dataset.id}/cleaning-previews"
    return ok(api.post(path, {"steps": steps, "filter": {}, "seed": 3}, "json"), 202)


def work_out_preview(world: World, api: APIClient, job: Any) -> Any:
    """Do what the process of a preview does, as a worker would; return what it shows."""
    folder = job_folder(UUID(job["id"]))
    (folder / "work").mkdir(parents=True)
    row = Job.objects.get(id=job["id"])
    spec = prepare_preview(dataset_id=world.dataset.id, request=row.request, folder=folder)
    (folder / "spec.json").write_text(spec.model_dump_json())
    arguments = ["--spec", str(folder / "spec.json"), "--work", str(folder / "work")]
    assert main(["clean", *arguments]) == 0
    Job.objects.filter(id=row.id).update(state="succeeded")
    return ok(api.get(f"/api/v1/cleaning-previews/{job['id']}"))


def test_a_preview_shows_what_would_change_and_changes_nothing(
    world: World, api: APIClient
) -> None:
    before = texts(world)
    job = ask_preview(world, api, STEPS)
    early = api.get(f"/api/v1/cleaning-previews/{job['id']}")
    assert early.json()["code"] == "preview_not_ready"
    shown = work_out_preview(world, api, job)
    counts = [shown[name] for name in ("num_samples", "total", "num_changed", "num_dropped")]
    assert counts == [4, 4, 1, 2]
    by_name = {one["sample"]["name"]: one for one in shown["samples"]}
    marked = by_name["marked.txt"]
    assert marked["text_before"].startswith("<p>服務")
    assert marked["text_after"] == " 服务很差，请打 [PHONE] "
    assert api.get(marked["url"]).content.decode() == marked["text_after"]
    (copy,) = (one for one in shown["samples"] if one["step"] == "drop_duplicates")
    assert copy["like"]["name"] in {"plain.txt", "again.txt"} - {copy["sample"]["name"]}
    assert alive(world).keys() == before.keys()


def test_boxes_follow_a_crop_and_what_is_cut_away_is_counted(world: World, api: APIClient) -> None:
    of_task(world, "image.object_detection")
    boxes = tuple(
        Region(id=name, label="cell", geometry=Box(left=left, top=10, width=20, height=20))
        for name, left in (("kept", 60), ("gone", 5))
    )
    image = encoded(Image.radial_gradient("L").convert("RGB").resize((100, 50)))
    fill(world, {"one.png": (image, Given(regions=boxes))})
    run = clean(world, api, [{"kind": "crop", "left": 0.5}])
    assert (run["num_changed"], run["num_lost"]) == (1, 1)
    new = alive(world)["one.png"]
    shown = ok(api.get(f"/api/v1/samples/{new.id}"))
    (left,) = shown["regions"]
    assert (new.width, left["geometry"]["left"], left["geometry"]["width"]) == (50, 10, 20)


def test_a_preview_shows_where_key_points_go(world: World, api: APIClient) -> None:
    of_task(world, "image.object_detection")
    place = Box(left=60, top=10, width=20, height=20)
    points = (KeyPoint(name="nucleus", x=65, y=15),)
    cell = Region(id="a", label="cell", geometry=place, points=points)
    image = encoded(Image.radial_gradient("L").convert("RGB").resize((100, 50)))
    fill(world, {"one.png": (image, Given(regions=(cell,)))})
    job = ask_preview(world, api, [{"kind": "crop", "left": 0.5}])
    (shown,) = work_out_preview(world, api, job)["samples"]
    places = [
        [(point["name"], point["x"], point["y"]) for point in shown[when][0]["points"]]
        for when in ("regions_before", "regions_after")
    ]
    assert places == [[("nucleus", 65, 15)], [("nucleus", 15, 15)]]


def test_what_somebody_changed_meanwhile_is_left_alone(world: World, api: APIClient) -> None:
    before = texts(world)
    path = f"/api/v1/datasets/{world.dataset.id}/cleaning-runs"
    made = ok(api.post(path, {"steps": STEPS, "filter": {}}, "json"), 202)
    assert api.post(path, {"steps": STEPS, "filter": {}}, "json").json()["code"] == (
        "cleaning_under_way"
    )
    work_out(made)
    good = Label.objects.get(dataset=world.dataset, name="good")
    set_labels(
        dataset_id=world.dataset.id,
        sample_id=before["marked.txt"].id,
        label_ids=[good.id],
        revision=1,
        author=world.caller,
    )
    applying.apply_cleaning(UUID(made["id"]), silent)
    run = ok(api.get(f"/api/v1/cleaning-runs/{made['id']}"))
    assert (run["num_changed"], run["num_skipped"]) == (0, 1)
    assert alive(world)["marked.txt"].id == before["marked.txt"].id


def test_an_undo_leaves_what_was_labelled_since_and_what_is_deleted(
    world: World, api: APIClient
) -> None:
    texts(world)
    run = clean(world, api, STEPS)
    new = alive(world)["marked.txt"]
    good = Label.objects.get(dataset=world.dataset, name="good")
    set_labels(
        dataset_id=world.dataset.id,
        sample_id=new.id,
        label_ids=[good.id],
        revision=1,
        author=world.caller,
    )
    assert undo(api, run) == {"num_restored": 2, "num_left": 1}
    assert alive(world)["marked.txt"].id == new.id
    second = clean(world, api, [{"kind": "drop_duplicates", "bits": 12}])
    assert second["num_dropped"] == 1
    purge_trash(world.dataset.id, silent)
    assert undo(api, second) == {"num_restored": 0, "num_left": 1}


def test_a_run_that_broke_off_goes_on_and_repeats_nothing(
    world: World, api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts(world)
    monkeypatch.setattr(applying, "_BATCH", 2)
    path = f"/api/v1/datasets/{world.dataset.id}/cleaning-runs"
    made = ok(api.post(path, {"steps": STEPS, "filter": {}}, "json"), 202)
    work_out(made)

    def stop(done: int, total: int) -> None:
        if done:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        applying.apply_cleaning(UUID(made["id"]), stop)
    assert CleaningRun.objects.get(id=made["id"]).num_done == 2
    applying.apply_cleaning(UUID(made["id"]), silent)
    run = CleaningRun.objects.get(id=made["id"])
    assert (run.num_done, run.num_changed, run.num_dropped) == (4, 1, 2)
    assert CleanedSample.objects.filter(run=run).count() == 3


def test_a_version_says_which_cleaning_its_samples_went_through(
    world: World, api: APIClient
) -> None:
    texts(world)
    first = clean(world, api, STEPS, name="Reviews")
    clean(world, api, [{"kind": "strip_text"}], name="Nothing left to do")
    body = {"split": {"kind": "random", "train": 1, "validation": 0, "test": 0, "seed": 0}}
    made = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/versions", body, "json"), 202)
    build_version(UUID(made["id"]), silent)
    version = ok(api.get(f"/api/v1/dataset-versions/{made['id']}"))
    (said,) = version["cleaning"]
    assert (said["run_id"], said["name"]) == (first["id"], "Reviews")
    assert (said["num_changed"], said["num_dropped"]) == (1, 2)
    assert [step["kind"] for step in said["steps"]] == [step["kind"] for step in STEPS]


def test_recipes_are_kept_by_name_for_the_project(world: World, api: APIClient) -> None:
    path = f"/api/v1/projects/{world.project.id}/cleaning-recipes"
    body = {"media": "text", "name": "Reviews", "steps": STEPS}
    made = ok(api.post(path, body, "json"), 201)
    assert made["steps"][0] == {
        "kind": "strip_text", "html": True, "emoji": True, "addresses": True
    }  # fmt: skip
    assert api.post(path, body, "json").json()["code"] == "cleaning_recipe_exists"
    (listed,) = ok(api.get(path))["results"]
    assert listed == made
    ok(api.delete(f"/api/v1/cleaning-recipes/{made['id']}"), 204)
    assert ok(api.get(path))["results"] == []


def test_each_medium_offers_its_steps_and_wrong_ones_are_named(
    world: World, api: APIClient
) -> None:
    steps = ok(api.get("/api/v1/cleaning-steps"))["steps"]
    assert {one["kind"] for one in steps if one["media"] == "audio"} == {
        "trim_silence", "resample", "drop_duplicates"
    }  # fmt: skip
    texts(world)
    path = f"/api/v1/datasets/{world.dataset.id}/cleaning-runs"
    wrong = [{"kind": "strip_text"}, {"kind": "drop_duplicates", "bits": 99}]
    response = api.post(path, {"steps": wrong, "filter": {}}, "json")
    assert response.status_code == 422
    assert [one["pointer"] for one in response.json()["errors"]] == ["/steps/1/bits"]
    response = api.post(path, {"steps": [{"kind": "crop"}], "filter": {}}, "json")
    assert "is no step for text" in response.json()["errors"][0]["detail"]


def test_an_empty_choice_and_data_without_steps_are_refused(world: World, api: APIClient) -> None:
    path = f"/api/v1/datasets/{world.dataset.id}/cleaning-runs"
    body = {"steps": [{"kind": "grey"}], "filter": {}}
    assert api.post(path, body, "json").json()["code"] == "nothing_to_clean"
    of_task(world, "tabular.prediction")
    assert api.post(path, body, "json").json()["code"] == "cleaning_unsupported"


def test_only_those_who_may_see_the_data_see_how_it_was_cleaned(
    world: World, api: APIClient, client_of: Callable[[User], APIClient], tmp_path: Path
) -> None:
    texts(world)
    run = clean(world, api, STEPS)
    stranger = client_of(make_world("theirs").owner)
    assert stranger.get(f"/api/v1/cleaning-runs/{run['id']}").status_code == 404
    viewer = client_of(world.member(Role.VIEWER))
    ok(viewer.get(f"/api/v1/datasets/{world.dataset.id}/cleaning-runs"))
    assert viewer.post(f"/api/v1/cleaning-runs/{run['id']}/undo").status_code == 403
