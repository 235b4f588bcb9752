"""A workbook is read cell by cell as openpyxl reads it, but never more of it than fits."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from engine.errors import DataError
from engine.formats.tables.typed_cells import CellValue, typed_rows
from engine.formats.tables.workbook_parts import WorkbookError
from tests import bombs
from tests.engine.formats.trees import zipped
from tests.engine.formats.workbooks import saved_workbook

_SPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode="[Red]yyyy\\-mm"/>'
    '<numFmt numFmtId="165" formatCode="0.0&quot;days&quot;"/>'
    '<numFmt numFmtId="166" formatCode="[hh]:mm"/></numFmts>'
    "<fonts><font/></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders>"
    '<cellStyleXfs count="1"><xf numFmtId="14" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/>'
    '<xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="22"/></cellXfs>'
    '<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
)


def written(
    sheet: str, *, strings: str = "", styles: str = _STYLES, more: Sequence[tuple[str, bytes]] = ()
) -> bytes:
    """Return a workbook of one sheet, whose XML is given."""
    book = (
        f'<workbook xmlns="{_SPACE}" xmlns:r="{_RELATIONS}"><sheets>'
        '<sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'
    )
    names = ("worksheet", "styles", "sharedStrings")
    targets = ("worksheets/sheet1.xml", "styles.xml", "sharedStrings.xml")
    relations = "".join(
        f'<Relationship Id="rId{n}" Type="{_RELATIONS}/{name}" Target="{target}"/>'
        for n, (name, target) in enumerate(zip(names, targets, strict=True), start=1)
    )
    types = "".join(
        f'<Override PartName="/xl/{target}" ContentType="application/vnd.openxmlformats-'
        f'officedocument.spreadsheetml.{name}+xml"/>'
        for name, target in (("sheet.main", "workbook.xml"), *zip(names, targets, strict=True))
    )
    parts = {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f"{types}</Types>"
        ),
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f"{relations}</Relationships>"
        ),
        "xl/styles.xml": f'<styleSheet xmlns="{_SPACE}">{styles}</styleSheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{_SPACE}">{strings}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_SPACE}">{sheet}</worksheet>',
    }
    return zipped([(name, text.encode()) for name, text in parts.items()] + list(more)).getvalue()


def by_openpyxl(content: bytes) -> list[tuple[int, list[CellValue]]]:
    """Return the rows of a workbook that are not empty, with their numbers."""
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    rows = enumerate(book.worksheets[0].iter_rows(values_only=True), start=1)
    return _kept((number, list(cells)) for number, cells in rows)


def ours(content: bytes) -> list[tuple[int, list[CellValue]]]:
    """Return the same as we read it."""
    return _kept(typed_rows(io.BytesIO(content)))


def _kept(
    rows: Iterable[tuple[int, list[CellValue]]],
) -> list[tuple[int, list[CellValue]]]:
    return [(number, cells) for number, cells in rows if any(cell is not None for cell in cells)]


def _same(content: bytes) -> list[tuple[int, list[CellValue]]]:
    expected = by_openpyxl(content)
    assert repr(ours(content)) == repr(expected)
    return expected


def test_a_saved_workbook_has_the_cells_that_openpyxl_gives() -> None:
    rows: list[list[object]] = [
        ["name", "when", "ok", "amount", "note"],
        ["a ", datetime(2024, 2, 29), True, 1, "0012"],
        [" b", datetime(2024, 2, 29, 13, 5, 7), False, -1.5e-7, "TRUE"],
        ["你好 🙂\nnext", date(1999, 12, 31), None, 10**15, "true"],
        ["_x005F_", time(23, 59, 1), None, 0.1 + 0.2, ""],
        ["<&>", timedelta(hours=30), None, 1e300, "=A1"],
        [None] * 5,
        ["#DIV/0!", datetime(1900, 1, 1), None, None, "1e5"],
    ]

    found = _same(saved_workbook(rows))

    assert found[1][1][1] == datetime(2024, 2, 29)
    assert [number for number, _ in found] == [1, 2, 3, 4, 5, 6, 8]


def test_workbooks_of_any_cells_have_those_that_openpyxl_gives() -> None:
    chance = random.Random(7)
    made: list[object] = [None, "", "x", "1", 1, 2.5, True, False, date(2020, 1, 2), time(1, 2)]
    for _ in range(25):
        book = Workbook(write_only=bool(chance.random() < 0.3))
        sheet = book.create_sheet() if book.write_only else book.worksheets[0]
        for _ in range(chance.randint(1, 12)):
            sheet.append([chance.choice(made) for _ in range(chance.randint(1, 9))])
        book.epoch = chance.choice([datetime(1899, 12, 30), datetime(1904, 1, 1)])
        out = io.BytesIO()
        book.save(out)
        _same(out.getvalue())


def test_cells_written_by_hand_are_those_that_openpyxl_gives() -> None:
    sheet = (
        '<dimension ref="A1:H9"/><sheetData>'
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><r><t>ri</t></r>'
        '<r><t xml:space="preserve">ch </t></r></is></c></row>'
        '<row><c><v>45000</v></c><c s="1"><v>45000</v></c><c s="2"><v>45000.75</v></c>'
        '<c s="3"><v>3.0</v></c><c s="4"><v>1.25</v></c><c s="5"><v>0.5</v></c></row>'
        '<row r="5"><c r="B5" t="b"><v>1</v></c><c r="C5" t="b"><v>0</v></c>'
        '<c r="D5" t="str"><f>A1</f><v>said</v></c><c r="E5" t="e"><v>#N/A</v></c>'
        '<c r="F5" t="d"><v>2024-01-31</v></c><c r="G5" t="d"><v>2024-01-31T05:06:07</v></c>'
        '<c r="H5"><f>SUM(1)</f></c></row>'
        '<row r="7"><c r="A7" t="s"><v>1</v></c><c r="B7"><v>1E3</v></c></row>'
        '</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>'
    )
    strings = (
        '<si><r><t>sha</t></r><r><t>red</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>'
        "<si><t>_x005F_x</t></si>"
    )

    found = _same(written(sheet, strings=strings))

    assert found[0][1][:3] == ["shared", None, "rich "]
    assert found[1][1][1:3] == [datetime(2023, 3, 15), datetime(2023, 3, 15, 18)]


def test_a_sheet_that_says_to_be_smaller_than_it_is_loses_nothing() -> None:
    sheet = (
        '<dimension ref="A1"/><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c>'
        '</row><row r="2"><c r="A2"><v>3</v></c></row></sheetData>'
    )

    assert ours(written(sheet)) == [(1, [1, 2]), (2, [3])]


def test_dates_in_the_forms_of_east_asia_are_dates() -> None:
    styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="31"/></cellXfs>'
    sheet = '<sheetData><row><c s="1"><v>45000</v></c></row></sheetData>'

    assert ours(written(sheet, styles=styles)) == [(1, [datetime(2023, 3, 15)])]


def test_the_first_sheet_with_rows_is_read_where_a_chart_stands_before_it() -> None:
    book = Workbook()
    book.worksheets[0].append(["a", 1])
    book.create_chartsheet("chart", 0)
    out = io.BytesIO()
    book.save(out)

    assert ours(out.getvalue()) == [(1, ["a", 1])]


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04 and no more",
        zipped([("a.txt", b"x")]).getvalue(),
        saved_workbook([["a"]])[:-30],
    ],
)
def test_what_is_no_workbook_says_so(content: bytes) -> None:
    with pytest.raises((WorkbookError, DataError)):
        list(typed_rows(io.BytesIO(content)))


def _diluted(piece: str, times: int) -> str:
    """Return a piece so many times, with noise between, so that it is not suspiciously dense."""
    chance = random.Random(1)
    some = 8_000 // len(piece)
    noise = (f"<!--{chance.randbytes(32).hex()}-->" for _ in range(times // some + 1))
    return "".join(piece * some + one for one in noise)


def _hostile(folder: Path) -> dict[str, Path]:
    """Write small workbooks that stand for a great deal."""
    far = "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, 2500))
    rows = _diluted("<row><c><v>1</v></c></row>", 4_000)
    cells = _diluted("<c><v>1</v></c>", 150_000)
    merged = "".join(f'<mergeCell ref="A{n}:A{n + 1}"/>' for n in range(1, 250_000))
    texts = _diluted("<si/>", 400_000)
    # Budgets that take long to reach are smaller in the child.
    styles = _diluted('<xf numFmtId="0"/>', 150_000)
    one = '<sheetData><row><c t="s"><v>0</v></c></row></sheetData>'
    made = {
        "dense": bombs.workbook(600_000),
        "wide": written(f"<sheetData><row>{cells}</row></sheetData>"),
        "far": written(f"<sheetData>{far}</sheetData>"),
        "said": written(f'<dimension ref="A1:XFD1048576"/><sheetData>{rows}</sheetData>'),
        "texts": written(one, strings=texts),
        "long": written(one, strings=f"<si><t>{_diluted('x', 20_000_000)}</t></si>"),
        "styles": written(one, styles=f"<cellXfs>{styles}</cellXfs>"),
        "merged": written(
            f'<sheetData><row><c r="A1"><v>1</v></c></row></sheetData>'
            f"<mergeCells>{merged}</mergeCells>"
        ),
    }
    for name, content in made.items():
        (folder / f"{name}.xlsx").write_bytes(content)
    return {name: folder / f"{name}.xlsx" for name in made}


_READS_ALL = """
import json, resource, sys, time
from pathlib import Path
from backend.datasets.media.table import EXCEL_TYPE, Unreadable, open_table
from engine.data.tabular.tables import read_table
from engine.errors import DataError
from engine.formats.markup import safe_xml
from engine.formats.tables import workbook_parts
from engine.formats.tables.raw_tables import file_rows

