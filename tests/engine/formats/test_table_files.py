"""Texts, pairs and tables go out as TSV, XLSX and Parquet and come back as they were."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator, Sequence

import openpyxl
import pyarrow as arrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow.parquet import ParquetFile, ParquetWriter, read_table

from engine.errors import DataError
from engine.formats.layout import FileTree, Item, Problem
from engine.formats.reading.contents import pair_content, text_content
from engine.formats.reading.trees import MemoryTree, ZipTree
from engine.formats.writing.tables import Table, parquet, xlsx
from engine.specs.data import DatasetFormat, Split
from tests.engine.formats.packing import write_zip
from tests.engine.formats.trees import (
    codes,
    essence,
    read,
    round_trip,
    tree,
)
from tests.engine.formats.trees import (
    parquet as parquet_file,
)

FILES = (DatasetFormat.TSV, DatasetFormat.XLSX, DatasetFormat.PARQUET)
# What people write: no control characters but the ones of lines and columns.
texts = (
    st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"))
    | st.sampled_from(
        [
            "=1+1",
            "-3",
            "007",
            "1e5",
            "a\tb\nc",
            "'=x",
            " spaces ",
            '"quoted"',
            "12345678901234567890",
        ]
    )
).filter(lambda text: text.strip())
# A workbook keeps 15 digits of a number.
scores = st.integers(-5000, 5000).map(lambda number: number / 1000)
labels = st.sampled_from(["good", "bad, really", "1", "好"])


def text_items(rows: Sequence[tuple[str, str]]) -> list[Item]:
    """Return a labelled text per row."""
    return [
        Item(str(n), f"{n}.txt", content=text_content(text), labels=(label,), split=Split.TRAIN)
        for n, (text, label) in enumerate(rows)
    ]


@pytest.mark.parametrize("key", FILES)
@settings(deadline=None, max_examples=25)
@given(rows=st.lists(st.tuples(texts, labels), min_size=1, max_size=5))
def test_any_texts_read_back_the_same(key: DatasetFormat, rows: list[tuple[str, str]]) -> None:
    items = text_items(rows)
    back, lost = round_trip(key, items, tree({}))
    assert lost == []
    assert [essence(one) for one in back] == [essence(one) for one in items]


@pytest.mark.parametrize("key", FILES)
@settings(deadline=None, max_examples=25)
@given(rows=st.lists(st.tuples(texts, texts, labels, st.none() | scores), min_size=1, max_size=5))
def test_any_pairs_read_back_the_same(
    key: DatasetFormat, rows: list[tuple[str, str, str, float | None]]
) -> None:
    items = [
        Item(str(n), f"{n}.json", content=pair_content(one, two), labels=(label,), value=value)
        for n, (one, two, label, value) in enumerate(rows)
    ]
    back, lost = round_trip(key, items, tree({}))
    assert lost == []
    assert [essence(one) for one in back] == [essence(one) for one in items]


@pytest.mark.parametrize("key", FILES)
def test_several_labels_and_none_come_back(key: DatasetFormat) -> None:
    items = [
        Item("1", "1.txt", content=b"a", labels=("x", "y")),
        Item("2", "2.txt", content=b"b", labels=()),
    ]
    back, lost = round_trip(key, items, tree({}), multi_label=True)
    assert lost == []
    assert [one.labels for one in back] == [("x", "y"), ()]


def test_lists_of_labels_in_parquet_are_several_labels() -> None:
    content = parquet_file(text=["a", "b"], labels=[["x", "y"], []])
    items, problems = read(DatasetFormat.PARQUET, tree({"t.parquet": content}), multi_label=True)
    assert problems == []
    assert [one.labels for one in items] == [("x", "y"), ()]


def test_tables_become_typed_parquet_and_workbooks() -> None:
    files = tree({"a.csv": "n;x;code;name\n1;1.50;007;=A1\n2;;008;猫\n3;2;009\n"})
    item = Item("1", "a.csv", file="a.csv", split=Split.TEST)
    out = io.BytesIO()
    assert write_zip(DatasetFormat.PARQUET, [item], files, out) == []
    with ZipTree(out).open("test/a.parquet") as file:
        table = read_table(io.BytesIO(file.read()))
    assert [str(kind) for kind in table.schema.types] == ["int64", "double", "string", "string"]
    assert table.to_pydict() == {
        "n": [1, 2, 3],
        "x": [1.5, None, 2.0],
        "code": ["007", "008", "009"],
        "name": ["=A1", "猫", None],
    }
    out = io.BytesIO()
    assert write_zip(DatasetFormat.XLSX, [item], files, out) == []
    with ZipTree(out).open("test/a.xlsx") as file:
        sheet = openpyxl.load_workbook(io.BytesIO(file.read())).worksheets[0]
    assert [cell.data_type for cell in sheet[2]] == ["n", "n", "s", "s"]
    assert [cell.value for cell in sheet[2]] == [1, 1.5, "007", "=A1"]


def test_tables_go_out_as_they_are() -> None:
    files = tree({"x": b"a,b\n1,2\n"})
    items = [Item("1", "a.csv", file="x", split=Split.TRAIN), Item("2", "b.csv", file="x")]
    back, lost = round_trip(DatasetFormat.TABLE, items, files)
    assert lost == []
    assert [(one.name, one.split) for one in back] == [
        ("b.csv", None),
        ("train/a.csv", Split.TRAIN),
    ]


def test_what_a_sheet_cannot_hold_is_counted() -> None:
    long = Table("t", ["a"], lambda: [["x" * 40_000], ["bell\x07"], ["ok"]])
    assert [(one.code, one.params["num"]) for one in xlsx(long, io.BytesIO())] == [("cells_cut", 2)]
    wide = Table("t", [str(n) for n in range(16_400)], lambda: [])
    assert [(one.code, one.params["num"]) for one in xlsx(wide, io.BytesIO())] == [
        ("beyond_sheet", 16)
    ]


def test_damaged_parquet_is_named() -> None:
    whole = parquet_file(text=["a"], label=["b"])
    for broken in (whole[:-6], b"PAR1" + whole[20:], b"PAR1PAR1", b""):
        with pytest.raises(DataError):
            read(DatasetFormat.PARQUET, tree({"a.parquet": broken}))
        _, problems = read(DatasetFormat.TEXT_TABLE, tree({"a.parquet": broken, "b.txt": "hello"}))
        assert codes(problems) == ["table_damaged"]


def test_a_long_parquet_file_is_read_and_written_a_part_at_a_time() -> None:
    rows, text = 40_000, "a sentence of some length, "
    out = io.BytesIO()
    schema = arrow.schema([("text", arrow.string()), ("label", arrow.string())])
    with ParquetWriter(out, schema) as writer:
        for start in range(0, rows, 5_000):
            numbers = range(start, start + 5_000)
            columns = {"text": [text + str(n) for n in numbers], "label": ["x"] * 5_000}
            writer.write_table(arrow.table(columns, schema=schema))
    files = MemoryTree({"a.parquet": out.getvalue()})
    tracemalloc.start()
    num = sum(1 for _ in _items(files))
    written = io.BytesIO()
    list(parquet(Table("t", ["text"], lambda: ([text + str(n)] for n in range(rows))), written))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert num == rows
    assert ParquetFile(written).metadata.num_rows == rows
    assert peak < 20e6


def _items(files: FileTree) -> Iterator[Item]:
    from engine.formats.parquet import read as read_parquet

    for one in read_parquet(files):
        assert not isinstance(one, Problem)
        yield one
