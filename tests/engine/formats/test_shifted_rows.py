"""Rows that would be taken for something else: cells too many, damaged bytes, columns, sheets."""

from __future__ import annotations

import io
from datetime import date, datetime, time
from typing import Any

import pytest
from openpyxl import Workbook

from engine.errors import DataError
from engine.formats.given_columns import GivenColumns
from engine.formats.layout import Item, Problem
from engine.formats.tables.column_preview import preview_columns, rules_of
from engine.formats.tables.preview import preview_table
from engine.specs.data import DatasetFormat
from engine.specs.samples.table_reading import TableReading
from tests import bombs
from tests.engine.formats.trees import codes, tree
from tests.engine.formats.trees import read as read_files

SENTENCE = "房间很干净，早餐不错"


def read(format: str, **files: bytes | str) -> tuple[list[Item], list[Problem]]:
    """Read files; a name's last underscore stands for the point of its suffix."""
    named = {".".join(name.rsplit("_", 1)): content for name, content in files.items()}
    return read_files(DatasetFormat(format), tree(named))


@pytest.mark.parametrize(
    ("format", "table", "num_good"),
    [
        ("text_table", "text,label\nI liked it, really,good\nbad,bad\n", 1),
        ("text_table", "label,text\ngood,I liked it, really\nbad,bad\n", 1),
        # Without a header the first row says how many cells there are.
        ("text_table", "bad,bad\nI liked it, really,good\n", 1),
        ("text_pairs", "text1,text2,label\na,b, c,same\na,b,same\n", 1),
        ("text_pairs", "a,b,same\na,b, c,same\n", 1),
    ],
)
def test_a_row_that_a_comma_has_shifted_is_left_out_and_named(
    format: str, table: str, num_good: int
) -> None:
    items, problems = read(format, a_csv=table)
    assert len(items) == num_good
    assert codes(problems) in (["row_long"], ["row_short"])
    assert {label for item in items for label in item.labels} <= {"bad", "same", "good"}


def test_shifted_rows_of_captions_transcripts_and_labels_are_left_out() -> None:
    listed = "file,{},split\na.png,A dog, running,train\nb.png,fine,test\n"
    images = {"a_png": b"1", "b_png": b"2"}
    for format, name in (("captions", "caption"), ("csv_labels", "label")):
        items, problems = read(format, labels_csv=listed.format(name), **images)
        assert "row_long" in codes(problems), format
        assert not [one for one in items if "A dog" in (*one.labels, *one.texts)], format


def test_empty_cells_at_the_end_of_a_row_are_none_too_many() -> None:
    items, problems = read("text_table", a_csv="text,label\ngood,yes,,\n")
    assert (len(items), problems) == (1, [])


def test_a_damaged_byte_costs_its_own_row_alone() -> None:
    table = f"文本,标签\n{SENTENCE},好评\n服务太差了,差评\n{SENTENCE},好评".encode()
    items, problems = read("text_table", a_csv=table[:-1])
    assert [item.labels for item in items] == [("好评",), ("差评",)]
    assert codes(problems) == ["bytes_damaged", "row_damaged"]
    assert problems[1].place == "a.csv:4"


def test_a_damaged_line_of_json_lines_costs_itself_alone() -> None:
    good = f'{{"text": "{SENTENCE}", "label": "好评"}}\n'.encode()
    items, problems = read("json_lines", a_jsonl=good + b'{"text":"x\xe9","label":"y"}\n' + good)
    assert len(items) == 2
    assert codes(problems) == ["bytes_damaged", "row_damaged"]


def test_a_look_at_damaged_utf8_says_utf8_and_a_table_of_it_is_refused() -> None:
    table = f"文本,标签\n{SENTENCE},好评\n服务太差了,差评\n{SENTENCE},好评".encode()[:-1]
    rules = rules_of(DatasetFormat.TEXT_TABLE)
    assert rules is not None
    seen = preview_columns(table, "a.csv", rules, GivenColumns())
    assert seen.reading.encoding == "utf-8"
    assert seen.names == ("文本", "标签")
    assert len(seen.rows) == 2
    with pytest.raises(DataError) as refused:
        preview_table(table, TableReading())
    assert refused.value.code == "encoding_wrong"


@pytest.mark.parametrize("encoding", ["gb18030", "latin-1", "utf-16"])
def test_files_in_other_encodings_are_not_damaged(encoding: str) -> None:
    text = SENTENCE if encoding == "gb18030" else "Überraschung à la carte"
    items, problems = read("text_table", a_csv=f"text,label\n{text},ja\n".encode(encoding))
    assert len(items) == 1
    assert "bytes_damaged" not in codes(problems)
    assert items[0].content == text.encode()


@pytest.mark.parametrize(
    ("format", "header", "unread"),
    [
        ("text_table", "comment,stars,label", "stars"),
        ("text_pairs", "text1,text2,label,label", "label_2"),
        ("csv_labels", "file,label,comment", "comment"),
    ],
)
def test_columns_that_nothing_is_taken_from_are_named(
    format: str, header: str, unread: str
) -> None:
    row = ",".join(["a.png" if format == "csv_labels" else "word"] * (header.count(",") + 1))
    _, problems = read(format, labels_csv=f"{header}\n{row}\n", a_png=b"1")
    named = [one for one in problems if one.code == "columns_unread"]
    assert [one.params for one in named] == [{"columns": unread}]


def test_dates_of_workbooks_are_dates_and_other_sheets_are_named() -> None:
    book = Workbook()
    sheet: Any = book.active
    sheet.append(["text", "label"])
    for value in (date(2020, 1, 2), datetime(2024, 5, 6, 7, 8, 9), time(3, 4), 43832):
        sheet.append(["word", value])
    sheet["B5"].number_format = '0 "days of my year"'
    book.create_sheet("notes")
    file = io.BytesIO()
    book.save(file)
    items, problems = read("text_table", a_xlsx=file.getvalue())
    labels = [label for item in items for label in item.labels]
    assert labels == ["2020-01-02", "2024-05-06T07:08:09", "03:04:00", "43832"]
    assert [one.params for one in problems] == [{"first": "Sheet", "sheets": "notes"}]


def test_a_workbook_too_large_or_damaged_is_a_problem_by_its_own_name() -> None:
    table = {"b_csv": "text,label\nword,x\n"}
    items, problems = read("text_table", a_xlsx=bombs.workbook(1_000_000), **table)
    assert (len(items), codes(problems)) == (1, ["archive_bomb"])
    book = io.BytesIO()
    Workbook().save(book)
    whole = book.getvalue()
    place = whole.index(b"xl/workbook.xml") + 60
    items, problems = read(
        "text_table", a_xlsx=whole[:place] + b"\xff" * 8 + whole[place + 8 :], **table
    )
    assert (len(items), codes(problems)) == (1, ["table_damaged"])
