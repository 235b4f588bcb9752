"""Large tables by pages, statistics of their columns, and what people say of them."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.media.table import CSV_TYPE, open_table
from backend.datasets.media.table_pages import read_page, write_pages
from backend.datasets.models import Sample
from backend.datasets.selectors import table_pages
from backend.datasets.selectors.tables import MISSING
from backend.datasets.services.tables import read_table
from engine.catalog import TASKS
from tests.backend.cards import world_of
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_imports import begin, send
from tests.shared import shared_data

Bench = Callable[[bytes], tuple[APIClient, World, Sample]]


@pytest.fixture
def bench(client_of: Callable[[User], APIClient]) -> Bench:
    """Send one table to a dataset of predictions."""

    def send_one(content: bytes) -> tuple[APIClient, World, Sample]:
        world = world_of(TASKS["tabular.prediction"])
        api = client_of(world.owner)
        outcomes = send(api, begin(api, world, "table"), {"one.csv": content})
        assert [one["outcome"] for one in outcomes] == ["added"], outcomes
        return api, world, Sample.objects.get(id=outcomes[0]["sample_id"])

    return send_one


def table(num_rows: int) -> bytes:
    lines = (f"{n},{'a' if n % 3 else ''},2026-01-{n % 28 + 1:02}" for n in range(num_rows))
    return ("number,letter,day\n" + "\n".join(lines) + "\n").encode()


@pytest.mark.django_db
def test_any_row_of_a_table_is_shown_without_those_before_it(bench: Bench) -> None:
    api, world, _ = bench(table(70_000))
    address = f"/api/v1/datasets/{world.dataset.id}/table/rows"
    found = ok(api.get(f"{address}?offset=69990&limit=50"))
    assert (found["num_rows"], found["offset"]) == (70_000, 69_990)
    assert [row[0] for row in found["rows"]] == [str(n) for n in range(69_990, 70_000)]
    across = ok(api.get(f"{address}?offset=66600&limit=200"))["rows"]
    assert [row[0] for row in across] == [str(n) for n in range(66_600, 66_800)]
    assert across[0][1] is None


@pytest.mark.django_db
def test_columns_are_summed_up_over_all_rows(bench: Bench) -> None:
    api, world, _ = bench(table(9_001))
    found = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/table/statistics"))
    number, letter, day = found["columns"]
    assert found["num_rows"] == 9_001
    assert (number["minimum"], number["maximum"], number["mean"]) == (0, 9000, 4500)
    assert number["deviation"] == pytest.approx(2598.4, abs=0.1)
    assert sum(number["counts"]) == 9_001
    assert (letter["num_missing"], letter["num_distinct"]) == (3001, 1)
    assert letter["top"] == [{"value": "a", "num": 6000}]
    assert (day["num_numbers"], day["num_distinct"], day["edges"]) == (0, 28, [])


@pytest.mark.django_db
def test_a_large_table_is_read_by_a_worker_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_pages, "MAX_BYTES_AT_ONCE", 100)
    api, world, sample = bench(table(500))
    address = f"/api/v1/datasets/{world.dataset.id}/table"
    assert ok(api.get(f"{address}/rows"), 404)["code"] == "table_not_read"
    job = ok(api.post(f"{address}/reading"), 202)
    assert job["kind"] == "read_table"
    assert ok(api.post(f"{address}/reading"), 202)["id"] == job["id"]
    read_table(sample.id, lambda done, total: None)
    assert len(ok(api.get(f"{address}/rows?limit=200"))["rows"]) == 200


def test_a_table_of_many_rows_takes_no_more_memory_than_a_page(tmp_path: Path) -> None:
    class Lines(io.RawIOBase):
        """A file that is made as it is read."""

        def __init__(self, num: int) -> None:
            self._left: Iterator[bytes] = (
                f"{n},{n % 7},word{n % 90}\n".encode() for n in range(num)
            )
            self._rest = b"a,b,c\n"

        def readable(self) -> bool:
            return True

        def readinto(self, place: memoryview) -> int:  # type: ignore[override]
            while len(self._rest) < len(place) and (line := next(self._left, None)):
                self._rest += line
            given = self._rest[: len(place)]
            place[: len(given)] = given
            self._rest = self._rest[len(given) :]
            return len(given)

    names = ("a", "b", "c")

    def most(num: int) -> int:
        import csv

        from backend.datasets.media.table import Table

        lines = io.TextIOWrapper(io.BufferedReader(Lines(num)), newline="")
        rows = csv.reader(lines)
        next(rows)
        tracemalloc.start()
        target = tmp_path / f"{num}.parquet"
        read = Table(names, iter(rows))
        write_pages(
            read, target, missing=MISSING, total=num, report_progress=lambda done, total: None
        )
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        with target.open("rb") as file:
            assert read_page(file, num - 1, 5) == [
                (str(num - 1), str((num - 1) % 7), f"word{(num - 1) % 90}")
            ]
        return peak

    assert most(400_000) < 1.5 * most(100_000)


def test_a_quote_that_spans_lines_stays_one_cell() -> None:
    content = io.BytesIO(b'a,b\n1,"two\nlines"\n2,x\n')
    rows = list(open_table(content, CSV_TYPE).rows)
    assert rows == [["1", "two\nlines"], ["2", "x"]]


@pytest.mark.django_db
def test_what_is_said_of_columns_stays_with_the_dataset_and_can_be_taken_back(bench: Bench) -> None:
    census = shared_data("tabular") / "census_income.csv"
    api, world, _ = bench(census.read_bytes())
    address = f"/api/v1/datasets/{world.dataset.id}"
    names = [column["name"] for column in ok(api.get(f"{address}/table"))["columns"]]
    first, last = names[0], names[-1]
    said = [{"name": last, "role": "target"}, {"name": first, "role": "ignore", "kind": "category"}]
    columns = ok(api.patch(f"{address}/columns", {"columns": said}, format="json"))["columns"]
    assert (columns[-1]["role"], columns[0]["role"]) == ("target", "ignore")
    assert (columns[0]["kind"], columns[0]["guessed_kind"]) == ("category", "number")
    back = [{"name": first, "role": None, "kind": None}]
    columns = ok(api.patch(f"{address}/columns", {"columns": back}, format="json"))["columns"]
    assert (columns[0]["role"], columns[0]["kind"]) == (None, "number")
    assert columns[-1]["role"] == "target"
    wrong = api.patch(
        f"{address}/columns", {"columns": [{"name": "no", "role": "time"}]}, format="json"
    )
    assert ok(wrong, 422)["code"] == "column_not_there"


def test_every_role_is_the_default_of_an_option_of_each_task_that_can_use_it() -> None:
    def roles(key: str) -> set[str]:
        fields = TASKS[key].options.model_fields.values()
        extras = [field.json_schema_extra for field in fields]
        return {
            str(extra["column"]["role"])  # type: ignore[index,call-overload]
            for extra in extras
            if isinstance(extra, dict) and extra.get("column")
        } - {"None"}

    assert roles("tabular.prediction") == {"target", "ignore", "time", "series"}
    assert roles("tabular.forecasting") == {"target", "time", "series"}
