"""What an import says of annotations is about all that its files hold, not what readers passed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.models import Import, Label, Sample
from engine.catalog import AnnotationKind, DatasetFormat, Media
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_archives import zipped
from tests.backend.datasets.test_formats import bring, export, freeze
from tests.backend.images import image

pytestmark = pytest.mark.django_db

FORMATS = (DatasetFormat.COCO, DatasetFormat.YOLO, DatasetFormat.LABELME, DatasetFormat.CVAT)


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> World:
    """A dataset of images with boxes."""
    return world_of(
        add_card(monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.BOXES, formats=FORMATS)
    )


@pytest.fixture
def outlines(monkeypatch: pytest.MonkeyPatch) -> World:
    """A dataset of images with outlines."""
    card = add_card(
        monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.OUTLINES, formats=FORMATS
    )
    return world_of(card)


def counts(api: APIClient, session: Import) -> tuple[int, int, dict[str, int]]:
    """Return how many annotations were given and taken, and those left out by reason."""
    found = ok(api.get(f"/api/v1/imports/{session.id}"))["annotations"]
    left_out = {one["code"]: one["num"] for one in found["left_out"] if not one["is_detail"]}
    assert found["num_given"] == found["num_taken"] + found["num_same"] + sum(left_out.values())
    return found["num_given"], found["num_taken"], left_out


def brought(world: World, files: Mapping[str, bytes | str], layout: DatasetFormat) -> Import:
    content = [(name, one.encode() if isinstance(one, str) else one) for name, one in files.items()]
    return bring(world, "a.zip", zipped(content), layout)


def test_annotations_of_images_that_nobody_can_tell_apart_are_counted_as_left_out(
    boxes: World, client_of: Callable[[User], APIClient]
) -> None:
    mark = {"image_id": 1, "category_id": 1, "bbox": [1, 1, 2, 2]}
    document = {
        "images": [{"id": 1, "file_name": "a.png"}, {"id": 2, "file_name": "own.png"}],
        "annotations": [*[mark] * 3, {**mark, "image_id": 2}, {**mark, "category_id": 9}],
        "categories": [{"id": 1, "name": "x"}],
    }
    files = {
        "x/a.png": image(1, (20, 10)),
        "y/a.png": image(2, (20, 10)),
        "x/own.png": image(3, (20, 10)),
        "all.json": json.dumps(document),
    }
    session = brought(boxes, files, DatasetFormat.COCO)
    found = counts(client_of(boxes.owner), session)
    assert found == (5, 1, {"sample_ambiguous": 4})


def test_lines_that_cannot_be_read_are_counted_as_left_out(
    boxes: World, client_of: Callable[[User], APIClient]
) -> None:
    files = {
        "data.yaml": "names: [x]",
        "images/a.png": image(1, (20, 10)),
        "labels/a.txt": "0 .5 .5 .2 .2\n7 .5 .5 .1 .1\n0 .5 .5 nan .1\n",
        "images/b.png": image(2, (20, 10)),
        "labels/b.txt": "7 .5 .5 .1 .1\n0 5 5 .1 .1\n",
    }
    session = brought(boxes, files, DatasetFormat.YOLO)
    found = counts(client_of(boxes.owner), session)
    assert found == (5, 1, {"class_unknown": 2, "line_malformed": 1, "box_outside": 1})


def test_shapes_that_are_not_read_are_counted_as_left_out(
    boxes: World, client_of: Callable[[User], APIClient]
) -> None:
    line = '<polyline label="x" points="1,1;2,2"/>'
    document = (
        '<annotations><image id="0" name="a.png" width="20" height="10">'
        f'<box label="x" xtl="1" ytl="1" xbr="4" ybr="4"/>{line}{line}</image></annotations>'
    )
    files = {"annotations.xml": document, "images/a.png": image(1, (20, 10))}
    session = brought(boxes, files, DatasetFormat.CVAT)
    found = counts(client_of(boxes.owner), session)
    assert found == (3, 1, {"shape_unsupported": 2})


def test_four_corners_and_rectangles_are_all_there_in_a_task_of_outlines(
    outlines: World, client_of: Callable[[User], APIClient]
) -> None:
    corners = "0 .1 .1 .5 .1 .5 .5 .1 .5\n"
    yolo = {
        "data.yaml": "names: [x]",
        "images/a.png": image(1, (20, 10)),
        "labels/a.txt": corners * 2,
    }
    session = brought(outlines, yolo, DatasetFormat.YOLO)
    api = client_of(outlines.owner)
    assert counts(api, session) == (2, 2, {})
    shape = {"label": "x", "points": [[1, 1], [5, 5]], "shape_type": "rectangle"}
    labelme = {"shapes": [shape], "imagePath": "b.png", "imageHeight": 10, "imageWidth": 20}
    files = {"b.json": json.dumps(labelme), "b.png": image(2, (20, 10))}
    assert counts(api, brought(outlines, files, DatasetFormat.LABELME)) == (1, 1, {})
    told = session.problems.values_list("code", "params__num")
    assert list(told) == [("regions_outlined", 2)]
    assert Sample.objects.filter(labelled_at=None).count() == 0


def test_boxes_alone_are_no_outlines_and_their_samples_stay_open(
    outlines: World, client_of: Callable[[User], APIClient]
) -> None:
    files = {
        "data.yaml": "names: [x]",
        "images/a.png": image(1, (20, 10)),
        "labels/a.txt": "0 .5 .5 .2 .2\n",
    }
    session = brought(outlines, files, DatasetFormat.YOLO)
    found = counts(client_of(outlines.owner), session)
    assert found == (1, 0, {"regions_of_other_kind": 1})
    assert Sample.objects.filter(labelled_at=None).count() == 1


def test_declared_labels_come_in_the_order_of_their_list_and_go_out_in_it(
    boxes: World, client_of: Callable[[User], APIClient]
) -> None:
    files = {
        "data.yaml": "names: [划痕, b c, 未用]",
        "images/a.png": image(1, (20, 10)),
        "labels/a.txt": "1 .5 .5 .2 .2\n",
        "images/b.png": image(2, (20, 10)),
        "labels/b.txt": "1 .5 .5 .2 .2\n",
    }
    brought(boxes, files, DatasetFormat.YOLO)
    api = client_of(boxes.owner)
    labels = Label.objects.filter(dataset=boxes.dataset).order_by("position")
    assert [one.name for one in labels] == ["划痕", "b c", "未用"]
    # Another import adds what is new behind them.
    brought(boxes, {**files, "data.yaml": "names: [新, b c]"}, DatasetFormat.YOLO)
    assert [one.name for one in labels.all()] == ["划痕", "b c", "未用", "新"]
    made = export(api, freeze(boxes), "yolo")
    assert "names:\n- 划痕\n- b c\n- 未用\n- 新\n" in made.read("data.yaml").decode()


def test_declared_labels_are_added_only_where_samples_have_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    formats = (DatasetFormat.CVAT, DatasetFormat.TEXT_LINES)
    card = add_card(
        monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.TEXT_LINES, formats=formats
    )
    world = world_of(card)
    label = "<labels><label><name>x</name></label></labels>"
    document = (
        f"<annotations><meta><task>{label}</task></meta>"
        '<image id="0" name="a.png" width="20" height="10"/></annotations>'
    )
    files = {"a.xml": document, "a.png": image(1, (20, 10))}
    brought(world, files, DatasetFormat.CVAT)
    assert not Label.objects.filter(dataset=world.dataset).exists()
