"""Labels that data declares are known in the order of its list, and are written in it again."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
import yaml

from engine.formats.declared_labels import declared_labels
from engine.formats.layout import Copy, Item, Piece, Problem
from engine.formats.loading import write_items
from engine.specs.data import DatasetFormat, Region
from engine.specs.samples.geometry import Box, FrameBox, Geometry
from tests.engine.formats.trees import image, read, tree

NAMES = ("划痕", "b c", "未用")
CVAT = "<annotations><meta><task><labels>{}</labels></task></meta></annotations>"
LABEL = "<label><name>{}</name></label>"
POINT = "<label><name>nose</name><parent>划痕</parent></label>"
CATEGORIES = [{"id": 9 - number, "name": name} for number, name in enumerate(NAMES)]
DECLARING: dict[DatasetFormat, dict[str, bytes | str]] = {
    DatasetFormat.YOLO: {"data.yaml": "names: [划痕, b c, 未用]"},
    DatasetFormat.COCO: {"a.json": json.dumps({"images": [], "categories": CATEGORIES})},
    DatasetFormat.CVAT: {"a.xml": CVAT.format("".join(map(LABEL.format, NAMES)) + POINT)},
    DatasetFormat.MOT: {"a/gt/labels.txt": "\n".join(NAMES)},
    DatasetFormat.MASK_PNG: {"classes.txt": "\n".join(("background", *NAMES))},
    DatasetFormat.MASK_COLOR: {
        "palette.txt": "0 0 0 background\n1 1 1 划痕\n2 2 2 b c\n9 9 9 未用"
    },
}


@pytest.mark.parametrize("key", DECLARING)
def test_the_labels_of_a_list_are_known_in_its_order(key: DatasetFormat) -> None:
    assert declared_labels(key, tree(DECLARING[key])) == NAMES


@pytest.mark.parametrize(
    "names",
    ["[no, off, yes, Null, 010, 12:30, 2024-01-02, 1_000, 0x10]", "{0: no, 1: off, 2: yes}"],
)
def test_names_of_yaml_that_look_like_something_else_are_names(names: str) -> None:
    expected = names.strip("[]{}").split(", ")
    declared = declared_labels(DatasetFormat.YOLO, tree({"data.yaml": f"names: {names}"}))
    assert list(declared) == [
        name.rpartition("  ")[2].partition(": ")[2] or name for name in expected
    ]


def test_numbers_of_classes_with_gaps_keep_their_order_and_the_gap_is_said() -> None:
    files = {
        "data.yaml": "names: {5: c, 0: a, 2: b}",
        "a.png": image(),
        "a.txt": "5 0.5 0.5 0.1 0.1",
    }
    assert declared_labels(DatasetFormat.YOLO, tree(files)) == ("a", "b", "c")
    (item,), problems = read(DatasetFormat.YOLO, tree(files))
    assert [region.label for region in item.regions] == ["c"]
    assert [(one.code, one.params) for one in problems] == [
        ("class_numbers_closed", {"missing": 1})
    ]


@pytest.mark.parametrize("key", DatasetFormat)
def test_a_list_that_cannot_be_read_declares_nothing(key: DatasetFormat) -> None:
    for files in DECLARING.values():
        damaged = dict.fromkeys(files, b"\xff{[<")
        assert len(declared_labels(key, tree(damaged))) <= 1
    assert declared_labels(key, tree({})) == ()


def test_the_name_of_a_whole_set_is_no_category() -> None:
    categories = [
        {"id": 0, "name": "cells", "supercategory": "none"},
        {"id": 1, "name": "red", "supercategory": "cells"},
        {"id": 2, "name": "person", "supercategory": "person"},
    ]
    files = tree({"a.json": json.dumps({"images": [], "categories": categories})})
    assert declared_labels(DatasetFormat.COCO, files) == ("red", "person")


def written(key: DatasetFormat, geometry: Geometry, labels: Sequence[str]) -> dict[str, bytes]:
    region = Region(id="1", label="b c", geometry=geometry)
    item = Item("a.png", "a.png", file="a.png", size=(20, 10), regions=(region,))
    source = tree({"a.png": image(20, 10)})
    found: dict[str, bytes] = {}
    for one in write_items(key, [item], source, labels=labels):
        assert not isinstance(one, Problem), one
        if isinstance(one, Piece):
            found[one.path] = found.get(one.path, b"") + one.content
        elif isinstance(one, Copy):
            found[one.path] = image(20, 10)
    return found


BOX = Box(left=1, top=1, width=4, height=4)


def test_exports_number_labels_as_the_dataset_does_with_those_that_no_object_has() -> None:
    yolo = written(DatasetFormat.YOLO, BOX, NAMES)
    assert yaml.safe_load(yolo["data.yaml"])["names"] == list(NAMES)
    assert yolo["labels/a.txt"].startswith(b"1 ")
    coco = json.loads(written(DatasetFormat.COCO, BOX, NAMES)["annotations/instances.json"])
    assert [(one["id"], one["name"]) for one in coco["categories"]] == list(enumerate(NAMES, 1))
    assert coco["annotations"][0]["category_id"] == 2
    box = FrameBox(frame=0, track=1, left=1, top=1, width=4, height=4)
    mot = written(DatasetFormat.MOT, box, NAMES)
    assert mot["a/gt/labels.txt"].decode().split("\n")[:-1] == list(NAMES)


@pytest.mark.parametrize("key", [DatasetFormat.YOLO, DatasetFormat.COCO, DatasetFormat.CVAT])
def test_what_is_written_declares_the_same_labels_again(key: DatasetFormat) -> None:
    files = tree({**written(key, BOX, NAMES)})
    assert declared_labels(key, files) == NAMES
    items, problems = read(key, files)
    assert ([one.label for one in items[0].regions], problems) == (["b c"], [])


def test_numbers_lie_within_what_cvat_takes() -> None:
    region = Region(id="1", label="x", geometry=BOX, attributes={"size": 1.5, "low": -3})
    item = Item("a.png", "a.png", file="a.png", size=(20, 10), regions=(region,))
    pieces = write_items(DatasetFormat.CVAT, [item], tree({"a.png": image(20, 10)}))
    document = b"".join(one.content for one in pieces if isinstance(one, Piece)).decode()
    assert "<values>0;1000000;0.1</values>" in document
    assert "<values>-3;1000000;1</values>" in document


def test_the_list_of_losses_of_an_export_is_no_part_of_the_data() -> None:
    losses = json.dumps([{"code": "not_held", "message": "m", "num": 1, "places": []}], indent=2)
    files = {**written(DatasetFormat.YOLO, BOX, NAMES), "losses.json": losses}
    assert read(DatasetFormat.YOLO, tree(files))[1] == []
    shapes = {"shapes": [], "imagePath": "a.png", "imageHeight": 10, "imageWidth": 20}
    labelme = {"a.json": json.dumps(shapes), "a.png": image(20, 10), "losses.json": losses}
    assert read(DatasetFormat.LABELME, tree(labelme))[1] == []
    # Somebody's own file of that name is named as any other.
    labelme["losses.json"] = "[]"
    assert len(read(DatasetFormat.LABELME, tree(labelme))[1]) == 1


def test_ids_of_categories_with_gaps_are_said_and_others_are_not() -> None:
    def problems(*ids: int) -> list[tuple[str, object]]:
        categories = [{"id": number, "name": f"c{number}"} for number in ids]
        images = [{"id": 1, "file_name": "a.png"}]
        box = {"id": 1, "image_id": 1, "category_id": ids[0], "bbox": [1, 1, 2, 2]}
        document = {"images": images, "annotations": [box], "categories": categories}
        files = {"a.png": image(), "a.json": json.dumps(document)}
        return [(one.code, one.params) for one in read(DatasetFormat.COCO, tree(files))[1]]

    assert problems(1, 2, 4) == [("category_ids_closed", {"missing": 3})]
    assert problems(0, 1, 2) == []
