"""What each kind of annotation takes, keeps, refuses, brings back, and freezes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.annotation.models import Annotation, Relation
from backend.datasets.models import Label, Sample
from backend.datasets.services import labels as label_services
from backend.datasets.services.trash import restore_batch, trash_batch
from backend.datasets.services.versioning.freeze import freeze_version
from backend.datasets.services.versioning.versions import build_version
from backend.files.contracts.keys import key_of
from backend.files.services.blobs import put_bytes
from backend.files.services.store import store
from engine.catalog import AnnotationKind, Media
from engine.specs.data import SampleRecord
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db

Body = dict[str, Any]
BOX = {"kind": "box", "left": 10.0, "top": 5.0, "width": 20.0, "height": 10.0}
QUAD = {"kind": "quad", "points": [[1.0, 1.0], [30.0, 2.0], [30.0, 9.0], [1.0, 8.0]]}
RING = [[0.0, 0.0], [50.0, 0.0], [50.0, 40.0]]
# 100 × 80 pixels: one run of 8000 zeros, five bits at a time.
EMPTY_MASK = {"kind": "mask", "size": [80, 100], "counts": "Pj7"}
EYES = [
    {"name": "left eye", "x": 12.5, "y": 7.0, "is_visible": True},
    {"name": "right eye", "x": 20.0, "y": 7.0, "is_visible": False},
]
FRAME_BOX = {**BOX, "kind": "frame_box", "frame": 3, "track": 1}


def region(key: str, geometry: Body, label: str | None = None, **more: Any) -> Body:
    """Return a region as a client sends it; labels are put in by name later."""
    return {"id": key, "label": label, "geometry": geometry, **more}


def span(start: int, end: int) -> Body:
    return {"kind": "span", "start": start, "end": end}


@dataclass
class Bench:
    """A dataset of one kind with one sample and two labels."""

    api: APIClient
    world: World
    sample: Sample
    labels: dict[str, Label]

    def filled(self, body: Body) -> Body:
        """Put the ids of labels in the place of their names."""
        ids = {name: str(label.id) for name, label in self.labels.items()}
        filled: Body = {"revision": 0, **body}
        if "labels" in filled:
            filled["label_ids"] = [ids[name] for name in filled.pop("labels")]
        for part in ("regions", "relations"):
            if part in filled:
                filled[part] = [
                    {k: v for k, v in one.items() if k != "label"}
                    | ({"label_id": ids[one["label"]]} if one.get("label") else {})
                    for one in filled[part]
                ]
        return filled

    def put(self, body: Body, status: int = 200) -> Any:
        address = f"/api/v1/samples/{self.sample.id}/annotations"
        return ok(self.api.put(address, self.filled(body)), status)

    def counts(self) -> dict[str, tuple[int, int, int]]:
        rows = Label.objects.filter(dataset=self.world.dataset)
        return {row.name: (row.num_samples, row.num_regions, row.num_relations) for row in rows}


@pytest.fixture
def bench(
    monkeypatch: pytest.MonkeyPatch, client_of: Callable[[User], APIClient]
) -> Callable[[Media, AnnotationKind], Bench]:
    """Make a dataset of a kind."""

    def make(media: Media, kind: AnnotationKind) -> Bench:
        world = world_of(add_card(monkeypatch, media=media, annotation=kind))
        labels = {
            name: label_services.create_label(
                dataset=world.dataset, name=name, created_by=world.caller
            )
            for name in ("cat", "dog")
        }
        sample = Sample.objects.create(
            dataset=world.dataset,
            blob_id=put_bytes(content=b"anything", media_type="text/plain"),
            name="one",
            width=100,
            height=80,
            duration_ms=5000,
            num_frames=50,
            num_characters=40,
            bytes=8,
            created_at=timezone.now() - timedelta(hours=1),
        )
        world.dataset.num_samples, world.dataset.num_bytes = 1, 8
        world.dataset.save()
        return Bench(client_of(world.owner), world, sample, labels)

    return make


KINDS: dict[AnnotationKind, tuple[Media, Body]] = {
    AnnotationKind.CLASSES: (Media.IMAGE, {"labels": ["cat"]}),
    AnnotationKind.BOXES: (
        Media.IMAGE,
        {"regions": [region("a", BOX, "cat", points=EYES), region("b", QUAD, "dog")]},
    ),
    AnnotationKind.OUTLINES: (
        Media.IMAGE,
        {
            "regions": [
                region("a", {"kind": "polygon", "rings": [RING]}, "cat"),
                region("b", EMPTY_MASK, "dog"),
            ]
        },
    ),
    AnnotationKind.SPANS: (Media.TEXT, {"regions": [region("a", span(0, 40), "cat")]}),
    AnnotationKind.RELATIONS: (
        Media.TEXT,
        {
            "regions": [region("a", span(0, 4), "cat"), region("b", span(4, 9), "cat")],
            "relations": [{"label": "dog", "subject": "a", "object": "b"}],
        },
    ),
    AnnotationKind.ASPECT_SENTIMENT: (
        Media.TEXT,
        {"labels": ["dog"], "regions": [region("a", span(3, 5), "cat")]},
    ),
    AnnotationKind.TRANSCRIPT: (Media.AUDIO, {"texts": ["two  words "]}),
    AnnotationKind.CAPTIONS: (Media.IMAGE, {"texts": ["a cat", "一只猫"]}),
    AnnotationKind.TEXT_LINES: (
        Media.IMAGE,
        {"regions": [region("l1", QUAD, text="EXIT"), region("l2", BOX, "cat", text=None)]},
    ),
    AnnotationKind.TRACKS: (Media.VIDEO, {"regions": [region("t1", FRAME_BOX, "cat")]}),
    AnnotationKind.SCORE: (Media.TEXT_PAIR, {"value": 4.5}),
}


@pytest.mark.parametrize("kind", KINDS, ids=[kind.value for kind in KINDS])
def test_what_was_said_is_kept_counted_undone_and_frozen(
    kind: AnnotationKind, bench: Callable[[Media, AnnotationKind], Bench]
) -> None:
    media, body = KINDS[kind]
    here = bench(media, kind)
    sent = here.filled(body)
    kept = here.put(body)
    assert kept["revision"] == 1
    assert kept["labelled_at"] is not None
    assert [label["id"] for label in kept["labels"]] == sent.get("label_ids", [])
    assert [one["geometry"] for one in kept["regions"]] == [
        one["geometry"] for one in sent.get("regions", [])
    ]
    assert [(one["id"], one["text"]) for one in kept["regions"]] == [
        (one["id"], one.get("text")) for one in sent.get("regions", [])
    ]
    assert [one["points"] for one in kept["regions"]] == [
        one.get("points", []) for one in sent.get("regions", [])
    ]
    assert kept["texts"] == sent.get("texts", [])
    assert kept["value"] == sent.get("value")
    assert len(kept["relations"]) == len(sent.get("relations", []))
    counted = here.counts()
    listed = ok(here.api.get(f"/api/v1/datasets/{here.world.dataset.id}/samples"))["results"]
    assert sum(label["num"] for label in listed[0]["region_labels"]) == len(kept["regions"])
    assert listed[0]["texts"] == kept["texts"]

    address = f"/api/v1/samples/{here.sample.id}"
    cleared = ok(here.api.delete(f"{address}/annotations", {"revision": 1}))
    assert cleared["labelled_at"] is None
    assert set(here.counts().values()) == {(0, 0, 0)}
    assert not Annotation.objects.exists()
    assert not Relation.objects.exists()
    back = ok(here.api.post(f"{address}/undo", {"revision": 2}))
    for part in ("regions", "relations", "texts", "value"):
        assert back[part] == kept[part]
    assert here.counts() == counted
    history = ok(here.api.get(address))["history"]
    assert [one["num_regions"] for one in history] == [
        len(kept["regions"]),
        0,
        len(kept["regions"]),
    ]

    trash_batch(here.world.dataset, [here.sample.id])
    assert set(here.counts().values()) == {(0, 0, 0)}
    restore_batch(here.world.dataset, [here.sample.id])
    assert here.counts() == counted
    record = frozen(here.world)
    assert list(record.texts) == kept["texts"]
    assert record.value == kept["value"]
    assert [json.loads(one.geometry.model_dump_json()) for one in record.regions] == [
        one["geometry"] for one in kept["regions"]
    ]
    assert [one.subject for one in record.relations] == [
        one["subject"] for one in kept["relations"]
    ]


def frozen(world: World) -> SampleRecord:
    """Freeze a dataset of one sample and return it as training reads it."""
    world.dataset.refresh_from_db()
    split = {"kind": "random", "train": 1.0, "validation": 0.0, "test": 0.0, "seed": 0}
    version = freeze_version(dataset=world.dataset, split=split, requested_by=world.caller)
    built = build_version(version.id, lambda done, total: None)
    with store().open(key_of(built["content_sha256"])) as file:
        return SampleRecord.model_validate_json(file.read())


REFUSED: list[tuple[str, AnnotationKind, Body]] = [
    ("annotation_part_unused", AnnotationKind.BOXES, {"labels": ["cat"]}),
    ("geometry_kind", AnnotationKind.CLASSES, {"regions": [region("a", BOX, "cat")]}),
    ("annotation_part_unused", AnnotationKind.CLASSES, {"texts": ["a"]}),
    ("annotation_part_unused", AnnotationKind.SPANS, {"value": 1.0}),
    (
        "annotation_part_unused",
        AnnotationKind.BOXES,
        {"regions": [region("a", BOX, "cat", text="x")]},
    ),
    (
        "annotation_part_unused",
        AnnotationKind.SPANS,
        {"regions": [region("a", span(0, 1), "cat", points=EYES)]},
    ),
    (
        "point_repeated",
        AnnotationKind.BOXES,
        {"regions": [region("a", BOX, "cat", points=EYES[:1] * 2)]},
    ),
    (
        "region_outside_image",
        AnnotationKind.BOXES,
        {"regions": [region("a", BOX, "cat", points=[{**EYES[0], "x": 101.0}])]},
    ),
    ("annotation_part_unused", AnnotationKind.NONE, {"labels": ["cat"]}),
    ("geometry_kind", AnnotationKind.BOXES, {"regions": [region("a", span(0, 1), "cat")]}),
    ("geometry_kind", AnnotationKind.OUTLINES, {"regions": [region("a", BOX, "cat")]}),
    ("region_label_missing", AnnotationKind.BOXES, {"regions": [region("a", BOX)]}),
    ("region_repeated", AnnotationKind.BOXES, {"regions": [region("a", BOX, "cat")] * 2}),
    (
        "region_outside_image",
        AnnotationKind.BOXES,
        {"regions": [region("a", {**BOX, "left": 90.0}, "cat")]},
    ),
    (
        "region_outside_image",
        AnnotationKind.TRACKS,
        {"regions": [region("a", {**FRAME_BOX, "top": -3.0}, "cat")]},
    ),
    (
        "region_beyond_end",
        AnnotationKind.TRACKS,
        {"regions": [region("a", {**FRAME_BOX, "frame": 50}, "cat")]},
    ),
    ("region_beyond_end", AnnotationKind.SPANS, {"regions": [region("a", span(30, 41), "cat")]}),
    ("region_empty", AnnotationKind.SPANS, {"regions": [region("a", span(7, 7), "cat")]}),
    (
        "mask_size",
        AnnotationKind.OUTLINES,
        {"regions": [region("a", {**EMPTY_MASK, "size": [100, 80]}, "cat")]},
    ),
    (
        "mask_counts",
        AnnotationKind.OUTLINES,
        {"regions": [region("a", {**EMPTY_MASK, "counts": "1"}, "cat")]},
    ),
    (
        "relation_end_unknown",
        AnnotationKind.RELATIONS,
        {
            "regions": [region("a", span(0, 4), "cat")],
            "relations": [{"label": "dog", "subject": "a", "object": "b"}],
        },
    ),
    ("too_many_texts", AnnotationKind.TRANSCRIPT, {"texts": ["a", "b"]}),
    ("one_label_only", AnnotationKind.ASPECT_SENTIMENT, {"labels": ["cat", "dog"]}),
]


@pytest.mark.parametrize(("code", "kind", "body"), REFUSED)
def test_what_does_not_fit_is_refused_by_name_and_changes_nothing(
    code: str, kind: AnnotationKind, body: Body, bench: Callable[[Media, AnnotationKind], Bench]
) -> None:
    here = bench(Media.IMAGE, kind)
    assert here.put(body, 422)["code"] == code
    assert not Annotation.objects.exists()
    assert set(here.counts().values()) == {(0, 0, 0)}


def test_a_malformed_geometry_is_named_by_its_place(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.IMAGE, AnnotationKind.BOXES)
    response = here.put({"regions": [region("a", {**BOX, "width": 0}, "cat")]}, 422)
    assert response["errors"][0]["pointer"] == "/regions/0/geometry"
    assert response["errors"][0]["code"] == "geometry_invalid"


def test_an_unknown_label_and_a_stale_revision_are_refused(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.IMAGE, AnnotationKind.BOXES)
    other = region("a", BOX) | {"label_id": "00000000-0000-0000-0000-000000000000"}
    assert here.put({"regions": [other]}, 422)["code"] == "label_unknown"
    here.put({"regions": [region("a", BOX, "cat")]})
    stale = here.put({"regions": []}, 409)
    assert (stale["code"], stale["params"]) == ("revision_stale", {"revision": 1})


def test_an_image_whose_last_box_is_deleted_is_not_annotated(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.IMAGE, AnnotationKind.BOXES)
    here.put({"regions": [region("a", BOX, "cat")]})
    shown = here.put({"regions": [], "revision": 1})
    assert (shown["labelled_at"], shown["is_negative"]) == (None, False)
    here.world.dataset.refresh_from_db()
    assert (here.world.dataset.num_labelled, here.world.dataset.num_negative) == (0, 0)


def test_that_nothing_is_in_an_image_is_said_outright_kept_counted_undone_and_frozen(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.IMAGE, AnnotationKind.BOXES)
    shown = here.put({"is_negative": True})
    assert shown["labelled_at"] is not None
    assert shown["is_negative"]
    dataset = f"/api/v1/datasets/{here.world.dataset.id}"
    assert ok(here.api.get(f"{dataset}/statistics"))["num_negative"] == 1
    assert ok(here.api.get(f"{dataset}/samples/count?negative=true"))["count"] == 1
    found = ok(here.api.get(f"{dataset}/samples?negative=true&labelled=true"))["results"]
    assert [one["is_negative"] for one in found] == [True]
    record = frozen(here.world)
    assert record.is_annotated
    assert not record.regions
    versions = ok(here.api.get(f"{dataset}/versions"))["results"]
    assert sum(part["negative"] for part in versions[0]["counts"].values()) == 1
    undo = here.api.post(f"/api/v1/samples/{here.sample.id}/undo", {"revision": 1})
    assert (ok(undo)["labelled_at"], ok(undo)["is_negative"]) == (None, False)
    again = here.api.post(f"/api/v1/samples/{here.sample.id}/undo", {"revision": 2})
    assert ok(again)["is_negative"]
    history = ok(here.api.get(f"/api/v1/samples/{here.sample.id}"))["history"]
    assert [one["is_negative"] for one in history] == [True, False, True]
    trash_batch(here.world.dataset, [here.sample.id])
    assert ok(here.api.get(f"{dataset}/statistics"))["num_negative"] == 0
    restore_batch(here.world.dataset, [here.sample.id])
    assert ok(here.api.get(f"{dataset}/statistics"))["num_negative"] == 1


def test_nothing_and_something_are_not_said_at_once_nor_where_something_always_is(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.IMAGE, AnnotationKind.BOXES)
    both = here.put({"regions": [region("a", BOX, "cat")], "is_negative": True}, 422)
    assert both["code"] == "negative_with_annotations"


def test_an_image_of_one_class_always_shows_it(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.IMAGE, AnnotationKind.CLASSES)
    assert here.put({"is_negative": True}, 422)["code"] == "negative_unused"


@pytest.mark.parametrize(
    "kind",
    [
        AnnotationKind.OUTLINES,
        AnnotationKind.PRODUCTS,
        AnnotationKind.SPANS,
        AnnotationKind.RELATIONS,
        AnnotationKind.ASPECT_SENTIMENT,
        AnnotationKind.TEXT_LINES,
        AnnotationKind.TRACKS,
    ],
)
def test_every_kind_that_marks_regions_can_say_that_there_is_nothing(
    kind: AnnotationKind, bench: Callable[[Media, AnnotationKind], Bench]
) -> None:
    media = KINDS[kind][0] if kind in KINDS else Media.IMAGE
    here = bench(media, kind)
    assert here.put({"is_negative": True})["is_negative"]
    assert here.put({"revision": 1})["labelled_at"] is None


def test_a_recording_without_words_is_not_annotated(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.AUDIO, AnnotationKind.TRANSCRIPT)
    assert here.put({"texts": []})["labelled_at"] is None


def test_a_region_keeps_its_author_when_others_change_and_follows_the_order(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.IMAGE, AnnotationKind.BOXES)
    first, second = region("a", BOX, "cat"), region("b", QUAD, "dog")
    here.put({"regions": [first, second]})
    ids = dict(Annotation.objects.values_list("key", "id"))
    turned = here.put({"revision": 1, "regions": [second, {**first, "label": "dog"}]})
    assert [one["id"] for one in turned["regions"]] == ["b", "a"]
    now = dict(Annotation.objects.values_list("key", "id"))
    assert now["b"] == ids["b"]
    assert now["a"] != ids["a"]
    assert here.counts() == {"cat": (0, 0, 0), "dog": (1, 2, 0)}


@pytest.mark.parametrize("merge", [False, True])
def test_consequences_of_removing_a_label_come_true_for_regions(
    merge: bool, bench: Callable[[Media, AnnotationKind], Bench]
) -> None:
    here = bench(Media.TEXT, AnnotationKind.RELATIONS)
    here.put(KINDS[AnnotationKind.RELATIONS][1])
    cat, dog = here.labels["cat"], here.labels["dog"]
    address = f"/api/v1/datasets/{here.world.dataset.id}/labels/{cat.id}"
    query = f"?merge_into={dog.id}" if merge else ""
    assert ok(here.api.get(f"{address}/consequences{query}")) == {
        "num_samples": 1,
        "num_regions": 2,
        "num_relations": 0 if merge else 1,
        "num_becoming_unlabelled": 0 if merge else 1,
        "num_frozen_versions": 0,
        "num_running_runs": 0,
    }
    if merge:
        ok(here.api.post(f"{address}/merge", {"into": str(dog.id)}))
        assert here.counts() == {"dog": (1, 2, 1)}
    else:
        ok(here.api.delete(address), 204)
        assert here.counts() == {"dog": (0, 0, 0)}
    shown = ok(here.api.get(f"/api/v1/samples/{here.sample.id}"))
    assert len(shown["relations"]) == (1 if merge else 0)


def test_lines_of_text_lose_a_deleted_label_and_stay(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.IMAGE, AnnotationKind.TEXT_LINES)
    here.put(KINDS[AnnotationKind.TEXT_LINES][1])
    address = f"/api/v1/datasets/{here.world.dataset.id}/labels/{here.labels['cat'].id}"
    assert ok(here.api.get(f"{address}/consequences"))["num_becoming_unlabelled"] == 0
    ok(here.api.delete(address), 204)
    regions = ok(here.api.get(f"/api/v1/samples/{here.sample.id}"))["regions"]
    assert [(one["id"], one["label_id"]) for one in regions] == [("l1", None), ("l2", None)]


def test_whole_labels_are_refused_where_regions_are_marked(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.IMAGE, AnnotationKind.BOXES)
    body = {"label_ids": [str(here.labels["cat"].id)], "revision": 0}
    response = ok(here.api.put(f"/api/v1/samples/{here.sample.id}/labels", body), 422)
    assert response["code"] == "annotation_part_unused"


def test_statistics_count_transcripts_and_regions_by_who_made_them(
    bench: Callable[[Media, AnnotationKind], Bench],
) -> None:
    here = bench(Media.AUDIO, AnnotationKind.TRANSCRIPT)
    here.put({"texts": ["hello"]})
    found = ok(here.api.get(f"/api/v1/datasets/{here.world.dataset.id}/statistics"))
    assert found["by_source"]["human"] == 1
    assert found["durations"] == [{"low": 5.0, "high": 5.0, "num": 1}]
    assert found["lengths"] == [{"low": 40.0, "high": 40.0, "num": 1}]
