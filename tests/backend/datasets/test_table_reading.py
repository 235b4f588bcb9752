"""Tables of other programs from import to training: guessed, said, kept, and read again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.media.properties import MediaProperties
from backend.datasets.media.table import examine
from backend.datasets.models import DatasetVersion, Import, ImportProblem, Sample, VersionSample
from backend.datasets.selectors.tables import date_order_of, table_of
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services.store import store
from engine.catalog import TASKS
from engine.data.tabular.tables import read_table
from tests.backend.cards import world_of
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_imports import begin, send
from tests.engine.formats.workbooks import saved_workbook, sheets

IRIS = b"5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n6.2,3.4,Iris-virginica\n"
GERMAN = "Größe;Betrag;Datum\n1,85;1.234,50;31.12.2020\n1,75;234,00;01.02.2021\n"


@pytest.fixture
def tables(client_of: Callable[[User], APIClient]) -> tuple[APIClient, World]:
    """A dataset of tables and its owner."""
    world = world_of(TASKS["tabular.prediction"])
    return client_of(world.owner), world


def preview(api: APIClient, world: World, content: bytes, **fields: str) -> Any:
    parts: list[tuple[str, str | None, bytes | str]] = [
        ("file", "rows.csv", content),
        *((key, None, text) for key, text in fields.items()),
    ]
    body = b""
    for key, name, value in parts:
        naming = f'; filename="{name}"' if name else ""
        body += f'--x\r\nContent-Disposition: form-data; name="{key}"{naming}\r\n\r\n'.encode()
        body += (value if isinstance(value, bytes) else value.encode()) + b"\r\n"
    return api.post(
        f"/api/v1/datasets/{world.dataset.id}/table-preview",
        data=body + b"--x--\r\n",
        content_type="multipart/form-data; boundary=x",
    )


def imported(api: APIClient, world: World, name: str, content: bytes, **reading: Any) -> Sample:
    body = {"format": "table", "reading": reading}
    session = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/imports", body), 201)
    outcomes = send(api, session["id"], {name: content})
    assert [one["outcome"] for one in outcomes] == ["added"], outcomes
    return Sample.objects.get(id=outcomes[0]["sample_id"])


@pytest.mark.django_db
def test_a_preview_says_what_is_guessed_and_why_and_keeps_nothing(
    tables: tuple[APIClient, World],
) -> None:
    found = ok(preview(*tables, IRIS))
    assert found["reading"]["header"] is False
    assert [one["part"] for one in found["reasons"]] == ["delimiter", "header"]
    assert [one["name"] for one in found["columns"]] == ["column_1", "column_2", "column_3"]
    assert found["rows"][0] == ["5.1", "3.5", "Iris-setosa"]
    said = ok(preview(*tables, IRIS, reading=json.dumps({"header": True})))
    assert (said["columns"][0]["name"], said["num_rows"]) == ("5.1", 2)
    assert Sample.objects.count() == 0
    refused = ok(preview(*tables, IRIS, reading='{"header": "perhaps"}'), 422)
    assert "reading" in json.dumps(refused)


@pytest.mark.django_db
def test_a_preview_says_what_does_not_come_in_as_it_stands(
    tables: tuple[APIClient, World],
) -> None:
    found = ok(preview(*tables, "名,单价\na,¥1.50\nb,¥2.50\n".encode()))
    assert [(one["code"], one["params"]) for one in found["notes"]] == [
        ("units_left_out", {"num": 1, "columns": "单价 (¥)"})
    ]


@pytest.mark.django_db
def test_a_look_names_the_parts_that_would_be_guessed_otherwise(
    tables: tuple[APIClient, World],
) -> None:
    found = ok(preview(*tables, IRIS))
    assert found["changed"] == []
    # A table that was read as guessed has nothing to guess again, though every part is given.
    again = ok(preview(*tables, IRIS, reading=json.dumps(found["reading"])))
    assert again["changed"] == []
    assert again["reasons"] == found["reasons"]
    other = {**found["reading"], "header": True, "missing": ["x"]}
    assert ok(preview(*tables, IRIS, reading=json.dumps(other)))["changed"] == ["missing", "header"]


@pytest.mark.django_db
def test_a_file_too_large_for_memory_is_previewed_and_leaves_nothing_behind(
    tables: tuple[APIClient, World], settings: Any
) -> None:
    found = ok(preview(*tables, b"a,b\n" + b"1,2\n" * 2**18 + b"3,4\n"))
    assert [one["name"] for one in found["columns"]] == ["a", "b"]
    assert list((settings.ENVIRONMENT.data / "uploads").glob("incoming-*")) == []


@pytest.mark.django_db
def test_a_row_with_an_open_quotation_mark_is_left_out_and_no_other(
    tables: tuple[APIClient, World],
) -> None:
    content = "a,b\n" + "1,2\n" * 20 + '"3,4\n' + "5,6\n" * 20
    assert imported(*tables, "rows.csv", content.encode()).num_rows == 40
    found = ImportProblem.objects.values_list("code", "name")
    assert list(found) == [("quote_open", "rows.csv:22")]


@pytest.mark.django_db
def test_a_row_with_an_open_quotation_mark_below_all_that_is_looked_at_is_left_out_too(
    tables: tuple[APIClient, World],
) -> None:
    content = "a,b\n" + "1,2\n" * 2000 + '"3,4\n5,6\n'
    assert imported(*tables, "rows.csv", content.encode()).num_rows == 2001


@pytest.mark.django_db
def test_sheets_after_the_first_are_named_before_and_after_a_workbook_comes_in(
    tables: tuple[APIClient, World],
) -> None:
    api, world = tables
    content = saved_workbook([["a", "b"], [1, 2]], "data", "notes")
    (note,) = ok(preview(api, world, content))["notes"]
    assert (note["code"], note["params"]["sheets"]) == ("sheets_unread", "data, notes")
    imported(api, world, "rows.xlsx", content)
    problems = dict(ImportProblem.objects.values_list("code", "params"))
    assert problems["sheets_unread"]["sheets"] == "data, notes"


@pytest.mark.django_db
def test_any_sheet_of_a_workbook_can_be_chosen(tables: tuple[APIClient, World]) -> None:
    api, world = tables
    content = sheets({"说明": [["此表为说明", "x"]], "数据": [["a", "b"], [1, 2], [3, 4]]})
    chosen = ok(preview(api, world, content, reading='{"sheet": "数据"}'))
    assert (chosen["file_kind"], chosen["sheets"], chosen["notes"]) == (
        "workbook", ["说明", "数据"], []
    )  # fmt: skip
    assert chosen["rows"] == [["1", "2"], ["3", "4"]]
    refused = ok(preview(api, world, content, reading='{"sheet": "没有"}'), 422)
    assert refused["code"] == "sheet_unknown"
    sample = imported(api, world, "rows.xlsx", content, sheet="数据")
    assert (sample.num_rows, sample.reading["sheet"]) == (2, "数据")
    assert not ImportProblem.objects.exists()
    table = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/table"))
    assert table["rows"] == [["1", "2"], ["3", "4"]]


@pytest.mark.django_db
def test_units_below_the_names_and_words_for_no_value_are_said_with_an_import(
    tables: tuple[APIClient, World],
) -> None:
    api, world = tables
    rows = "".join(f"{n},{n}.5,{n % 3}\n" for n in range(60))
    content = f"时间,温度,档\ns,℃,1\n{rows}61,#DIV/0!,1\n62,inf,1\n".encode()
    assert [one["code"] for one in ok(preview(api, world, content))["notes"]] == [
        "words_below_names"
    ]
    imported(api, world, "rows.csv", content)
    problems = dict(ImportProblem.objects.values_list("code", "params"))
    assert problems["words_below_names"]["words"] == "s, ℃"
    assert problems["words_missing"]["words"] == "#DIV/0! (1)"
    assert problems["numbers_infinite"] == {"num": 1, "columns": "温度"}


@pytest.mark.django_db
def test_a_table_without_names_keeps_all_its_rows(tables: tuple[APIClient, World]) -> None:
    api, world = tables
    sample = imported(api, world, "iris.data", IRIS)
    assert (sample.num_rows, sample.name) == (3, "iris.csv")
    table = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/table"))
    assert table["reading"]["header"] is False
    assert table["is_changed"] is True
    assert table["rows"][0] == ["5.1", "3.5", "Iris-setosa"]


@pytest.mark.django_db
def test_a_table_is_read_again_in_another_way_without_sending_it_again(
    tables: tuple[APIClient, World],
) -> None:
    api, world = tables
    sample = imported(api, world, "rows.csv", GERMAN.encode("cp1252"))
    address = f"/api/v1/datasets/{world.dataset.id}/table"
    assert ok(api.get(address))["rows"][0] == ["1.85", "1234.50", "2020-12-31"]
    before = sample.blob_id
    known = ok(api.get(address))["reading"]
    shown = ok(api.post(f"{address}/preview", {"reading": {**known, "header": False}}))
    assert (shown["num_rows"], shown["rows"][0][0]) == (3, "Größe")
    assert Sample.objects.get(id=sample.id).blob_id == before
    wanted = {**known, "names": ["a", "b", "c"], "date_order": "mdy", "decimal": "auto"}
    table = ok(api.put(f"{address}/preview", {"reading": wanted}))
    assert [one["name"] for one in table["columns"]] == ["a", "b", "c"]
    assert (table["num_rows"], table["rows"][0]) == (2, ["1.85", "1234.50", "31.12.2020"])
    assert ok(api.put(f"{address}/preview", {"reading": known}))["rows"][0][2] == "2020-12-31"
    sample.refresh_from_db()
    world.dataset.refresh_from_db()
    assert world.dataset.num_bytes == sample.bytes


@pytest.mark.django_db
def test_a_file_that_reads_right_as_it_is_stays_as_it_is(tables: tuple[APIClient, World]) -> None:
    content = b"a;b\n1;x\n2;y\n"
    sample = imported(*tables, "rows.csv", content)
    assert sample.original_id is None
    assert Blob.objects.get(sha256=sample.blob_id).bytes == len(content)


@pytest.mark.django_db
def test_a_column_said_to_be_a_category_is_learnt_as_one(tables: tuple[APIClient, World]) -> None:
    api, world = tables
    imported(
        api, world, "a.csv", b"zip,n\n1,2\n2,3\n3,4\n", kinds=[{"name": "zip", "kind": "category"}]
    )
    columns = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/table"))["columns"]
    assert [one["kind"] for one in columns] == ["category", "number"]


@pytest.mark.django_db
def test_a_table_without_a_usable_row_is_a_named_problem_and_no_sample(
    tables: tuple[APIClient, World],
) -> None:
    api, world = tables
    outcomes = send(api, begin(api, world, "table"), {"a.csv": b"a,b\n", "b.csv": b"\n\n"})
    assert [(one["outcome"], one["code"]) for one in outcomes] == [
        ("rejected", "table_empty"),
        ("rejected", "table_empty"),
    ]
    assert set(ImportProblem.objects.values_list("code", flat=True)) == {"table_empty"}
    assert Import.objects.get().num_added == 0


@pytest.mark.django_db
def test_uneven_rows_and_names_given_anew_are_said(tables: tuple[APIClient, World]) -> None:
    imported(*tables, "a.csv", b"a,a,b\n1,2\n3,4,5\n6,7,8,9\n")
    problems = dict(ImportProblem.objects.values_list("code", "params"))
    assert problems["rows_uneven"] == {"num": 2, "expected": 3}
    assert problems["columns_repeated"] == {"num": 1}


@pytest.mark.django_db
def test_what_was_guessed_of_a_table_is_said_as_problems_of_its_import(
    tables: tuple[APIClient, World],
) -> None:
    rows = "".join(f"0{place}/02/2025,合格\n" for place in (1, 5, 3))
    imported(*tables, "a.csv", f"车间日报表,\n日期,结果\n{rows}".encode("gb18030"))
    problems = dict(ImportProblem.objects.values_list("code", "params"))
    assert problems["encoding_guessed"] == {"encoding": "gb18030"}
    assert problems["rows_skipped"] == {"num": 1}
    assert problems["dates_ambiguous"] == {"example": "01/02/2025", "read": "2025-02-01"}


@pytest.mark.django_db
def test_formulas_without_a_value_are_a_problem_of_the_import(
    tables: tuple[APIClient, World],
) -> None:
    content = saved_workbook([["a", "b"], *([n, f"=A{n + 1}"] for n in range(1, 4))])
    imported(*tables, "a.xlsx", content)
    problems = dict(ImportProblem.objects.values_list("code", "params"))
    assert problems == {
        "formula_without_value": {"num": 3, "sheet": "Sheet", "columns": "b (B): 3"}
    }


@pytest.mark.django_db
def test_what_somebody_said_of_a_table_is_no_problem_of_its_import(
    tables: tuple[APIClient, World],
) -> None:
    content = "车间日报表,\n日期,结果\n01/02/2025,合格\n03/02/2025,合格\n".encode("gb18030")
    imported(*tables, "a.csv", content, encoding="gb18030", skip_rows=1, date_order="mdy")
    assert list(ImportProblem.objects.values_list("code", flat=True)) == []


@pytest.mark.django_db
@pytest.mark.parametrize("order", ["dmy", "mdy"])
def test_a_run_is_told_in_which_order_the_dates_of_its_tables_were_written(
    order: str, tables: tuple[APIClient, World]
) -> None:
    """Cells come in as ISO 8601; calls of the model go on as the file was written."""
    _, world = tables
    content = b"day,created_at,n\n01/02/2025,1735689600,1\n03/02/2025,1735776000,2\n"
    sample = imported(*tables, "a.csv", content, date_order=order)
    version = DatasetVersion.objects.create(
        dataset=world.dataset, number=1, state="ready", multi_label=False, split_recipe={},
        labels=[], counts={}, num_samples=1,
    )  # fmt: skip
    assert date_order_of([version.id]) == "ymd"
    VersionSample.objects.create(
        version=version, sample_id=sample.id, blob_id=sample.blob_id, split="train", position=0
    )
    assert date_order_of([version.id]) == order
    kinds = {one.name: one.kind for one in table_of(dataset=world.dataset).columns}
    assert kinds == {"day": "time", "created_at": "time", "n": "number"}


@pytest.mark.django_db
def test_the_format_of_files_is_told_by_names_and_beginnings(
    tables: tuple[APIClient, World],
) -> None:
    api, world = tables
    body = b'--x\r\nContent-Disposition: form-data; name="names"\r\n\r\n["a.csv", "b.csv"]\r\n'
    body += b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\na,b\r\n'
    found = ok(
        api.post(
            f"/api/v1/datasets/{world.dataset.id}/imports/detect",
            data=body + b"--x--\r\n",
            content_type="multipart/form-data; boundary=x",
        )
    )
    first = found["guesses"][0]
    assert (first["format"], first["code"], first["params"]) == ("table", "tables", {"num": 2})


@pytest.mark.django_db
def test_a_table_with_formulas_is_kept_and_exported_so_that_no_spreadsheet_runs_them(
    tables: tuple[APIClient, World],
) -> None:
    content = b'=cmd|x!A,note,value\n"=HYPERLINK(""http://x"")",@SUM(1),-5\n+x,plain,2\n'
    sample = imported(*tables, "rows.csv", content)
    assert sample.original_id is not None
    with store().open(key_of(sample.blob_id)) as file:
        kept = file.read()
    rows = list(csv.reader(io.StringIO(kept.decode())))
    assert rows == [
        ["'=cmd|x!A", "note", "value"],
        ['\'=HYPERLINK("http://x")', "'@SUM(1)", "-5"],
        ["'+x", "plain", "2"],
    ]
    assert read_table(kept, "rows.csv") == {
        "=cmd|x!A": ['=HYPERLINK("http://x")', "+x"],
        "note": ["@SUM(1)", "plain"],
        "value": ["-5", "2"],
    }
    again = examine(kept, {})
    assert isinstance(again, MediaProperties)
    assert again.content == kept
