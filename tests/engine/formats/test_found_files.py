"""Which file an annotation means, and what becomes of files whose annotation cannot be read."""

from __future__ import annotations

import json
import unicodedata

import pytest

from backend.datasets.services.versioning.exports import Losses
from engine.formats import yolo
from engine.formats.layout import Item, Problem
from engine.formats.writing.conversion_losses import not_held
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, KeyPoint, Polygon
from tests.engine.formats.trees import codes, image, read, tree

IMAGE = image(20, 10)
COMPOSED = "caf\u00e9 \u6570\u636e.png"
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)


def coco(*names: str) -> str:
    images = [{"id": n, "file_name": name} for n, name in enumerate(names)]
    box = {"category_id": 1, "bbox": [1, 1, 3, 3]}
    boxes = [{**box, "id": n, "image_id": n} for n in range(len(names))]
    categories = [{"id": 1, "name": "x"}]
    return json.dumps({"images": images, "categories": categories, "annotations": boxes})


@pytest.mark.parametrize("in_file", [COMPOSED, DECOMPOSED])
def test_composed_and_decomposed_letters_name_the_same_file(in_file: str) -> None:
    files = tree({"x.json": coco(in_file), f"images/{COMPOSED}": IMAGE})
    items, problems = read(DatasetFormat.COCO, files)
    assert problems == []
    assert [(one.name, one.is_annotated) for one in items] == [(f"images/{COMPOSED}", True)]
    line = json.dumps({"file": in_file, "labels": ["x"]})
    items, problems = read(DatasetFormat.JSON_LINES, tree({"a.jsonl": line, COMPOSED: IMAGE}))
    assert problems == []
    files = tree({f"images/{COMPOSED}": IMAGE, "a.txt": "", "train.txt": f"images/{in_file}\n"})
    stem = COMPOSED.removesuffix(".png")
    labels = {f"labels/{stem}.txt": b"0 .5 .5 .2 .2\n", "classes.txt": b"x\n"}
    more = {f"images/{COMPOSED}": IMAGE, "train.txt": f"images/{in_file}\n".encode(), **labels}
    items, problems = read(DatasetFormat.YOLO, tree(more))
    assert ([one.split for one in items], problems) == ([Split.TRAIN], [])


def test_of_two_files_of_one_name_the_one_in_fewer_folders_is_meant() -> None:
    files = {"x.json": coco("a.jpg"), "images/a.jpg": IMAGE, "images/sub/a.jpg": IMAGE}
    items, problems = read(DatasetFormat.COCO, tree(files))
    assert problems == []
    assert [one.name for one in items if one.is_annotated] == ["images/a.jpg"]
    files = {"x.json": coco("a.jpg"), "images/one/a.jpg": IMAGE, "images/two/a.jpg": IMAGE}
    _, problems = read(DatasetFormat.COCO, tree(files))
    assert codes(problems) == ["sample_ambiguous"]


@pytest.mark.parametrize(
    "document",
    ["<annotations><image id=", "<annotations><meta><task><id>1</id></task></meta><im", "?", ""],
)
def test_images_beside_a_cvat_file_that_cannot_be_read_come_in_unlabelled(document: str) -> None:
    names = ["images/Train/a.png", "images/Test/b.png", "images/c.png"]
    files = {"annotations.xml": document, **dict.fromkeys(names, IMAGE)}
    items, problems = read(DatasetFormat.CVAT, tree(files))
    assert [(one.code, one.place) for one in problems] == [
        ("annotation_malformed", "annotations.xml")
    ]
    found = {one.name: (one.is_annotated, one.split) for one in items}
    assert found == {
        "images/Train/a.png": (False, Split.TRAIN),
        "images/Test/b.png": (False, Split.TEST),
        "images/c.png": (False, None),
    }


def test_an_xml_file_that_says_nothing_makes_no_video_of_the_images_beside_it() -> None:
    files = {"annotations.xml": "<annotations/>", "a.png": IMAGE, "b.png": IMAGE}
    items, _ = read(DatasetFormat.CVAT, tree(files))
    assert [(one.name, one.is_annotated) for one in items] == [("a.png", False), ("b.png", False)]


@pytest.mark.parametrize(
    ("key", "files"),
    [
        (
            DatasetFormat.TEXT_LINES,
            {"Label.txt": "a.png\t[{]\nb.png\t[]\n", "a.png": IMAGE, "b.png": IMAGE},
        ),
        (
            DatasetFormat.CAPTIONS,
            {"a.csv": "file,caption\na.png,\nb.png,x\n", "a.png": IMAGE, "b.png": IMAGE},
        ),
        (
            DatasetFormat.TRANSCRIPTS,
            {"a.csv": "file,transcript\na.wav,\nb.wav,x\n", "a.wav": b"", "b.wav": b""},
        ),
    ],
)
def test_a_file_whose_line_is_refused_comes_in_unlabelled(
    key: DatasetFormat, files: dict[str, bytes | str]
) -> None:
    items, problems = read(key, tree(files))
    assert len(problems) == 1
    assert {one.name[0]: one.is_annotated for one in items} == {"a": False, "b": True}


def test_losses_name_each_kind_with_its_number_and_places() -> None:
    hollow = Polygon(
        rings=(
            ((0, 0), (9, 0), (9, 9), (0, 9)),
            ((2, 2), (4, 2), (4, 4)),
            ((12, 0), (15, 0), (15, 5)),
        )
    )
    regions = (
        Region(id="1", label="a", geometry=hollow, attributes={"far": True, "colour": "red"}),
        Region(
            id="2",
            label="a",
            geometry=Box(left=1, top=1, width=2, height=2),
            points=(KeyPoint(name="tip", x=1, y=1),),
        ),
    )
    items = [Item(name, name, file="x.png", regions=regions) for name in ("a.png", "b.png")]
    losses = Losses()
    for one in yolo.write(items, tree({"x.png": image(20, 10)})):
        if isinstance(one, Problem):
            losses.add(one)
    found = {(one.code, one.part): (one.num, one.places) for one in losses.losses}
    places = ["a.png", "b.png"]
    assert found == {
        ("not_held", "attributes"): (4, places),
        ("not_held", "points"): (2, places),
        ("not_held", "holes"): (2, places),
        ("not_held", "parts"): (2, places),
        ("drawn_as_outline", "box"): (2, places),
    }
    message = next(one.message for one in losses.losses if one.part == "holes")
    assert message == "This format has no place for holes. Export in JSON lines to keep them."
    losses.add(not_held(items[0], "relations", 7))
    assert losses.num == 19
