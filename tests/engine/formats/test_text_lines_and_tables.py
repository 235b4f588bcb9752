"""Lines of text in images, and tables that are samples themselves."""

from __future__ import annotations

import json

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.formats.table import describe
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, Polygon, Quad
from tests.engine.formats.trees import codes, essence, image, read, real, round_trip, tree
from tests.engine.formats.workbooks import saved_workbook

LINES, TABLE = DatasetFormat.TEXT_LINES, DatasetFormat.TABLE
IMAGE = image(20, 10)


def test_icdar_texts_give_corners_and_what_is_written() -> None:
    content = '\ufeff1,1,5,1,5,5,1,5,Hello, world\n1,1,5,5,"two"\n1,1,5,1,5,5,1,5,###\n'
    content += "x,y\n\n1,1,5,1,5,99,1,5,a"
    files = {"test/a.png": IMAGE, "test/gt_a.txt": content, "b.png": IMAGE}
    items, problems = read(LINES, tree(files))
    assert [(one.code, one.place) for one in problems] == [
        ("text_illegible", "test/gt_a.txt:3"),
        ("line_malformed", "test/gt_a.txt:4"),
        ("outline_clipped", "test/gt_a.txt:6"),
    ]
    quad = Quad(points=((1, 1), (5, 1), (5, 5), (1, 5)))
    assert [(one.geometry, one.text) for one in items[0].regions[:3]] == [
        (quad, "Hello, world"),
        (Box(left=1, top=1, width=4, height=4), "two"),
        (quad, None),
    ]
    assert [(item.split, item.is_annotated) for item in items] == [
        (Split.TEST, True),
        (None, False),
    ]


def test_ppocrlabel_lists_are_read() -> None:
    entries = [
        {"transcription": "你好", "points": [[1, 1], [5, 1], [5, 5], [1, 5]], "key_cls": "name"},
        {"transcription": "x", "points": [[1, 1], [5, 1], [5, 5], [3, 6], [1, 5]]},
        {"transcription": "x"},
    ]
    content = f"d/a.png\t{json.dumps(entries)}\nno.png\t[]\nb.png\t[3]\nb.png\t[\n"
    items, problems = read(LINES, tree({"d/a.png": IMAGE, "b.png": IMAGE, "Label.txt": content}))
    assert [(one.code, one.place) for one in problems] == [
        ("line_malformed", "Label.txt:1:3"),
        ("sample_missing", "Label.txt:2"),
        ("line_malformed", "Label.txt:3"),
        ("line_malformed", "Label.txt:4"),
    ]
    assert [(one.label, one.text) for one in items[0].regions] == [("name", "你好"), (None, "x")]
    with pytest.raises(DataError, match="PPOCRLabel"):
        read(LINES, tree({"a.png": IMAGE}))


def test_lines_read_back_the_same() -> None:
    regions = (
        Region(
            id="1", label="k", geometry=Quad(points=((1, 1), (5, 2), (5, 6), (1, 5))), text="a\t"
        ),
        Region(id="2", label=None, geometry=Polygon(rings=(((1, 1), (5, 1), (5, 5)),)), text="猫"),
    )
    items = [
        Item("1", "a.png", file="x.png", regions=regions, split=Split.TRAIN),
        Item("2", "x/a.png", file="x.png", split=Split.TEST),
        Item("3", "c.png", file="x.png", is_annotated=False),
    ]
    back, lost = round_trip(LINES, items, tree({"x.png": IMAGE}))
    assert lost == []
    assert {essence(one) for one in back} == {essence(one) for one in items}


def test_shapes_that_lists_lack_are_counted() -> None:
    box = Region(id="1", label=None, geometry=Box(left=1, top=1, width=4, height=4), text="a")
    back, lost = round_trip(
        LINES, [Item("1", "a.png", file="x.png", regions=(box,))], tree({"x.png": IMAGE})
    )
    assert codes(lost) == ["drawn_as_outline"]
    assert back[0].regions[0].geometry == Quad(points=((1, 1), (5, 1), (5, 5), (1, 5)))


def test_tables_are_looked_at_and_kept() -> None:
    files = {
        "train.csv": "a;b\n1;2\n3;4\n",
        "b.xlsx": saved_workbook([["a", "b"], [1, 2]]),
        "c.parquet": b"PAR1...PAR1",
        "bad.parquet": b"PAR1",
        "empty.csv": "",
        "uneven.csv": "a,a\n1,2,3\n",
        "x.png": b"",
    }
    items, problems = read(TABLE, tree(files))
    assert [(item.name, item.split) for item in items] == [
        ("b.xlsx", None),
        ("c.parquet", None),
        ("train.csv", Split.TRAIN),
        ("uneven.csv", None),
    ]
    assert [(one.code, one.place) for one in problems] == [
        ("table_damaged", "bad.parquet"),
        ("table_empty", "empty.csv"),
        ("rows_uneven", "uneven.csv"),
        ("columns_repeated", "uneven.csv"),
        ("file_unused", "x.png"),
    ]
    layout, _ = describe(tree(files), "train.csv")
    assert layout is not None
    assert (layout.encoding, layout.delimiter, layout.columns) == ("utf-8", ";", ("a", "b"))
    with pytest.raises(DataError, match="no table"):
        read(TABLE, tree({"x.png": b""}))


def test_real_tables_are_described() -> None:
    with real("tabular") as files:
        layout, problems = describe(files, "abalone.csv")
    assert problems == []
    assert layout is not None
    assert layout.num_rows == 4177