def stored(path):
    try:
        with path.open("rb") as file:
            return sum(1 for _ in open_table(file, EXCEL_TYPE).rows)
    except Unreadable as error:
        return error.problem.code

def said(read):
    try:
        return read()
    except DataError as error:
        return error.code

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

workbook_parts.MAX_SHARED_BYTES = 2**24
safe_xml.MAX_PARTS = 250_000
contents = [(Path(one).stem, Path(one), Path(one).read_bytes()) for one in sys.argv[1:]]
before, found = peak(), {}
for name, path, content in contents:
    began = time.process_time()
    answers = [said(lambda: sum(1 for _ in file_rows(content)))]
    if name in ("dense", "wide", "far", "said"):
        answers += [said(lambda: len(read_table(content, "a.xlsx"))), said(lambda: stored(path))]
    found[name] = [answers, (peak() - before) >> 10, time.process_time() - began]
print(json.dumps(found))
"""
# MiB beside what Python and the libraries take.
_MOST_MEMORY = 300


def test_small_workbooks_that_stand_for_a_great_deal_stay_within_memory(tmp_path: Path) -> None:
    files = _hostile(tmp_path)
    assert all(path.stat().st_size < 2**22 for path in files.values())

    process = subprocess.run(
        [sys.executable, "-c", _READS_ALL, *map(str, files.values())],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert process.returncode == 0, process.stderr[-2000:]
    found = json.loads(process.stdout)
    too_large = {
        "archive_bomb",
        "table_too_large",
        "table_too_many_cells",
        "table_too_wide",
        "table_unreadable",
    }
    refused = {name: set(answers) for name, (answers, _, _) in found.items() if name != "merged"}
    assert all(codes <= too_large for codes in refused.values()), found
    assert max(memory for _, memory, _ in found.values()) < _MOST_MEMORY, found


def test_parts_under_other_names_are_found_by_what_refers_to_them() -> None:
    content = saved_workbook([["a", "b"], ["x", 1]])
    moved = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(moved, "w") as target:
        for part in source.infolist():
            body = source.read(part)
            if part.filename.endswith((".rels", "[Content_Types].xml")):
                body = body.replace(b"workbook.xml", b"book2.xml")
                body = body.replace(b"sharedStrings.xml", b"Texts.xml")
            name = part.filename.replace("workbook.xml", "book2.xml")
            target.writestr(name.replace("sharedStrings.xml", "Texts.xml"), body)

    assert ours(moved.getvalue()) == ours(content)
