"""Pairs of texts keep their label and their score."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.formats.reading.contents import pair_content, read_pair
from engine.specs.data import DatasetFormat, Split
from tests.engine.formats.trees import codes, essence, read, real, round_trip, tree
from tests.engine.formats.workbooks import workbook

PAIRS = DatasetFormat.TEXT_PAIRS


def test_columns_are_found_by_name_and_by_position() -> None:
    named = "id\tpremise\thypothesis\tgold_label\tscore\n1\ta\tb\tyes\t3.5\n2\tc\td\t\tx\n"
    items, problems = read(PAIRS, tree({"train.tsv": named, "a.csv": "e,f,1\n"}))
    assert codes(problems) == ["columns_unread", "number_malformed"]
    assert [(read_pair(one.content or b""), one.labels, one.value, one.split) for one in items] == [
        (("e", "f"), ("1",), None, None),
        (("a", "b"), ("yes",), 3.5, Split.TRAIN),
        (("c", "d"), (), None, Split.TRAIN),
    ]
    assert [item.is_annotated for item in items] == [True, True, False]


def test_workbooks_of_pairs_are_read() -> None:
    table = workbook([["text1", "text2", "label"], ["a", "b", "1"]])
    items, _ = read(PAIRS, tree({"a.xlsx": table}))
    assert (read_pair(items[0].content or b""), items[0].labels) == (("a", "b"), ("1",))


def test_rows_left_out_are_named() -> None:
    content = "text1,text2,label\na,b\n,b,1\na,b,1\n"
    items, problems = read(PAIRS, tree({"a.csv": content, "b.csv": "text1,label\na,1\n"}))
    assert codes(problems) == ["row_short", "text_empty", "columns_missing"]
    assert len(items) == 1
    with pytest.raises(DataError, match="two texts"):
        read(PAIRS, tree({"b.csv": "text1,label\na,1\n"}))


def test_what_is_written_reads_back_the_same() -> None:
    items = [
        Item("1", "1", content=pair_content("a,\n", "猫"), labels=("x",), split=Split.TRAIN),
        Item("2", "2", content=pair_content('"', "b"), value=0.1 + 0.2, labels=("y",)),
        Item("3", "3", content=pair_content("c", "d"), is_annotated=False),
    ]
    back, lost = round_trip(PAIRS, items, tree({}))
    assert lost == []
    assert [essence(one) for one in back] == [essence(one) for one in items]
    _, lost = round_trip(PAIRS, [*items, Item("4", "4", content=b"no")], tree({}))
    assert codes(lost) == ["pair_malformed"]


def test_the_sentence_pairs_are_all_there() -> None:
    with real("sentence_pairs") as files:
        items, problems = read(PAIRS, files)
    assert {(one.code, one.params["columns"]) for one in problems} == {
        ("columns_unread", "pair_ID")
    }
    assert Counter(item.split for item in items) == {
        Split.TRAIN: 4500,
        Split.VALIDATION: 500,
        Split.TEST: 4927,
    }
    assert {label for item in items for label in item.labels} == {
        "NEUTRAL",
        "ENTAILMENT",
        "CONTRADICTION",
    }
    assert all(1 <= (item.value or 0) <= 5 for item in items)
