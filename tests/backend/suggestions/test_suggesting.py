"""A model suggests, people accept: through the engine's own command and over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

import engine.cli
from backend.annotation.models import Annotation
from backend.datasets.models import Label, Sample
from backend.datasets.services import labels as label_services
from backend.files.services.blobs import put_bytes
from backend.files.services.readable import unreadable_of
from backend.jobs.models import Job
from backend.model_registry.models import Model, ModelVersion
from backend.model_registry.services.versions import store_package
from backend.suggestions.models import Disagreement, SuggestedLabel, Suggestion, SuggestionRun
from backend.suggestions.services.ingestion import ingest, ingest_priorities
from backend.suggestions.services.launching import prepare_suggesting
from engine.specs.suggestions import PRIORITIES_FILE, SUGGESTIONS_FILE
from tests.backend.conftest import World, ok
from tests.backend.spoiled_files import DAMAGES, spoil
from tests.sdk.tiny_package import plain_image, write_package

pytestmark = pytest.mark.django_db

COLOURS = {"red": (220, 20, 20), "green": (20, 220, 20), "blue": (20, 20, 220)}


class Bench:
    """A dataset of nine plain images, and a model that tells their colours."""

    def __init__(self, world: World, api: APIClient, folder: Path) -> None:
        self.world, self.api, self.folder = world, api, folder
        self.labels = {
            name: label_services.create_label(
                dataset=world.dataset, name=name, created_by=world.caller
            )
            for name in ("red", "green")
        }
        for name, colour in COLOURS.items():
            for number in range(3):
                self._add(f"{name}{number}", plain_image(colour, 24 + number))
        self._add("broken", b"no image at all")
        package = write_package(folder / "package")
        self.version = ModelVersion.objects.create(
            model=Model.objects.create(project_id=world.project.id, name="colours"),
            number=1,
            package_blob_id=store_package(package),
            manifest=json.loads((package / "manifest.json").read_text()),
            report={},
            primary_metric="accuracy",
            metric=0.9,
        )

    @property
    def address(self) -> str:
        return f"/api/v1/datasets/{self.world.dataset.id}/suggestions"

    def _add(self, name: str, content: bytes) -> None:
        dataset = self.world.dataset
        Sample.objects.create(
            dataset=dataset,
            blob_id=put_bytes(content=content, media_type="image/png"),
            name=name,
            width=32,
            height=24,
            bytes=len(content),
            created_at=dataset.created_at,
        )
        type(dataset).objects.filter(id=dataset.id).update(num_samples=Sample.objects.count())

    def suggest(self, **asked: Any) -> SuggestionRun:
        """Ask, and do what a worker does."""
        run_id = ok(self.api.post(self.address, asked, format="json"), 202)["id"]
        folder = self.folder / "job"
        folder.mkdir(exist_ok=True)
        spec = folder / "spec.json"
        spec.write_text(prepare_suggesting(run_id=run_id, folder=folder).model_dump_json())
        assert engine.cli.main(["suggest", "--spec", str(spec), "--work", str(folder)]) == 0
        ingest(run_id=run_id, path=folder / SUGGESTIONS_FILE)
        ingest_priorities(run_id=run_id, path=folder / PRIORITIES_FILE)
        return SuggestionRun.objects.get(id=run_id)


@pytest.fixture
def bench(world: World, api: APIClient, tmp_path: Path) -> Bench:
    return Bench(world, api, tmp_path)


def test_a_model_suggests_and_accepting_annotates_as_the_model(bench: Bench) -> None:
    run = bench.suggest()
    assert (run.num_samples, run.num_unreadable) == (10, 1)
    # The dataset has no label "blue".
    assert run.num_unknown_labels == 3
    assert not Annotation.objects.exists()
    found = ok(bench.api.get(bench.address))
    assert {one["num"] for one in found["labels"]} == {3}
    assert found["run"]["model"]["model_name"] == "colours"

    accepted = ok(bench.api.post(f"{bench.address}/accept", {"threshold": 0.9}, format="json"), 202)
    assert accepted["num_accepted"] == 6
    rows = Annotation.objects.all()
    assert {row.source for row in rows} == {"model"}
    assert {row.sample.name[:-1] for row in rows.filter(label=bench.labels["red"])} == {"red"}
    bench.world.dataset.refresh_from_db()
    assert bench.world.dataset.num_labelled == 6

    undone = ok(bench.api.post(f"/api/v1/acceptances/{accepted['id']}/undo"))
    assert undone == {"num_undone": 6}
    assert not Annotation.objects.exists()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_run_goes_on_without_a_file_that_is_damaged_and_names_it(
    bench: Bench, damage: str
) -> None:
    spoil(Sample.objects.get(name="red1"), damage)
    run = bench.suggest()
    assert (run.num_samples, run.num_unreadable) == (10, 2)
    assert unreadable_of(bench.folder / "job") == {"unreadable": ["red1"], "num_unreadable": 1}
    suggested = Suggestion.objects.values_list("sample__name", flat=True)
    assert "red0" in suggested
    assert "red1" not in suggested


def test_what_was_spared_or_annotated_since_is_left_alone(bench: Bench) -> None:
    bench.suggest()
    red = Sample.objects.filter(name__startswith="red").order_by("name")
    body = {
        "threshold": 0.5,
        "label_id": str(bench.labels["red"].id),
        "spared": [str(red[0].id)],
    }
    accepted = ok(bench.api.post(f"{bench.address}/accept", body, format="json"), 202)
    assert accepted["num_accepted"] == 2
    # A person corrects one of them; undoing keeps their word.
    corrected = red[1]
    change = {"label_ids": [str(bench.labels["green"].id)], "revision": corrected.revision}
    ok(bench.api.put(f"/api/v1/samples/{corrected.id}/labels", change, format="json"))
    assert ok(bench.api.post(f"/api/v1/acceptances/{accepted['id']}/undo"))["num_undone"] == 1
    said = Annotation.objects.get()
    assert (said.sample_id, said.source) == (corrected.id, "human")


def test_samples_are_asked_for_by_what_is_suggested(bench: Bench) -> None:
    first = Sample.objects.get(name="red0")
    change = {"label_ids": [str(bench.labels["green"].id)], "revision": 0}
    ok(bench.api.put(f"/api/v1/samples/{first.id}/labels", change, format="json"))
    bench.suggest(search="")
    samples = f"/api/v1/datasets/{bench.world.dataset.id}/samples"
    assert len(ok(bench.api.get(samples, {"suggested": "any"}))["results"]) == 6
    found = ok(bench.api.get(samples, {"suggested": "contradicts"}))["results"]
    assert [one["name"] for one in found] == ["red0"]
    wall = ok(
        bench.api.get(
            f"/api/v1/datasets/{bench.world.dataset.id}/suggested-samples",
            {"label": bench.labels["red"].id, "threshold": 0.5},
        )
    )["results"]
    assert sorted(one["sample"]["name"] for one in wall) == ["red1", "red2"]


def test_samples_to_ask_about_are_chosen_by_any_filter(bench: Bench) -> None:
    tags = f"/api/v1/datasets/{bench.world.dataset.id}/tags"
    body = {"tag": "odd", "mode": "add", "filter": {"search": "red0"}}
    ok(bench.api.post(tags, body, format="json"))
    tag = ok(bench.api.get(tags))["results"][0]["id"]
    run = bench.suggest(tag=[tag])
    assert run.num_samples == 1
    assert Suggestion.objects.get().sample.name == "red0"


def test_a_deleted_label_makes_its_suggestions_stale(bench: Bench) -> None:
    bench.suggest()
    sample = Sample.objects.get(name="red0")
    label_services.delete_label(
        dataset=bench.world.dataset, label=bench.labels["red"], deleted_by=bench.world.caller
    )
    found = ok(bench.api.get(f"/api/v1/samples/{sample.id}/suggestion"))["suggestion"]
    assert found["is_stale"]
    assert found["state"]["labels"] == []
    assert not SuggestedLabel.objects.filter(suggestion_id=sample.id).exists()


def test_rejected_suggestions_are_put_aside_and_come_back(bench: Bench) -> None:
    bench.suggest()
    ids = [str(one.id) for one in Sample.objects.filter(name__startswith="red")]
    body = {"sample_ids": ids}
    ok(bench.api.post(f"{bench.address}/reject", body, format="json"))
    assert ok(bench.api.get(bench.address))["num_open"] == 3
    body = {"sample_ids": ids, "is_rejected": False}
    ok(bench.api.post(f"{bench.address}/reject", body, format="json"))
    assert ok(bench.api.get(bench.address))["num_open"] == 6


def test_a_later_run_takes_the_place_of_an_earlier_one(bench: Bench) -> None:
    bench.suggest()
    run = SuggestionRun.objects.get()
    lines = (bench.folder / "job" / SUGGESTIONS_FILE).read_bytes()
    # Half a line more is still being written, and waits.
    (bench.folder / "again").write_bytes(lines + b'{"id":')
    other = SuggestionRun.objects.create(
        dataset=bench.world.dataset, method="model", threshold=0, wanted={}
    )
    ingest(run_id=other.id, path=bench.folder / "again")
    ingest(run_id=other.id, path=bench.folder / "again")
    assert Suggestion.objects.filter(run=other).count() == 6
    assert not Suggestion.objects.filter(run=run).exists()


def test_labels_that_only_the_model_knows_can_be_made(bench: Bench) -> None:
    run = bench.suggest(makes_labels=True)
    assert run.num_unknown_labels == 0
    assert Label.objects.filter(dataset=bench.world.dataset, name="blue").exists()


def test_a_project_without_a_model_says_so(bench: Bench) -> None:
    ModelVersion.objects.all().delete()
    response = ok(bench.api.post(bench.address, {}, format="json"), 409)
    assert response["code"] == "no_model_yet"
    assert not Job.objects.exists()


def test_most_useful_samples_come_first_through_all_pages(bench: Bench) -> None:
    bench.suggest()
    samples = f"/api/v1/datasets/{bench.world.dataset.id}/samples"
    page = ok(bench.api.get(samples, {"ordering": "-priority", "page_size": 4}))
    more = ok(bench.api.get(page["next"]))
    names = [one["name"] for one in (*page["results"], *more["results"])]
    priorities = [Sample.objects.get(name=name).priority for name in names]
    assert priorities[0] == 1
    assert priorities == sorted(priorities, reverse=True)


def test_the_nearest_labelled_samples_suggest_before_any_training(bench: Bench) -> None:
    for name in ("red", "green"):
        sample = Sample.objects.get(name=f"{name}0")
        change = {"label_ids": [str(bench.labels[name].id)], "revision": 0}
        ok(bench.api.put(f"/api/v1/samples/{sample.id}/labels", change, format="json"))
    bench.suggest(method="classifier")
    said = {
        row.suggestion.sample.name: row.label.name
        for row in SuggestedLabel.objects.select_related("label", "suggestion__sample")
    }
    assert {said["red1"], said["red2"]} == {"red"}
    assert {said["green1"], said["green2"]} == {"green"}


def disagreeing(bench: Bench, asked: str = "any:0.5", **query: Any) -> list[str]:
    samples = f"/api/v1/datasets/{bench.world.dataset.id}/samples"
    found = ok(bench.api.get(samples, {"disagreement": asked, **query}))["results"]
    return [one["name"] for one in found]


def label(bench: Bench, name: str, said: str) -> None:
    sample = Sample.objects.get(name=name)
    change = {"label_ids": [str(bench.labels[said].id)], "revision": sample.revision}
    ok(bench.api.put(f"/api/v1/samples/{sample.id}/labels", change, format="json"))


def test_samples_are_asked_for_by_how_surely_a_model_disagrees(bench: Bench) -> None:
    for name, said in (("red0", "green"), ("red1", "red"), ("green0", "red")):
        label(bench, name, said)
    bench.suggest(search="")
    assert sorted(disagreeing(bench)) == ["green0", "red0"]
    assert sorted(disagreeing(bench, "class:0.5")) == ["green0", "red0"]
    assert disagreeing(bench, "missed:0") == []
    # The weaker one drops out once more is asked for.
    Disagreement.objects.filter(sample__name="red0").update(strength=0.6)
    assert disagreeing(bench, ordering="-disagreement") == ["green0", "red0"]
    assert disagreeing(bench, "any:0.7") == ["green0"]


def test_disagreement_stays_true_when_people_and_labels_change(bench: Bench) -> None:
    for name, said in (("red0", "green"), ("red1", "green"), ("green0", "red")):
        label(bench, name, said)
    bench.suggest(search="")
    label(bench, "red0", "red")
    assert sorted(disagreeing(bench)) == ["green0", "red1"]
    label(bench, "red0", "green")
    assert sorted(disagreeing(bench)) == ["green0", "red0", "red1"]
    # Put aside: a person looked, and the annotation is right.
    body = {"sample_ids": [str(Sample.objects.get(name="red1").id)]}
    ok(bench.api.post(f"{bench.address}/reject", body, format="json"))
    assert sorted(disagreeing(bench)) == ["green0", "red0"]
    ok(bench.api.post(f"{bench.address}/reject", {**body, "is_rejected": False}, format="json"))
    assert sorted(disagreeing(bench)) == ["green0", "red0", "red1"]
    # Without the label, nobody can say it any more.
    label_services.delete_label(
        dataset=bench.world.dataset, label=bench.labels["red"], deleted_by=bench.world.caller
    )
    assert disagreeing(bench) == []


def test_a_later_run_takes_the_disagreements_of_an_earlier_one_back(bench: Bench) -> None:
    label(bench, "red0", "green")
    bench.suggest(search="")
    other = SuggestionRun.objects.create(
        dataset=bench.world.dataset, method="model", threshold=0, wanted={}
    )
    line = {"id": str(Sample.objects.get(name="red0").id)}
    (bench.folder / "again").write_text(json.dumps(line) + "\n")
    ingest(run_id=other.id, path=bench.folder / "again")
    assert disagreeing(bench, "any:0") == []


def test_a_list_by_disagreement_needs_the_question_and_pages_through(bench: Bench) -> None:
    for name in ("red0", "red1", "red2", "green0"):
        label(bench, name, "green" if name.startswith("red") else "red")
    bench.suggest(search="")
    samples = f"/api/v1/datasets/{bench.world.dataset.id}/samples"
    query = {"disagreement": "any:0.5", "ordering": "-disagreement", "page_size": 3}
    page = ok(bench.api.get(samples, query))
    more = ok(bench.api.get(page["next"]))
    names = {one["name"] for one in (*page["results"], *more["results"])}
    assert names == {"red0", "red1", "red2", "green0"}
    assert ok(bench.api.get(f"{samples}/count", {"disagreement": "any:0.5"})) == {"count": 4}
    assert len(ok(bench.api.get(samples, {**query, "start": "0"}))["results"]) == 0
    response = ok(bench.api.get(samples, {"ordering": "-disagreement"}), 422)
    assert response["code"] == "ordering_needs_disagreement"
    for wrong in ("any", "any:2", "some:0.5", "any:nan"):
        ok(bench.api.get(samples, {"disagreement": wrong}), 422)
    ok(bench.api.get(samples, {**query, "start": "much"}), 422)


def test_a_view_by_disagreement_is_saved_and_selects(bench: Bench) -> None:
    label(bench, "red0", "green")
    bench.suggest(search="")
    views = f"/api/v1/datasets/{bench.world.dataset.id}/views"
    body = {
        "name": "To check",
        "query": {"disagreement": "class:0.5"},
        "ordering": "-disagreement",
    }
    view = ok(bench.api.post(views, body, format="json"), 201)
    assert view["query"] == {"disagreement": "class:0.5"}
    tags = f"/api/v1/datasets/{bench.world.dataset.id}/tags"
    change = {"tag": "odd", "mode": "add", "filter": view["query"]}
    assert ok(bench.api.post(tags, change, format="json"))["num"] == 1


def test_a_labelled_sample_does_not_teach_what_is_said_of_itself(bench: Bench) -> None:
    for name, said in (("red0", "red"), ("red1", "green"), ("green0", "green")):
        label(bench, name, said)
    bench.suggest(method="classifier", search="")
    assert "red1" in disagreeing(bench)
