"""Statistics count what is there now, whatever was counted before."""

from __future__ import annotations

import datetime
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from backend.datasets.services.importing.ingestion import Incoming, ingest, labelled
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.trash import purge_trash, trash_batch
from tests.backend.conftest import World, ok
from tests.backend.images import image

pytestmark = pytest.mark.django_db

SIZES = ((10, 10), (20, 10), (30, 10), (30, 40))
MAX_QUERIES = 8


def fill(world: World) -> dict[str, UUID]:
    """Bring in four images, of which the last is unlabelled; return their ids."""
    session = open_import(dataset=world.dataset, format="image_folder", created_by=world.caller)
    files = [
        Incoming(f"{n}.png", image(n, size), labelled("cat" if n < 3 else None))
        for n, size in enumerate(SIZES)
    ]
    outcomes = ingest(session=session, files=files, added_by_id=world.owner.id)
    return {outcome.name: outcome.sample_id for outcome in outcomes if outcome.sample_id}


def statistics(api: APIClient, world: World) -> dict[str, Any]:
    shown: dict[str, Any] = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/statistics"))
    return shown


def test_sizes_fall_into_equal_bars_that_count_every_image(api: APIClient, world: World) -> None:
    fill(world)
    shown = statistics(api, world)
    widths, aspects, bytes_ = shown["widths"], shown["aspects"], shown["bytes"]
    assert (widths[0]["low"], widths[-1]["high"]) == (10, 30)
    assert (widths[0]["num"], widths[-1]["num"]) == (1, 2)
    assert (aspects[0]["low"], aspects[-1]["high"]) == (0.75, 3)
    assert {sum(bar["num"] for bar in bars) for bars in (widths, aspects, bytes_)} == {len(SIZES)}
    sizes = [len(image(n, size)) for n, size in enumerate(SIZES)]
    assert (bytes_[0]["low"], bytes_[-1]["high"]) == (min(sizes), max(sizes))


def test_few_sizes_have_a_bar_for_each_whole_pixel(api: APIClient, world: World) -> None:
    session = open_import(dataset=world.dataset, format="loose_files", created_by=world.caller)
    files = [Incoming(f"{n}.png", image(n, (340 + n, 400))) for n in (0, 3)]
    ingest(session=session, files=files, added_by_id=None)
    widths = statistics(api, world)["widths"]
    assert [(one["low"], one["high"], one["num"]) for one in widths] == [
        (340, 340, 1),
        (341, 341, 0),
        (342, 342, 0),
        (343, 343, 1),
    ]


def test_images_of_one_size_make_one_bar_and_no_images_none(api: APIClient, world: World) -> None:
    assert statistics(api, world)["bytes"] == []
    session = open_import(dataset=world.dataset, format="loose_files", created_by=world.caller)
    ingest(session=session, files=[Incoming("a.png", image())], added_by_id=None)
    shown = statistics(api, world)
    assert shown["widths"] == [{"low": 12, "high": 12, "num": 1}]
    assert [bar["num"] for bar in shown["bytes"]] == [1]


def test_labels_are_counted_by_source_author_and_day(api: APIClient, world: World) -> None:
    samples = fill(world)
    assert statistics(api, world)["by_author"] == []
    dog = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/labels", {"name": "dog"}), 201)
    body = {"label_ids": [dog["id"]], "revision": 0}
    ok(api.put(f"/api/v1/samples/{samples['3.png']}/labels", body))
    shown = statistics(api, world)
    assert shown["by_source"] == {"human": 1, "import": 3, "model": 0}
    author = {"id": str(world.owner.id), "name": world.owner.name}
    assert shown["by_author"] == [{"author": author, "num": 1}]
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    assert shown["by_day"] == [{"day": today, "num": 4}]
    assert (shown["num_unlabelled"], [row["num_samples"] for row in shown["labels"]]) == (0, [3, 1])


def test_what_lies_in_the_trash_is_not_counted(api: APIClient, world: World) -> None:
    samples = fill(world)
    statistics(api, world)
    trash_batch(world.dataset, [samples["0.png"]])
    in_trash = statistics(api, world)
    assert in_trash["by_source"]["import"] == 2
    assert in_trash["widths"][0]["low"] == 20
    purge_trash(world.dataset.id, lambda done, total: None)
    assert statistics(api, world) == in_trash


def test_a_second_look_walks_through_no_samples(api: APIClient, world: World) -> None:
    fill(world)
    first = statistics(api, world)
    with CaptureQueriesContext(connection) as captured:
        assert statistics(api, world) == first
    assert len(captured) <= MAX_QUERIES
    assert not any('FROM "datasets_sample"' in query["sql"] for query in captured)
