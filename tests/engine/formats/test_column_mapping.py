"""Which column of a table is what: named, guessed with reasons, or said by somebody."""

from __future__ import annotations

import json

import pytest

from engine.errors import DataError
from engine.formats.given_columns import GivenColumns
from engine.formats.layout import Item, Problem
from engine.formats.loading import read_tree
from engine.formats.tables.column_preview import ColumnPreview, preview_columns, rules_of
from engine.specs.data import MAPPED_FORMATS, DatasetFormat, Split
from engine.specs.samples.column_mapping import ColumnMapping, ColumnRole, MappedColumn
from engine.specs.samples.table_reading import TableReading
from tests.engine.formats.trees import codes, parquet, tree
from tests.engine.formats.workbooks import workbook

TEXTS = DatasetFormat.TEXT_TABLE
PAIRS = DatasetFormat.TEXT_PAIRS
LABELS = DatasetFormat.CSV_LABELS
SAID = DatasetFormat.TRANSCRIPTS
LINES = DatasetFormat.JSON_LINES
STORIES = [f"Die Geschichte Nummer {n} war lang, und niemand schlief dabei ein." for n in range(12)]
# Nothing in its header is a word that is known here.
FOREIGN = "nummer;geschichte;ausgang\n" + "".join(
    f"{n};{story};{'froh' if n % 3 else 'traurig'}\n" for n, story in enumerate(STORIES)
)


def given(*without: ColumnRole, header: bool | None = None, **columns: str) -> GivenColumns:
    mapped = tuple(
        MappedColumn.model_validate({"role": role, "column": name})
        for role, name in columns.items()
    )
    reading = TableReading() if header is None else TableReading(header=header)
    return GivenColumns(reading, ColumnMapping(columns=mapped, without=without))


def read(
    key: DatasetFormat, files: dict[str, bytes | str], said: GivenColumns | None = None
) -> tuple[list[Item], list[Problem]]:
    found = list(read_tree(key, tree(files), given=said or GivenColumns()))
    return (
        [one for one in found if isinstance(one, Item)],
        [one for one in found if isinstance(one, Problem)],
    )


def looked(
    key: DatasetFormat, content: bytes | str, said: GivenColumns | None = None, name: str = "a.csv"
) -> ColumnPreview:
    rules = rules_of(key)
    assert rules is not None
    raw = content if isinstance(content, bytes) else content.encode()
    return preview_columns(raw, name, rules, said or GivenColumns())


def roles(preview: ColumnPreview) -> dict[str, str]:
    return {one.role: one.column for one in preview.roles if one.column is not None}


def test_formats_whose_columns_can_be_named_are_those_that_the_specs_list() -> None:
    assert {key for key in DatasetFormat if rules_of(key) is not None} == MAPPED_FORMATS


def test_columns_that_no_name_tells_are_guessed_from_their_cells_and_said() -> None:
    preview = looked(TEXTS, FOREIGN)
    assert roles(preview) == {"text": "geschichte", "label": "ausgang"}
    reasons = {one.role: one.reason.code for one in preview.roles if one.reason is not None}
    assert reasons == {"text": "longest_texts", "label": "few_values"}
    assert (preview.reading.header, preview.reading.delimiter, preview.num_rows) == (True, ";", 12)
    items, problems = read(TEXTS, {"a.csv": FOREIGN})
    assert [item.labels for item in items[:2]] == [("traurig",), ("froh",)]
    assert len(items) == 12
    assert codes(problems) == ["columns_guessed", "columns_unread"]


# Each has a column beside the text whose cells are longer.
BESIDE = {
    "speakers": lambda n: f"SPEAKER OF THE SECOND INTERVIEW {'ABC'[n % 3]}",
    "ids": lambda n: f"recording_{n:040d}_interview",
    "addresses": lambda n: f"https://example.org/reviews/2021/{n}/very-long-path-to.html",
    "times": lambda n: f"2021-03-{n + 1:02d} 12:00:00.000000 +00:00 1616000000000 / {n}",
    "hashes": lambda n: f"{n * 10**30:032x}-{n:032x}",
}


