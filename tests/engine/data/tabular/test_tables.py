"""Tables are read, their columns told apart, and their rows divided honestly."""

from __future__ import annotations

import random
from decimal import Decimal
from pathlib import Path

import pytest
from easel.runtime.table import time_of

from engine.catalog.tabular import PREDICTION
from engine.data.tabular.checks import time_findings
from engine.data.tabular.dataset import TableDataset
from engine.data.tabular.repeats import repeats_across
from engine.data.tabular.schema import MISSING_TEXTS, Schema, describe_column, infer_schema
from engine.data.tabular.splits import open_tables, read_frame
from engine.data.tabular.tables import read_table, read_tables
from engine.errors import DataError, SpecError
from engine.specs.data import DatasetFormat, FilesDataSpec, Split
from engine.specs.options.tabular.prediction import TabularPredictionOptions
from engine.specs.package.inputs import CategoryColumn
from engine.specs.samples.table_reading import TableReading
from tests.engine.tables import write_table


def data(root: Path) -> FilesDataSpec:
    return FilesDataSpec(format=DatasetFormat.TABLE, root=str(root))


def schema_of(path: Path) -> Schema:
    frame = read_tables([(path.name, path)])
    return infer_schema(frame, but=["answer"], max_categories=100)


def said(**options: object) -> TabularPredictionOptions:
    """Return options that leave nothing to be guessed of the target."""
    return TabularPredictionOptions.model_validate(
        {"target": "answer", "problem": "binary", **options}
    )


def test_columns_are_told_apart(tmp_path: Path) -> None:
    schema = schema_of(write_table(tmp_path / "rows.csv", 200, "binary"))

    assert {column.name: column.kind for column in schema.columns} == {
        "size": "number",
        "colour": "category",
        "bought": "time",
    }
    assert schema.omitted == {"serial": "identifier", "source": "constant"}
    assert schema.required == ("bought",)


def test_a_few_cells_that_are_no_number_count_as_missing() -> None:
    cells = [str(value / 7) for value in range(200)] + ["unknown"]

    column, num_unreadable, _, num_missing = describe_column("size", cells, 10)  # type: ignore[misc]

    assert (column.kind, num_unreadable, num_missing) == ("number", 1, 0)


WRITTEN = {
    "2023/1/{d} {h}:00": None,
    "2023年1月{d}日": None,
    "Jan {d}, 2023 0{h}:30": None,
    "01/{d}/2023": "month_first",
    "{d}/01/2023 {h}:05": "day_first",
}


@pytest.mark.parametrize("form", WRITTEN)
@pytest.mark.parametrize("is_stored", [False, True])
def test_dates_are_read_as_people_write_them_and_so_are_those_of_calls(
    form: str, is_stored: bool, tmp_path: Path
) -> None:
    """What is no ISO 8601 was once dropped as the name of a row, or taken for a category."""
    cells = [form.format(d=1 + n % 28, h=n % 9) for n in range(120)]
    lines = [f'"{cell}",{n % 2}' for n, cell in enumerate(cells)]
    (tmp_path / "rows.csv").write_text("\n".join(["bought,answer", *lines]) + "\n")
    frame, _ = read_frame(data(tmp_path / "rows.csv"), PREDICTION)
    if is_stored and WRITTEN[form] is None:
        frame = read_tables([("rows.csv", tmp_path / "rows.csv")])
    schema = infer_schema(frame, but=["answer"], max_categories=100)

    (column,) = schema.columns
    assert (column.kind, schema.omitted, schema.unreadable) == ("time", {}, {})
    assert column.kind == "time"
    assert column.format == WRITTEN[form]
    days = [time_of(cell, MISSING_TEXTS, column.format) for cell in cells]
    assert [day.day for day in days if day is not None] == [1 + n % 28 for n in range(120)]
    told = [one.params["format"] for one in time_findings(schema.columns, frame)]
    assert told == ([] if column.format is None else [column.format])


