"""YOLO texts at the edges of what they may hold: lines of other lengths, shapes with holes."""

from __future__ import annotations

import pytest

from engine.formats import yolo
from engine.formats.layout import Item, Piece, Problem
from engine.formats.recognition.detection import detect
from engine.formats.shapes.run_lengths import mask_from_counts
from engine.specs.data import DatasetFormat, Region
from engine.specs.samples.geometry import Mask, Polygon
from tests.engine.formats.trees import image, read, tree

YOLO = DatasetFormat.YOLO
IMAGE = image(20, 10)


@pytest.mark.parametrize("num", [1, 2, 3, 4, 6, 8])
def test_a_line_of_no_known_length_is_named(num: int) -> None:
    line = " ".join(["0", *[".5"] * (num - 1)])
    files = tree({"a.png": IMAGE, "a.txt": f"{line}\n", "classes.txt": "cow\n"})
    items, problems = read(YOLO, files)
    assert [(one.code, one.params, one.num_lost) for one in problems] == [
        ("line_malformed", {"num": num}, 1)
    ]
    assert [one.regions for one in items] == [()]


def written(geometry: Mask | Polygon) -> tuple[str, list[tuple[str, object, object]]]:
    """Return the text of one region, and what was lost."""
    region = Region(id="1", label="cow", geometry=geometry)
    found = list(
        yolo.write([Item("1", "x.png", file="x.png", regions=(region,))], tree({"x.png": IMAGE}))
    )
    texts = [one for one in found if isinstance(one, Piece) and one.path.startswith("labels")]
    lost = [one for one in found if isinstance(one, Problem)]
    told = [(one.code, one.params.get("part"), one.params.get("num")) for one in lost]
    return b"".join(one.content for one in texts).decode(), told


def test_an_outline_with_holes_and_parts_keeps_the_largest_and_counts_the_others() -> None:
    outer = ((0, 0), (10, 0), (10, 10), (0, 10))
    hole = ((2, 2), (2, 8), (8, 8), (8, 2))
    apart = ((12, 0), (16, 0), (16, 5))
    text, lost = written(Polygon(rings=(outer, hole, apart)))
    assert text == "0 0 0 0.5 0 0.5 1 0 1 0 0\n"
    assert lost == [("not_held", "holes", 1), ("not_held", "parts", 1)]


def test_a_mask_of_nothing_is_no_line_and_counted() -> None:
    text, lost = written(mask_from_counts([200], (10, 20)))
    assert text == ""
    assert ("not_held", "regions", 1) in lost


def test_a_list_of_classes_alone_is_enough_to_be_recognised() -> None:
    found = detect(tree({"classes.txt": "cow\nhorse\n", "a.png": IMAGE}), "image.object_detection")
    assert YOLO in [one.format for one in found]


@pytest.mark.parametrize(
    ("line", "is_box"),
    [
        ("0 .5 .5 .2 .2\n1 x", True),
        ("12 1.9 .5 .2 .2 .1", True),
        ("0 .5 .5 .2", False),
        ("0.5 .5 .5 .2 .2", False),
        ("0 2 .5 .2 .2", False),
        ("0 2.5 .5 .2 .2", False),
        ("0 .5 .5 .2 x", False),
        ("", False),
    ],
)
def test_a_first_line_of_a_class_and_shares_of_the_image_begins_with_a_box(
    line: str, is_box: bool
) -> None:
    assert yolo.begins_with_box(line) is is_box
