"""CVAT for images: every image gets its own shapes, of every kind that can be learnt from."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.extra.numpy import arrays

from engine.catalog import TASKS, DatasetFormat
from engine.formats.layout import Item
from engine.formats.shapes.run_lengths import mask_from_pixels, pixels_of
from engine.specs.data import Region, Split
from engine.specs.samples.geometry import Box, KeyPoint, Mask, Polygon, Quad
from tests.engine.formats import cvat_exports
from tests.engine.formats.cvat_exports import Shown, plain_images, plain_mask
from tests.engine.formats.trees import codes, essence, image, read, round_trip, tree

CVAT = DatasetFormat.CVAT
SIZE = (20, 10)
IMAGE = image(*SIZE)


SKELETON = (
    '<skeleton label="man" z_order="0"><points label="nose" outside="0" occluded="1" '
    'points="3.00,2.00"/><points label="foot" outside="0" occluded="0" points="5.00,8.00"/>'
    '<points label="hand" outside="1" occluded="0" points="0.00,0.00"/></skeleton>'
)


def entry(name: str, *shapes: str, more: str = "") -> str:
    return f'<image id="0" name="{name}" {more} width="20" height="10">{"".join(shapes)}</image>'


def box(label: str = "car", more: str = "", inner: str = "") -> str:
    return (
        f'<box label="{label}" source="manual" occluded="0" xtl="2.00" ytl="1.00" xbr="6.00" '
        f'ybr="5.00" z_order="0" {more}>{inner}</box>'
    )


def regions_of(*shapes: str) -> tuple[tuple[Region, ...], list[str]]:
    content = cvat_exports.task_export(Shown(3, "t"), entry("a.png", *shapes))
    items, problems = read(CVAT, tree({"annotations.xml": content, "images/a.png": IMAGE}))
    return items[0].regions, codes(problems)


def test_a_project_gives_each_subset_its_own_images_of_the_same_names() -> None:
    tasks = [Shown(1, "one", "Train"), Shown(2, "two", "Validation"), Shown(3, "three", "Test")]
    body, files = "", {}
    for task in tasks:
        for number in range(2):
            shapes = [box(task.subset)] * (task.id + number)
            more = f'subset="{task.subset}" task_id="{task.id}"'
            body += entry(f"{number}.png", *shapes, more=more)
            files[f"images/{task.subset}/{number}.png"] = IMAGE
    xml = cvat_exports.project_export(tasks, body)
    items, problems = read(CVAT, tree({"annotations.xml": xml, **files}))
    assert problems == []
    assert {item.file: len(item.regions) for item in items} == {
        f"images/{subset}/{name}": sum(shapes.values())
        for (subset, name), shapes in plain_images(xml).items()
    }
    assert {item.file: {region.label for region in item.regions} for item in items} == {
        f"images/{subset}/{name}": {subset} for subset, name in plain_images(xml)
    }
    assert [item.split for item in items] == [
        *[Split.TRAIN] * 2,
        *[Split.VALIDATION] * 2,
        *[Split.TEST] * 2,
    ]


def test_an_image_of_another_subset_is_not_taken_for_one_that_is_missing() -> None:
    tasks = [Shown(1, "one", "Train"), Shown(2, "two", "Test")]
    body = entry("0.png", box(), more='subset="Test" task_id="2"')
    body += entry("0.png", box("other"), more='subset="Train" task_id="1"')
    xml = cvat_exports.project_export(tasks, body)
    items, problems = read(CVAT, tree({"annotations.xml": xml, "images/Train/0.png": IMAGE}))
    assert [(one.code, one.params) for one in problems] == [
        ("sample_missing", {"file": "Test/0.png"})
    ]
    assert [[region.label for region in item.regions] for item in items] == [["other"]]


def test_two_tasks_of_one_subset_that_share_a_name_are_named() -> None:
    tasks = [Shown(1, "one", "Train"), Shown(2, "two", "Train")]
    body = "".join(
        entry("0.png", box(), more=f'subset="Train" task_id="{task.id}"') for task in tasks
    )
    xml = cvat_exports.project_export(tasks, body)
    items, problems = read(CVAT, tree({"annotations.xml": xml, "images/Train/0.png": IMAGE}))
    assert (len(items), codes(problems)) == (1, ["sample_repeated"])


def test_turned_boxes_are_four_corners() -> None:
    (region,), problems = regions_of(box(more='rotation="90.00"'))
    assert problems == []
    assert isinstance(region.geometry, Quad)
    # 4 by 4 around (4, 3): the corner at the top left comes to the top right.
    for point, corner in zip(region.geometry.points, [(6, 1), (6, 5), (2, 5), (2, 1)], strict=True):
        assert point == pytest.approx(corner)


def test_what_is_said_of_objects_is_kept_as_people_enter_it() -> None:
    said = {"colour": "blue", "parked": "true", "doors": "4", "plate": "007", "own": "x"}
    inner = "".join(f'<attribute name="{name}">{text}</attribute>' for name, text in said.items())
    more = 'group_id="3"'
    shape = box(more=more, inner=inner).replace('occluded="0"', 'occluded="1"')
    (region,), problems = regions_of(shape.replace('z_order="0"', 'z_order="2"'))
    assert problems == []
    assert region.attributes == {
        "occluded": True,
        "z_order": 2,
        "group_id": 3,
        "colour": "blue",
        "parked": True,
        "doors": 4,
        "plate": "007",
        "own": "x",
    }


def test_ellipses_masks_and_skeletons_are_read_and_the_rest_is_counted_by_name() -> None:
    shapes = [
        '<ellipse label="car" occluded="0" cx="10.00" cy="5.00" rx="4.00" ry="2.00" z_order="0"/>',
        '<mask label="car" rle="1, 2, 2, 3, 1" left="3" top="2" width="3" height="3"/>',
        SKELETON,
        '<polyline label="lane" occluded="0" points="1.00,1.00;5.00,5.00" z_order="0"/>' * 2,
        '<cuboid label="car" occluded="0" xtl1="1.00" ytl1="1.00" z_order="0"/>',
    ]
    content = cvat_exports.task_export(Shown(3, "t"), entry("a.png", *shapes))
    items, problems = read(CVAT, tree({"annotations.xml": content, "a.png": IMAGE}))
    assert [(one.code, one.params) for one in problems] == [
        ("circle_drawn", {"num": 64}),
        ("skeleton_boxed", {}),
        ("shape_unsupported", {"kind": "cuboid", "num": 1}),
        ("shape_unsupported", {"kind": "polyline", "num": 2}),
    ]
    ellipse, mask, skeleton = items[0].regions
    assert isinstance(ellipse.geometry, Polygon)
    for x, y in ellipse.geometry.rings[0]:
        assert ((x - 10) / 4) ** 2 + ((y - 5) / 2) ** 2 == pytest.approx(1)
    assert isinstance(mask.geometry, Mask)
    (element,) = ElementTree.fromstring(content).iter("mask")
    assert (pixels_of(mask.geometry) == plain_mask(element, SIZE)).all()
    assert skeleton.geometry == Box(left=3, top=2, width=2, height=6)
    assert skeleton.points == (
        KeyPoint(name="nose", x=3, y=2, is_visible=False),
        KeyPoint(name="foot", x=5, y=8),
    )


def test_points_belong_to_the_object_of_their_group_or_the_smallest_around_them() -> None:
    regions, problems = regions_of(
        '<box label="car" xtl="0" ytl="0" xbr="20" ybr="10" group_id="1"/>',
        box(),
        '<points label="wheel" points="3,2" group_id="1"/>',
        '<points label="lamp" points="3,2;4,3"/>',
        '<points label="alone" points="15,8" group_id="9"/><points label="alone" points="16,8"/>',
    )
    assert [[point.name for point in one.points] for one in regions] == [
        ["wheel", "alone"],
        ["lamp 1", "lamp 2"],
    ]
    assert problems == ["keypoint_alone"]


def test_attributes_of_labels_of_the_whole_image_are_said_to_be_left() -> None:
    tag = '<tag label="dark" source="manual"><attribute name="why">night</attribute></tag>'
    content = cvat_exports.task_export(Shown(3, "t"), entry("a.png", tag))
    items, problems = read(CVAT, tree({"annotations.xml": content, "a.png": IMAGE}))
    assert (items[0].labels, codes(problems)) == (("dark",), ["label_attributes"])


@pytest.mark.parametrize(
    "shape",
    [
        '<mask label="x" rle="1, 2" left="0" top="0" width="999999" height="999999"/>',
        '<mask label="x" rle="999999999999" left="0" top="0" width="999999" height="1000000"/>',
        '<mask label="x" rle="1,x" left="0" top="0" width="1" height="1"/>',
        '<box label="x" xtl="nan" ytl="1" xbr="2" ybr="2"/>',
        '<box label="x" xtl="1" ytl="1" xbr="2" ybr="2" rotation="inf"/>',
        '<ellipse label="x" cx="1" cy="1" rx="1e999" ry="2"/>',
        '<polygon label="x" points="1,1;2"/>',
        '<polygon label="x"/>',
    ],
)
def test_a_shape_that_cannot_be_costs_itself_alone(shape: str) -> None:
    regions, problems = regions_of(shape, box())
    assert [region.label for region in regions] == ["car"]
    assert len(problems) == 1
    assert problems[0] in ("shape_malformed", "number_malformed")


def test_every_task_that_holds_its_shapes_takes_cvat_in_and_out() -> None:
    for key in ("image.object_detection", "image.segmentation", "retail.product_detection"):
        assert CVAT in TASKS[key].formats, key
        assert CVAT in TASKS[key].export_formats, key
    assert CVAT in TASKS["image.classification"].formats
    assert CVAT in TASKS["image.anomaly_detection"].formats
    assert CVAT in TASKS["video.object_tracking"].export_formats


def everything() -> tuple[Region, ...]:
    pixels = np.zeros(SIZE[::-1], dtype=bool)
    pixels[2:7, 3:9] = True
    pixels[4, 5] = False
    angle = math.radians(30)
    across, down = (
        (4 * math.cos(angle), 4 * math.sin(angle)),
        (-2 * math.sin(angle), 2 * math.cos(angle)),
    )
    corners = [(8.0, 2.0)]
    corners.append((8 + across[0], 2 + across[1]))
    corners.append((8 + across[0] + down[0], 2 + across[1] + down[1]))
    corners.append((8 + down[0], 2 + down[1]))
    return (
        Region(
            id="1",
            label="car",
            geometry=Box(left=0.25, top=1, width=4, height=5.5),
            attributes={"occluded": True, "parked": True, "doors": 4, "plate": "007", "w": 1.5},
        ),
        Region(id="2", label="猫", geometry=Polygon(rings=(((1, 1), (5, 1), (5, 5.125)),))),
        Region(id="3", label="car", geometry=mask_from_pixels(pixels)),
        Region(
            id="4",
            label="car",
            geometry=Quad(points=(corners[0], corners[1], corners[2], corners[3])),
            attributes={"group_id": 4, "z_order": -1, "parked": False},
        ),
    )


def test_what_is_written_reads_back_the_same() -> None:
    files = tree({"x.png": IMAGE})
    items = [
        Item(
            "1", "x.png", file="x.png", regions=everything(), labels=("a", "b"), split=Split.TRAIN
        ),
        Item("2", "y/x.png", file="x.png", split=Split.VALIDATION, regions=everything()[:1]),
        Item("3", "z.png", file="x.png", is_annotated=False),
    ]
    back, lost = round_trip(CVAT, items, files)
    assert lost == []
    found = {one.name: one for one in back}
    assert set(found) == {"images/train/x.png", "images/validation/x.png", "images/z.png"}
    first = found["images/train/x.png"]
    assert (first.labels, first.split) == (("a", "b"), Split.TRAIN)
    for old, new in zip(items[0].regions, first.regions, strict=True):
        assert new.attributes == old.attributes
        if isinstance(old.geometry, Quad):
            assert isinstance(new.geometry, Quad)
            assert np.array(new.geometry.points) == pytest.approx(np.array(old.geometry.points))
        else:
            assert (new.label, new.geometry) == (old.label, old.geometry)
    assert essence(found["images/validation/x.png"]) == essence(items[1])
    assert not found["images/z.png"].is_annotated


def test_what_cvat_has_no_place_for_is_counted() -> None:
    parts = Polygon(rings=(((1, 1), (5, 1), (5, 5)), ((8, 8), (9, 8), (9, 9))))
    skewed = Quad(points=((1, 1), (9, 2), (8, 8), (2, 5)))
    regions = (
        Region(id="1", label="a", geometry=parts),
        Region(id="2", label="a", geometry=skewed, points=(KeyPoint(name="p", x=2, y=2),)),
        Region(id="3", label="a", geometry=Mask(size=(10, 20), counts="h6")),
    )
    item = Item("1", "x.png", file="x.png", regions=regions, texts=("said",))
    back, lost = round_trip(CVAT, [item], tree({"x.png": IMAGE}))
    assert [(one.code, one.params.get("part")) for one in lost] == [
        ("not_held", "points"),
        ("not_held", "texts"),
        ("parts_as_mask", None),
        ("drawn_as_outline", "quad"),
        ("not_held", "masks without pixels"),
    ]
    assert [one.geometry.kind for one in back[0].regions] == ["mask", "polygon"]


@pytest.mark.parametrize("key", [CVAT, DatasetFormat.VOC])
def test_labels_with_letters_that_xml_cannot_write_are_renamed_and_said(key: DatasetFormat) -> None:
    region = Region(id="1", label="a\x07<&>", geometry=Box(left=1, top=1, width=2, height=2))
    item = Item("1", "x.png", file="x.png", regions=(region,))
    back, lost = round_trip(key, [item], tree({"x.png": IMAGE}))
    assert back[0].regions[0].label == "a_<&>"
    assert codes(lost) == ["label_renamed"]


@settings(deadline=None, max_examples=40)
@given(arrays(np.bool_, (7, 9)))
def test_any_mask_reads_back_pixel_for_pixel(pixels: np.ndarray) -> None:
    region = Region(id="1", label="x", geometry=mask_from_pixels(pixels))
    item = Item("1", "x.png", file="x.png", regions=(region,))
    back, lost = round_trip(CVAT, [item], tree({"x.png": image(9, 7)}))
    assert [one.geometry for one in back[0].regions] == ([region.geometry] if pixels.any() else [])
    assert bool(lost) is not bool(pixels.any())
