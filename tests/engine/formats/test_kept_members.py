"""What files say beside the shapes: kept as attributes, or named with how often it is there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.formats.layout import Item, Piece
from engine.formats.loading import write_items
from engine.specs.data import DatasetFormat, Region
from engine.specs.samples.geometry import Box, KeyPoint, Span
from tests.engine.formats.test_coco import document
from tests.engine.formats.trees import codes, image, read, round_trip, tree

COCO, VOC, CVAT = DatasetFormat.COCO, DatasetFormat.VOC, DatasetFormat.CVAT
IMAGE = {"id": 7, "file_name": "a.png", "width": 20, "height": 10}
BOX = Box(left=1, top=1, width=8, height=8)


def coco(content: str) -> Any:
    return read(COCO, tree({"x.json": content, "a.png": image(20, 10)}))


def test_members_of_an_annotation_of_coco_are_attributes() -> None:
    more = {"score": 0.5, "track_id": 7, "tool": "sam", "is_new": True, "ignore": 0}
    content = document({"bbox": [1, 1, 2, 2], **more, "attributes": {"tool": "hand"}})
    (item,), problems = coco(content)
    assert problems == []
    kept = {"score": 0.5, "track_id": 7, "tool": "hand", "is_new": True}
    assert item.regions[0].attributes == kept
    back, lost = round_trip(COCO, [item], tree({"a.png": image(20, 10)}))
    assert (back[0].regions[0].attributes, lost) == (kept, [])


def test_members_of_coco_that_have_no_place_are_named_with_their_number() -> None:
    images = [{**IMAGE, "license": 3, "date_captured": "2026", "flickr_url": "", "coco_url": None}]
    categories = [{"id": 3, "name": "cat", "supercategory": "animal", "color": [1, 2, 3]}]
    content = document(
        {"bbox": [1, 1, 2, 2], "tags": ["a"]},
        {"bbox": [1, 1, 3, 3], "tags": ["b"]},
        images=images,
        categories=categories,
    )
    (item,), problems = coco(content)
    assert len(item.regions) == 2
    assert {one.place: set(str(one.params["fields"]).split(", ")) for one in problems} == {
        "x.json:images": {"date_captured (1)", "license (1)"},
        "x.json:categories": {"color (1)", "supercategory (1)"},
        "x.json:annotations": {"tags (2)"},
    }
    assert set(codes(problems)) == {"fields_unread"}


def test_what_a_tool_says_of_an_object_of_voc_is_an_attribute_or_named() -> None:
    content = (
        "<annotation><filename>a.png</filename><size><width>20</width><height>10</height></size>"
        "<object><name>cat</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>5</xmax><ymax>5</ymax>"
        "</bndbox><weight>5</weight><colour>red</colour><empty/>"
        "<polygon><x1>1</x1><y1>1</y1></polygon></object></annotation>"
    )
    (item,), problems = read(VOC, tree({"a.xml": content, "a.png": image(20, 10)}))
    assert item.regions[0].attributes == {"weight": 5, "colour": "red"}
    assert [(one.code, one.params) for one in problems] == [
        ("fields_unread", {"fields": "polygon (1)"})
    ]


def test_members_of_a_shape_of_labelme_are_attributes_or_named() -> None:
    shape = {"label": "cat", "shape_type": "rectangle", "points": [[1, 1], [5, 5]]}
    more = {"score": 0.5, "direction": 1.5, "kie_linking": [[1, 2]], "line_color": [1, 2, 3]}
    content = {"imagePath": "a.png", "shapes": [{**shape, **more}, {**shape, "score": None}]}
    (item,), problems = read(
        DatasetFormat.LABELME, tree({"a.json": json.dumps(content), "a.png": image(20, 10)})
    )
    assert [region.attributes for region in item.regions] == [{"score": 0.5}, {}]
    assert [(one.code, one.params) for one in problems] == [
        ("fields_unread", {"fields": "kie_linking (1)"})
    ]


def test_key_points_that_no_object_shows_are_named() -> None:
    categories = [{"id": 3, "name": "cat", "keypoints": ["nose", "eye", "tail"]}]
    content = document(
        {"bbox": [1, 1, 8, 8], "keypoints": [2, 2, 2, 0, 0, 0, 0, 0, 0]}, categories=categories
    )
    _, problems = coco(content)
    assert [(one.code, one.params) for one in problems] == [
        ("keypoints_unseen", {"label": "cat", "points": "eye, tail", "num": 2})
    ]


def test_key_points_are_written_in_the_order_that_objects_have_them() -> None:
    def points(*names: str) -> tuple[KeyPoint, ...]:
        return tuple(KeyPoint(name=name, x=2, y=2) for name in names)

    regions = [
        Region(id=str(n), label="cat", geometry=BOX, points=points(*names))
        for n, names in enumerate([("nose", "tail"), ("eye", "tail"), ("nose", "eye", "ear")])
    ]
    item = Item("a.png", "a.png", file="a.png", size=(20, 10), regions=tuple(regions))
    found = write_items(COCO, [item], tree({"a.png": image(20, 10)}), labels=["cat"])
    written = json.loads(b"".join(one.content for one in found if isinstance(one, Piece)))
    assert written["categories"][0]["keypoints"] == ["nose", "eye", "tail", "ear"]
    assert written["annotations"][1]["keypoints"] == [0, 0, 0, 2, 2, 2, 2, 2, 2, 0, 0, 0]


@pytest.mark.parametrize("box", [{}, {"bbox": []}, {"bbox": [0, 0, 0, 0]}])
def test_key_points_without_a_box_have_the_one_around_them(box: dict[str, Any]) -> None:
    categories = [{"id": 3, "name": "cat", "keypoints": ["nose", "tail", "ear"]}]
    content = document(
        {**box, "keypoints": [2, 3, 2, 8, 7, 1, 0, 0, 0]},
        {**box, "keypoints": [0, 0, 0, 20, 0, 2, 0, 0, 0]},
        {**box, "keypoints": [0, 0, 0, 0, 0, 0, 4, 4, 2]},
        categories=categories,
    )
    (item,), problems = coco(content)
    assert [region.geometry for region in item.regions] == [
        Box(left=2, top=3, width=6, height=4),
        Box(left=19, top=0, width=1, height=1),
        Box(left=3.5, top=3.5, width=1, height=1),
    ]
    assert codes(problems) == ["skeleton_boxed"] * 3


def test_a_skeleton_of_cvat_with_one_point_has_a_box_of_a_pixel() -> None:
    content = (
        '<annotations><image id="0" name="a.png" width="20" height="10"><skeleton label="cat">'
        '<points label="nose" outside="0" points="5,5"/><points label="tail" outside="1" '
        'points="9,9"/></skeleton></image></annotations>'
    )
    (item,), problems = read(CVAT, tree({"a.xml": content, "a.png": image(20, 10)}))
    (region,) = item.regions
    assert region.geometry == Box(left=4.5, top=4.5, width=1, height=1)
    assert [point.name for point in region.points] == ["nose"]
    assert codes(problems) == ["skeleton_boxed"]


def test_a_span_of_doccano_that_is_none_costs_itself_alone() -> None:
    lines = [
        {"text": "hello", "label": [[0, 5, "G"], [3, 99, "H"], ["x"], [0, 1, 7], "Y"]},
        {
            "text": "hello",
            "entities": [{"id": 1, "label": "G", "start_offset": 0, "end_offset": 5}, 3],
        },
    ]
    text = "\n".join(map(json.dumps, lines))
    items, problems = read(DatasetFormat.JSON_LINES, tree({"admin.jsonl": text}))
    spans = [(one.label, one.geometry) for item in items for one in item.regions]
    assert spans == [("G", Span(start=0, end=5))] * 2
    assert codes(problems) == ["span_outside", *["shape_malformed"] * 4]
    assert sum(one.num_lost for one in problems) == 5
