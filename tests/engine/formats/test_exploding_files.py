"""A small file that stands for more than any machine has is refused before it is unpacked."""

from __future__ import annotations

import contextlib
import io
import json
import resource
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyarrow as arrow
import pytest
from pyarrow.parquet import write_table

from engine.errors import DataError
from engine.formats.layout import Item, Problem
from engine.formats.loading import read_tree
from engine.formats.markup import safe_xml
from engine.formats.markup.safe_yaml import YamlError, parse_yaml
from engine.formats.reading.trees import MemoryTree
from engine.formats.shapes import run_lengths
from engine.formats.tables import budgets, parquet_rows, workbook_parts, workbooks
from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import codes, image, read, tree, zipped
from tests.engine.formats.workbooks import workbook

IMAGE = image(20, 10)


@contextmanager
def bounded(seconds: float = 5, mib: int = 200) -> Iterator[None]:
    """Fail when what is done takes too long, or much memory that it did not have before."""
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    yield
    assert time.process_time() - began < seconds
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < mib * 1024


def found_in(key: DatasetFormat, files: dict[str, bytes]) -> list[Item | Problem]:
    """Return what is read before a tree is refused."""
    found: list[Item | Problem] = []
    with contextlib.suppress(DataError):
        for one in read_tree(key, MemoryTree(files)):
            found.append(one)
    return found


def aliases(levels: int) -> str:
    """Return YAML each of whose lines is nine times as long as the one before."""
    lines = ["a0: &a0 [lol,lol,lol,lol,lol,lol,lol,lol,lol]"]
    for level in range(1, levels):
        lines.append(f"a{level}: &a{level} [{','.join([f'*a{level - 1}'] * 9)}]")
    return "\n".join([*lines, f"names: [*a{levels - 1}]"])


@pytest.mark.parametrize(
    "text",
    [aliases(9), "names: &n [x, *n]", "a: &a x\nnames: [*a]", "names: " + "[" * 50_000],
)
def test_aliases_and_depth_of_yaml_cost_the_names_and_nothing_else(text: str) -> None:
    with bounded():
        items, problems = read(
            DatasetFormat.YOLO,
            tree({"a.png": IMAGE, "a.txt": "0 .5 .5 .2 .2\n", "data.yaml": text}),
        )
    assert "class_file_malformed" in codes(problems)
    assert all(len(one.message) < 1000 for one in problems)
    assert len(items) == 1


def test_yaml_without_aliases_is_read() -> None:
    assert parse_yaml("names: {0: x, 1: 'y & *z'}\npath: ../a") == {
        "names": {0: "x", 1: "y & *z"},
        "path": "../a",
    }
    with pytest.raises(YamlError, match="anchors"):
        parse_yaml("a: &x 1")
    with pytest.raises(YamlError):
        parse_yaml("!!python/object/apply:os.system ['true']")


@pytest.mark.parametrize(
    "segmentation",
    [
        {"size": [2**31, 2**31], "counts": [2**62]},
        {"size": [2**31, 2**31], "counts": "o" * 10 + "0"},
        {"size": [10, 20], "counts": [1] * 100_000},
        {"size": [10, 20], "counts": "1" * 1_000_000},
        {"size": [10, 20], "counts": [10**400, 1]},
        {"size": [10, 20], "counts": [-5, 205]},
        {"size": [10, 20], "counts": [0.5, 199.5]},
        {"size": [10**400, 1], "counts": []},
    ],
)
def test_run_lengths_of_any_size_cost_their_object(segmentation: Any) -> None:
    document = {
        "images": [{"id": 1, "file_name": "a.png"}],
        "categories": [{"id": 1, "name": "x"}],
        "annotations": [
            {"image_id": 1, "category_id": 1, "segmentation": segmentation},
            {"image_id": 1, "category_id": 1, "bbox": [1, 1, 5, 5]},
        ],
    }
    with bounded():
        items, problems = read(
            DatasetFormat.COCO, tree({"a.json": json.dumps(document), "a.png": IMAGE})
        )
    assert codes(problems) == ["shape_malformed"]
    assert len(items[0].regions) == 1


