"""How tables of other programs are read: guessed with a reason, said, and written plainly."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main as engine
from engine.data.tabular.tables import read_table
from engine.errors import DataError
from engine.formats.tables.notes import unreasoned
from engine.formats.tables.plain_tables import plain_csv, plain_rows
from engine.formats.tables.preview import TablePreview, preview_table
from engine.specs.samples.table_reading import TableReading
from tests import bombs
from tests.engine.formats.workbooks import saved_workbook
from tests.shared import shared_data

IRIS = b"5.1,3.5,1.4,0.2,Iris-setosa\n4.9,3.0,1.4,0.2,Iris-setosa\n6.2,3.4,5.4,2.3,Iris-v\n\n"
IONOSPHERE = b"1,0,0.99539,-0.05889,0.85243,g\n1,0,1,-0.18829,0.93035,b\n1,0,1,-0.03365,1,g\n"
ABALONE = b"M,0.455,0.365,15\nF,0.35,0.26,7\nI,0.53,0.42,9\n"
WINE = b'"fixed acidity";"volatile acidity";"quality"\n7.4;0.7;5\n7.8;0.88;5\n'
GERMAN = (
    "Name;Größe;Betrag;Datum\r\nMüller;1,85;1.234,50;31.12.2020\r\nWeiß;1,75;234,00;01.02.2021\r\n"
)
CHINESE = "姓名　,年龄,城市\n张三,23,北京\n李四,34,上海\n"
AMERICAN = b'\xef\xbb\xbfdate,amount\r\n12/31/2020,"1,234.50"\r\n01/02/2021,"12,000.00"\r\n'


def looked(content: bytes, **reading: Any) -> TablePreview:
    return preview_table(content, TableReading.model_validate(reading))


def plain(content: bytes, **reading: Any) -> list[list[str]]:
    table = plain_rows(content, looked(content, **reading))
    return list(csv.reader(io.StringIO(plain_csv(table).decode())))


@pytest.mark.parametrize(
    ("content", "num_rows", "word"),
    [(IRIS, 3, "5.1"), (IONOSPHERE, 3, "1"), (ABALONE, 3, "0.455")],
)
def test_a_first_row_like_the_others_is_a_value_and_no_row_is_lost(
    content: bytes, num_rows: int, word: str
) -> None:
    found = looked(content)
    assert (found.reading.header, found.num_rows) == (False, num_rows)
    reason = next(one for one in found.reasons if one.part == "header")
    assert (reason.code, reason.params["word"]) == ("first_row_like_others", word)
    assert plain(content)[0] == [f"column_{place + 1}" for place in range(len(found.columns))]
    assert len(plain(content)) == num_rows + 1


@pytest.mark.parametrize("word", ["#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NAME?"])
def test_what_a_formula_gives_that_has_no_value_is_missing(word: str) -> None:
    content = f"a,b\n1,x\n{word},y\n3,z\n{word},w\n".encode()
    found = looked(content)
    assert [one.kind for one in found.columns] == ["number", "category"]
    assert found.columns[0].num_missing == 2
    assert (found.reading.missing, plain(content)[2]) == ((word,), ["", "y"])


def test_what_is_said_wins_over_what_is_guessed() -> None:
    rows = plain(IRIS, header=True)
    assert rows[0] == ["5.1", "3.5", "1.4", "0.2", "Iris-setosa"]
    named = plain(IRIS, names=["a", "b", "c", "d", "kind"])
    assert named[0] == ["a", "b", "c", "d", "kind"]
    assert len(named) == 4
    with pytest.raises(DataError, match="2 names for 5 columns"):
        looked(IRIS, names=["a", "b"])


def test_a_file_in_our_own_manner_is_kept_as_it_is() -> None:
    assert looked(b"a,b\n1,x\n2,y\n").is_plain
    assert looked(WINE).is_plain
    assert looked(b"day,n\n2020-01-02,1\n2020-01-03,2\n").is_plain
    assert not looked(IRIS).is_plain


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
def test_a_german_table_is_read_with_its_commas_and_dates(encoding: str) -> None:
    assert plain(GERMAN.encode(encoding)) == [
        ["Name", "Größe", "Betrag", "Datum"],
        ["Müller", "1.85", "1234.50", "2020-12-31"],
        ["Weiß", "1.75", "234.00", "2021-02-01"],
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "gbk", "utf-16"])
def test_a_chinese_table_is_read_whatever_its_encoding(encoding: str) -> None:
    assert plain(CHINESE.encode(encoding))[:2] == [["姓名", "年龄", "城市"], ["张三", "23", "北京"]]


def test_an_american_table_of_excel_is_read_month_first() -> None:
    found = looked(AMERICAN)
    assert (found.reading.date_order, found.reading.thousands) == ("mdy", ",")
    assert plain(AMERICAN)[1] == ["2020-12-31", "1234.50"]


def test_dates_that_could_be_either_are_said_to_be_so() -> None:
    found = looked(b"day,n\n01/02/2020,1\n03/04/2020,2\n")
    reason = next(one for one in found.reasons if one.part == "date_order")
    assert (reason.code, reason.is_sure) == ("either_order", False)
    assert plain(b"day,n\n01/02/2020,1\n", date_order="mdy")[1] == ["2020-01-02", "1"]


def test_the_date_shown_as_a_reason_proves_the_order() -> None:
    found = looked(b"day,n\n05/10/2025,1\n16/11/2025,2\n")
    reason = next(one for one in found.reasons if one.part == "date_order")
    assert (reason.code, reason.params["example"]) == ("first_part_beyond_12", "16/11/2025")


def test_words_for_no_value_are_found_among_numbers_and_counted() -> None:
    rows = [f"{n},{n / 7:.2f},{n}" for n in range(98)] + ["?,-,NA", "..,1.5,n/a"]
    content = ("a,b,c\n" + "\n".join(rows) + "\n").encode()
    found = looked(content)
    assert set(found.reading.missing) == {"-", "..", "n/a"}
    assert [column.num_missing for column in found.columns] == [2, 1, 2]
    assert plain(content)[-2:] == [["", "", ""], ["", "1.5", ""]]
    assert plain(content, missing=["1.5"])[-1] == ["..", "", "n/a"]


def test_infinite_and_odd_cells_are_counted_by_column() -> None:
    rows = [f"{n},{n % 3}" for n in range(98)] + ["inf,1", "x7,-inf"]
    a, b = looked(("a,b\n" + "\n".join(rows)).encode()).columns
    assert (a.kind, a.num_infinite, a.num_odd) == ("number", 1, 2)
    assert (b.kind, b.num_infinite, b.num_odd) == ("number", 1, 1)


def test_a_column_said_to_hold_numbers_loses_its_words_and_no_other_does() -> None:
    content = b"a,b\n1,x\n2,y\nthree,z\n"
    assert plain(content)[3] == ["three", "z"]
    assert plain(content, kinds=[{"name": "a", "kind": "number"}])[3] == ["", "z"]
    with pytest.raises(DataError, match="no column 'c'"):
        looked(content, kinds=[{"name": "c", "kind": "number"}])


def test_titles_comments_and_size_rows_above_a_table_are_left_out() -> None:
    titled = b"Report of 2020,,\nname,a,b\nx,1,2\ny,3,4\n"
    assert plain(titled) == [["name", "a", "b"], ["x", "1", "2"], ["y", "3", "4"]]
    sizes = b"3,4,setosa,versicolor,virginica\n5.1,3.5,1.4,0.2,0\n4.9,3.0,1.4,0.2,0\n5,3,1,1,1\n"
    found = looked(sizes)
    assert (found.reading.skip_rows, found.reading.header, found.num_rows) == (1, False, 3)
    assert plain(b"sep=;\na;b\n1;2\n") == [["a", "b"], ["1", "2"]]


def test_spaces_divide_numbers_and_never_sentences() -> None:
    cars = b'18.0   8   307.0  "chevrolet chevelle"\n15.0   8   350.0  "buick skylark"\n'
    assert plain(cars)[1] == ["18.0", "8", "307.0", "chevrolet chevelle"]
    assert len(looked(b"this is a text\nanother text is\n").columns) == 1


def test_quoted_line_ends_and_separators_stay_in_their_cells() -> None:
    content = b'text,label\r\n"a\r\nb",1\r\n"c, ""d""",2\r\n'
    assert plain(content)[1:] == [["a\r\nb", "1"], ['c, "d"', "2"]]


