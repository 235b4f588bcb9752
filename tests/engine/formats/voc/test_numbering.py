"""What a VOC dataset counts pixels from is decided once for all of its files, and said."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest

from engine.formats.layout import Item, Problem
from engine.formats.loading import read_tree
from engine.formats.reading.trees import ZipTree
from engine.specs.data import DatasetFormat, Region
from engine.specs.samples.geometry import Box
from tests.engine.formats.packing import write_zip
from tests.engine.formats.trees import image, tree

Edges = tuple[object, object, object, object]
DATUMARO = (
    "<source><database>Unknown</database><annotation>Unknown</annotation>"
    "<image>Unknown</image></source>"
)


def boxes_and_problems(
    *files: Sequence[Edges], head: str = "", encoding: str = "utf-8"
) -> tuple[list[Box], list[Problem]]:
    """Return what is read of files that hold boxes by their four edges."""
    content: dict[str, bytes | str] = {}
    for number, edges in enumerate(files):
        objects = "".join(
            f"<object><name>cat</name><bndbox><xmin>{left}</xmin><ymin>{top}</ymin>"
            f"<xmax>{right}</xmax><ymax>{bottom}</ymax></bndbox></object>"
            for left, top, right, bottom in edges
        )
        content[f"{number}.png"] = image(40, 30 + number)
        content[f"{number}.xml"] = f"<annotation>{head}{objects}</annotation>".encode(encoding)
    found = list(read_tree(DatasetFormat.VOC, tree(content)))
    regions = [one for item in found if isinstance(item, Item) for one in item.regions]
    boxes = [one.geometry for one in regions if isinstance(one.geometry, Box)]
    return boxes, [one for one in found if isinstance(one, Problem)]


def test_a_neighbour_that_begins_at_zero_decides_for_files_that_do_not() -> None:
    boxes, problems = boxes_and_problems([(5, 6, 15, 16)], [(0, 6, 10, 16)], [(7, 8, 9, 10)])
    assert boxes[0] == Box(left=5, top=6, width=10, height=10)
    assert boxes[2] == Box(left=7, top=8, width=2, height=2)
    assert [(one.code, one.place, one.params) for one in problems] == [
        ("voc_from_zero", "1.xml", {"num": 1, "other": 0})
    ]


def test_a_single_mistake_does_not_move_all_boxes_of_a_dataset_that_counts_from_one() -> None:
    boxes, problems = boxes_and_problems([(1, 1, 10, 10), (1, 5, 40, 30)], [(0, 7, 9, 9)])
    assert boxes[0] == Box(left=0, top=0, width=10, height=10)
    assert [(one.code, one.params) for one in problems if one.code != "box_clipped"] == [
        ("voc_mostly_one_based", {"num": 1, "other": 3})
    ]


def test_what_datumaro_wrote_counts_from_zero_though_no_box_touches_the_border() -> None:
    boxes, problems = boxes_and_problems(
        [(5.0, 6.0, 15.0, 16.0)], [(1.0, 6.0, 10.5, 16.0)], head=DATUMARO
    )
    assert boxes == [
        Box(left=5, top=6, width=10, height=10),
        Box(left=1, top=6, width=9.5, height=10),
    ]
    assert [(one.code, one.params) for one in problems] == [("voc_from_zero_datumaro", {"num": 2})]


def test_whole_numbers_of_datumaro_are_those_of_voc() -> None:
    boxes, problems = boxes_and_problems([(5, 6, 15, 16)], head=DATUMARO)
    assert boxes == [Box(left=4, top=5, width=11, height=11)]
    assert [one.code for one in problems] == ["voc_one_based"]


def test_utf_16_is_counted_alike() -> None:
    boxes, problems = boxes_and_problems([(0, 6, 15, 16)], encoding="utf-16")
    assert boxes == [Box(left=0, top=6, width=15, height=10)]
    assert [one.code for one in problems] == ["voc_from_zero"]


def test_a_dataset_without_boxes_needs_no_word_of_it() -> None:
    assert boxes_and_problems([]) == ([], [])


@pytest.mark.parametrize("edges", [("nan", "x", 3, 4), ("1e999", "-3", 3, 4)])
def test_numbers_that_are_none_decide_nothing(edges: Edges) -> None:
    _, problems = boxes_and_problems([edges])
    assert "voc_from_zero" not in [one.code for one in problems]


def test_what_is_written_here_is_read_as_it_was_even_at_the_border() -> None:
    box = Box(left=0, top=0, width=4, height=3)
    item = Item("1", "x.png", "x.png", regions=(Region(id="1", label="a", geometry=box),))
    out = io.BytesIO()
    write_zip(DatasetFormat.VOC, [item], tree({"x.png": image()}), out)
    found = list(read_tree(DatasetFormat.VOC, ZipTree(out)))
    back = next(one for one in found if isinstance(one, Item))
    assert [one.geometry for one in back.regions] == [box]
