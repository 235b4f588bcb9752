"""Merged cells stand in all their rows, and any sheet of a workbook can be chosen."""

from __future__ import annotations

import pytest

from engine.errors import DataError
from engine.formats.layout import Problem
from engine.formats.reading.trees import MemoryTree
from engine.formats.tables.notes import unreasoned
from engine.formats.tables.rows import Row, read_rows
from engine.specs.samples.table_reading import TableReading
from tests.engine.formats.test_table_reading import looked, plain
from tests.engine.formats.workbooks import sheets


def _book(*merged: str) -> bytes:
    """Return a workbook of a sheet of notes and one of data, cells of which are merged."""
    data = [["工序", "温度"], ["切割", 1.5], [None, 2.5], [None, 3.5], ["焊接", 4.5]]
    return sheets({"说明": [["此表为说明", "x"], ["1", "y"]], "数据": data}, *merged)


def test_a_merged_cell_has_its_value_in_each_of_its_rows_and_it_is_said() -> None:
    content = _book("A2:A4")
    assert [row[0] for row in plain(content, sheet="数据")[1:]] == ["切割"] * 3 + ["焊接"]
    (note,) = unreasoned(looked(content, sheet="数据"), "")
    assert (note.code, note.params) == ("cells_merged", {"num": 1})
    assert not looked(content, sheet="数据").is_plain

    rows = list(read_rows(MemoryTree({"a.xlsx": content}), "a.xlsx", TableReading(sheet="数据")))
    assert [one.code for one in rows if isinstance(one, Problem)] == ["cells_merged"]
    cells = [one.cells[0] for one in rows if isinstance(one, Row)]
    assert cells == ["工序", "切割", "切割", "切割", "焊接"]


def test_cells_that_are_merged_in_one_row_alone_stay_as_they_are() -> None:
    assert [row[0] for row in plain(_book("A2:B2"), sheet="数据")[1:]] == ["切割", "", "", "焊接"]


def test_names_over_two_rows_stay_apart_from_the_names_of_their_parts() -> None:
    names = [["工序", "测量", None], [None, "温度", "压力"]]
    rows = [*names, *(["切割", n, n / 2] for n in range(9))]
    found = looked(sheets({"a": rows}, "A1:A2", "B1:C1", "A3:A5"))
    assert [one.name for one in found.columns] == ["工序", "测量", "column_3"]
    notes = {one.code: one.params for one in unreasoned(found, "")}
    assert notes["words_below_names"] == {"num": 2, "words": "温度, 压力"}


def test_the_first_sheet_is_read_unless_another_is_chosen() -> None:
    content = _book()
    assert (looked(content).sheets, looked(content).unread) == (("说明", "数据"), ("数据",))
    assert plain(content)[0] == ["此表为说明", "x"]
    chosen = looked(content, sheet="数据")
    assert (chosen.unread, [one.name for one in chosen.columns]) == ((), ["工序", "温度"])
    with pytest.raises(DataError, match="说明, 数据") as refused:
        looked(content, sheet="data")
    assert refused.value.code == "sheet_unknown"


def test_a_workbook_without_the_sheet_is_named_among_others() -> None:
    (found,) = read_rows(MemoryTree({"a.xlsx": _book()}), "a.xlsx", TableReading(sheet="data"))
    assert isinstance(found, Problem)
    assert found.code == "sheet_unknown"
