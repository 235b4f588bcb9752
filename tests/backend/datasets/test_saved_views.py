"""Saved views, tags, and doing the same to everything that passes a filter."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from backend.annotation.models import AnnotationRevision
from backend.datasets.contracts.serializers.samples import RangeField
from backend.datasets.models import Dataset, Label, Sample, SelectionChange, Tag
from backend.datasets.services import selections
from backend.datasets.services.importing.ingestion import Incoming, ingest, labelled
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.selections import change_samples
from tests.backend.conftest import World, ok
from tests.backend.images import image


class Broken(Exception):
    """The worker went away."""


def fill(world: World, num: int = 12) -> dict[str, UUID]:
    """Take in images of cats and dogs, one of them unlabelled; return the labels."""
    session = open_import(dataset=world.dataset, format="image_folder", created_by=world.caller)
    files = [
        Incoming(f"{n:02d}.png", image(n), labelled(("cat", "dog")[n % 2])) for n in range(num)
    ]
    files.append(Incoming("unlabelled.png", image(1000)))
    ingest(session=session, files=files, added_by_id=world.owner.id)
    return {label.name: label.id for label in Label.objects.filter(dataset=world.dataset)}


def address(world: World, path: str) -> str:
    return f"/api/v1/datasets/{world.dataset.id}/{path}"


def names(api: APIClient, world: World, query: str) -> list[str]:
    found = ok(api.get(address(world, f"samples?ordering=name&{query}")))["results"]
    return [sample["name"] for sample in found]


def post(api: APIClient, world: World, path: str, status: int = 200, **body: Any) -> Any:
    return ok(api.post(address(world, path), body), status)


def run(response: dict[str, Any]) -> dict[str, Any]:
    """Do a job's work as a worker would."""
    assert response["job"]["kind"] == "change_samples"
    return change_samples(UUID(response["job"]["subject_id"]), lambda done, total: None)


@pytest.mark.django_db
def test_a_view_keeps_what_its_filter_asks_for_and_nothing_else(
    api: APIClient, world: World
) -> None:
    labels = fill(world)
    query = {"label": [str(labels["cat"])], "range": ["width:10:"], "labelled_from": "2026-01-01"}
    made = post(api, world, "views", 201, name="Cats", query=query, ordering="name")
    assert made["query"] == query
    (listed,) = ok(api.get(address(world, "views")))["results"]
    assert listed == made
    renamed = ok(api.patch(f"/api/v1/saved-views/{made['id']}", {"name": "Big cats"}))
    assert (renamed["name"], renamed["query"]) == ("Big cats", query)
    ok(api.delete(f"/api/v1/saved-views/{made['id']}"), 204)
    assert ok(api.get(address(world, "views")))["results"] == []


@pytest.mark.django_db
def test_two_views_cannot_have_one_name_and_a_wrong_filter_is_not_kept(
    api: APIClient, world: World
) -> None:
    fill(world)
    post(api, world, "views", 201, name="Cats", query={"search": "cat"})
    taken = api.post(address(world, "views"), {"name": "Cats", "query": {}})
    assert (taken.status_code, taken.json()["code"]) == (409, "view_exists")
    for wrong in ({"unheard": 1}, {"range": ["width"]}, {"range": ["width:a:2"]}):
        response = api.post(address(world, "views"), {"name": "Wrong", "query": wrong})
        assert response.status_code in (400, 422), response.content
    strange = {"version": str(world.dataset.id)}
    response = api.post(address(world, "views"), {"name": "Strange", "query": strange})
    assert response.json()["code"] == "version_unknown"


@pytest.mark.django_db
def test_samples_are_found_by_tag_author_day_and_size(api: APIClient, world: World) -> None:
    labels = fill(world)
    sample = ok(api.get(address(world, "samples?search=03.png")))["results"][0]
    post(api, world, "tags", tag="odd light", mode="add", sample_ids=[sample["id"]])
    (tag,) = ok(api.get(address(world, "tags")))["results"]
    assert (tag["name"], tag["num_samples"]) == ("odd light", 1)
    assert names(api, world, f"tag={tag['id']}") == ["03.png"]
    assert ok(api.get(address(world, f"samples/count?tag={tag['id']}")))["count"] == 1
    day = sample["labelled_at"][:10]
    assert len(names(api, world, f"labelled_from={day}&labelled_until={day}")) == 12
    assert names(api, world, "labelled_until=2001-01-01") == []
    width = sample["width"]
    assert len(names(api, world, f"range=width:{width}:{width}")) == 13
    assert names(api, world, f"range=width:{width + 1}:") == []
    changed = {"label_ids": [str(labels["dog"])], "revision": sample["revision"]}
    ok(api.put(f"/api/v1/samples/{sample['id']}/labels", {**changed, "label_ids": []}))
    shown = ok(api.get(f"/api/v1/samples/{sample['id']}"))
    ok(
        api.put(
            f"/api/v1/samples/{sample['id']}/labels", {**changed, "revision": shown["revision"]}
        )
    )
    assert len(names(api, world, f"author={world.owner.id}")) == 12


