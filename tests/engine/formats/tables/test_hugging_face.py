"""Files of Hugging Face's datasets: names of classes, files in cells, tokens and tags."""

from __future__ import annotations

import io
import json
from typing import Any

import pyarrow as arrow
import pytest
from pyarrow import parquet

from engine.data.tabular.tables import read_table
from engine.errors import DataError
from engine.formats.layout import Item, Problem
from engine.formats.loading import read_tree
from engine.formats.reading.trees import MemoryTree
from engine.formats.tables.preview import preview_table
from engine.formats.tables.rows import Row, read_rows
from engine.specs.data import DatasetFormat
from engine.specs.samples.geometry import Span
from engine.specs.samples.table_reading import TableReading


def _parquet(columns: dict[str, list[Any]], features: dict[str, Any]) -> bytes:
    about = json.dumps({"info": {"features": features}})
    table = arrow.table(columns).replace_schema_metadata({"huggingface": about})
    file = io.BytesIO()
    parquet.write_table(table, file)
    return file.getvalue()


CLASSES = {"label": {"_type": "ClassLabel", "names": ["正面", "负面"]}}


def test_numbers_of_classes_are_their_names_wherever_parquet_is_read() -> None:
    content = _parquet({"text": ["好", "差", "?"], "label": [0, 1, -1]}, CLASSES)
    rows = read_rows(MemoryTree({"a.parquet": content}), "a.parquet")
    assert [row.cells for row in rows if isinstance(row, Row)] == [
        ["text", "label"], ["好", "正面"], ["差", "负面"], ["?", ""]
    ]  # fmt: skip
    assert preview_table(content, TableReading()).rows[0] == ("好", "正面")
    assert read_table(content, "a.parquet")["label"] == ["正面", "负面", None]


def test_lists_of_classes_are_lists_of_names() -> None:
    tags = {"tags": {"_type": "Sequence", "feature": CLASSES["label"]}}
    content = _parquet({"tags": [[0, 1], [1]]}, tags)
    assert preview_table(content, TableReading()).rows == (("正面|负面",), ("负面",))


def test_files_in_cells_are_named_and_not_written_out() -> None:
    image = {"bytes": b"\x89PNG" * 50, "path": "a.png"}
    content = _parquet({"image": [image], "label": [0]}, CLASSES)
    found = list(read_rows(MemoryTree({"a.parquet": content}), "a.parquet"))
    (problem,) = [one for one in found if isinstance(one, Problem)]
    assert (problem.code, problem.params) == ("files_in_cells", {"columns": "image"})
    assert [row.cells for row in found if isinstance(row, Row)][1] == ["a.png", "正面"]


def _lines(*values: dict[str, Any]) -> MemoryTree:
    return MemoryTree({"a.jsonl": "\n".join(map(json.dumps, values)).encode()})


def test_tokens_and_their_tags_are_a_text_with_spans() -> None:
    tree = _lines(
        {"tokens": ["我", "爱", "北", "京"], "ner_tags": ["O", "O", "B-LOC", "I-LOC"]},
        {"tokens": ["John", "lives"], "ner_tags": ["B-PER", "O"]},
    )
    found = read_tree(DatasetFormat.JSON_LINES, tree)
    first, second = (one for one in found if isinstance(one, Item))
    assert (first.content, second.content) == ("我爱北京".encode(), b"John lives")
    (place,) = first.regions
    assert (place.label, place.geometry) == ("LOC", Span(start=2, end=4))
    assert [one.label for one in second.regions] == ["PER"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"tokens": ["a"], "ner_tags": [3]}, "'ner_tags' are numbers"),
        ({"tokens": ["a", "b"], "ner_tags": ["O"]}, "a tag for each"),
        ({"key": 1, "wave": 2}, "its fields are key, wave"),
        ({"key": "x", "wav": "a.wav"}, "'a.wav', which is not among the files"),
    ],
)
def test_objects_that_cannot_be_used_say_what_is_missing(
    value: dict[str, Any], reason: str
) -> None:
    with pytest.raises(DataError, match=reason) as refused:
        list(read_tree(DatasetFormat.JSON_LINES, _lines(value)))
    assert refused.value.code == "json_lines_unusable"
    assert refused.value.params["place"] == "a.jsonl:1"
