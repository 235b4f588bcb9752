"""Pascal VOC counts pixels from 1; what it says is kept, and what is wrong is named."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, Polygon
from tests.engine.formats.trees import codes, essence, image, read, real, round_trip, tree

VOC = DatasetFormat.VOC


def annotation(*boxes: tuple[str, str, str, str, str], extra: str = "") -> str:
    objects = "".join(
        f"<object><name>{name}</name>{extra}<bndbox><xmin>{left}</xmin><ymin>{top}</ymin>"
        f"<xmax>{right}</xmax><ymax>{bottom}</ymax></bndbox></object>"
        for name, left, top, right, bottom in boxes
    )
    return f"<annotation><filename>a.png</filename>{objects}</annotation>"


def test_boxes_are_counted_from_one_and_lists_name_the_splits() -> None:
    files = tree(
        {
            "VOC/JPEGImages/a.png": image(20, 10),
            "VOC/JPEGImages/b.png": image(20, 10),
            "VOC/Annotations/a.xml": annotation(("cat", "1", "2", "20", "10")),
            "VOC/ImageSets/Main/val.txt": "a\n",
            "VOC/ImageSets/Main/trainval.txt": "a\nb\n",
            "VOC/ImageSets/Main/test.txt": "b\n",
        }
    )
    items, problems = read(VOC, files)
    assert problems == []
    assert items[0].regions[0].geometry == Box(left=0, top=1, width=20, height=9)
    assert [(item.split, item.is_annotated) for item in items] == [
        (Split.VALIDATION, True),
        (Split.TEST, False),
    ]


def test_files_that_count_from_zero_are_read_so_and_it_is_said() -> None:
    files = tree({"a.png": image(20, 10), "a.xml": annotation(("cat", "0", "2", "20", "10"))})
    items, problems = read(VOC, files)
    assert codes(problems) == ["voc_from_zero"]
    assert items[0].regions[0].geometry == Box(left=0, top=2, width=20, height=8)


def test_bad_boxes_are_cut_or_left_out_with_the_reason() -> None:
    boxes = [
        ("over", "5", "5", "30", "10"),
        ("outside", "40", "5", "50", "10"),
        ("thin", "9", "5", "7", "10"),
        ("odd", "1", "x", "2", "3"),
    ]
    items, problems = read(
        VOC,
        tree(
            {
                "a.png": image(20, 10),
                "a.xml": annotation(*boxes, extra="<difficult>1</difficult>"),
            }
        ),
    )
    assert [(one.code, one.place) for one in problems] == [
        ("box_clipped", "a.xml:over"),
        ("box_outside", "a.xml:outside"),
        ("box_empty", "a.xml:thin"),
        ("number_malformed", "a.xml:odd"),
    ]
    assert [region.geometry for region in items[0].regions] == [
        Box(left=4, top=4, width=16, height=6)
    ]
    assert items[0].regions[0].attributes == {"difficult": True}


@pytest.mark.parametrize(
    "content",
    [
        "<annotation><object>",
        "",
        "<other/>",
        "not xml",
        '<!DOCTYPE a [<!ENTITY b "c">]><annotation>&b;</annotation>',
        "<a>" * 200,
    ],
)
def test_damaged_and_hostile_xml_is_a_problem_of_that_file(content: str) -> None:
    items, problems = read(VOC, tree({"a.png": image(), "a.xml": content}))
    assert codes(problems) == ["annotation_malformed"]
    assert all(not item.is_annotated for item in items)


def test_a_missing_or_broken_image_is_named() -> None:
    files = {"a.xml": annotation(("cat", "1", "1", "2", "2"))}
    assert codes(read(VOC, tree(files))[1]) == ["sample_missing"]
    assert codes(read(VOC, tree({**files, "a.png": b"no"}))[1]) == ["image_unreadable"]
    with pytest.raises(DataError, match="no XML"):
        read(VOC, tree({"a.png": image()}))


def test_what_is_written_reads_back_the_same() -> None:
    files = tree({"x.png": image(30, 20)})
    regions = (
        Region(id="1", label="cat", geometry=Box(left=0, top=2.25, width=7.5, height=3)),
        Region(id="2", label="<&>", geometry=Box(left=3, top=4, width=27, height=16)),
    )
    items = [
        Item("1", "x.png", file="x.png", regions=regions, split=Split.TRAIN),
        Item("2", "y/x.png", file="x.png", split=Split.VALIDATION),
        Item("3", "z.png", file="x.png", is_annotated=False, split=Split.TEST),
    ]
    back, lost = round_trip(VOC, items, files)
    assert lost == []
    assert [essence(one) for one in back] == [
        essence(items[1]),
        essence(items[0]),
        essence(items[2]),
    ]


def test_outlines_become_boxes_and_it_is_counted() -> None:
    outline = Polygon(rings=(((1, 1), (9, 1), (5, 7)),))
    item = Item(
        "1",
        "x.png",
        file="x.png",
        regions=(Region(id="1", label="a", geometry=outline),),
        labels=("b",),
    )
    back, lost = round_trip(VOC, [item], tree({"x.png": image(30, 20)}))
    assert codes(lost) == ["not_held", "drawn_as_box"]
    assert back[0].regions[0].geometry == Box(left=1, top=1, width=8, height=6)


def test_the_blood_cells_are_all_there() -> None:
    with real("blood_cells") as files:
        items, problems = read(VOC, files)
    labels = Counter(region.label for item in items for region in item.regions)
    assert len(items) == 364
    assert Counter(item.split for item in items) == {
        Split.TRAIN: 205,
        Split.VALIDATION: 87,
        Split.TEST: 72,
    }
    assert labels == {"RBC": 4155, "WBC": 372, "Platelets": 361}
    assert [(one.code, one.place) for one in problems] == [("file_unused", "LICENSE")]
