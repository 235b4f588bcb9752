"""Attributes of regions are defined, checked, renamed, filtered, counted, and travel."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.annotation.contracts.attributes import Definition, Plan, converted, inferred
from backend.annotation.contracts.imported import Given
from backend.datasets.models import Dataset, Label, Sample
from backend.datasets.services import labels as label_services
from backend.datasets.services.versioning.freeze import freeze_version
from backend.datasets.services.versioning.merges import fork_version, run_merge
from backend.datasets.services.versioning.versions import build_version
from engine.catalog import AnnotationKind, Media
from engine.specs.data import AttributeKind
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World, ok
from tests.backend.datasets.importing import box, bring, problems_of, said, tally_of
from tests.backend.images import image

Body = dict[str, Any]
ONE = image(1)


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> World:
    return world_of(add_card(monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.BOXES))


@pytest.fixture
def api(boxes: World) -> APIClient:
    client = APIClient()
    client.force_login(boxes.owner)
    return client


def put_attributes(
    api: APIClient, world: World, label: Label, *wanted: Body, status: int = 200
) -> Any:
    body = {"label_id": str(label.id), "attributes": list(wanted)}
    return ok(
        api.put(f"/api/v1/datasets/{world.dataset.id}/attributes", body, format="json"), status
    )


def attributes_now(world: World) -> list[dict[str, Any]]:
    return [dict(one.attributes) for state in said(world).values() for one in state.regions]


COLOUR = {"name": "colour", "kind": "choice", "values": ["red", "blue"]}
HIDDEN = {"name": "hidden", "kind": "flag"}


@pytest.fixture
def described(api: APIClient, boxes: World) -> tuple[Label, Sample]:
    """A red car that is not hidden, beside one of which nothing is known."""
    bring(boxes, [("a.png", ONE, None)])
    label = label_services.create_label(dataset=boxes.dataset, name="car", created_by=boxes.caller)
    put_attributes(api, boxes, label, COLOUR, HIDDEN)
    sample = Sample.objects.get(dataset=boxes.dataset)
    place = {"kind": "box", "left": 1, "top": 1, "width": 3, "height": 3}
    regions = [
        {"id": "a", "label_id": str(label.id), "geometry": place}
        | {"attributes": {"colour": "red", "hidden": False}},
        {"id": "b", "label_id": str(label.id), "geometry": {**place, "left": 6}},
    ]
    body = {"revision": 0, "regions": regions}
    ok(api.put(f"/api/v1/samples/{sample.id}/annotations", body, format="json"))
    return label, sample


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"size": 1}, "attribute_unknown"),
        ({"colour": "green"}, "attribute_value"),
        ({"hidden": "yes"}, "attribute_value"),
    ],
)
def test_attributes_that_the_label_does_not_take_are_refused(
    given: Body, code: str, api: APIClient, described: tuple[Label, Sample]
) -> None:
    label, sample = described
    place = {"kind": "box", "left": 1, "top": 1, "width": 3, "height": 3}
    region = {"id": "a", "label_id": str(label.id), "geometry": place, "attributes": given}
    body = {"revision": 1, "regions": [region]}
    response = api.put(f"/api/v1/samples/{sample.id}/annotations", body, format="json")
    assert ok(response, 422)["code"] == code


@pytest.mark.django_db
def test_attributes_filter_and_are_counted(
    api: APIClient, boxes: World, described: tuple[Label, Sample]
) -> None:
    label, _ = described
    dataset = f"/api/v1/datasets/{boxes.dataset.id}"

    def count(asked: str) -> int:
        response = api.get(f"{dataset}/samples/count", {"attribute": f"{label.id}:{asked}"})
        return int(ok(response)["count"])

    asked = ("colour=red", "colour=blue", "colour", "hidden=false", "hidden=true", "other")
    assert [count(one) for one in asked] == [1, 0, 1, 1, 0, 0]
    counted = ok(api.get(f"{dataset}/statistics"))["attributes"]
    assert [(one["name"], one["num"], one["values"]) for one in counted] == [
        ("colour", 1, [{"value": "red", "num": 1, "num_samples": 1}]),
        ("hidden", 1, [{"value": "false", "num": 1, "num_samples": 1}]),
    ]
    assert ok(api.get(f"{dataset}/samples/count", {"attribute": "car"}), 422)


@pytest.mark.django_db
def test_values_follow_a_new_name_also_in_what_is_undone(
    api: APIClient, boxes: World, described: tuple[Label, Sample]
) -> None:
    label, sample = described
    shade = {**COLOUR, "name": "shade", "before": "colour"}
    put_attributes(api, boxes, label, shade, {**HIDDEN, "before": "hidden"})
    assert attributes_now(boxes) == [{"shade": "red", "hidden": False}, {}]
    ok(api.delete(f"/api/v1/samples/{sample.id}/annotations", {"revision": 2}, format="json"))
    ok(api.post(f"/api/v1/samples/{sample.id}/undo", {"revision": 3}, format="json"))
    ok(api.post(f"/api/v1/samples/{sample.id}/undo", {"revision": 4}, format="json"))
    ok(api.post(f"/api/v1/samples/{sample.id}/undo", {"revision": 5}, format="json"))
    assert attributes_now(boxes) == [{"shade": "red", "hidden": False}, {}]


@pytest.mark.django_db
def test_what_a_change_loses_is_said_before_and_comes_true(
    api: APIClient, boxes: World, described: tuple[Label, Sample]
) -> None:
    label, _ = described
    blue = {**COLOUR, "values": ["blue"], "before": "colour"}
    body = {"label_id": str(label.id), "attributes": [blue]}
    address = f"/api/v1/datasets/{boxes.dataset.id}/attributes"
    losses = ok(api.post(f"{address}/losses", body, format="json"))["losses"]
    assert losses == [{"name": "colour", "num_regions": 1}, {"name": "hidden", "num_regions": 1}]
    assert attributes_now(boxes) == [{"colour": "red", "hidden": False}, {}]
    assert put_attributes(api, boxes, label, blue)["num_samples"] == 1
    assert attributes_now(boxes) == [{}, {}]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ([COLOUR, COLOUR], "attribute_repeated"),
        ([{"name": 'a"b', "kind": "flag"}], "attribute_name"),
        ([{"name": "a", "kind": "choice"}], "attribute_values"),
    ],
)
def test_attributes_that_cannot_be_are_refused(
    wanted: list[Body], code: str, api: APIClient, boxes: World, described: tuple[Label, Sample]
) -> None:
    assert put_attributes(api, boxes, described[0], *wanted, status=422)["code"] == code


@pytest.mark.django_db
def test_an_import_makes_the_definitions_it_needs_and_counts_what_does_not_fit(
    boxes: World,
) -> None:
    session = bring(
        boxes,
        [
            ("a.png", ONE, Given(regions=(box("1", attributes={"n": 2.0, "of": True, "k": "x"}),))),
            ("b.png", image(2), Given(regions=(box("1", attributes={"n": "two", "k": "y"}),))),
        ],
    )
    label = Label.objects.get(dataset=boxes.dataset)
    assert [(one["name"], one["kind"], one["values"]) for one in label.attributes] == [
        ("n", "number", []),
        ("of", "flag", []),
        ("k", "choice", ["x", "y"]),
    ]
    found = sorted(attributes_now(boxes), key=len)
    assert found == [{"k": "y"}, {"n": 2, "of": True, "k": "x"}]
    assert tally_of(session).left_out == {"attributes_left_out": 1}
    assert problems_of(session)[0][:2] == ("b.png", "attributes_left_out")


@pytest.mark.django_db
def test_attributes_go_into_versions_and_from_there_into_forks(
    api: APIClient, boxes: World, described: tuple[Label, Sample]
) -> None:
    split = {"kind": "random", "train": 1.0, "validation": 0.0, "test": 0.0, "seed": 0}
    version = freeze_version(dataset=boxes.dataset, split=split, requested_by=boxes.caller)
    build_version(version.id, lambda done, total: None)
    version.refresh_from_db()
    fork = fork_version(version=version, name="fork", forked_by=boxes.caller)
    run_merge(fork.id, lambda done, total: None)
    forked = Dataset.objects.get(id=fork.dataset_id)
    assert [one["name"] for one in forked.labels.get().attributes] == ["colour", "hidden"]
    world = World(boxes.organisation, boxes.owner, boxes.project, forked)
    assert attributes_now(world) == [{"colour": "red", "hidden": False}, {}]


@pytest.mark.django_db
def test_labels_that_are_merged_unite_their_attributes(
    api: APIClient, boxes: World, described: tuple[Label, Sample]
) -> None:
    label, _ = described
    other = label_services.create_label(dataset=boxes.dataset, name="bus", created_by=boxes.caller)
    put_attributes(api, boxes, other, {**COLOUR, "values": ["green"]})
    label_services.merge_labels(
        dataset=boxes.dataset, label=label, into=other, merged_by=boxes.caller
    )
    other.refresh_from_db()
    assert other.attributes[0]["values"] == ["green", "red", "blue"]
    assert attributes_now(boxes) == [{"colour": "red", "hidden": False}, {}]


def test_kinds_are_inferred_from_values() -> None:
    kinds = {
        AttributeKind.FLAG: [True, False],
        AttributeKind.NUMBER: [1, 2.5],
        AttributeKind.CHOICE: ["a", "b", "a"],
        AttributeKind.TEXT: [str(number) * 3 for number in range(30)],
    }
    for kind, values in kinds.items():
        assert inferred("x", values).kind is kind
    assert inferred("x", [1, "a"]).values == ("1", "a")


def test_values_are_written_as_their_definition_takes_them() -> None:
    assert converted(Definition("x", AttributeKind.FLAG), "Yes") is True
    assert converted(Definition("x", AttributeKind.NUMBER), "2.0") == 2
    assert converted(Definition("x"), True) == "true"
    assert converted(Definition("x", AttributeKind.NUMBER), "two") is None


def test_a_choice_with_too_many_values_becomes_text() -> None:
    plan = Plan({"cat": (Definition("x", AttributeKind.CHOICE, ("a",)),)})
    plan.extend("cat", [{"x": f"value {number}"} for number in range(200)])
    assert plan.now("cat")[0].kind is AttributeKind.TEXT
