"""Label Studio's tasks keep what is said of them; what cannot be learnt from is named."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DataError
from engine.formats.label_studio.packed_runs import pack_runs, unpack_runs
from engine.formats.layout import Item
from engine.formats.shapes.run_lengths import pixels_of
from engine.specs.data import DatasetFormat, Region, Relation, Split
from engine.specs.samples.geometry import Box, KeyPoint, Mask, Polygon, Quad, Segment, Span
from tests.engine.formats.trees import codes, essence, image, read, round_trip, tree

LABEL_STUDIO = DatasetFormat.LABEL_STUDIO
IMAGE = image(200, 100)


def tasks(data: dict[str, Any], *results: Any, **more: Any) -> str:
    return json.dumps([{"id": 1, "data": data, "annotations": [{"result": results}], **more}])


def result(kind: str, value: dict[str, Any], key: str = "r", **more: Any) -> dict[str, Any]:
    return {"id": key, "type": kind, "from_name": "tag", "to_name": "image", "value": value, **more}


def test_shapes_of_an_image_are_percents_of_its_sides() -> None:
    content = tasks(
        {"image": "/data/upload/3/0123abcd-a.png"},
        result("rectanglelabels", box(10, 20, 30, 40, rectanglelabels=["a"]), "1"),
        result("rectanglelabels", box(50, 10, 10, 40, 90, rectanglelabels=["b"]), "2"),
        result(
            "polygonlabels", {"points": [[0, 0], [50, 0], [50, 50]], "polygonlabels": ["c"]}, "3"
        ),
        result("choices", {"choices": ["indoors"]}, "4"),
        result("textarea", {**box(10, 20, 30, 40), "text": ["hi"], "textarea": ["hi"]}, "1"),
    )
    items, problems = read(LABEL_STUDIO, tree({"tasks.json": content, "files/a.png": IMAGE}))
    assert problems == []
    assert items[0].file == "files/a.png"
    assert items[0].labels == ("indoors",)
    first, second, third = items[0].regions
    assert (first.label, first.text) == ("a", "hi")
    assert first.geometry == Box(left=20, top=20, width=60, height=40)
    assert isinstance(second.geometry, Quad)
    # Turned by a quarter about its upper left corner: 20 wide and 40 high lies to the left of it.
    expected = [(100, 10), (100, 30), (60, 30), (60, 10)]
    assert np.allclose(second.geometry.points, expected)
    assert third.geometry == Polygon(rings=(((0, 0), (100, 0), (100, 50)),))


def box(x: float, y: float, width: float, height: float, rotation: float = 0, **more: Any) -> Any:
    return {"x": x, "y": y, "width": width, "height": height, "rotation": rotation, **more}


def test_spans_count_utf16_units_unless_what_they_hold_says_otherwise() -> None:
    text = "😀 Ada met 𠮷野 there"
    by_units = {"start": 3, "end": 6, "text": "Ada", "labels": ["person"]}
    by_characters = {"start": 10, "end": 12, "text": "𠮷野", "labels": ["person"]}
    nowhere = {"start": 3, "end": 6, "text": "Eve", "labels": ["person"]}
    content = tasks(
        {"text": text},
        result("labels", by_units, "1"),
        result("labels", by_characters, "2"),
        result("labels", nowhere, "3"),
        {"type": "relation", "from_id": "1", "to_id": "2", "labels": ["met"]},
        {"type": "relation", "from_id": "1", "to_id": "3", "labels": ["met"]},
    )
    items, problems = read(LABEL_STUDIO, tree({"a.json": content}))
    assert codes(problems) == ["span_outside", "relation_unknown"]
    spans = [one.geometry for one in items[0].regions]
    assert [text[one.start : one.end] for one in spans if isinstance(one, Span)] == ["Ada", "𠮷野"]
    assert items[0].relations == (Relation(label="met", subject="1", object="2"),)


def test_what_is_not_read_is_named() -> None:
    content = tasks(
        {"image": "a.png"},
        result("timeserieslabels", {"start": 1, "end": 2, "timeserieslabels": ["a"]}, "1"),
        result("ellipselabels", {"x": 50, "y": 50, "radiusX": 10, "radiusY": 10}, "2"),
        result("brushlabels", {"format": "rle", "rle": [0, 0, 0]}, "3"),
        result("rectanglelabels", box(10, 10, 0, 5), "4"),
        "odd",
        result("rectanglelabels", box(1, 1, 5, 5, rectanglelabels=["a", "b"]), "5"),
    )
    items, problems = read(LABEL_STUDIO, tree({"a.json": content, "a.png": IMAGE}))
    assert codes(problems) == [
        "shape_unsupported",
        "circle_drawn",
        "shape_malformed",
        "box_empty",
        "shape_malformed",
        "labels_left_out",
    ]
    assert [one.id for one in items[0].regions] == ["2", "5"]


def point(x: float, y: float, name: str, key: str, **more: str) -> dict[str, object]:
    """Return a key point as a result."""
    value = {"x": x, "y": y, "width": 0.3, "keypointlabels": [name]}
    return {**result("keypointlabels", value, key), **more}


def test_key_points_belong_to_the_mark_they_name_or_lie_in() -> None:
    content = tasks(
        {"image": "a.png"},
        point(20, 20, "nose", "p1"),
        point(90, 90, "nose", "p2", parentID="small"),
        point(25, 25, "nose", "p3"),
        point(26, 26, "tail", "p4", parentID="gone"),
        result("rectanglelabels", box(0, 0, 60, 60, rectanglelabels=["herd"]), "large"),
        result("rectanglelabels", box(10, 10, 30, 30, rectanglelabels=["cow"]), "small"),
    )
    items, problems = read(LABEL_STUDIO, tree({"a.json": content, "a.png": IMAGE}))

    large, small = sorted(items[0].regions, key=lambda region: region.id)
    # The small one has a nose that names it, so that the next one around gets the loose nose.
    assert [one.name for one in small.points] == ["nose", "tail"]
    assert [one.name for one in large.points] == ["nose"]
    assert np.allclose((small.points[0].x, small.points[0].y), (180, 90))
    assert codes(problems) == ["keypoint_repeated"]


def test_key_points_of_nothing_are_counted() -> None:
    content = tasks(
        {"image": "a.png"},
        point(20, 20, "nose", "p1"),
        result("choices", {"choices": ["tame"]}, "p1"),
        result("keypointlabels", {"x": 1, "keypointlabels": ["a"]}, "p2"),
    )
    items, problems = read(LABEL_STUDIO, tree({"a.json": content, "a.png": IMAGE}))

    assert codes(problems) == ["shape_unsupported", "shape_malformed", "keypoint_alone"]
    assert not items[0].regions


def test_key_points_come_back_as_they_were_written() -> None:
    points = (
        KeyPoint(name="nose", x=12.5, y=7),
        KeyPoint(name="tail", x=70, y=60, is_visible=False),
    )
    cow = Region(
        id="1", label="cow", geometry=Box(left=2, top=3, width=40, height=50), points=points
    )
    item = Item(place="a.png", name="a.png", file="a.png", regions=(cow,), is_annotated=True)
    items, losses = round_trip(LABEL_STUDIO, [item], tree({"a.png": IMAGE}))

    assert [(loss.code, loss.params) for loss in losses] == [
        ("not_held", {"part": "visibility of points", "num": 1})
    ]
    back = items[0].regions[0].points
    assert [(one.name, one.is_visible) for one in back] == [("nose", True), ("tail", True)]
    assert np.allclose([(one.x, one.y) for one in back], [(12.5, 7), (70, 60)])


def test_cancelled_annotations_and_predictions_say_nothing() -> None:
    cancelled = {"was_cancelled": True, "result": []}
    task = {"data": {"text": "a"}, "annotations": [cancelled], "predictions": [{"result": []}]}
    items, problems = read(LABEL_STUDIO, tree({"a.json": json.dumps([task])}))
    assert codes(problems) == ["predictions_left_out"]
    assert not items[0].is_annotated


def test_files_that_are_missing_or_no_tasks_are_named() -> None:
    missing = json.dumps([{"data": {"image": "s3://bucket/b.png"}}, 3, {"data": {}}])
    files = tree({"a.json": missing[:-1] + ', {"data": {"text": "x"}}]', "c.json": "{"})
    items, problems = read(LABEL_STUDIO, files)
    assert [item.content for item in items] == [b"x"]
    assert codes(problems) == [
        "sample_missing",
        "annotation_malformed",
        "annotation_malformed",
        "annotation_malformed",
    ]
    with pytest.raises(DataError, match="JSON-MIN"):
        read(LABEL_STUDIO, tree({"a.json": "{}"}))


def test_images_come_back_as_they_were_written() -> None:
    turned = Quad(points=((50, 20), (90, 50), (60, 90), (20, 60)))
    regions = (
        Region(id="1", label="a", geometry=Box(left=2, top=3, width=40, height=50), text="hi"),
        Region(id="2", label="b", geometry=turned),
        Region(id="3", label=None, geometry=Polygon(rings=(((1, 1), (9, 1), (9, 9)),))),
    )
    item = Item(
        place="a.png",
        name="a.png",
        file="a.png",
        size=(200, 100),
        labels=("x",),
        regions=regions,
        texts=("a sentence",),
        split=Split.TEST,
    )
    items, losses = round_trip(LABEL_STUDIO, [item], tree({"a.png": IMAGE}))
    assert losses == []
    again = items[0].regions
    assert [(one.id, one.label, one.text) for one in again] == [
        (one.id, one.label, one.text) for one in regions
    ]
    assert isinstance(again[1].geometry, Quad)
    assert np.allclose(again[1].geometry.points, turned.points)
    assert (items[0].labels, items[0].texts, items[0].split) == (
        ("x",),
        ("a sentence",),
        Split.TEST,
    )


def test_texts_pairs_and_recordings_come_back_as_they_were_written() -> None:
    said = Region(id="1", label="word", geometry=Segment(start_ms=10, end_ms=900), text="one")
    span = Region(id="1", label="p", geometry=Span(start=2, end=5))
    given = [
        Item(place="a", name="a.txt", content="😀 Ada".encode(), regions=(span,)),
        Item(place="b", name="b.json", content=b'{"text1":"x","text2":"y"}', value=0.5),
        Item(place="c", name="c.wav", file="c.wav", regions=(said,), split=Split.TRAIN),
        Item(place="d", name="d.txt", content=b"nothing said", is_annotated=False),
    ]
    items, losses = round_trip(LABEL_STUDIO, given, tree({"c.wav": b"RIFF"}))
    assert losses == []
    assert [essence(item) for item in items] == [essence(item) for item in given]


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(1, 300)), min_size=1, max_size=20))
def test_packed_runs_come_back(runs: list[tuple[int, int]]) -> None:
    values = np.repeat(
        np.array([value for value, _ in runs], np.uint8), [length for _, length in runs]
    )
    assert np.array_equal(unpack_runs(pack_runs(values), len(values)), values)


def test_brushes_come_back_and_runs_of_different_values_are_read() -> None:
    pixels = np.zeros((100, 200), bool)
    pixels[20:40, 30:90] = True
    values = (pixels.ravel().repeat(4) * 255).astype(np.uint8)
    brush = {"format": "rle", "rle": pack_runs(values), "brushlabels": ["a"]}
    content = tasks({"image": "a.png"}, result("brushlabels", brush))
    items, problems = read(LABEL_STUDIO, tree({"a.json": content, "a.png": IMAGE}))
    assert problems == []
    geometry = items[0].regions[0].geometry
    assert isinstance(geometry, Mask)
    assert np.array_equal(pixels_of(geometry), pixels)
    # Three values, 8 bits wide, lengths of 4 bits: one literal run of 5, 6, 7.
    head = f"{3:032b}{7:05b}" + f"{3:04b}" * 4
    bits = head + "0" + "00" + f"{2:04b}" + f"{5:08b}{6:08b}{7:08b}"
    packed = [int(bits[at : at + 8].ljust(8, "0"), 2) for at in range(0, len(bits), 8)]
    assert unpack_runs(packed, 3).tolist() == [5, 6, 7]
