"""Of images of one name, an annotation means the one in the folder that VOC would have it in."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from engine.formats import voc
from engine.formats.layout import Item, Piece, Problem
from engine.specs.data import DatasetFormat, Region
from engine.specs.samples.geometry import Box, Mask
from tests.engine.formats.test_voc_layouts import IMAGE, annotation, thing
from tests.engine.formats.trees import codes, read, tree

VOC = DatasetFormat.VOC


@pytest.mark.parametrize(
    ("name", "given", "meant", "others"),
    [
        ("Annotations/s/1.xml", "", "JPEGImages/s/1.png", ["JPEGImages/1.png", "s/1.png"]),
        ("Annotations/s/1.xml", "", "JPEGImages/1.png", ["z/1.png"]),
        ("Annotations/s/t/1.xml", "", "JPEGImages/s/t/1.png", ["JPEGImages/t/1.png"]),
        ("Annotations/s/1.xml", "day", "day/s/1.png", ["day/1.png", "images/s/1.png"]),
        ("Annotations/s/1.xml", "", "Annotations/s/1.png", ["z/1.png"]),
        ("annotations/v/Annotations/1.xml", "", "annotations/v/JPEGImages/1.png", ["z/1.png"]),
        ("v/annotations/1.xml", "", "v/images/1.png", ["images/1.png", "z/1.png"]),
        ("xml/1.xml", "day", "xml/day/1.png", ["day/1.png", "z/1.png"]),
        ("xml/1.xml", "day", "day/1.png", ["z/1.png", "a/1.png"]),
    ],
)
def test_the_image_where_voc_has_it_goes_before_others_of_its_name(
    name: str, given: str, meant: str, others: list[str]
) -> None:
    files = {name: annotation("1.png", thing("cat", 2), folder=given), meant: IMAGE}
    items, problems = read(VOC, tree(files | dict.fromkeys(others, IMAGE)))
    assert problems == []
    assert [item.file for item in items if item.is_annotated] == [meant]


@pytest.mark.parametrize(
    ("width", "found"), [("21", ["size_differs"]), ("20", []), ("00000021", []), ("-21", [])]
)
def test_a_size_that_is_no_sensible_number_is_not_compared(width: str, found: list[str]) -> None:
    text = annotation("1.png").replace("<width>20<", f"<width>{width}<")
    assert codes(read(VOC, tree({"1.xml": text, "1.png": IMAGE}))[1]) == found


def test_what_has_no_box_is_counted_and_the_rest_is_written() -> None:
    regions = (
        Region(id="1", label="cat", geometry=Mask(size=(10, 20), counts="37n5")),
        Region(id="2", label="dog", geometry=Box(left=1, top=1, width=3, height=4)),
    )
    item = Item("1", "x.png", file="x.png", regions=regions)
    found = list(voc.write([item], tree({"x.png": IMAGE})))
    lost = [(one.code, one.params) for one in found if isinstance(one, Problem)]
    assert lost == [("not_held", {"part": "mask", "num": 1})]
    (piece,) = (one for one in found if isinstance(one, Piece) and one.path.endswith(".xml"))
    root = fromstring(piece.content)
    assert [one.text for one in root.iter("name")] == ["dog"]
    sides = ("width", "height", "depth")
    assert [root.findtext(f"size/{side}") for side in sides] == ["20", "10", "3"]
