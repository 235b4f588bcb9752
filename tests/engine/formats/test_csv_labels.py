"""A table of labels beside the files it speaks of."""

from __future__ import annotations

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.specs.data import DatasetFormat, Split
from tests.engine.formats.trees import codes, read, round_trip, tree

CSV = DatasetFormat.CSV_LABELS
FILES = {"set/a.png": b"1", "set/sub/b.png": b"2", "set/c.png": b"3"}


def test_rows_give_labels_and_splits_to_the_files_beside_the_table() -> None:
    table = '﻿File,Label,split\r\n"a.png",cat,train\r\n.\\sub\\b.png,"dog\nhouse",val\r\n'
    items, problems = read(CSV, tree({**FILES, "set/labels.csv": table}))
    assert problems == []
    assert {item.name: (item.labels, item.split, item.is_annotated) for item in items} == {
        "set/a.png": (("cat",), Split.TRAIN, True),
        "set/c.png": ((), None, False),
        # The end of a line in a cell hides nothing: it stays.
        "set/sub/b.png": (("dog\nhouse",), Split.VALIDATION, True),
    }


def test_each_folder_of_a_split_may_have_a_table_of_its_own() -> None:
    files = {
        "data/train/a.png": b"1",
        "data/train/b.png": b"2",
        "data/test/a.png": b"3",
        "data/train/metadata.csv": "file_name,label\na.png,cat\nb.png,dog\nno.png,dog\n",
        "data/test/metadata.csv": "file_name,label\na.png,bird\n",
        "data/other/c.png": b"4",
    }
    items, problems = read(CSV, tree(files))
    assert {item.name: (item.labels, item.split) for item in items} == {
        "data/other/c.png": ((), None),
        "data/test/a.png": (("bird",), Split.TEST),
        "data/train/a.png": (("cat",), Split.TRAIN),
        "data/train/b.png": (("dog",), Split.TRAIN),
    }
    assert [(one.code, one.place, one.num_lost) for one in problems] == [
        ("csv_unknown_file", "no.png", 1)
    ]


def test_each_odd_row_is_named() -> None:
    table = "file;label\na.png;cat\na.png;dog\na.png;cat\nc.png\nsub/b.png;x|y\nno.png;cat\n"
    items, problems = read(CSV, tree({**FILES, "set/labels.csv": table, "set/notes.txt": b""}))
    assert [(one.code, one.place) for one in problems] == [
        ("csv_row_conflict", "a.png"),
        ("csv_row_repeated", "a.png"),
        ("csv_row_short", "labels.csv:5"),
        ("csv_many_labels", "sub/b.png"),
        ("file_unused", "set/notes.txt"),
        ("csv_unknown_file", "no.png"),
    ]
    assert [item.labels for item in items] == [("cat",), (), ()]


def test_labels_add_up_where_samples_have_several_and_none_is_an_answer() -> None:
    table = "file,label\na.png,x|y\na.png,z\nc.png,\n"
    items, problems = read(CSV, tree({**FILES, "set/labels.csv": table}), multi_label=True)
    assert problems == []
    assert [(item.labels, item.is_annotated) for item in items] == [
        (("x", "y", "z"), True),
        ((), True),
        ((), False),
    ]


def test_other_encodings_are_guessed_and_said() -> None:
    table = "file,label\na.png,猫咪图片\n".encode("gb18030")
    items, problems = read(CSV, tree({**FILES, "set/labels.csv": table}))
    assert items[0].labels == ("猫咪图片",)
    assert codes(problems) == ["encoding_guessed"]
    items, problems = read(
        CSV, tree({**FILES, "set/labels.csv": "file,label\na.png,猫".encode("utf-16")})
    )
    assert (items[0].labels, problems) == (("猫",), [])


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({}, "csv_missing"),
        ({"labels.csv": "name of a thing,number of it\nx,1\ny,2\n"}, "csv_header"),
        ({"labels.csv": ""}, "csv_header"),
    ],
)
def test_a_tree_without_a_usable_table_is_refused(files: dict[str, str], code: str) -> None:
    with pytest.raises(DataError) as refused:
        read(CSV, tree({"a.png": "1", **files}))
    assert refused.value.code == code


def test_what_is_written_reads_back_the_same() -> None:
    items = [
        Item("a", "x/a.png", content=b"1", labels=("cat", "dog"), split=Split.TEST),
        Item("b", "a.png", content=b"2", labels=('q"uote, comma',), split=Split.TRAIN),
        Item("c", "c.png", content=b"3", is_annotated=False),
    ]
    back, lost = round_trip(CSV, items, tree({}), multi_label=True)
    assert lost == []
    assert [(one.labels, one.split, one.is_annotated) for one in back] == [
        (one.labels, one.split, one.is_annotated) for one in (items[1], items[0], items[2])
    ]


def test_loose_files_are_samples_without_labels() -> None:
    items, problems = read(DatasetFormat.LOOSE_FILES, tree({"a/b.txt": "x", "c.png": b"1"}))
    assert [(item.file, item.is_annotated) for item in items] == [
        ("a/b.txt", False),
        ("c.png", False),
    ]
    assert problems == []


ROBOFLOW = {
    "train/_classes.csv": "filename, cat, dog, Unlabeled\na.jpg, 1, 0, 0\n"
    "b.jpg, 0, 0, 1\nno.jpg, 0, 1, 0\n",
    "train/a.jpg": b"a",
    "train/b.jpg": b"b",
    "valid/_classes.csv": "filename, cat, dog, Unlabeled\na.jpg, 1, 1, 0\n",
    "valid/a.jpg": b"c",
    "README.roboflow.txt": "x",
}


def test_the_tables_of_roboflow_name_the_classes_of_the_files_beside_them() -> None:
    items, problems = read(DatasetFormat.CSV_LABELS, tree(ROBOFLOW), multi_label=True)
    assert [(one.name, one.labels, one.is_annotated, str(one.split)) for one in items] == [
        ("train/a.jpg", ("cat",), True, "train"),
        ("train/b.jpg", (), True, "train"),
        ("valid/a.jpg", ("cat", "dog"), True, "validation"),
    ]
    assert [(one.code, one.num_lost) for one in problems] == [
        ("csv_unknown_file", 1),
        ("file_unused", 0),
    ]
    items, problems = read(DatasetFormat.CSV_LABELS, tree(ROBOFLOW))
    assert [(one.name, one.labels, one.is_annotated) for one in items] == [
        ("train/a.jpg", ("cat",), True),
        ("train/b.jpg", (), False),
        ("valid/a.jpg", (), False),
    ]
    assert [(one.code, one.num_lost) for one in problems][:2] == [
        ("csv_unknown_file", 1),
        ("csv_many_labels", 2),
    ]
