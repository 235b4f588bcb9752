"""Annotated regions become boxes, pixels and class maps where the network sees them."""

from __future__ import annotations

import numpy as np
import pytest
from easel.runtime.run_lengths import encode

from engine.data.image.class_maps import ClassMapTargets, class_map
from engine.data.image.network_size import default_long_side, network_size
from engine.data.image.rasters import covered, fill
from engine.data.image.region_boxes import BoxTargets, enclosing_box
from engine.data.image.region_images import preprocessing
from engine.data.image.region_masks import MaskTargets
from engine.errors import DataError
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.samples.geometry import Box, Geometry, Mask, Polygon, Quad, Span

LABELS = ("cat", "dog")
SQUARE = ((2.0, 1.0), (6.0, 1.0), (6.0, 5.0), (2.0, 5.0))


def _record(*geometries: Geometry, height: int = 50, width: int = 100) -> SampleRecord:
    regions = tuple(
        Region(id=str(place), label=LABELS[place % 2], geometry=geometry)
        for place, geometry in enumerate(geometries)
    )
    return SampleRecord(
        id="1",
        file="1.png",
        name="one.png",
        sha256="0" * 64,
        split=Split.TRAIN,
        width=width,
        height=height,
        regions=regions,
    )


def _mask() -> Mask:
    pixels = np.zeros((50, 100), dtype=np.bool_)
    pixels[1:5, 2:6] = True
    return Mask(size=(50, 100), counts=encode(pixels).compressed())


@pytest.mark.parametrize(
    "geometry",
    [
        Box(left=2, top=1, width=4, height=4),
        Quad(points=SQUARE),
        Polygon(rings=(SQUARE,)),
        _mask(),
    ],
    ids=lambda geometry: str(geometry.kind),
)
def test_all_ways_of_marking_a_square_are_the_same_square(geometry: Geometry) -> None:
    assert enclosing_box(geometry) == (2.0, 1.0, 6.0, 5.0)
    pixels = covered(geometry, (50, 100))
    assert pixels[1:5, 2:6].all()
    assert pixels.sum() == 16


def test_places_in_texts_are_refused() -> None:
    with pytest.raises(DataError, match="span"):
        enclosing_box(Span(start=0, end=3))


def test_a_hole_is_not_filled_and_parts_are() -> None:
    outer = ((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0))
    hole = ((2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0))
    part = ((10.0, 0.0), (12.0, 0.0), (12.0, 2.0), (10.0, 2.0))
    pixels = fill([outer, hole, part], (10, 14))

    assert pixels.sum() == 64 - 4 + 4
    assert not pixels[2:4, 2:4].any()
    assert pixels[:2, 10:12].all()


def test_the_area_of_a_fine_polygon_is_about_its_own() -> None:
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    circle = [(50 + 30 * np.cos(one), 40 + 30 * np.sin(one)) for one in angles]

    assert fill([circle], (80, 100)).sum() == pytest.approx(np.pi * 900, rel=0.01)


def test_what_leaves_the_image_is_cut_off() -> None:
    pixels = fill([((-5.0, -5.0), (5.0, -5.0), (5.0, 50.0), (-5.0, 50.0))], (10, 12))

    assert pixels[:, :5].all()
    assert not pixels[:, 5:].any()


def test_boxes_are_where_the_network_sees_them() -> None:
    # 100 × 50 in a 64 × 64 letterbox: 0.64 times as large, 16 rows of padding above.
    record = _record(Box(left=25, top=0, width=50, height=25))
    targets = BoxTargets([record], LABELS, preprocessing((64, 64)))(np.array([0, 0]))

    np.testing.assert_allclose(targets["boxes"][0], [16, 16, 48, 32], atol=1e-4)
    assert targets["samples"].tolist() == [0, 1]


def test_masks_say_how_much_of_each_cell_is_covered() -> None:
    record = _record(Polygon(rings=(((0, 0), (50, 0), (50, 50), (0, 50)),)))
    targets = MaskTargets([record], LABELS, preprocessing((64, 64)), lambda _: 4)(np.array([0]))

    mask = targets["masks"][0]
    assert mask.shape == (16, 16)
    assert mask[4:12, :8].min() == 1.0
    assert mask.sum() == 64


def test_later_regions_cover_earlier_ones_and_padding_has_no_class() -> None:
    record = _record(
        Box(left=0, top=0, width=100, height=50), Box(left=50, top=0, width=50, height=50)
    )
    classes = class_map(record, LABELS)
    assert set(np.unique(classes[:, :50])) == {1}
    assert set(np.unique(classes[:, 50:])) == {2}

    drawn = ClassMapTargets([record], LABELS, preprocessing((64, 64)), 2)(np.array([0]))["classes"]
    assert drawn.shape == (1, 32, 32)
    assert set(drawn[0, :8].flatten().tolist()) == {-1}
    assert set(drawn[0, 8:24, :16].flatten().tolist()) == {1}


def test_the_network_has_the_shape_of_the_images() -> None:
    wide, tall = _record(height=480, width=640), _record(height=640, width=480)

    assert network_size([wide] * 3, 320) == (256, 320)
    assert network_size([tall] * 3, 320) == (320, 256)
    assert network_size([wide, tall], 320) == (320, 320)


def test_small_objects_are_shown_larger() -> None:
    large = _record(Box(left=0, top=0, width=300, height=300), height=960, width=1280)
    small = _record(Box(left=0, top=0, width=40, height=40), height=960, width=1280)

    assert default_long_side([large], "cpu") == 320
    assert default_long_side([small], "cpu") == 416
    assert default_long_side([_record(height=64, width=96)], "cpu") == 96


def test_images_of_unknown_size_are_named() -> None:
    record = _record().model_copy(update={"width": None})

    with pytest.raises(DataError, match=r"one\.png"):
        BoxTargets([record], LABELS, preprocessing((64, 64)))
