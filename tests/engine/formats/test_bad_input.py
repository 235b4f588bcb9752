"""Files that lie: each is named with its place and what to do, and everything good is kept."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

import pytest

from engine.formats.layout import Item, Problem
from engine.formats.reading import json_stream
from engine.formats.reading.trees import MemoryTree
from engine.formats.shapes.boxes import crosses_itself
from engine.specs.data import DatasetFormat
from engine.specs.samples.geometry import Box, Polygon
from tests.engine.formats.trees import codes, image, read, tree

COCO, VOC, YOLO = DatasetFormat.COCO, DatasetFormat.VOC, DatasetFormat.YOLO
IMAGE = image(20, 10)
GOOD = [1, 1, 5, 5]


def coco(*boxes: list[float], outline: list[float] | None = None) -> bytes:
    """Return a COCO file of one image; NaN and infinity are written as Python does."""
    annotations = [
        {"id": n, "image_id": 1, "category_id": 1, "bbox": box} for n, box in enumerate(boxes)
    ]
    if outline is not None:
        annotations[0]["segmentation"] = [outline]
    document = {
        "images": [{"id": 1, "file_name": "a.png", "width": 20, "height": 10}],
        "categories": [{"id": 1, "name": "x"}],
        "annotations": annotations,
    }
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("box", "code"),
    [
        ([1, 1, float("nan"), 3], "number_malformed"),
        ([1, 1, float("inf"), 3], "number_malformed"),
        ([5, 5, -3, 3], "box_empty"),
        ([5, 5, 3, 0], "box_empty"),
        ([30, 2, 3, 3], "box_outside"),
        ([18, 8, 9, 9], "box_clipped"),
        (["a", 1, 2, 3], "shape_malformed"),
        ([1, 2], "shape_malformed"),
        (None, "shape_malformed"),
    ],
)
def test_boxes_that_cannot_be_are_named_and_the_good_ones_kept(box: list[float], code: str) -> None:
    items, problems = read(COCO, tree({"train.json": coco(box, GOOD), "a.png": IMAGE}))
    assert [(one.code, one.place) for one in problems] == [(code, "train.json:annotation 0")]
    kept = [region.geometry for region in items[0].regions]
    assert kept[-1] == Box(left=1, top=1, width=5, height=5)


def test_negative_sizes_in_voc_are_named_by_file() -> None:
    xml = (
        "<annotation><filename>a.png</filename><object><name>x</name><bndbox><xmin>9</xmin>"
        "<ymin>2</ymin><xmax>4</xmax><ymax>5</ymax></bndbox></object><object><name>x</name>"
        "<bndbox><xmin>2</xmin><ymin>2</ymin><xmax>4</xmax><ymax>5</ymax></bndbox></object>"
        "</annotation>"
    )
    items, problems = read(VOC, tree({"a.xml": xml, "a.png": IMAGE}))
    assert codes(problems) == ["box_empty"]
    assert problems[0].place.startswith("a.xml")
    assert len(items[0].regions) == 1


def test_an_outline_that_crosses_itself_is_kept_and_named() -> None:
    bow = [2.0, 2.0, 12.0, 8.0, 12.0, 1.0, 2.0, 9.0]
    items, problems = read(COCO, tree({"a.json": coco(GOOD, outline=bow), "a.png": IMAGE}))
    assert codes(problems) == ["outline_crosses"]
    assert isinstance(items[0].regions[0].geometry, Polygon)
    assert not crosses_itself([(0, 0), (4, 0), (4, 4), (2, 2), (0, 4)])
    assert not crosses_itself([(0, 0), (2, 0), (4, 0), (4, 4)])
    assert crosses_itself([(0, 0), (4, 4), (4, 0), (0, 4)])


def test_xml_in_latin_1_is_read() -> None:
    xml = (
        '<?xml version="1.0" encoding="ISO-8859-1"?><annotation><filename>a.png</filename><object>'
        "<name>Käse</name><bndbox><xmin>2</xmin><ymin>2</ymin><xmax>4</xmax><ymax>5</ymax></bndbox>"
        "</object></annotation>"
    )
    items, problems = read(VOC, tree({"a.xml": xml.encode("latin-1"), "a.png": IMAGE}))
    assert problems == []
    assert items[0].regions[0].label == "Käse"


@pytest.mark.parametrize(
    "entity",
    [
        '<!ENTITY b SYSTEM "file:///etc/passwd">',
        '<!ENTITY b SYSTEM "http://127.0.0.1/x">',
        '<!ENTITY c "cc"><!ENTITY b "&c;&c;&c;">',
        '<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;',
    ],
)
def test_entities_in_xml_are_refused_and_other_files_read(entity: str) -> None:
    bad = f"<!DOCTYPE a [{entity}]><annotation><filename>&b;</filename></annotation>"
    good = (
        "<annotation><filename>b.png</filename><object><name>x</name><bndbox><xmin>2</xmin>"
        "<ymin>2</ymin><xmax>4</xmax><ymax>5</ymax></bndbox></object></annotation>"
    )
    files = {"a.xml": bad, "a.png": IMAGE, "b.xml": good, "b.png": IMAGE}
    items, problems = read(VOC, tree(files))
    assert [(one.code, one.place) for one in problems] == [("annotation_malformed", "a.xml")]
    assert "root:" not in problems[0].message
    assert [len(item.regions) for item in items if item.is_annotated] == [1]


@pytest.mark.parametrize("key", [DatasetFormat.TEXT_TABLE, DatasetFormat.TABLE])
def test_a_table_of_5000_columns_is_read(key: DatasetFormat) -> None:
    header = ",".join(["text", "label", *(f"c{n}" for n in range(4998))])
    row = ",".join(["good", "x", *("1" for _ in range(4998))])
    items, problems = read(key, tree({"wide.csv": f"{header}\n{row}\n{row}\n"}))
    assert codes(problems) == (["columns_unread"] if key is DatasetFormat.TEXT_TABLE else [])
    assert len(items) == (2 if key is DatasetFormat.TEXT_TABLE else 1)


def test_a_quote_that_never_closes_costs_its_row_alone() -> None:
    content = 'text,label\nfirst,a\n"second,b\nthird,c\n"fourth,\nstill",d\nfifth,e\n'
    broken = content.replace('"fourth,\nstill",d\n', "fourth,d\n")
    items, problems = read(DatasetFormat.TEXT_TABLE, tree({"a.csv": broken}))
    assert [(one.code, one.place) for one in problems] == [("quote_open", "a.csv:3")]
    assert [(one.content, one.place) for one in items] == [
        (b"first", "a.csv:2"),
        (b"third", "a.csv:4"),
        (b"fourth", "a.csv:5"),
        (b"fifth", "a.csv:6"),
    ]


def test_a_quote_that_opens_in_the_last_line_is_named_too() -> None:
    items, problems = read(DatasetFormat.TEXT_TABLE, tree({"a.csv": 'text,label\nx,a\n"y,b\n'}))
    assert [(one.code, one.place) for one in problems] == [("quote_open", "a.csv:3")]
    assert len(items) == 1


def test_a_quote_that_opens_before_more_than_memory_is_given_up() -> None:
    lines = "".join(f"line {n},x\n" for n in range(1_600_000))
    files = tree({"a.csv": f'text,label\n"open,x\n{lines}'})
    found = (one for one in iter_text(files))
    first = next(found)
    assert isinstance(first, Problem)
    assert first.place == "a.csv:2"
    second = next(found)
    assert isinstance(second, Item)
    assert second.content == b"line 0"


def iter_text(files: MemoryTree) -> Iterator[Item | Problem]:
    from engine.formats.text_table import read as read_texts

    return read_texts(files)


def test_a_table_with_an_open_quote_is_a_sample_but_for_that_row() -> None:
    items, problems = read(
        DatasetFormat.TABLE, tree({"a.csv": 'a,b\n1,"2\n3,4\n', "b.csv": "a,b\n1,2\n"})
    )
    assert [(one.code, one.place) for one in problems] == [("quote_open", "a.csv:2")]
    assert [item.name for item in items] == ["a.csv", "b.csv"]


class _Made(io.RawIOBase):
    """A file that is made while it is read, so that it can be larger than memory."""

    def __init__(self, pieces: Callable[[], Iterator[bytes]]) -> None:
        super().__init__()
        self._make, self._pieces, self._rest = pieces, pieces(), b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        assert (offset, whence) == (0, 0)
        self._pieces, self._rest = self._make(), b""
        return 0

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        while len(self._rest) < len(view):
            piece = next(self._pieces, None)
            if piece is None:
                break
            self._rest += piece
        num = min(len(view), len(self._rest))
        view[:num] = self._rest[:num]
        self._rest = self._rest[num:]
        return num


class _MadeTree(MemoryTree):
    """A tree with a document that is made while it is read."""

    def __init__(self, pieces: Callable[[], Iterator[bytes]]) -> None:
        super().__init__({"a.png": IMAGE, "train.json": b""})
        self._pieces = pieces

    def open(self, name: str) -> BinaryIO:
        if name.endswith(".json"):
            return cast(BinaryIO, io.BufferedReader(_Made(self._pieces), 1 << 20))
        return super().open(name)


def _long_document(num: int) -> Iterator[bytes]:
    yield b'{"images":[{"id":1,"file_name":"a.png","width":20,"height":10}],'
    yield b'"categories":[{"id":1,"name":"x"}],"annotations":['
    padding = "x" * 2000
    for number in range(num):
        comma = "," if number else ""
        yield (
            f'{comma}{{"id":{number},"image_id":7,"category_id":1,"bbox":[1,1,2,2],'
            f'"note":"{padding}"}}'
        ).encode()
    yield b"]}"


def test_a_document_of_any_length_is_read_in_bounded_memory() -> None:
    peaks = []
    for num in (4_000, 24_000):
        tracemalloc.start()
        items, problems = read(COCO, _MadeTree(lambda num=num: _long_document(num)))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (len(items), codes(problems)) == (1, ["image_unlisted"])
        assert problems[0].params == {"num": num}
    # Six times the length, 8 bytes more for each annotation: where it lies on the disk.
    assert peaks[1] < peaks[0] + 20_000 * 8 * 2 + 1e6


def test_a_value_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "_MAX_MEMBER", 2_000_000)

    def endless() -> Iterator[bytes]:
        yield b'{"images":[{"id":1,"file_name":"a.png"}],"annotations":["'
        for _ in range(16):
            yield b"x" * 1_000_000

    items, problems = read(COCO, _MadeTree(endless))
    assert codes(problems) == ["annotation_malformed"]
    assert "train.json" in problems[0].place
    assert len(items) == 1
