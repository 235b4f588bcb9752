"""Many inputs are predicted at once: over HTTP and through the engine's own process."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.batch_predictions.models import BatchPrediction, PredictedFile, PredictionFile
from backend.batch_predictions.services.ingestion import ingest
from backend.batch_predictions.services.launching import prepare_batch
from backend.datasets.models import Label, Sample, SavedView
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.jobs.models import Job
from backend.suggestions.models import Suggestion, SuggestionRun
from engine.specs.predictions import ANSWERS_FILE
from tests.backend.batch_predictions.bench import BATCHES, COLOURS, Bench
from tests.backend.conftest import make_world, ok
from tests.sdk.tiny_package import plain_image

pytestmark = pytest.mark.django_db


def test_a_dataset_is_predicted_and_what_cannot_be_is_listed(bench: Bench) -> None:
    asked = bench.of_dataset()
    assert asked["job"]["kind"] == "batch_prediction"
    assert (asked["source_name"], asked["model_name"]) == ("Smears", "colours")
    batch = bench.carry_out(asked)
    assert (batch["num_files"], batch["num_predicted"], batch["num_failed"]) == (10, 9, 1)
    found = bench.names(batch)
    assert found.pop("broken.png") == "image_not_recognised"
    assert found == {f"{name}{number}.png": name for name in COLOURS for number in range(3)}
    (problem,) = batch["problems"]
    assert (problem["name"], problem["code"]) == ("broken.png", "image_not_recognised")
    assert not Suggestion.objects.exists()


def test_predictions_come_as_csv_and_parquet_too(bench: Bench) -> None:
    batch = bench.carry_out(bench.of_dataset())
    rows = list(csv.DictReader(io.StringIO(bench.predictions(batch, "csv").decode("utf-8-sig"))))
    table = pyarrow.parquet.read_table(io.BytesIO(bench.predictions(batch, "parquet"))).to_pylist()
    assert [row["input"] for row in rows] == [row["input"] for row in table]
    # Three scores for each image, and one row for the damaged one.
    assert len(rows) == 28
    assert {row["problem"] for row in table if row["name"]} == {None}


def test_suggestions_are_kept_for_people_to_accept(bench: Bench) -> None:
    batch = bench.carry_out(bench.of_dataset(keeps_suggestions=True))
    assert batch["keeps_suggestions"]
    run = SuggestionRun.objects.get()
    assert (run.num_unreadable, run.num_unknown_labels) == (1, 3)
    assert str(run.job_id) == batch["job"]["id"]
    address = f"/api/v1/datasets/{bench.world.dataset.id}/suggestions"
    assert {one["num"] for one in ok(bench.api.get(address))["labels"]} == {3}
    accepted = ok(bench.api.post(f"{address}/accept", {"threshold": 0.5}, format="json"), 202)
    assert accepted["num_accepted"] == 6


def test_labels_that_only_the_model_knows_are_made_when_asked_for(bench: Bench) -> None:
    bench.carry_out(bench.of_dataset(keeps_suggestions=True, makes_labels=True))
    assert Label.objects.filter(dataset=bench.world.dataset, name="blue").exists()


def test_a_saved_view_is_predicted_as_it_is_filtered(bench: Bench) -> None:
    view = SavedView.objects.create(
        dataset=bench.world.dataset, name="Red ones", query={"search": "red"}, ordering="name"
    )
    batch = bench.carry_out(bench.ask(source="view", view_id=str(view.id)))
    assert batch["source_name"] == "Smears · Red ones"
    assert set(bench.names(batch)) == {"red0.png", "red1.png", "red2.png"}


def test_a_filter_of_a_dataset_chooses_what_is_predicted(bench: Bench) -> None:
    batch = bench.carry_out(bench.of_dataset(filter={"search": "blue"}))
    assert batch["num_files"] == 3


def test_files_are_sent_and_then_predicted(bench: Bench) -> None:
    batch = bench.ask(source="files", name="From the line")
    assert batch["job"] is None
    address = f"{BATCHES}/{batch['id']}"
    assert ok(bench.api.post(f"{address}/start"), 409)["code"] == "no_files"
    files = [
        SimpleUploadedFile("a.png", plain_image(COLOURS["red"])),
        SimpleUploadedFile("b.png", plain_image(COLOURS["blue"])),
        SimpleUploadedFile("c.png", b"no image"),
    ]
    sent = ok(bench.api.post(f"{address}/files", {"files": files}, format="multipart"))
    assert sent["num_files"] == 3
    started = ok(bench.api.post(f"{address}/start"), 202)
    assert started["job"]["title"] == "From the line"
    late = {"files": [SimpleUploadedFile("d.png", b"late")]}
    refused = ok(bench.api.post(f"{address}/files", late, format="multipart"), 409)
    assert refused["code"] == "batch_prediction_begun"
    assert bench.names(bench.carry_out(started)) == {
        "a.png": "red",
        "b.png": "blue",
        "c.png": "image_not_recognised",
    }


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A folder of images that the administrator lets people read."""
    root = tmp_path / "shared" / "line"
    (root / "today").mkdir(parents=True)
    (root / "today" / "a.png").write_bytes(plain_image(COLOURS["green"]))
    (root / "today" / "readme.md").write_text("nothing to predict")
    environment = dataclasses.replace(settings.ENVIRONMENT, import_folders=(root,))
    with override_settings(ENVIRONMENT=environment):
        yield root


def test_a_folder_of_the_server_is_predicted_where_it_may_be_read(
    bench: Bench, shared: Path
) -> None:
    batch = bench.ask(source="folder", folder=0, path="today")
    assert bench.names(bench.carry_out(batch)) == {"a.png": "green"}
    assert bench.ask(422, source="folder", folder=0, path="..")["code"] == "folder_unknown"


