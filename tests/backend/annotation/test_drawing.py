"""Regions are drawn small by few numbers, however many there are and however they were marked."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from backend.annotation.contracts.drawing import MAX_CHARACTERS, MAX_DRAWN, drawn
from backend.annotation.models import Annotation
from backend.datasets.models import Label, Sample
from backend.files.services.blobs import put_bytes
from engine.catalog import AnnotationKind, Media
from engine.formats.shapes.run_lengths import mask_from_pixels
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World, ok

LABEL, OTHER = UUID(int=1), UUID(int=2)


@dataclass
class Region:
    """A region as it is stored."""

    geometry: dict[str, Any]
    label_id: UUID | None = LABEL
    points: list[dict[str, Any]] = field(default_factory=list)


def box(left: float = 1, top: float = 2, width: float = 3, height: float = 4) -> dict[str, Any]:
    return {"kind": "box", "left": left, "top": top, "width": width, "height": height}


def circle(num: int, radius: float = 100) -> list[list[float]]:
    turns = [2 * math.pi * corner / num for corner in range(num)]
    return [[200 + radius * math.cos(turn), 200 + radius * math.sin(turn)] for turn in turns]


def mask(pixels: np.ndarray) -> dict[str, Any]:
    return mask_from_pixels(pixels).model_dump(mode="json")


def numbers(path: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]


def test_regions_are_drawn_label_by_label() -> None:
    found = drawn(
        [
            Region(box()),
            Region({"kind": "quad", "points": [[0, 0], [4.25, 0], [4, 2], [0, 2]]}, OTHER),
            Region(box(1234.56, 0.04, 10, 10)),
            Region(box(), None, [{"name": "eye", "x": 2.5, "y": 3.5, "is_visible": True}]),
        ]
    )
    assert [(one.label_id, one.num, one.outlines, one.points) for one in found] == [
        (LABEL, 2, "M1 2h3v4h-3zM1235 0h10v10h-10z", ""),
        (OTHER, 1, "M0 0L4.2 0L4 2L0 2z", ""),
        (None, 1, "M1 2h3v4h-3z", "M2.5 3.5h0"),
    ]


def test_spans_segments_and_the_first_frame_are_drawn() -> None:
    frame_box = {**box(), "kind": "frame_box", "track": 1}
    found = drawn(
        [
            Region({"kind": "span", "start": 3, "end": 9}),
            Region({"kind": "segment", "start_ms": 500, "end_ms": 1500}, OTHER),
            Region({**frame_box, "frame": 0}, None),
            Region({**frame_box, "frame": 1}, None),
        ]
    )
    assert [(one.num, one.outlines, one.spans) for one in found] == [
        (1, "", [[3, 9]]),
        (1, "M500 0h1000v1h-1000z", []),
        (1, "M1 2h3v4h-3z", []),
    ]


def test_a_polygon_of_many_corners_keeps_its_shape_with_few() -> None:
    [one] = drawn([Region({"kind": "polygon", "rings": [circle(5_000)]})])
    places = numbers(one.outlines)
    assert len(places) <= 2 * 33
    away = [math.hypot(x - 200, y - 200) for x, y in zip(places[::2], places[1::2], strict=True)]
    assert all(abs(distance - 100) < 0.2 for distance in away)


@pytest.mark.parametrize("size", [(480, 640), (3000, 4000)])
def test_the_outline_of_a_mask_runs_around_it(size: tuple[int, int]) -> None:
    pixels = np.zeros(size, dtype=np.bool_)
    pixels[100:200, 300:420] = True
    pixels[130:170, 340:380] = False
    [one] = drawn([Region(mask(pixels))])
    places = numbers(one.outlines)
    xs, ys = places[::2], places[1::2]
    assert (min(xs), min(ys)) == (300, 100)
    # A cell of the 24 along the longer side is 5 pixels.
    assert abs(max(xs) - 420) <= 5
    assert abs(max(ys) - 200) <= 5
    assert one.outlines.count("M") == 2, "a hole is a ring of its own"


def test_a_mask_without_pixels_is_not_drawn() -> None:
    assert drawn([Region(mask(np.zeros((8, 9), dtype=np.bool_)))]) == []


def test_however_much_is_marked_few_numbers_are_drawn() -> None:
    noise = np.random.default_rng(0).random((300, 300)) < 0.5
    many = [Region({"kind": "polygon", "rings": [circle(900)] * 3}) for _ in range(500)]
    many += [Region(mask(noise)), *(Region(box()) for _ in range(5_000))]
    found = drawn(many)
    assert 0 < sum(one.num for one in found) <= MAX_DRAWN
    assert sum(len(one.outlines) + len(one.points) for one in found) <= MAX_CHARACTERS


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, db: None) -> World:
    return world_of(add_card(monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.BOXES))


def samples_with(world: World, num: int, num_regions: int) -> list[Sample]:
    label = Label.objects.create(dataset=world.dataset, name="a", color="#000000", position=0)
    now = timezone.now()
    samples = [
        Sample.objects.create(
            dataset=world.dataset,
            blob_id=put_bytes(content=str(one).encode(), media_type="image/png"),
            name=f"{one}.png",
            width=640,
            height=480,
            bytes=1,
            created_at=now,
            labelled_at=now,
        )
        for one in range(num)
    ]
    Annotation.objects.bulk_create(
        Annotation(
            sample=sample,
            label=label,
            geometry=box(left=position % 600),
            key=uuid4().hex,
            position=position,
            source="human",
            created_at=now,
        )
        for sample in samples
        for position in range(num_regions)
    )
    return samples


def test_a_list_draws_samples_by_as_many_queries_and_bounded_bytes(
    shelf: World, client_of: Any
) -> None:
    api: APIClient = client_of(shelf.owner)
    samples_with(shelf, 3, 600)
    address = f"/api/v1/datasets/{shelf.dataset.id}/samples?page_size=200"
    ok(api.get(address))
    with CaptureQueriesContext(connection) as queries:
        found = ok(api.get(address))["results"]
    assert len(queries) <= 8
    for sample in found:
        assert sample["region_labels"][0]["num"] == 600
        assert sample["drawn"][0]["num"] == MAX_DRAWN
        assert len(json.dumps(sample["drawn"])) < MAX_CHARACTERS + 300


def test_what_is_listed_is_what_one_sample_draws(shelf: World, client_of: Any) -> None:
    api: APIClient = client_of(shelf.owner)
    [sample] = samples_with(shelf, 1, 2)
    [listed] = ok(api.get(f"/api/v1/datasets/{shelf.dataset.id}/samples"))["results"]
    alone = ok(api.get(f"/api/v1/samples/{sample.id}"))
    assert listed["drawn"] == alone["drawn"]
    assert listed["drawn"][0]["outlines"] == "M0 2h3v4h-3zM1 2h3v4h-3z"


def test_an_object_in_many_frames_of_a_video_counts_once(shelf: World, client_of: Any) -> None:
    api: APIClient = client_of(shelf.owner)
    [sample] = samples_with(shelf, 1, 30)
    for row in Annotation.objects.filter(sample=sample):
        frame, track = divmod(row.position, 2)
        row.geometry = {**box(), "kind": "frame_box", "frame": frame, "track": track}
        row.save()
    [listed] = ok(api.get(f"/api/v1/datasets/{shelf.dataset.id}/samples"))["results"]
    alone = ok(api.get(f"/api/v1/samples/{sample.id}"))
    assert [label["num"] for label in listed["region_labels"]] == [2]
    assert alone["region_labels"] == listed["region_labels"]