def test_a_brush_over_a_huge_image_is_not_unpacked() -> None:
    # An image of 9,000 × 9,000 of one colour is a few kilobytes.
    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content).to_bytes(4, "big")
        return len(content).to_bytes(4, "big") + kind + content + check

    side = (9_000).to_bytes(4, "big")
    huge = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", side + side + b"\x08\x02\x00\x00\x00")
    value = {"format": "rle", "rle": [0x22, 0x55, 0x10, 0x00, *[0] * 50], "brushlabels": ["x"]}
    task = {
        "data": {"image": "a.png"},
        "annotations": [{"result": [{"id": "1", "type": "brushlabels", "value": value}]}],
    }
    with bounded():
        items, problems = read(
            DatasetFormat.LABEL_STUDIO,
            tree({"a.json": json.dumps([task]), "a.png": huge + chunk(b"IDAT", b"")}),
        )
    assert codes(problems) == ["shape_malformed"]
    assert items[0].regions == ()


def test_a_workbook_whose_cells_share_a_long_text_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budgets, "MAX_CHARACTERS", 2**20)
    rows = [["text"], *[["x" * 30_000]] * 2000]
    with bounded():
        items, problems = read(DatasetFormat.XLSX, tree({"a.xlsx": workbook(rows)}))
    assert "table_too_many_characters" in codes(problems)
    assert len(items) < 500


def test_a_workbook_of_far_cells_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "MAX_CELLS", 1_000_000)
    far = "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, 5000))
    files = [
        (
            "xl/workbook.xml",
            b'<workbook><sheets><sheet name="a" r:id="i" xmlns:r="r"/></sheets></workbook>',
        ),
        ("xl/_rels/workbook.xml.rels", b'<R><Relationship Id="i" Target="s.xml"/></R>'),
        ("xl/s.xml", f"<worksheet><sheetData>{far}</sheetData></worksheet>".encode()),
    ]
    with bounded():
        found = found_in(DatasetFormat.XLSX, {"a.xlsx": zipped(files).getvalue()})
    assert "table_too_many_cells" in codes(one for one in found if isinstance(one, Problem))


def test_shared_texts_beyond_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_parts, "MAX_SHARED_BYTES", 1000)
    content = workbook([["text"], ["x" * 5000]])
    with pytest.raises(DataError):
        read(DatasetFormat.XLSX, tree({"a.xlsx": content}))
    with pytest.raises(budgets.BudgetError) as error:
        workbooks.require_bounded(io.BytesIO(content))
    assert error.value.code == "table_too_large"


def parquet(*columns: Any) -> bytes:
    """Return a Parquet file of columns called text, a, b …"""
    out = io.BytesIO()
    write_table(arrow.table(dict(zip(["text", "a", "b"], columns, strict=False))), out)
    return out.getvalue()


@pytest.mark.parametrize("is_nested", [False, True])
def test_a_long_text_that_all_rows_share_is_not_written_out_for_each(
    monkeypatch: pytest.MonkeyPatch, is_nested: bool
) -> None:
    monkeypatch.setattr(parquet_rows, "_MAX_BATCH_CHARACTERS", 10_000_000)
    one: Any = "x" * 200_000
    content = parquet(arrow.array([[one]] * 100 if is_nested else [one] * 100))
    assert len(content) < 2**20
    with bounded():
        found = found_in(DatasetFormat.PARQUET, {"a.parquet": content})
    assert [one.code for one in found if isinstance(one, Problem)] == ["table_too_many_characters"]
    assert not any(isinstance(one, Item) for one in found)


def test_a_billion_rows_of_nothing_are_not_counted_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budgets, "MAX_CELLS", 100_000)
    content = parquet(arrow.nulls(1_000_000, arrow.string()))
    assert len(content) < 10_000
    with bounded(seconds=2):
        found = found_in(DatasetFormat.PARQUET, {"a.parquet": content})
    assert [one.code for one in found if isinstance(one, Problem)] == ["table_too_many_cells"]