@pytest.mark.django_db
def test_everything_that_passes_a_filter_is_labelled_and_nothing_besides(
    api: APIClient, world: World
) -> None:
    labels = fill(world)
    dogs = {"label": [str(labels["dog"])]}
    changed = post(
        api, world, "label-selection", filter=dogs, label_ids=[str(labels["cat"])], mode="set"
    )
    assert changed == {"num": 6, "job": None}
    assert ok(api.get(address(world, f"samples/count?label={labels['cat']}")))["count"] == 12
    assert Label.objects.get(id=labels["dog"]).num_samples == 0
    assert names(api, world, "unlabelled=true") == ["unlabelled.png"]


@pytest.mark.django_db
def test_many_samples_are_a_job_that_goes_on_where_it_was_broken_off(
    api: APIClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = fill(world)
    monkeypatch.setattr(selections, "MAX_AT_ONCE", 5)
    monkeypatch.setattr(selections, "BATCH", 4)
    ordered = post(
        api,
        world,
        "label-selection",
        filter={"label": [str(labels["cat"])]},
        label_ids=[str(labels["dog"])],
        mode="set",
    )
    change_id = UUID(ordered["job"]["subject_id"])

    def stop(done: int, total: int) -> None:
        if done == 4:
            raise Broken

    with pytest.raises(Broken):
        change_samples(change_id, stop)
    # Those that were changed have left the filter; the rest is known all the same.
    assert Label.objects.get(id=labels["cat"]).num_samples == 2
    assert run(ordered) == {"num_samples": 6, "num_changed": 6}
    assert run(ordered) == {"num_samples": 6, "num_changed": 6}
    assert Label.objects.get(id=labels["dog"]).num_samples == 12
    assert AnnotationRevision.objects.filter(number=2).count() == 6
    assert not SelectionChange.objects.get(id=change_id).chosen.exists()


@pytest.mark.django_db
def test_the_trash_takes_a_filter_both_ways_and_tags_stay_counted(
    api: APIClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = fill(world)
    cats = {"label": [str(labels["cat"])]}
    post(api, world, "tags", tag="keep", mode="add", filter=cats)
    assert Tag.objects.get().num_samples == 6
    monkeypatch.setattr(selections, "MAX_AT_ONCE", 5)
    run(post(api, world, "trash", filter=cats))
    dataset = Dataset.objects.get(id=world.dataset.id)
    assert (dataset.num_samples, dataset.num_trashed) == (7, 6)
    assert Tag.objects.get().num_samples == 0
    run(post(api, world, "restore", filter=cats))
    assert Sample.objects.filter(dataset=world.dataset, trashed_at=None).count() == 13
    assert Tag.objects.get().num_samples == 6
    taken = post(api, world, "tags", tag="keep", mode="remove", filter={"search": "00.png"})
    assert (taken["num"], Tag.objects.get().num_samples) == (1, 5)


@pytest.mark.django_db
def test_a_selection_names_samples_or_a_filter_but_not_both(api: APIClient, world: World) -> None:
    fill(world)
    sample = Sample.objects.filter(dataset=world.dataset).first()
    assert sample is not None
    for body in ({}, {"sample_ids": [str(sample.id)], "filter": {}}):
        assert api.post(address(world, "trash"), body).status_code in (400, 422)


@pytest.mark.django_db
@pytest.mark.parametrize("ordering", ["created_at", "-created_at", "name", "-name", "labelled_at"])
def test_a_page_begins_at_any_place_of_the_list(
    api: APIClient, world: World, ordering: str
) -> None:
    fill(world)
    listed = address(world, f"samples?ordering={ordering}")
    every = [sample["id"] for sample in ok(api.get(listed))["results"]]
    for at in (0, 1, 5, 11, 12):
        page = ok(api.get(f"{listed}&at={at}&page_size=3"))
        assert [sample["id"] for sample in page["results"]] == every[at : at + 3]
        if page["next"]:
            follow = ok(api.get(page["next"].partition("testserver")[2]))
            assert [sample["id"] for sample in follow["results"]] == every[at + 3 : at + 6]
    assert ok(api.get(f"{listed}&at=500"))["results"] == []


@pytest.mark.django_db
def test_a_page_begins_at_a_name(api: APIClient, world: World) -> None:
    fill(world)
    assert names(api, world, "start=08")[:2] == ["08.png", "09.png"]
    response = api.get(address(world, "samples?ordering=bytes&start=many"))
    assert response.json()["code"] == "start_invalid"


def test_a_range_of_a_saved_view_is_the_number_that_was_asked_for() -> None:
    field = RangeField()
    for asked in ("bytes:12345678:", "seconds:0.1:1234.5678"):
        assert field.to_representation(field.to_internal_value(asked)) == asked