@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("sentence", ["Line {n} is fine.", "这家店很好吃{n}次"])
@pytest.mark.parametrize("is_first", [True, False])
def test_speakers_ids_and_addresses_are_not_taken_for_the_text(
    beside: str, sentence: str, is_first: bool
) -> None:
    rows = []
    for n in range(24):
        cells = [BESIDE[beside](n), sentence.format(n=n)]
        rows.append(
            ",".join([*(cells if is_first else cells[::-1]), "froh" if n % 3 else "schlecht"])
        )
    header = "quelle,geschichte,ausgang" if is_first else "geschichte,quelle,ausgang"
    preview = looked(TEXTS, "\n".join([header, *rows]))
    assert roles(preview) == {"text": "geschichte", "label": "ausgang"}


def test_texts_that_are_codes_are_taken_where_there_are_no_others() -> None:
    rows = "\n".join(f"err_{n}/x{n},{'froh' if n % 3 else 'schlecht'}" for n in range(24))
    preview = looked(TEXTS, f"meldung,ausgang\n{rows}", given(header=True))
    assert roles(preview) == {"text": "meldung", "label": "ausgang"}


def test_columns_that_somebody_names_are_taken_whatever_they_look_like() -> None:
    items, problems = read(TEXTS, {"a.csv": FOREIGN}, given(text="ausgang", label="nummer"))
    assert (items[2].content, items[2].labels) == (b"froh", ("2",))
    assert problems == []
    items, _ = read(TEXTS, {"a.csv": FOREIGN}, given("label", text="geschichte"))
    assert not any(item.is_annotated for item in items)


def test_a_column_that_is_not_there_is_an_error_that_names_those_that_are() -> None:
    with pytest.raises(DataError) as refused:
        looked(TEXTS, FOREIGN, given(text="Geschichte!"))
    assert refused.value.code == "mapped_column_missing"
    assert "nummer, geschichte, ausgang" in refused.value.message
    _, problems = read(
        TEXTS, {"a.csv": FOREIGN, "b.csv": "text,label\ngood,1\n"}, given(text="geschichte")
    )
    assert [(one.code, one.place) for one in problems if one.code != "columns_guessed"] == [
        ("mapped_column_missing", "b.csv")
    ]


def test_a_table_without_names_keeps_its_first_row() -> None:
    table = "good video,pos\nbad video,neg\nfine video,pos\n"
    assert roles(looked(TEXTS, table)) == {"text": "column_1", "label": "column_2"}
    assert len(read(TEXTS, {"a.csv": table})[0]) == 3
    items, _ = read(TEXTS, {"a.csv": table}, given(text="column_2", label="column_1"))
    assert (items[0].content, items[0].labels, len(items)) == (b"pos", ("good video",), 3)
    turned = "pos,It is a very good video indeed\nneg,It is a bad video that nobody likes\n" * 3
    assert roles(looked(TEXTS, turned)) == {"text": "column_2", "label": "column_1"}


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx", "a.parquet"])
def test_every_kind_of_table_is_looked_at(name: str) -> None:
    rows = [["stars", "opinion"], *([str(n % 3), STORIES[n % 12]] for n in range(24))]
    content = {
        "a.csv": "\n".join(f'{a},"{b}"' for a, b in rows).encode(),
        "a.xlsx": workbook(rows),
        "a.parquet": parquet(stars=[r[0] for r in rows[1:]], opinion=[r[1] for r in rows[1:]]),
    }[name]
    preview = looked(TEXTS, content, name=name)
    assert roles(preview) == {"text": "opinion", "label": "stars"}
    assert preview.rows[0] == ("0", STORIES[0])


def test_odd_files_are_read_or_refused_clearly() -> None:
    chinese = "评论,标签\n" + "很好的酒店，下次还来,好\n房间太小了，不舒服,差\n" * 8
    preview = looked(TEXTS, chinese.encode("gbk"))
    assert (preview.reading.encoding, roles(preview)) == (
        "gb18030",
        {"text": "评论", "label": "标签"},
    )
    assert roles(looked(TEXTS, "\ufefftext,label\na b,c\n")) == {"text": "text", "label": "label"}
    quoted = looked(TEXTS, 'text,label\n"two\nlines",x\n')
    assert quoted.rows == (("two\nlines", "x"),)
    assert looked(TEXTS, "x,x,text\n1,2,a b\n").names == ("x", "x_2", "text")
    wide = ",".join(f"c{n}" for n in range(499)) + ",text\n" + "0," * 499 + "hello there\n"
    assert roles(looked(TEXTS, wide)) == {"text": "text"}
    assert len(looked(TEXTS, wide).names) == 500
    with pytest.raises(DataError) as empty:
        looked(TEXTS, "")
    assert empty.value.code == "table_empty"
    only_names = looked(TEXTS, "text,label\n")
    assert (only_names.num_rows, roles(only_names)) == (0, {"text": "text", "label": "label"})
    with pytest.raises(DataError) as nothing:
        read(TEXTS, {"a.csv": "text,label\n"})
    assert nothing.value.code == "format_mismatch"
    binary = bytes(range(256)) * 50
    with pytest.raises(DataError) as no_table:
        looked(TEXTS, binary)
    assert no_table.value.code in ("not_a_table", "table_damaged")