def test_a_folder_that_was_closed_meanwhile_is_not_read(bench: Bench, shared: Path) -> None:
    batch = bench.ask(source="folder", folder=0)
    environment = dataclasses.replace(settings.ENVIRONMENT, import_folders=())
    with override_settings(ENVIRONMENT=environment), pytest.raises(Exception, match="no folder 0"):
        prepare_batch(batch_id=batch["id"], folder=bench.folder)


def test_a_file_that_the_store_lost_is_listed_and_the_others_are_predicted(bench: Bench) -> None:
    lost = Sample.objects.get(name="red1.png")
    (bench.folder / "files" / key_of(lost.blob_id)).unlink()
    batch = bench.carry_out(bench.of_dataset(filter={"search": "red"}))
    assert bench.names(batch) == {
        "red0.png": "red",
        "red1.png": "sample_file_damaged",
        "red2.png": "red",
    }


def test_half_of_the_lines_are_counted_once(bench: Bench) -> None:
    batch = bench.of_dataset(keeps_suggestions=True)
    bench.carry_out(batch)
    answers = bench.folder / "jobs" / batch["id"] / ANSWERS_FILE
    content = answers.read_bytes()
    other = BatchPrediction.objects.get(id=bench.of_dataset(keeps_suggestions=True)["id"])
    work = bench.folder / "work"
    work.mkdir()
    # The second half is still being written while the first is taken in.
    for end in (len(content) // 2, len(content) // 2, len(content), len(content)):
        (work / ANSWERS_FILE).write_bytes(content[:end])
        ingest(batch_id=other.id, work=work)
    other.refresh_from_db()
    assert (other.num_predicted, other.num_failed) == (9, 1)
    assert other.problems.count() == 1
    assert Suggestion.objects.filter(run=other.suggestion_run).count() == 6


def test_data_that_the_model_does_not_take_is_refused(bench: Bench) -> None:
    dataset = bench.world.dataset
    type(dataset).objects.filter(id=dataset.id).update(task="text.sentiment")
    body = {"source": "dataset", "dataset_id": str(dataset.id)}
    assert bench.ask(422, **body)["code"] == "model_of_other_media"
    assert not BatchPrediction.objects.exists()
    assert not Job.objects.exists()


def test_suggestions_need_samples_of_a_dataset(bench: Bench) -> None:
    refused = bench.ask(422, source="files", keeps_suggestions=True)
    assert refused["code"] == "suggestions_of_dataset_only"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"source": "view"}, "view_id"),
        ({"source": "folder", "path": "a"}, "folder"),
        ({"source": "files", "folder": 0}, "folder"),
    ],
)
def test_a_source_has_what_it_needs_and_nothing_else(
    bench: Bench, body: dict[str, Any], field: str
) -> None:
    (error,) = bench.ask(422, **body)["errors"]
    assert error["pointer"] == f"/{field}"


def test_deleting_takes_results_and_sent_files_and_leaves_suggestions(bench: Bench) -> None:
    batch = bench.of_dataset(keeps_suggestions=True)
    address = f"{BATCHES}/{batch['id']}"
    assert ok(bench.api.delete(address), 409)["code"] == "batch_prediction_busy"
    bench.carry_out(batch)
    made = set(PredictionFile.objects.values_list("blob_id", flat=True))
    assert len(made) == 3
    assert bench.api.delete(address).status_code == 204
    assert not BatchPrediction.objects.exists()
    assert not Blob.objects.filter(sha256__in=made).exists()
    assert Suggestion.objects.count() == 6


def test_a_cancelled_one_goes_on_where_it_was(bench: Bench) -> None:
    batch = bench.of_dataset()
    ok(bench.api.post(f"/api/v1/jobs/{batch['job']['id']}/cancel"), 202)
    resumed = ok(bench.api.post(f"{BATCHES}/{batch['id']}/start"), 202)
    assert resumed["job"]["state"] == "queued"
    assert resumed["job"]["id"] == batch["job"]["id"]


def test_viewers_look_and_only_developers_start(
    bench: Bench, client_of: Callable[[User], APIClient]
) -> None:
    batch = bench.of_dataset()
    body = {
        "model_version_id": str(bench.version.id),
        "source": "dataset",
        "dataset_id": str(bench.world.dataset.id),
    }
    viewer = client_of(bench.world.member(Role.VIEWER))
    found = ok(viewer.get(BATCHES, {"project": str(bench.world.project.id)}))["results"]
    assert [one["id"] for one in found] == [batch["id"]]
    assert viewer.post(BATCHES, body, format="json").status_code == 403
    assert (
        client_of(bench.world.member(Role.DEVELOPER)).post(BATCHES, body, format="json").status_code
        == 202
    )
    stranger = client_of(make_world("theirs").owner)
    assert stranger.get(f"{BATCHES}/{batch['id']}").status_code == 404
    assert stranger.post(BATCHES, body, format="json").status_code == 404


def test_files_that_are_sent_are_stored_once(bench: Bench) -> None:
    batch = bench.ask(source="files")
    content = plain_image(COLOURS["red"])
    files = [SimpleUploadedFile(name, content) for name in ("a.png", "b.png")]
    ok(bench.api.post(f"{BATCHES}/{batch['id']}/files", {"files": files}, format="multipart"))
    assert PredictedFile.objects.values("blob_id").distinct().count() == 1
    assert bench.api.delete(f"{BATCHES}/{batch['id']}").status_code == 204
    assert not PredictedFile.objects.exists()