def test_columns_without_a_name_or_with_the_same_are_named_anew_and_counted() -> None:
    found = looked(b",x,x\n1,2,3\n4,5,6\n")
    assert [column.name for column in found.columns] == ["column_1", "x", "x_2"]
    assert found.num_named_anew == 2


def test_a_workbook_without_names_is_read_like_a_text() -> None:
    content = saved_workbook([[5.1, "setosa"], [4.9, "virginica"], [6, "setosa"]])
    assert plain(content)[:2] == [["column_1", "column_2"], ["5.1", "setosa"]]


def test_the_beginning_of_a_file_is_evaluated_without_its_half_line() -> None:
    content = ("a,b\n" + "1,2\n" * 100 + "1,2,3,4,").encode()
    found = preview_table(content, TableReading(), is_whole=False)
    assert (found.num_rows, found.num_uneven) == (100, 0)


def test_a_nul_character_is_left_out_of_a_table_and_said() -> None:
    content = b"a,b\n1,2\n3\0,4\n5,6\n"
    assert plain(content)[2] == ["3", "4"]
    assert [one.code for one in unreasoned(looked(content), "")] == ["nul_left_out"]


def test_what_is_no_table_or_another_encoding_is_refused_by_name() -> None:
    with pytest.raises(DataError) as refused:
        looked(bytes(range(256)) * 20)
    assert refused.value.code in ("not_a_table", "table_unreadable")
    with pytest.raises(DataError) as wrong:
        looked(CHINESE.encode("gb18030"), encoding="utf-8")
    assert wrong.value.code == "encoding_wrong"
    with pytest.raises(DataError) as empty:
        looked(b"\n\n")
    assert empty.value.code == "table_empty"