@pytest.mark.parametrize(
    ("key", "files"),
    [
        (
            DatasetFormat.JSON_LINES,
            {"a.jsonl": b'{"text":"a"}\n{"text":"' + b"x" * 40_000_000 + b'"}\n{"text":"b"}'},
        ),
        (DatasetFormat.CONLL, {"a.conll": b"a O\n" * 3 + b"x" * 40_000_000 + b" O\nb O\n"}),
        (DatasetFormat.YOLO, {"a.png": IMAGE, "a.txt": b"0 .5 .5 .2 .2\n" + b"1 " * 20_000_000}),
        (
            DatasetFormat.CAPTIONS,
            {"a.png": IMAGE, "a.jsonl": b'{"image":"a.png","caption":"a"}\n' + b"x" * 40_000_000},
        ),
        (
            DatasetFormat.TEXT_LINES,
            {"a.png": IMAGE, "gt_a.txt": b"1,1,5,5,a\n" + b"1," * 20_000_000},
        ),
    ],
)
def test_a_line_without_an_end_costs_itself(key: DatasetFormat, files: dict[str, bytes]) -> None:
    with bounded(mib=400):
        items, problems = read(key, MemoryTree(files))
    assert "line_too_long" in codes(problems)
    assert items


@pytest.mark.parametrize(
    "mask",
    [
        {"size": [16_384, 16_384], "counts": [0, 2**28]},
        {"size": [2**40, 2**40], "counts": [2**80]},
        {"size": [10, 20], "counts": "0" * 1500},
        {"size": [10, 20], "counts": [0] * 1300 + [200]},
        {"size": [1e308, 10], "counts": [200]},
    ],
)
def test_a_mask_is_no_larger_than_what_is_read_whatever_its_size_says(
    monkeypatch: pytest.MonkeyPatch, mask: dict[str, Any]
) -> None:
    monkeypatch.setattr(run_lengths, "MAX_RUNS", 1000)
    shape = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 5, 5], "segmentation": mask}
    height, width = mask["size"]
    coco = {
        "images": [{"id": 1, "file_name": "a.png", "width": width, "height": height}],
        "categories": [{"id": 1, "name": "x"}],
        "annotations": [{**shape, "iscrowd": 1}],
    }
    line = {
        "file": "a.png",
        "regions": [{"label": "x", "geometry": {"kind": "mask", **mask}}],
    }
    content = json.dumps(coco), json.dumps(line)
    with bounded(seconds=2, mib=50):
        for key, files in (
            (DatasetFormat.COCO, {"a.json": content[0], "a.png": IMAGE}),
            (DatasetFormat.JSON_LINES, {"a.jsonl": content[1], "a.png": IMAGE}),
        ):
            items, problems = read(key, tree(files))
            assert problems, key
            assert not any(item.regions for item in items), key


def test_xml_texts_and_values_without_an_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_xml, "MAX_CHARACTERS", 100_000)
    monkeypatch.setattr(safe_xml, "MAX_TOKEN_BYTES", 200_000)
    for document in (
        b"<a><b>" + b"x" * 200_000 + b"</b></a>",
        b"<a>" + b"<b>xxxxx</b>" * 20_100 + b"</a>",
        b'<a k="' + b"x" * 110_000 + b'"/>',
        b"<a>" + b'<b k="xxxxx"/>' * 20_100 + b"</a>",
        b'<a k="' + b"x" * 2_000_000,
        b"<" + b"x" * 2_000_000,
    ):
        with bounded(seconds=2, mib=50), pytest.raises(safe_xml.XmlError, match="more than"):
            safe_xml.parse_xml(io.BytesIO(document))
    # What is not kept is not counted, and each element that is begins anew.
    many = b"<a>" + (b"<c>" + b"x" * 50_000 + b"</c><b>" + b"y" * 50_000 + b"</b>") * 10 + b"</a>"
    assert len(list(safe_xml.iterate_xml(io.BytesIO(many), {"b"}))) == 10


def test_a_long_xml_text_takes_linear_time() -> None:
    lines = b"<a>" + b"x<!-- -->\n" * 300_000 + b"</a>"
    with bounded(seconds=2):
        root = safe_xml.parse_xml(io.BytesIO(lines))
    assert root.text == "x\n" * 300_000
    mixed = safe_xml.parse_xml(io.BytesIO(b"<a>1<b>2</b>3<!-- -->4<c/>5</a>"))
    assert [mixed.text, *(part for one in mixed for part in (one.text, one.tail))] == [
        "1", "2", "34", None, "5",
    ]  # fmt: skip
