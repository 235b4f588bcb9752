"""No cell of a table that we write runs when somebody opens it, and none is lost by that."""

from __future__ import annotations

import csv
import io

import pytest
from easel.cli import writers
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.data.tabular.tables import read_table
from engine.formats.layout import Item, Piece
from engine.formats.loading import load_writer
from engine.formats.reading.contents import pair_content, text_content
from engine.formats.tables.formulas import guarded, unguarded
from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import essence, image, round_trip, tree

RUNS = '=HYPERLINK("http://x.example","click")'
ODD = (RUNS, "+1+1", "-1-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "'=1", "''-x", "-", "=")
NUMBERS = ("-5", "+3.5", "-1e-5", "-0,5", "007")
FIRST = ("=", "+", "-", "@", "\t", "\r", "＝")


@given(st.text() | st.sampled_from(ODD + NUMBERS))
@example("'" * 9 + "=")
@settings(max_examples=200)
def test_any_cell_comes_back_and_does_not_run(cell: str) -> None:
    assert unguarded(guarded(cell)) == cell
    assert not guarded(cell).startswith(FIRST) or cell.lstrip("+-")[:1].isdigit()


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_stay_numbers(number: str) -> None:
    assert guarded(number) == number


def cells_of(key: DatasetFormat, items: list[Item]) -> list[str]:
    """Return the cells of the tables that a format writes."""
    files = tree({"x": image()})
    written = load_writer(key).write(iter(items), files)
    content = b"".join(one.content for one in written if isinstance(one, Piece)).decode()
    sign = "\t" if key is DatasetFormat.TSV else ","
    return [
        cell for row in csv.reader(io.StringIO(content, newline=""), delimiter=sign) for cell in row
    ]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    "key",
    [
        DatasetFormat.TEXT_TABLE,
        DatasetFormat.TSV,
        DatasetFormat.TEXT_PAIRS,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.CAPTIONS,
        DatasetFormat.TRANSCRIPTS,
    ],
)
def test_no_table_that_is_written_runs_anything(key: DatasetFormat, odd: str) -> None:
    content = {
        DatasetFormat.TEXT_TABLE: text_content(odd),
        DatasetFormat.TSV: text_content(odd),
        DatasetFormat.TEXT_PAIRS: pair_content(odd, odd),
    }.get(key)
    name = {DatasetFormat.CAPTIONS: "x.png", DatasetFormat.TRANSCRIPTS: "x.wav"}.get(key, "x.png")
    has_labels = content is not None or key is DatasetFormat.CSV_LABELS
    item = Item(
        "1",
        name,
        file=None if content else "x",
        content=content,
        # Readers take spaces from around labels.
        labels=(odd,) if has_labels and odd == odd.strip() else (),
        texts=() if has_labels else (odd,),
        is_annotated=not has_labels or odd == odd.strip(),
    )
    assert not any(cell.startswith(FIRST) for cell in cells_of(key, [item]))
    back, lost = round_trip(key, [item], tree({"x": image()}))
    assert lost == []
    assert [essence(one) for one in back] == [essence(item)]


def test_a_table_that_is_a_sample_runs_nothing_as_tsv_and_is_read_as_it_was() -> None:
    table = f'name,value\n"{RUNS.replace(chr(34), chr(34) * 2)}",-5\n+x,2\n'.encode()
    files = tree({"a.csv": table})
    items = [Item("1", "a.csv", file="a.csv")]
    written = load_writer(DatasetFormat.TSV).write(iter(items), files)
    content = b"".join(one.content for one in written if isinstance(one, Piece))
    assert b"\"'=HYPERLINK" in content
    assert read_table(content, "a.tsv") == {"name": [RUNS, "+x"], "value": ["-5", "2"]}


def test_the_answers_of_the_command_run_nothing() -> None:
    stream = io.StringIO()
    writer = writers.Csv(stream)
    writer.write("a.png", {}, [{"text": RUNS, "score": -0.5}, {"text": "-5"}])
    writer.close()
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert [row["text"] for row in rows] == [f"'{RUNS}", "-5"]
    assert rows[0]["score"] == "-0.5"