@pytest.mark.parametrize(
    ("name", "first", "step", "format"),
    [
        ("timestamp", 1_672_531_200, 3600, "epoch_seconds"),
        ("createdAt", 1_672_531_200_000, 3_600_000, "epoch_milliseconds"),
        ("订单日期", 44_927, 0.25, "serial_days"),
        ("amount", 44_927, 0.25, None),
        ("run time", 12, 1.5, None),
    ],
)
def test_numbers_that_count_time_are_times_where_their_column_says_so(
    name: str, first: float, step: float, format: str | None
) -> None:
    cells = [str(first + n * step) for n in range(60)]
    found = describe_column(name, cells, 10)
    assert not isinstance(found, str)
    assert found[0].kind == ("number" if format is None else "time")
    assert format is None or (found[0].kind == "time" and found[0].format == format)


def test_dates_of_which_none_tells_day_and_month_are_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    lines = [f"{1 + n % 9:02d}/{1 + (5 * n) % 11:02d}/2023,{n % 2}" for n in range(90)]
    path.write_text("\n".join(["bought,answer", *lines]) + "\n")
    with pytest.raises(SpecError) as refused:
        open_tables(data(path), said(), PREDICTION)
    assert refused.value.code == "date_order_needed"
    assert "date_order" in refused.value.message

    for order, form, month in (("dmy", "day_first", 6), ("mdy", "month_first", 2)):
        reading = TableReading(date_order=order)
        chosen = data(path).model_copy(update={"reading": reading})
        train = open_tables(chosen, said(), PREDICTION)[Split.TRAIN]
        (column,) = train.meaning.schema.columns
        assert column.kind == "time"
        assert column.format == form
        call = train.meaning.encoder()([{"bought": "02/06/2023"}])[0]
        assert call[0][list(train.meaning.op.parts).index("month")] == month


def test_prose_and_names_of_rows_are_not_learnt_from() -> None:
    prose = [f"The customer number {n} was not happy with the delivery at all." for n in range(60)]
    names = [f"order-{n:05d}" for n in range(60)]
    chinese = [f"第{n}位顾客说房间很干净，下次还来住" for n in range(60)]

    assert describe_column("评论", chinese, 10) == "free_text"
    assert (
        describe_column("姓名", [f"王小{chr(0x4E00 + n)}" for n in range(60)], 10) == "identifier"
    )
    assert describe_column("note", prose, 10) == "free_text"
    assert describe_column("order", names, 10) == "identifier"


def test_the_same_table_is_read_from_every_kind_of_file(tmp_path: Path) -> None:
    import openpyxl
    from pyarrow import parquet, table

    (tmp_path / "rows.csv").write_text("\ufeffsize,name\n1.5,a\n2,b\n", encoding="utf-8")
    (tmp_path / "rows.tsv").write_text("size\tname\n1.5\ta\n2\tb\n")
    parquet.write_table(table({"size": [1.5, 2.0], "name": ["a", "b"]}), tmp_path / "rows.parquet")
    book = openpyxl.Workbook()
    for row in (("size", "name"), (1.5, "a"), (2, "b")):
        book.worksheets[0].append(row)
    book.save(tmp_path / "rows.xlsx")

    for suffix in ("csv", "tsv", "parquet", "xlsx"):
        path = tmp_path / f"rows.{suffix}"
        read = read_table(path, path.name)
        assert [float(str(cell)) for cell in read["size"]] == [1.5, 2.0], suffix
        assert read["name"] == ["a", "b"]
        assert read_table(path.read_bytes(), path.name) == read


