"""COCO files of any order and size are read, and every annotation left out is named."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from engine.data.image.region_boxes import labelled_regions
from engine.errors import DataError
from engine.formats import coco, labelme, voc, yolo
from engine.formats.layout import Item, Piece, Problem
from engine.formats.reading.json_stream import JsonError, iterate_json
from engine.formats.reading.trees import ZipTree
from engine.specs.data import DatasetFormat, Region, SampleRecord, Split
from engine.specs.samples.geometry import Box, KeyPoint, Mask, Polygon, Quad
from tests.engine.formats.packing import write_zip
from tests.engine.formats.trees import codes, essence, image, read, round_trip, tree

COCO = DatasetFormat.COCO
IMAGE = {"id": 7, "file_name": "a.png", "width": 20, "height": 10}


def document(*annotations: dict[str, Any], **more: Any) -> str:
    """Return a file whose annotations stand before the images they are of."""
    entries = [
        {"id": n, "image_id": 7, "category_id": 3, **one} for n, one in enumerate(annotations)
    ]
    content = {
        "info": {"year": 2026},
        "annotations": entries,
        "images": [IMAGE],
        "categories": [{"id": 3, "name": "cat"}],
    }
    return json.dumps({**content, **more})


def test_boxes_outlines_and_run_lengths_are_read() -> None:
    content = document(
        {"bbox": [1, 2, 3, 4]},
        {"segmentation": [[1, 1, 5, 1, 5, 5], [8, 8, 9, 8, 9, 9]], "bbox": [0, 0, 1, 1]},
        {"segmentation": {"size": [10, 20], "counts": [3, 7, 190]}},
        {"segmentation": {"size": [10, 20], "counts": "37n5"}},
    )
    items, problems = read(COCO, tree({"val/x.json": content, "val/a.png": image(20, 10)}))
    assert problems == []
    assert items[0].split is Split.VALIDATION
    assert [region.geometry for region in items[0].regions] == [
        Box(left=1, top=2, width=3, height=4),
        Polygon(rings=(((1, 1), (5, 1), (5, 5)), ((8, 8), (9, 8), (9, 9)))),
        Mask(size=(10, 20), counts="37n5"),
        Mask(size=(10, 20), counts="37n5"),
    ]


def test_each_annotation_left_out_or_changed_is_named() -> None:
    content = document(
        {"bbox": [15, 5, 10, 2]},
        {"bbox": [30, 5, 10, 2]},
        {"bbox": [3, 5, 0, 2]},
        {"bbox": [3, 5, 2, 2], "category_id": 9},
        {"bbox": [3, 5, 2, 2], "iscrowd": 1},
        {"bbox": [3, 5, 2]},
        {"bbox": [3, 5, 2, 2], "keypoints": [1, 1, 2, 3]},
        {"segmentation": {"size": [10, 20], "counts": [5]}},
        {"segmentation": [[1, 2, 3]]},
        {"segmentation": [[1, 1, 50, 1, 50, 9]]},
        {"bbox": [1, 1, 1, 1], "image_id": 8},
    )
    items, problems = read(COCO, tree({"x.json": content, "a.png": image(20, 10)}))
    assert [(one.code, one.place.split(":")[1]) for one in problems] == [
        ("box_clipped", "annotation 0"),
        ("box_outside", "annotation 1"),
        ("box_empty", "annotation 2"),
        ("class_unknown", "annotation 3"),
        ("region_crowd", "annotation 4"),
        ("shape_malformed", "annotation 5"),
        ("keypoints_malformed", "annotation 6"),
        ("shape_malformed", "annotation 7"),
        ("shape_malformed", "annotation 8"),
        ("outline_clipped", "annotation 9"),
        ("image_unlisted", "image 8"),
    ]
    assert len(items[0].regions) == 4
    assert [one.attributes for one in items[0].regions if one.attributes] == [{"iscrowd": True}]


def test_a_crowd_goes_out_as_it_came_in_and_is_not_learnt() -> None:
    box = Box(left=1, top=1, width=3, height=4)
    crowd = Region(id="1", label="cow", geometry=box, attributes={"iscrowd": True, "far": True})
    cow = Region(id="2", label="cow", geometry=box, attributes={"iscrowd": False})
    item = Item("1", "x.png", file="x.png", regions=(crowd, cow))
    files = tree({"x.png": image(20, 10)})
    out = io.BytesIO()
    write_zip(COCO, [item], files, out)
    with zipfile.ZipFile(out) as archive:
        written = json.loads(archive.read("annotations/instances.json"))["annotations"]
    assert [one["iscrowd"] for one in written] == [1, 0]
    assert written[0]["attributes"] == {"far": True}
    items, problems = read(COCO, ZipTree(out))
    assert codes(problems) == ["region_crowd"]
    assert [one.attributes for one in items[0].regions] == [{"iscrowd": True, "far": True}, {}]
    record = SampleRecord(
        id="1", file="x", name="x", sha256="", split=Split.TRAIN, regions=items[0].regions
    )
    assert [one.id for one in labelled_regions(record)] == ["2"]


def test_a_file_that_breaks_off_keeps_what_came_before() -> None:
    content = document({"bbox": [1, 2, 3, 4]}).replace(
        '"annotations"', '"info2": {}, "annotations"'
    )
    whole = json.loads(content)
    ordered = json.dumps({key: whole[key] for key in ("categories", "images", "annotations")})
    files = {"x.json": ordered[:-2] + ', {"id": 1, "im', "a.png": image(20, 10)}
    items, problems = read(COCO, tree(files))
    assert codes(problems) == ["annotation_malformed"]
    assert len(items[0].regions) == 1


def test_images_that_are_missing_or_of_another_size_are_named() -> None:
    entry = {**IMAGE, "file_name": "C:\\data\\a.png", "width": 10, "height": 20}
    files = {
        "x.json": document(images=[entry, {**IMAGE, "id": 1, "file_name": "gone.png"}, {"id": 2}]),
        "a.png": image(20, 10),
        "more.png": image(),
        "notes.pdf": b"",
    }
    items, problems = read(COCO, tree(files))
    assert codes(problems) == [
        "annotation_malformed",
        "size_differs",
        "sample_missing",
        "file_unused",
    ]
    assert problems[0].place == "x.json:images[2]"
    assert [(item.name, item.is_annotated) for item in items] == [
        ("a.png", True),
        ("more.png", False),
    ]


def test_the_json_of_create_ml_is_not_coco() -> None:
    box = {"label": "x", "coordinates": {"x": 5, "y": 5, "width": 4, "height": 4}}
    other = json.dumps([{"image": "a.png", "annotations": [box]}])
    with pytest.raises(DataError, match="COCO"):
        read(COCO, tree({"_annotations.createml.json": other, "a.png": image()}))
    beside = {"train.json": json.dumps({"images": [{"id": 1, "file_name": "a.png"}]})}
    items, problems = read(COCO, tree({"b.createml.json": other, "a.png": image(), **beside}))
    assert [(one.code, one.place) for one in problems] == [("file_unused", "b.createml.json")]
    assert len(items) == 1


def test_an_object_that_lists_nothing_at_its_top_is_named() -> None:
    files = {"a.json": '{"data": {"images": [], "annotations": []}}', "a.png": image()}
    items, problems = read(COCO, tree(files))
    assert [(one.code, one.place) for one in problems] == [("annotation_malformed", "a.json")]
    assert [one.is_annotated for one in items] == [False]


def test_other_json_is_not_coco() -> None:
    with pytest.raises(DataError, match="images"):
        read(COCO, tree({"x.json": '{"version": 1}', "a.png": image()}))


def test_what_is_written_reads_back_the_same() -> None:
    files = tree({"x.png": image(20, 10)})
    shapes = (
        Box(left=0.5, top=1, width=3.25, height=4),
        Polygon(rings=(((1, 1), (5, 1), (5, 5)), ((8, 8), (9.5, 8), (9, 9)))),
        Mask(size=(10, 20), counts="37n5"),
    )
    regions = tuple(
        Region(id=str(number), label="猫" if number % 2 else "dog", geometry=shape)
        for number, shape in enumerate(shapes, start=1)
    )
    items = [
        Item("1", "x.png", file="x.png", regions=regions, split=Split.TRAIN),
        Item("2", "y/x.png", file="x.png", split=Split.TRAIN),
        Item("3", "x.png", file="x.png", regions=regions[:1], split=Split.TEST),
        Item("4", "bare.png", file="x.png", is_annotated=False),
    ]
    back, lost = round_trip(COCO, items, files)
    assert lost == []
    found = [essence(one) for one in back]
    assert len(found) == len(items)
    assert all(essence(one) in found for one in items)


def test_a_quad_is_written_as_an_outline_and_counted() -> None:
    quad = Quad(points=((1, 1), (5, 2), (5, 6), (1, 5)))
    item = Item("1", "x.png", file="x.png", regions=(Region(id="1", label="a", geometry=quad),))
    back, lost = round_trip(COCO, [item], tree({"x.png": image(20, 10)}))
    assert codes(lost) == ["drawn_as_outline"]
    assert back[0].regions[0].geometry == quad


def test_long_arrays_are_read_in_pieces() -> None:
    rows = [{"id": n, "text": "x" * (n % 700)} for n in range(9000)]
    text = json.dumps({"a": rows, "b": 12, "c": [], "d": ["y" * 3_000_000, 3.5]}, indent=1)
    members = list(iterate_json(io.StringIO(text)))
    assert [one.value for one in members[:9000]] == rows
    assert [(one.key, one.index) for one in members[9000:]] == [("b", None), ("d", 0), ("d", 1)]
    assert members[-1].value == 3.5
    assert [one.value for one in iterate_json(io.StringIO('[1, {"a": 2}]'))] == [1, {"a": 2}]
    for broken in ("", "3", "[1", '{"a" 1}', '{"a": [1, 2', '{"a": [1 2]}', "{1: 2}"):
        with pytest.raises(JsonError):
            list(iterate_json(io.StringIO(broken)))


def test_key_points_are_read_by_name_with_what_is_covered() -> None:
    categories = [
        {"id": 3, "name": "cell", "keypoints": ["top", "left", "end"], "skeleton": [[1, 2], [2, 3]]}
    ]
    entry = {"bbox": [1, 1, 8, 8], "category_id": 3, "keypoints": [2, 3, 2, 0, 0, 0, 7.5, 8, 1]}
    content = json.loads(document(entry))
    content["categories"] = categories
    items, problems = read(COCO, tree({"x.json": json.dumps(content), "a.png": image(20, 10)}))
    assert [(one.code, one.params["num"]) for one in problems] == [
        ("skeleton_left_out", 2),
        ("keypoints_unseen", 1),
    ]
    assert items[0].regions[0].points == (
        KeyPoint(name="top", x=2, y=3),
        KeyPoint(name="end", x=7.5, y=8, is_visible=False),
    )


def test_each_written_annotation_has_a_place_for_every_key_point_of_its_category() -> None:
    first = Region(
        id="1",
        label="cell",
        geometry=Box(left=1, top=1, width=5, height=5),
        points=(KeyPoint(name="tip", x=2, y=2),),
    )
    second = Region(
        id="2",
        label="cell",
        geometry=Box(left=1, top=1, width=5, height=5),
        points=(KeyPoint(name="tail", x=4, y=5, is_visible=False),),
    )
    bare = Region(id="3", label="dust", geometry=Box(left=1, top=1, width=2, height=2))
    item = Item(place="a.png", name="a.png", file="a.png", regions=(first, second, bare))
    source = tree({"a.png": image(20, 10)})
    parts = [one for one in coco.write([item], source) if isinstance(one, Piece)]
    written = json.loads(b"".join(one.content for one in parts))
    assert written["categories"][0]["keypoints"] == ["tip", "tail"]
    assert "keypoints" not in written["categories"][1]
    points = [one.get("keypoints") for one in written["annotations"]]
    assert points == [[2, 2, 2, 0, 0, 0], [0, 0, 0, 4, 5, 1], None]
    assert [one.get("num_keypoints") for one in written["annotations"]] == [1, 1, None]


def test_a_format_without_key_points_counts_them_as_a_loss() -> None:
    region = Region(
        id="1",
        label="cell",
        geometry=Box(left=1, top=1, width=5, height=5),
        points=(KeyPoint(name="tip", x=2, y=2), KeyPoint(name="tail", x=3, y=3)),
    )
    item = Item(place="a.png", name="a.png", file="a.png", regions=(region,))
    source = tree({"a.png": image(20, 10)})
    for format_ in (voc, yolo, labelme):
        lost = [one for one in format_.write([item], source) if isinstance(one, Problem)]
        found = [one.params["num"] for one in lost if one.params.get("part") == "points"]
        assert found == [2], format_.__name__


def test_the_folder_that_a_file_of_annotations_is_called_after_holds_its_images() -> None:
    def document(width: int) -> str:
        images = [{"id": 1, "file_name": "图 01.png", "width": width, "height": 10}]
        marks = [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 2, 2]}]
        categories = [{"id": 1, "name": "x"}]
        return json.dumps({"images": images, "annotations": marks, "categories": categories})

    parts = {"train2017": 20, "val2017": 21, "test2017": 22}
    files: dict[str, bytes | str] = {}
    for part, width in parts.items():
        files[f"images/{part}/图 01.png"] = image(width, 10)
        files[f"annotations/instances_{part}.json"] = document(width)
    items, problems = read(DatasetFormat.COCO, tree(files))
    assert problems == []
    assert sorted((item.name, len(item.regions)) for item in items) == [
        ("images/test2017/图 01.png", 1),
        ("images/train2017/图 01.png", 1),
        ("images/val2017/图 01.png", 1),
    ]
    assert {str(item.split) for item in items} == {"train", "validation", "test"}
