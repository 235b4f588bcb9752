"""JSON lines keep everything that can be said of a sample."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.formats.reading.contents import pair_content
from engine.specs.data import DatasetFormat, Region, Relation, Split
from engine.specs.samples.geometry import (
    Box,
    FrameBox,
    KeyPoint,
    Mask,
    Polygon,
    Quad,
    Segment,
    Span,
)
from tests.engine.formats.trees import codes, essence, read, round_trip, tree

LINES = DatasetFormat.JSON_LINES


BOX = {"kind": "box", "left": 1, "top": 1, "width": 3, "height": 3}


def lines(*values: Any) -> str:
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values) + "\n"


def test_every_kind_of_sample_is_read() -> None:
    content = lines(
        {"text": "plain"},
        {"text": "good", "label": "pos", "split": "dev"},
        {"text": "both", "labels": ["a", "b"]},
        {
            "text": "Ann met Bo",
            "spans": [
                {"start": 0, "end": 3, "label": "P"},
                {"start": 8, "end": 10, "label": "P", "id": "x"},
            ],
            "relations": [{"subject": "1", "object": "x", "label": "met"}],
        },
        {"text1": "a", "text2": "b", "value": 3},
        {"image": "pics/a.png", "captions": ["one", "two"]},
        {"audio": "..\\a.wav", "transcript": "hello"},
        {"text": "nothing here", "spans": []},
    )
    files = {"d/train.jsonl": content, "d/pics/a.png": b"1", "a.wav": b"2"}
    items, problems = read(LINES, tree(files))
    assert [(one.code, one.place) for one in problems] == [
        ("sample_missing", "d/train.jsonl:7"),
        ("file_unused", "a.wav"),
    ]
    assert [item.is_annotated for item in items] == [False, True, True, True, True, True, True]
    assert [item.labels for item in items[:3]] == [(), ("pos",), ("a", "b")]
    assert [item.split for item in items[:2]] == [Split.TRAIN, Split.VALIDATION]
    assert items[3].relations == (Relation(label="met", subject="1", object="x"),)
    assert (items[4].content, items[4].value) == (pair_content("a", "b"), 3.0)
    assert (items[5].file, items[5].texts) == ("d/pics/a.png", ("one", "two"))


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[1]",
        '{"other": 1}',
        '{"text": " "}',
        '{"text": "a", "labels": 3.5}',
        '{"file": "a.png", "spans": [{"start": 0, "end": 1}]}',
        '{"text": "a", "value": true}',
        '{"text": "a", "value": NaN}',
        '{"text": "ab", "spans": [{"start":0,"end":1,"id":"1"},{"start":1,"end":2,"id":"1"}]}',
        '{"text": "a", "relations": [3]}',
        "[" * 100_000,
    ],
)
def test_lines_that_are_not_as_documented_are_named(line: str) -> None:
    items, problems = read(LINES, tree({"a.jsonl": f'{{"text": "good"}}\n{line}\n', "a.png": b""}))
    assert [(one.code, one.place) for one in problems][:1] == [("json_line_malformed", "a.jsonl:2")]
    assert len(items) == 1


@pytest.mark.parametrize(
    "odd",
    [
        1,
        {"id": "2", "label": "x", "geometry": {"kind": "box"}},
        {"id": "2", "label": ["x"], "geometry": BOX},
        {"id": "2", "label": "x", "geometry": {**BOX, "width": 10**400}},
        {"id": "2", "label": "x", "geometry": {"kind": "mask", "size": [9, 9], "counts": "0"}},
    ],
)
def test_a_region_that_cannot_be_is_left_out_alone(odd: Any) -> None:
    regions = [{"id": "1", "label": "x", "geometry": BOX}, odd]
    items, problems = read(
        LINES, tree({"a.jsonl": lines({"file": "a.png", "regions": regions}), "a.png": b""})
    )
    assert [(one.code, one.place) for one in problems] == [
        ("shape_malformed", "a.jsonl:1:regions[1]")
    ]
    assert [one.id for one in items[0].regions] == ["1"]


def test_marks_that_cannot_be_used_are_left_out_alone() -> None:
    content = lines(
        {
            "text": "猫ab",
            "spans": [{"start": 0, "end": 1}, {"start": 2, "end": 4}, {"start": "0", "end": 1}],
            "relations": [{"subject": "1", "object": "9", "label": "r"}],
            "note": "x",
        }
    )
    items, problems = read(LINES, tree({"a.jsonl": content}))
    assert codes(problems) == [
        "span_outside",
        "span_outside",
        "relation_unknown",
        "json_fields_unknown",
    ]
    assert len(items[0].regions) == 1


def test_a_tree_without_such_lines_is_refused() -> None:
    with pytest.raises(DataError, match="JSON object a line"):
        read(LINES, tree({"a.txt": "x"}))


def test_the_lines_of_doccano_are_read() -> None:
    spans = {"id": 1, "text": "Ann met Bo", "label": [[0, 3, "person"]], "Comments": []}
    entities = {
        "id": 2,
        "text": "Ann met Bo",
        "entities": [
            {"id": 7, "label": "person", "start_offset": 0, "end_offset": 3},
            {"id": 9, "label": "person", "start_offset": 8, "end_offset": 10},
        ],
        "relations": [{"id": 1, "from_id": 7, "to_id": 9, "type": "met"}],
    }
    classes = {"id": 3, "text": "fine", "label": ["good"]}
    lines = "\n".join(json.dumps(line) for line in (spans, entities, classes))
    items, problems = read(DatasetFormat.JSON_LINES, tree({"all.jsonl": lines}))
    assert problems == []
    assert [one.geometry for one in items[0].regions] == [Span(start=0, end=3)]
    assert [one.id for one in items[1].regions] == ["7", "9"]
    assert items[1].relations == (Relation(label="met", subject="7", object="9"),)
    assert items[2].labels == ("good",)


def test_everything_reads_back_the_same() -> None:
    files = tree({"x.bin": b"\x00"})
    shapes = (
        Box(left=0.5, top=1, width=3, height=4),
        Quad(points=((1, 1), (5, 2), (5, 6), (1, 5))),
        Polygon(rings=(((1, 1), (5, 1), (5, 5)),)),
        Mask(size=(10, 20), counts="37n5"),
        Segment(start_ms=3, end_ms=9),
        FrameBox(frame=3, track=1, left=0, top=0, width=2, height=2),
    )
    points = (KeyPoint(name="nose", x=1, y=2.5), KeyPoint(name="tail", x=3, y=4, is_visible=False))
    attributes = {"occluded": True, "colour": "red", "number": 3, "share": 0.5}
    regions = tuple(
        Region(
            id=f"r{number}",
            label="a",
            geometry=shape,
            text=" said ",
            points=points,
            attributes=attributes,
        )
        for number, shape in enumerate(shapes)
    )
    spans = (
        Region(
            id="1", label="A", geometry=Span(start=0, end=4), text="norm", attributes=attributes
        ),
        Region(id="2", label=None, geometry=Span(start=0, end=2)),
    )
    relations = (Relation(label="r", subject="1", object="2"),)
    items = [
        Item("1", "1.txt", content="猫\n abc".encode(), labels=("x", "y"), split=Split.TRAIN),
        Item("2", "2.txt", content=b"abcdef", regions=spans, relations=relations),
        Item("3", "3.json", content=pair_content("a", "b"), value=0.25, split=Split.TEST),
        Item("4", "4.png", file="x.bin", regions=regions, texts=("one", "two")),
        Item("7", "7.txt", content=b" spaces around \n", labels=("x",)),
        Item("8", "8.wav", file="x.bin", regions=regions[4:5], is_annotated=True),
        Item("9", "9.png", file="x.bin", is_annotated=False, split=Split.VALIDATION),
        Item("5", "5.txt", content=b"nobody looked", is_annotated=False),
        Item("6", "6.txt", content=b"nothing to mark"),
    ]
    back, lost = round_trip(LINES, items, files)
    assert lost == []
    assert [essence(one) for one in back] == [essence(one) for one in items]


def test_an_array_of_objects_is_read_as_lines_are() -> None:
    values = [{"text": "好", "label": "x"}, 7, {"text": "坏", "label": "y"}]
    files = tree({"a.json": json.dumps(values, indent=2, ensure_ascii=False)})
    items, problems = read(DatasetFormat.JSON_LINES, files)
    assert [(one.place, one.labels) for one in items] == [
        ("a.json:1", ("x",)),
        ("a.json:3", ("y",)),
    ]
    assert [(one.code, one.place) for one in problems] == [("json_line_malformed", "a.json:2")]
    # Their fields may be called otherwise too, and one that breaks off gives what came before.
    broken = '[{"review": "好", "sentiment": "x"}, {"review": "坏"'
    items, problems = read(DatasetFormat.JSON_LINES, tree({"a.json": broken}))
    assert ([one.labels for one in items], codes(problems)) == ([("x",)], ["annotation_malformed"])


def test_the_entities_of_cluener_are_spans_with_their_ends_included() -> None:
    line = {
        "text": "浙商银行叶老桂说",
        "label": {"name": {"叶老桂": [[4, 6]]}, "company": {"浙商银行": [[0, 3]]}},
    }
    odd = {"text": "a b", "label": {"x": {"b": [[2, "?"]]}}}
    lines = "\n".join(json.dumps(one) for one in (line, odd))
    items, problems = read(DatasetFormat.JSON_LINES, tree({"a.jsonl": lines}))
    spans = [(one.label, one.geometry) for one in items[0].regions]
    assert spans == [("name", Span(start=4, end=7)), ("company", Span(start=0, end=4))]
    assert (items[1].regions, codes(problems)) == ((), ["span_outside"])
    assert not items[1].is_annotated


def test_a_line_that_is_an_array_by_mistake_costs_itself_alone() -> None:
    files = tree({"a.json": '[1]\n{"text": "a"}\n', "b.jsonl": '[1, \n{"text": "b"}\n'})
    items, problems = read(DatasetFormat.JSON_LINES, files)
    assert [one.content for one in items] == [b"a", b"b"]
    assert [(one.code, one.place) for one in problems] == [
        ("json_line_malformed", "a.json:1"),
        ("json_line_malformed", "b.jsonl:1"),
    ]
    items, problems = read(DatasetFormat.JSON_LINES, tree({"a.jsonl": '[{"text": "a"}]\n\n'}))
    assert ([one.content for one in items], problems) == ([b"a"], [])
