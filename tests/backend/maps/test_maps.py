"""A dataset is laid out on a map, and what somebody draws a line around becomes a filter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from PIL import Image
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.datasets.models import Import, Label, Sample
from backend.datasets.services.importing.ingestion import Incoming, ingest, labelled
from backend.datasets.services.trash import trash_batch
from backend.files.services.readable import unreadable_of
from backend.jobs.models import Job
from backend.maps.models import AreaSample, MapPoint
from backend.maps.outlines import encloses
from backend.maps.services.maps import complete_map, prepare_map
from engine.cli import main
from engine.specs.projection import MapSummary
from tests.backend.conftest import World, make_world, ok
from tests.backend.images import encoded
from tests.backend.spoiled_files import DAMAGES, spoil

COLOURS = {"red": (220, 30, 30), "green": (30, 200, 60)}


def fill(world: World) -> dict[str, Sample]:
    session = Import.objects.create(dataset=world.dataset, format="loose_files")
    ingest(
        session=session,
        files=[
            Incoming(
                name=f"{name}{number}.png",
                content=encoded(Image.new("RGB", (40 + number, 40), colour)),
                given=labelled(name),
            )
            for name, colour in COLOURS.items()
            for number in range(8)
        ],
        added_by_id=world.owner.id,
    )
    world.dataset.refresh_from_db()
    return {row.name: row for row in Sample.objects.filter(dataset=world.dataset)}


def draw(
    world: World, api: APIClient, folder: Path, finish: Callable[[Any], None] = lambda result: None
) -> Any:
    """Draw a map as a worker would; return it as the API shows it."""
    path = f"/api/v1/datasets/{world.dataset.id}/maps"
    made = ok(api.post(path), 202)
    spec, work = folder / "spec.json", folder / "work"
    spec.write_text(prepare_map(map_id=UUID(made["id"]), folder=folder).model_dump_json())
    assert main(["map", "--spec", str(spec), "--work", str(work)]) == 0
    with (work / "points.jsonl").open("rb") as points:
        complete_map(
            map_id=UUID(made["id"]),
            summary=MapSummary.model_validate_json((work / "map.json").read_bytes()),
            points=points,
            unreadable=unreadable_of(folder),
            finish=finish,
        )
    Job.objects.filter(subject_id=made["id"]).update(state="succeeded")
    return ok(api.get(path))["results"][0]


def test_a_line_around_one_colour_is_a_filter_of_its_samples(
    world: World, api: APIClient, tmp_path: Path
) -> None:
    samples = fill(world)
    shown = draw(world, api, tmp_path)
    assert (shown["state"], shown["method"], shown["num_samples"]) == ("ready", "tsne", 16)
    points = ok(api.get(f"/api/v1/maps/{shown['id']}/points"))
    red = Label.objects.get(dataset=world.dataset, name="red")
    columns = zip(points["ids"], points["x"], points["y"], points["label"], strict=True)
    wanted = {key: (x, y) for key, x, y, label in columns if label == str(red.id)}
    assert len(wanted) == 8
    low = [min(place[axis] for place in wanted.values()) - 1e-3 for axis in (0, 1)]
    high = [max(place[axis] for place in wanted.values()) + 1e-3 for axis in (0, 1)]
    outline = [low, [high[0], low[1]], high, [low[0], high[1]]]
    area = ok(api.post(f"/api/v1/maps/{shown['id']}/areas", {"outline": outline}, "json"), 201)
    assert area["num_samples"] >= 8
    listed = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/samples?area={area['id']}"))
    assert set(wanted) <= {one["id"] for one in listed["results"]}
    assert len(listed["results"]) == area["num_samples"] == AreaSample.objects.count()

    passing = ok(api.get(f"/api/v1/maps/{shown['id']}/points?label={red.id}"))
    assert [one == str(red.id) for one in passing["label"]] == passing["passes"]
    trash_batch(world.dataset, [samples["red3.png"].id])
    left = ok(api.get(f"/api/v1/maps/{shown['id']}/points"))
    assert str(samples["red3.png"].id) not in left["ids"]
    assert len(left["ids"]) == 15


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_map_goes_on_without_a_file_that_is_damaged_and_names_it(
    world: World, api: APIClient, tmp_path: Path, damage: str
) -> None:
    spoil(fill(world)["red3.png"], damage)
    results: list[Any] = []
    shown = draw(world, api, tmp_path, results.append)
    assert (shown["num_samples"], shown["num_unreadable"]) == (15, 1)
    assert results == [{"num_points": 15, "unreadable": ["red3.png"], "num_unreadable": 1}]


def test_a_new_map_takes_the_place_of_the_old_one(
    world: World, api: APIClient, tmp_path: Path
) -> None:
    fill(world)
    first = draw(world, api, tmp_path)
    second = draw(world, api, tmp_path)
    assert MapPoint.objects.filter(map_id=first["id"]).count() == 0
    assert MapPoint.objects.filter(map_id=second["id"]).count() == 16


def test_points_on_either_side_of_a_hollow_line_are_told_apart() -> None:
    hollow = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 0.2), (0.0, 1.0)]
    assert encloses(hollow, (0.1, 0.5))
    assert encloses(hollow, (0.9, 0.5))
    assert not encloses(hollow, (0.5, 0.5))
    assert not encloses(hollow, (1.2, 0.5))


def test_too_few_samples_a_second_order_and_outsiders_are_refused(
    world: World, api: APIClient, client_of: Callable[[User], APIClient]
) -> None:
    path = f"/api/v1/datasets/{world.dataset.id}/maps"
    assert api.post(path).json()["code"] == "too_few_to_map"
    fill(world)
    made = ok(api.post(path), 202)
    assert api.post(path).json()["code"] == "map_under_way"
    stranger = client_of(make_world("theirs").owner)
    assert stranger.get(f"/api/v1/maps/{made['id']}/points").status_code == 404
    viewer = client_of(world.member(Role.VIEWER))
    assert viewer.post(path).status_code == 403