def test_a_cell_beyond_the_columns_of_a_workbook_is_not_left_out_unsaid(tmp_path: Path) -> None:
    import openpyxl

    # A book written as a stream does not say how wide it is.
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in (["name", "size"], ["a", 1, None], ["b", 2, "torn"]):
        sheet.append(row)
    book.save(tmp_path / "rows.xlsx")
    with pytest.raises(DataError) as refused:
        read_table(tmp_path / "rows.xlsx", "rows.xlsx")
    assert refused.value.code == "table_row_ragged"
    assert (refused.value.params["row"], refused.value.params["cells"]) == (2, 3)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("size,size\n1,2\n", "table_columns_invalid"),
        ("size,name\n1\n", "table_row_ragged"),
        (b"\xff\xfe\x00\x01", "table_unreadable"),
    ],
)
def test_a_broken_table_is_refused_with_its_name(
    content: str | bytes, code: str, tmp_path: Path
) -> None:
    path = tmp_path / "broken.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)

    with pytest.raises(DataError) as refused:
        read_table(path, "broken.csv")

    assert refused.value.code == code
    assert "broken.csv" in refused.value.message


def test_lists_and_other_odd_cells_of_parquet_are_texts(tmp_path: Path) -> None:
    from pyarrow import parquet, table

    columns = {"list": [[1, 2], None], "bytes": [b"ab", b""], "exact": [Decimal("1.10"), None]}
    parquet.write_table(table({**columns, "record": [{"a": 1}, None]}), tmp_path / "a.parquet")
    found = read_table(tmp_path / "a.parquet", "a.parquet")
    assert found == {
        "list": ["1|2", None],
        "bytes": ["ab", ""],
        "exact": ["1.10", None],
        "record": ["{'a': 1}", None],
    }