@pytest.mark.parametrize("name", ["abalone", "census_income", "german_credit"])
def test_real_tables_keep_their_names_and_lose_them_when_they_have_none(name: str) -> None:
    content = (shared_data("tabular") / f"{name}.csv").read_bytes()
    assert looked(content).reading.header is True
    assert looked(content).is_plain
    headless = content.split(b"\n", 1)[1]
    found = looked(headless)
    assert found.reading.header is False
    assert sum(1 for _ in plain_rows(headless, found).rows) == headless.strip().count(b"\n") + 1


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: bombs.workbook(1_000_000), "archive_bomb"),
        (lambda: bombs.workbook(20_000), "table_too_wide"),
        (lambda: bombs.parquet(20_000, 1_000_000), "table_too_many_characters"),
    ],
)
def test_a_table_that_would_fill_the_memory_says_by_what(
    make: Callable[[], bytes], code: str
) -> None:
    content = make()
    with pytest.raises(DataError) as refused:
        looked(content)
    assert refused.value.code == code
    with pytest.raises(DataError) as learnt:
        read_table(content, "a.parquet" if content.startswith(b"PAR1") else "a.xlsx")
    assert (learnt.value.code, learnt.value.params["file"]) == (
        code, "a.parquet" if content.startswith(b"PAR1") else "a.xlsx",
    )  # fmt: skip


@pytest.mark.parametrize(
    "part",
    ["[Content_Types].xml", "xl/workbook.xml", "xl/styles.xml", "xl/worksheets/sheet1.xml"],
)
@pytest.mark.parametrize("entry", ["look", "learn", "check"])
def test_a_workbook_of_broken_xml_is_a_table_that_cannot_be_read(
    part: str, entry: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, out = (
        zipfile.ZipFile(io.BytesIO(saved_workbook([["a", "b"], [1, 2], [3, 4]]))),
        io.BytesIO(),
    )
    with zipfile.ZipFile(out, "w") as broken:
        for name in whole.namelist():
            content = whole.read(name)
            broken.writestr(name, content[: len(content) // 2] if name == part else content)
    if entry == "check":
        (tmp_path / "a.xlsx").write_bytes(out.getvalue())
        asked = ["check", "--data", str(tmp_path / "a.xlsx"), "--format", "table"]
        assert engine([*asked, "--task", "tabular.prediction"]) == 65
        assert capsys.readouterr().err.startswith("table_")
        return
    with pytest.raises(DataError) as refused:
        looked(out.getvalue()) if entry == "look" else read_table(out.getvalue(), "a.xlsx")
    assert refused.value.code == "table_unreadable"