def test_how_a_table_is_read_is_for_people_to_say() -> None:
    table = "a|b\nc|d\n"
    said = GivenColumns(TableReading(delimiter="|", header=False), ColumnMapping())
    preview = looked(TEXTS, table, said)
    assert (preview.names, preview.changed) == (("column_1", "column_2"), ("delimiter",))
    assert [item.labels for item in read(TEXTS, {"a.csv": table}, said)[0]] == [("b",), ("d",)]
    latin = "text,label\ncaf\xe9,x\n".encode("latin-1")
    said = GivenColumns(TableReading(encoding="utf-8"), ColumnMapping())
    with pytest.raises(DataError) as wrong:
        looked(TEXTS, latin, said)
    assert wrong.value.code == "encoding_wrong"
    assert "table_damaged" in codes(
        [
            p
            for p in read_tree(TEXTS, tree({"a.csv": latin, "b.csv": "text\nx\n"}), given=said)
            if isinstance(p, Problem)
        ]
    )


def test_the_columns_of_pairs_are_the_two_of_longest_texts() -> None:
    rows = "".join(f"{n}\t{STORIES[n]}\t{STORIES[-n]} Wirklich.\t{n % 2}\n" for n in range(12))
    preview = looked(PAIRS, "nr\terste\tzweite\tgleich\n" + rows, name="a.tsv")
    assert roles(preview) == {"text1": "erste", "text2": "zweite", "label": "gleich"}
    assert len(read(PAIRS, {"a.tsv": "nr\terste\tzweite\tgleich\n" + rows})[0]) == 12


def test_a_table_of_files_may_have_any_name_and_any_columns() -> None:
    rows = "".join(
        f"{n}.png,{'ripe' if n % 2 else 'raw'},{'train' if n else 'test'}\n" for n in range(12)
    )
    files: dict[str, bytes | str] = {f"shots/day/{n}.png": b"x" for n in range(12)}
    files["shots/list.csv"] = "shot,state,use\n" + rows
    assert roles(looked(LABELS, "shot,state,use\n" + rows)) == {
        "file": "shot",
        "label": "state",
        "split": "use",
    }
    items, problems = read(LABELS, files)
    assert (len(items), codes(problems)) == (12, ["columns_guessed"])
    assert {item.name: (item.labels, item.split) for item in items}["shots/day/0.png"] == (
        ("raw",),
        Split.TEST,
    )


def test_transcripts_are_the_texts_beside_names_of_files() -> None:
    table = "speaker,recording,words\nAnn,a.wav,hello there world\nBob,b.wav,good day to you\n"
    assert roles(looked(SAID, table)) == {"file": "recording", "text": "words"}
    items, _ = read(SAID, {"a.wav": b"1", "b.wav": b"2", "list.csv": table})
    assert [item.texts for item in items] == [("hello there world",), ("good day to you",)]


def test_fields_of_json_lines_may_be_called_otherwise() -> None:
    lines = "".join(
        json.dumps({"id": n, "remark": STORIES[n], "mood": n % 2}) + "\n" for n in range(12)
    )
    assert roles(looked(LINES, lines, name="a.jsonl")) == {"text": "remark", "label": "mood"}
    items, problems = read(LINES, {"a.jsonl": lines})
    assert (len(items), items[1].labels, problems) == (12, ("1",), [])
    items, _ = read(LINES, {"a.jsonl": lines}, given("label", text="remark"))
    assert not any(item.is_annotated for item in items)
    spans = json.dumps({"body": "Ada lives", "found": [[0, 3, "person"]]})
    items, problems = read(LINES, {"a.jsonl": spans}, given(text="body", spans="found"))
    assert ([region.label for region in items[0].regions], problems) == (["person"], [])
