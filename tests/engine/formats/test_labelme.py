"""LabelMe files keep their shapes; what cannot be learnt from is named."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import numpy as np
import pytest
from PIL import Image

from engine.errors import DataError
from engine.formats import labelme
from engine.formats.layout import Item
from engine.formats.shapes.run_lengths import pixels_of
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, KeyPoint, Mask, Polygon, Quad
from tests.engine.formats.trees import codes, essence, image, read, round_trip, tree

LABELME = DatasetFormat.LABELME
IMAGE = image(20, 10)


def marks(*shapes: dict[str, Any], **more: Any) -> str:
    return json.dumps({"shapes": shapes, "imagePath": "..\\x\\a.png", **more})


def test_shapes_become_boxes_outlines_and_corners() -> None:
    content = marks(
        {"label": "a", "points": [[9, 8], [1, 2]], "shape_type": "rectangle"},
        {"label": "b", "points": [[1, 1], [5, 1], [5, 5]], "group_id": 4, "description": "hi"},
        {"label": "b", "points": [[8, 8], [9, 8], [9, 9]], "group_id": 4},
        {"label": "c", "points": [[1, 1], [5, 1], [5, 5], [1, 5]], "shape_type": "rotation"},
        flags={"dark": True, "blurred": False},
    )
    items, problems = read(LABELME, tree({"test/a.png": IMAGE, "test/a.json": content}))
    assert problems == []
    assert items[0].labels == ("dark",)
    assert items[0].split is Split.TEST
    assert [(one.label, one.geometry, one.attributes) for one in items[0].regions] == [
        ("a", Box(left=1, top=2, width=8, height=6), {}),
        (
            "b",
            Polygon(rings=(((1, 1), (5, 1), (5, 5)), ((8, 8), (9, 8), (9, 9)))),
            {"description": "hi"},
        ),
        ("c", Quad(points=((1, 1), (5, 1), (5, 5), (1, 5))), {}),
    ]


def test_what_is_said_of_shapes_is_kept_in_and_out() -> None:
    said = {
        "label": "a",
        "flags": {"occluded": True, "truncated": False},
        "attributes": {"colour": "red", "wheels": 4},
        "description": "by the door",
        "group_id": 7,
        "difficult": True,
    }
    content = marks(
        {**said, "points": [[9, 8], [1, 2]], "shape_type": "rectangle"},
        {**said, "points": [[1, 1], [5, 1], [5, 5]], "shape_type": "polygon"},
    )
    files = tree({"a.png": IMAGE, "a.json": content})
    items, problems = read(LABELME, files)
    expected = {
        "occluded": True,
        "truncated": False,
        "colour": "red",
        "wheels": 4,
        "description": "by the door",
        "group_id": 7,
        "difficult": True,
    }
    assert problems == []
    assert [one.attributes for one in items[0].regions] == [expected, expected]
    back, lost = round_trip(LABELME, items, files)
    assert lost == []
    assert back[0].regions == items[0].regions


def test_masks_and_points_of_labelme_are_read() -> None:
    inside = np.zeros((4, 5), dtype=bool)
    inside[1:3, 2:] = True
    out = io.BytesIO()
    Image.fromarray(inside).save(out, "PNG")
    mask = base64.b64encode(out.getvalue()).decode()
    content = marks(
        {"label": "a", "points": [[3, 2], [7, 5]], "shape_type": "mask", "mask": mask},
        {"label": "nose", "points": [[6, 3]], "shape_type": "point"},
        {"label": "lost", "points": [[15, 9]], "shape_type": "point"},
        {"label": "a", "points": [[3, 2]], "shape_type": "mask", "mask": "AAAA"},
    )
    items, problems = read(LABELME, tree({"a.png": IMAGE, "a.json": content}))
    assert codes(problems) == ["shape_malformed", "keypoint_alone"]
    (region,) = items[0].regions
    whole = np.zeros((10, 20), dtype=bool)
    whole[2:6, 3:8] = inside
    assert isinstance(region.geometry, Mask)
    assert (pixels_of(region.geometry) == whole).all()
    assert region.points == (KeyPoint(name="nose", x=6, y=3),)


def test_a_file_of_more_values_than_any_tool_writes_is_not_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(labelme, "_MAX_VALUES", 1000)
    files = {"a.png": IMAGE, "a.json": marks(*[{}] * 2000)}
    items, problems = read(LABELME, tree(files))
    assert codes(problems) == ["annotation_malformed"]
    assert [item.is_annotated for item in items] == [False]


def test_an_image_that_may_be_of_two_folders_is_named_not_guessed() -> None:
    content = json.dumps({"shapes": [], "imagePath": "a.png"})
    files = {"day/a.png": IMAGE, "night/a.png": IMAGE, "marks/a.json": content}
    items, problems = read(LABELME, tree(files))
    assert codes(problems) == ["sample_ambiguous"]
    assert [item.is_annotated for item in items] == [False, False]


def test_shapes_left_out_or_changed_are_named() -> None:
    content = marks(
        {"label": "a", "points": [[9, 8], [1, 2]], "shape_type": "line"},
        {"label": "a", "points": [[10, 5], [13, 5]], "shape_type": "circle"},
        {"label": "a", "points": [[1]]},
        {"label": "a", "points": [[1, 1], [2, 2]]},
        {"label": "a", "points": [[1, 1], [2, 2], [3, 3]]},
        "odd",
        imageWidth=5,
        imageHeight=5,
    )
    items, problems = read(LABELME, tree({"a.png": IMAGE, "a.json": content}))
    assert codes(problems) == [
        "size_differs",
        "circle_drawn",
        "shape_malformed",
        "outline_malformed",
        "outline_empty",
        "shape_malformed",
        "shape_unsupported",
    ]
    assert len(items[0].regions) == 1


def test_an_embedded_image_stands_in_for_a_missing_one() -> None:
    data = base64.b64encode(IMAGE).decode()
    items, problems = read(LABELME, tree({"a.json": marks(imageData=data)}))
    assert (items[0].content, items[0].name, problems) == (IMAGE, "a.png", [])
    assert codes(read(LABELME, tree({"a.json": marks(imageData="?")}))[1]) == ["sample_missing"]


def test_damaged_files_are_named() -> None:
    for content in ("{", "[]", '{"shapes": 3}', "{}", "[" * 100_000):
        items, problems = read(LABELME, tree({"a.png": IMAGE, "a.json": content}))
        assert codes(problems) == ["annotation_malformed"]
        assert [item.is_annotated for item in items] == [False]
    with pytest.raises(DataError, match="no JSON"):
        read(LABELME, tree({"a.png": IMAGE}))


def test_what_is_written_reads_back_the_same() -> None:
    files = tree({"x.png": IMAGE})
    shapes = (
        Box(left=0.5, top=1, width=3.25, height=4),
        Polygon(rings=(((1, 1), (5, 1), (5, 5)), ((8, 8), (9.5, 8), (9, 9)))),
        Quad(points=((1, 1), (5, 2), (5, 6), (1, 5))),
    )
    regions = tuple(
        Region(
            id=str(number),
            label=None if number == 2 else "猫",
            geometry=shape,
            attributes={"description": "é" * number},
        )
        for number, shape in enumerate(shapes, start=1)
    )
    items = [
        Item("1", "x.png", file="x.png", regions=regions, labels=("a", "b"), split=Split.TRAIN),
        Item("2", "y/x.jpg", file="x.png", split=Split.VALIDATION),
        Item("3", "x.png", file="x.png", is_annotated=False),
    ]
    back, lost = round_trip(LABELME, items, files)
    assert lost == []
    assert {essence(one) for one in back} == {essence(one) for one in items}


def test_masks_are_written_as_outlines_and_counted() -> None:
    mask = Mask(size=(10, 20), counts="37n5")
    item = Item("1", "x.png", file="x.png", regions=(Region(id="1", label="a", geometry=mask),))
    back, lost = round_trip(LABELME, [item], tree({"x.png": IMAGE}))
    assert codes(lost) == ["drawn_as_outline"]
    assert back[0].regions[0].geometry == Polygon(rings=(((0, 3), (1, 3), (1, 10), (0, 10)),))
