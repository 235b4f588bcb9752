"""COCO files at the edges of what they may hold: little, late, of nobody, without a place."""

from __future__ import annotations

import json

import pytest

from engine.formats import coco
from engine.formats.layout import Item, Piece, Problem
from engine.specs.data import DatasetFormat, Region
from engine.specs.samples.geometry import Box, Segment
from tests.engine.formats.test_coco import IMAGE, document
from tests.engine.formats.trees import codes, image, read, tree

COCO = DatasetFormat.COCO


def test_an_image_of_one_pixel_has_a_size_that_may_differ() -> None:
    files = {"x.json": document(images=[{**IMAGE, "width": 1}]), "a.png": image(20, 10)}
    assert codes(read(COCO, tree(files))[1]) == ["size_differs"]
    files = {"x.json": document(images=[{**IMAGE, "width": 0}]), "a.png": image(20, 10)}
    assert read(COCO, tree(files))[1] == []


def test_what_has_no_annotation_is_not_empty_where_some_are_of_nobody() -> None:
    content = document({"bbox": [1, 1, 1, 1], "image_id": 8}, {"bbox": [1, 1], "image_id": 8})
    items, problems = read(COCO, tree({"x.json": content, "a.png": image(20, 10)}))
    assert [(one.code, one.num_lost) for one in problems] == [("image_unlisted", 2)]
    assert [one.is_annotated for one in items] == [False]
    items, problems = read(COCO, tree({"x.json": document(), "a.png": image(20, 10)}))
    assert [one.is_annotated for one in items] == [True]
    _, problems = read(COCO, tree({"x.json": document({"bbox": [1]}), "a.png": image(20, 10)}))
    assert [(one.code, one.num_lost) for one in problems] == [("shape_malformed", 1)]


@pytest.mark.parametrize(
    ("key", "problems"), [("images", ["fields_unread"]), ("annotations", ["image_unlisted"])]
)
def test_a_file_whose_lists_stand_after_much_else_is_coco(key: str, problems: list[str]) -> None:
    entry = {"id": 1, "file_name": "a.png", "image_id": 1}
    content = json.dumps({"info": "x" * 100_000, key: [entry]})
    items, found = read(COCO, tree({"x.json": content, "a.png": image(20, 10)}))
    assert codes(found) == problems
    assert len(items) == 1


def test_what_has_no_place_is_counted_and_labels_without_a_number_get_the_next() -> None:
    box = Box(left=1, top=1, width=3, height=4)
    regions = (
        Region(id="1", label="cat", geometry=Segment(start_ms=0, end_ms=1)),
        Region(id="2", label="new", geometry=box),
        Region(id="3", label="cat", geometry=box),
        Region(id="4", label="other", geometry=box),
    )
    item = Item("1", "x.png", file="x.png", regions=regions)
    found = list(coco.write([item], tree({"x.png": image(20, 10)}), labels=("cat", "dog")))
    lost = [one for one in found if isinstance(one, Problem)]
    assert [(one.code, one.params["num"]) for one in lost] == [("not_held", 1)]
    written = json.loads(b"".join(one.content for one in found if isinstance(one, Piece)))
    names = {one["id"]: one["name"] for one in written["categories"]}
    assert names == {1: "cat", 2: "dog", 3: "new", 4: "other"}
    assert [one["category_id"] for one in written["annotations"]] == [3, 1, 4]
