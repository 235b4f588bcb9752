"""YOLO texts become pixels of their images, whatever the layout of the folders."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.errors import DataError
from engine.formats.layout import Item
from engine.formats.shapes.boxes import box_of
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, Mask, Polygon, Quad
from tests.engine.formats.trees import codes, image, read, round_trip, tree

YOLO = DatasetFormat.YOLO
IMAGE = image(20, 10)


def test_boxes_are_scaled_and_yaml_names_the_classes() -> None:
    files = tree(
        {
            "d/images/train/a.png": IMAGE,
            "d/labels/train/a.txt": "1 0.5 0.5 0.5 0.4\n\n",
            "d/images/val/b.png": IMAGE,
            "d/labels/val/b.txt": "",
            "d/images/val/c.png": IMAGE,
            "d/data.yaml": "names: {0: cat, 1: 狗}\ntrain: images/train\n",
        }
    )
    items, problems = read(YOLO, files)
    assert problems == []
    assert [(item.split, item.is_annotated) for item in items] == [
        (Split.TRAIN, True),
        (Split.VALIDATION, True),
        (Split.VALIDATION, False),
    ]
    assert items[0].regions == (
        Region(id="1", label="狗", geometry=Box(left=5, top=3, width=10, height=4)),
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_boxes_lie_on_the_upright_image_of_every_kind(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    out = io.BytesIO()
    Image.new("RGB", (200, 100)).save(out, kind, exif=exif)
    name = f"a.{kind.lower()}"
    files = {name: out.getvalue(), "a.txt": "0 .25 .75 .3 .3\n", "classes.txt": "cow\n"}
    items, _ = read(DatasetFormat.YOLO, tree(files))
    (item,) = (one for one in items if one.regions)
    assert box_of(item.regions[0].geometry) == Box(left=10, top=120, width=30, height=60)


def test_darknet_lists_name_splits_and_texts_lie_beside_their_images() -> None:
    files = tree(
        {
            "obj.names": "cat\n",
            "obj/a.png": IMAGE,
            "obj/a.txt": "0 0.5 0.5 1 1",
            "obj/b.png": IMAGE,
            "obj/b.txt": "0 0.5 0.5 1 1",
            "train.txt": "data/obj/a.png\n",
            "test.txt": "data/obj/b.png\n",
        }
    )
    items, problems = read(YOLO, files)
    assert problems == []
    assert [item.split for item in items] == [Split.TRAIN, Split.TEST]
    assert items[0].regions[0].label == "cat"


def test_four_corners_are_a_turned_box_unless_the_dataset_has_outlines() -> None:
    corners = "0 .1 .1 .5 .1 .5 .5 .1 .5\n"
    files = {"a.png": IMAGE, "a.txt": corners, "classes.txt": "cat\n"}
    turned = read(YOLO, tree(files))[0][0].regions[0].geometry
    assert turned == Quad(points=((2, 1), (10, 1), (10, 5), (2, 5)))
    more = {**files, "b.png": IMAGE, "b.txt": "0 .1 .1 .5 .1 .5 .5\n"}
    assert read(YOLO, tree(more))[0][0].regions[0].geometry == Polygon(rings=(turned.points,))


def test_bad_lines_are_named_by_number() -> None:
    text = "0 .5 .5 .2\n0 .5 .5 .2 x\n7 .5 .5 .2 .2\n0 .9 .5 .4 .2\n"
    text += "0 3 .5 .4 .2\n0 .5 .5 0 .2\n0 .5 .5 nan 1"
    items, problems = read(YOLO, tree({"a.png": IMAGE, "a.txt": text, "classes.txt": "cat"}))
    assert [(one.code, one.place) for one in problems] == [
        ("line_malformed", "a.txt:1"),
        ("line_malformed", "a.txt:2"),
        ("class_unknown", "a.txt:3"),
        ("box_clipped", "a.txt:4"),
        ("box_outside", "a.txt:5"),
        ("box_empty", "a.txt:6"),
        ("line_malformed", "a.txt:7"),
    ]
    assert len(items[0].regions) == 1


def test_missing_and_damaged_class_names_are_said() -> None:
    files = {"a.png": IMAGE, "a.txt": "3 .5 .5 .2 .2", "b.png": b"no", "b.txt": "", "c.txt": ""}
    items, problems = read(YOLO, tree(files))
    assert codes(problems) == ["class_names_missing", "image_unreadable", "file_unused"]
    assert items[0].regions[0].label == "3"
    for content in ("names: 3", "a: [", "- 1"):
        problems = read(YOLO, tree({**files, "data.yaml": content}))[1]
        assert codes(problems)[:2] == ["class_file_malformed", "class_unknown"]
    with pytest.raises(DataError, match="same name"):
        read(YOLO, tree({"a.png": IMAGE}))


@pytest.mark.parametrize(
    "shape",
    [
        Box(left=0.25, top=1.5, width=7, height=3.125),
        Quad(points=((2, 1), (10, 1.5), (9, 5), (2, 5))),
        Polygon(rings=(((2, 1), (10, 1), (9, 5)),)),
        Polygon(rings=(((2, 1), (10, 1), (9, 5), (2, 5)),)),
    ],
)
def test_what_is_written_reads_back_the_same(shape: Box | Quad | Polygon) -> None:
    files = tree({"x.png": IMAGE})
    regions = (Region(id="1", label="a: b", geometry=shape),)
    items = [
        Item("1", "x.png", file="x.png", regions=regions, split=Split.TRAIN),
        Item("2", "y/x.jpg", file="x.png", split=Split.VALIDATION),
        Item("3", "z.png", file="x.png", is_annotated=False),
    ]
    back, lost = round_trip(YOLO, items, files)
    assert lost == []
    found = {(item.split, item.is_annotated): item.regions for item in back}
    assert found.keys() == {(item.split, item.is_annotated) for item in items}
    (region,) = found[Split.TRAIN, True]
    assert region.label == "a: b"
    assert type(region.geometry) is type(shape)
    ours, theirs = (list(numbers(one.model_dump())) for one in (region.geometry, shape))
    assert ours == pytest.approx(theirs, abs=1e-9)


def regions(*shapes: Box | Quad | Polygon | Mask) -> tuple[Region, ...]:
    """Return a region per shape."""
    return tuple(Region(id=str(n), label="a", geometry=one) for n, one in enumerate(shapes, 1))


BOX = Box(left=2, top=1, width=4, height=3)
TURNED = Quad(points=((4, 1), (8, 4), (5, 8), (1, 5)))
OUTLINE = Polygon(rings=(((2, 1), (10, 1), (9, 5)),))


def test_upright_boxes_beside_turned_ones_are_written_as_corners_and_nothing_is_lost() -> None:
    items = [
        Item("1", "x.png", file="x.png", regions=regions(BOX)),
        Item("2", "y.png", file="x.png", regions=regions(TURNED, BOX)),
    ]
    back, lost = round_trip(YOLO, items, tree({"x.png": IMAGE}))
    assert lost == []
    upright = Quad(points=((2, 1), (6, 1), (6, 4), (2, 4)))
    found = [list(numbers([one.geometry.model_dump() for one in item.regions])) for item in back]
    assert found == [
        pytest.approx(list(numbers(upright.model_dump()))),
        pytest.approx(list(numbers([TURNED.model_dump(), upright.model_dump()]))),
    ]


def test_boxes_among_outlines_are_drawn_as_outlines_and_counted() -> None:
    items = [Item("1", "x.png", file="x.png", regions=regions(OUTLINE, BOX, TURNED))]
    back, lost = round_trip(YOLO, items, tree({"x.png": IMAGE}))
    assert [(one.code, one.params) for one in lost] == [
        ("drawn_as_outline", {"part": "box"}),
        ("drawn_as_outline", {"part": "quad"}),
    ]
    assert {type(one.geometry) for one in back[0].regions} == {Polygon}


def sides(length: int) -> st.SearchStrategy[tuple[float, float]]:
    """Return two places on a side of an image, apart from each other."""
    places = st.floats(0, length, width=32)
    return st.tuples(places, places).map(sorted).filter(lambda two: two[1] - two[0] > 1e-3)


boxes = st.builds(
    lambda x, y: Box(left=x[0], top=y[0], width=x[1] - x[0], height=y[1] - y[0]),
    sides(20),
    sides(10),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(boxes, min_size=1, max_size=6), st.booleans())
def test_any_boxes_read_back_where_they_were(shapes: list[Box], with_turned: bool) -> None:
    items = [
        Item("1", "x.png", file="x.png", regions=regions(*shapes, *[TURNED] * with_turned)),
    ]
    back, lost = round_trip(YOLO, items, tree({"x.png": IMAGE}))
    assert lost == []
    for shape, region in zip(shapes, back[0].regions, strict=False):
        found = box_of(region.geometry)
        assert isinstance(region.geometry, Quad) is with_turned
        assert list(numbers(found.model_dump())) == pytest.approx(
            list(numbers(shape.model_dump())), abs=1e-6
        )


def numbers(value: object) -> list[float]:
    """Return all numbers of a dumped shape."""
    if isinstance(value, float):
        return [value]
    inner = value.values() if isinstance(value, dict) else value
    return [] if isinstance(inner, str) else [one for part in inner for one in numbers(part)]


def test_masks_are_written_as_their_largest_outline_and_counted() -> None:
    mask = Mask(size=(10, 20), counts="37n5")
    item = Item("1", "x.png", file="x.png", regions=(Region(id="1", label="a", geometry=mask),))
    back, lost = round_trip(YOLO, [item], tree({"x.png": IMAGE}))
    assert codes(lost) == ["drawn_as_outline"]
    assert back[0].regions[0].geometry == Polygon(rings=(((0, 3), (1, 3), (1, 10), (0, 10)),))


POSE = "names: [人]\nkpt_shape: [4, 3]\n"


def test_lines_with_key_points_are_boxes_with_points_and_never_outlines() -> None:
    files = tree(
        {
            "data.yaml": POSE,
            "a.png": image(100, 50),
            "a.txt": "0 .5 .5 .4 .4 .4 .4 2 .6 .6 2 .4 .6 1 .5 .5 0\n0 .5 .5 .2 .2\n",
        }
    )
    items, problems = read(YOLO, files)
    assert problems == []
    first, second = items[0].regions
    assert first.geometry == Box(left=30, top=15, width=40, height=20)
    assert [(one.name, one.x, one.y, one.is_visible) for one in first.points] == [
        ("1", 40, 20, True),
        ("2", 60, 30, True),
        ("3", 40, 30, False),
    ]
    assert second.geometry == Box(left=40, top=20, width=20, height=10)
    assert second.points == ()


@pytest.mark.parametrize("num", [2, 4])
def test_key_points_without_visibility_are_no_corners(num: int) -> None:
    line = "0 .5 .5 .4 .4 " + " ".join(f".{n} .{n + 2}" for n in range(1, num + 1))
    names = "kpt_names: {0: [" + ", ".join(f"p{n}" for n in range(num)) + "]}\n"
    files = tree(
        {
            "data.yaml": f"names: [x]\nkpt_shape: [{num}, 2]\n{names}",
            "a.png": image(100, 50),
            "a.txt": line,
        }
    )
    items, problems = read(YOLO, files)
    assert problems == []
    (region,) = items[0].regions
    assert region.geometry == Box(left=30, top=15, width=40, height=20)
    assert [one.name for one in region.points] == [f"p{n}" for n in range(num)]


def test_lines_that_do_not_have_the_key_points_that_are_stated_are_left_out_by_name() -> None:
    files = tree(
        {
            "data.yaml": POSE,
            "a.png": IMAGE,
            "a.txt": "0 .1 .1 .5 .1 .5 .5 .1 .5\n0 .1 .1 .5 .1 .5 .5\n",
        }
    )
    items, problems = read(YOLO, files)
    assert [one.regions for one in items] == [()]
    assert not items[0].is_annotated
    assert codes(problems) == ["pose_malformed"] * 2
    assert [one.params for one in problems] == [
        {"num": 9, "expected": 17},
        {"num": 7, "expected": 17},
    ]


@pytest.mark.parametrize("shape", ["17", "[4]", "[0, 3]", "[4, 5]", "[a, b]"])
def test_a_shape_of_key_points_that_says_nothing_leaves_boxes_alone(shape: str) -> None:
    files = tree(
        {
            "data.yaml": f"names: [x]\nkpt_shape: {shape}\n",
            "a.png": IMAGE,
            "a.txt": "0 .5 .5 .4 .4\n0 .1 .1 .5 .1 .5 .5 .1 .5\n",
        }
    )
    items, problems = read(YOLO, files)
    assert [one.geometry.kind for one in items[0].regions] == ["box"]
    assert codes(problems) == ["keypoints_malformed", "pose_malformed"]