def test_files_of_one_dataset_need_the_same_columns(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("size,name\n1,a\n")
    (tmp_path / "b.csv").write_text("size,colour\n1,a\n")

    with pytest.raises(DataError) as refused:
        read_tables([("a.csv", tmp_path / "a.csv"), ("b.csv", tmp_path / "b.csv")])

    assert refused.value.params["columns"] == "colour, name"


def test_a_column_of_splits_is_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    words = ["train"] * 30 + ["dev"] * 5 + ["test"] * 5
    lines = [f"{n % 7},{n % 2},{word}" for n, word in enumerate(words)]
    path.write_text("\n".join(["size,answer,part", *lines]) + "\n")
    options = said(split_column="part")

    opened = open_tables(data(path), options, PREDICTION)

    assert [len(opened[split]) for split in Split] == [30, 5, 5]
    assert [column.name for column in opened[Split.TRAIN].meaning.schema.columns] == ["size"]


def test_a_split_that_the_column_does_not_name_is_taken_from_training(tmp_path: Path) -> None:
    """Dates of a split without rows once stopped the run."""
    path = tmp_path / "rows.csv"
    lines = [
        f"2024-01-{1 + n % 28:02d},{'rare' if n < 4 else 'often'},{'test' if n % 4 else 'train'}"
        for n in range(200)
    ]
    path.write_text("\n".join(["day,answer,part", *lines]) + "\n")

    opened = open_tables(data(path), said(split_column="part"), PREDICTION)
    assert [len(opened[split]) for split in Split] == [45, 5, 150]
    shares = {"validation_share": 0.0, "test_share": 0.0}
    none_asked = data(path).model_copy(update=shares)
    opened = open_tables(none_asked, said(split_column="part"), PREDICTION)
    assert [len(opened[split]) for split in Split] == [50, 0, 150]


def test_groups_are_never_in_two_splits_and_times_never_go_back(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    lines = [f"{n % 13},{n % 10},2024-01-{1 + n % 28:02d},{n % 2}" for n in range(280)]
    path.write_text("\n".join(["size,person,day,answer", *lines]) + "\n")

    by_group = open_tables(data(path), said(group_column="person"), PREDICTION)
    people = [set(by_group[split].frame.columns["person"]) for split in Split]
    assert not people[0] & people[1]
    assert not people[0] & people[2]
    assert all(people)

    by_time = open_tables(data(path), said(time_column="day"), PREDICTION)
    days = [by_time[split].frame.columns["day"] for split in Split]
    assert max(days[0]) <= min(days[1])
    assert max(days[1]) <= min(days[2])


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = write_table(tmp_path / "rows.csv", 40, "binary")

    with pytest.raises(SpecError) as refused:
        open_tables(data(path), TabularPredictionOptions(target="price"), PREDICTION)

    assert refused.value.params["column"] == "price"


def test_the_dataset_prepares_rows_as_the_runtime_does(tmp_path: Path) -> None:
    path = write_table(tmp_path / "rows.csv", 60, "regression")
    train = open_tables(data(path), said(problem="regression"), PREDICTION)[Split.TRAIN]

    encoder = train.meaning.encoder()
    numbers, categories = encoder([train.source(index) for index in range(len(train))])

    assert numbers.tobytes() == train.encoded.numbers.tobytes()
    assert categories.tobytes() == train.encoded.categories.tobytes()
    assert train.records[3].value == pytest.approx(float(str(train.frame.columns["answer"][3])))


def test_numbers_that_are_codes_can_be_taken_for_categories() -> None:
    codes = [str(100 + place % 7) for place in range(70)]
    taken = describe_column("zip", codes, 5, is_category=True)
    assert not isinstance(taken, str)
    column, num_unreadable, num_rare, _ = taken
    assert isinstance(column, CategoryColumn)
    assert (len(column.categories), num_unreadable, num_rare) == (5, 0, 20)
    guessed = describe_column("zip", codes, 5)
    assert not isinstance(guessed, str)
    assert guessed[0].kind == "number"


def test_rows_stay_in_their_split_when_others_come_and_go(tmp_path: Path) -> None:
    """Rows are divided by what they say, not by where they stand in the file."""
    rows = [f"{number},{number % 7},{'yes' if number % 3 else 'no'}" for number in range(203)]

    def test_rows_of(lines: list[str]) -> set[float]:
        path = tmp_path / f"{len(lines)}"
        path.mkdir()
        (path / "table.csv").write_text("\n".join(["a,b,answer", *lines]))
        opened = open_tables(data(path), said(), PREDICTION)
        return {float(str(one)) for one in opened[Split.TEST].frame.columns["a"]}

    before, after = test_rows_of(rows[:200]), test_rows_of(rows[:4:-1])
    assert all(abs(len(held) - 20) <= 1 for held in (before, after))
    assert len(before & after) >= 16


def opened_rows(folder: Path, rows: list[str], header: str) -> tuple[TableDataset, TableDataset]:
    path = folder / "rows.csv"
    path.write_text("\n".join([header, *rows]) + "\n")
    opened = open_tables(data(path), said(), PREDICTION)
    return opened[Split.TRAIN], opened[Split.TEST]


def test_equal_features_with_another_answer_are_no_repeated_row(tmp_path: Path) -> None:
    """Nine patients in ten have the answer of others with their age: no copy of them."""
    rows = [f"{n // 2 / 7:.3f},{n % 2}" for n in range(200)]
    assert repeats_across(*opened_rows(tmp_path, rows, "size,answer")).count == 0


def test_copies_are_told_from_rows_of_few_kinds(tmp_path: Path) -> None:
    copies = [f"{n // 2 / 7:.3f},{n // 2 * 37 % 100 / 9:.3f},{n // 2 % 2}" for n in range(200)]
    found = repeats_across(*opened_rows(tmp_path, copies, "size,width,answer"))
    assert found.share > 0.5
    assert not found.is_expected
    few = [f"{'abc'[n % 3]},{'uv'[n % 2]},{n % 5 % 2}" for n in range(200)]
    found = repeats_across(*opened_rows(tmp_path, few, "size,colour,answer"))
    assert (found.share, found.num_distinct) == (1.0, 6)
    assert found.is_expected
    # Eight independent columns of two values each have 256 different rows, and 200 are given.
    bits = random.Random(3)
    free = [",".join(str(bits.randrange(2)) for _ in range(9)) for _ in range(200)]
    header = ",".join([*(f"c{n}" for n in range(8)), "answer"])
    found = repeats_across(*opened_rows(tmp_path, free, header))
    assert found.count > 0
    assert found.is_expected
