"""Marks change their shape where a task needs it, and survive a journey through formats."""

from __future__ import annotations

import pytest

from engine.formats.conversions import with_boxes, with_masks
from engine.formats.layout import Item
from engine.formats.shapes.run_lengths import mask_area
from engine.specs.data import DatasetFormat, Region
from engine.specs.geometry import Box, Geometry, Mask, Polygon, Quad, Span
from tests.engine.formats.trees import read, real, round_trip

OUTLINE = Polygon(rings=(((1, 1), (5, 1), (5, 4), (1, 4)),))
QUAD = Quad(points=((2, 2), (4, 2), (4, 4), (2, 4)))


def item(*shapes: Geometry, size: tuple[int, int] | None = (20, 10)) -> Item:
    regions = (
        Region(id=str(number), label="a", geometry=shape) for number, shape in enumerate(shapes)
    )
    return Item("1", "1", file="a.png", regions=tuple(regions), size=size)


def shapes_of(one: Item) -> list[Geometry]:
    return [region.geometry for region in one.regions]


def test_outlines_and_masks_become_the_boxes_around_them() -> None:
    box = Box(left=3, top=3, width=2, height=2)
    empty = Mask(size=(10, 20), counts="h6")
    masked = with_masks(item(OUTLINE))
    assert shapes_of(with_boxes(item(OUTLINE, box, QUAD, empty, Span(start=0, end=1)))) == [
        Box(left=1, top=1, width=4, height=3),
        box,
        QUAD,
        Span(start=0, end=1),
    ]
    assert shapes_of(with_boxes(masked)) == [Box(left=1, top=1, width=4, height=3)]


def test_outlines_and_quads_become_the_pixels_inside() -> None:
    box = Box(left=3, top=3, width=2, height=2)
    shapes = shapes_of(with_masks(item(OUTLINE, QUAD, box)))
    assert [mask_area(shape) for shape in shapes[:2] if isinstance(shape, Mask)] == [12, 4]
    assert shapes[2] == box
    with pytest.raises(ValueError, match="size"):
        with_masks(item(OUTLINE, size=None))


def test_the_boxes_of_blood_cells_survive_a_journey_through_formats() -> None:
    with real("blood_cells") as files:
        items = read(DatasetFormat.VOC, files)[0][:40]
        for key in (
            DatasetFormat.COCO,
            DatasetFormat.YOLO,
            DatasetFormat.LABELME,
            DatasetFormat.VOC,
        ):
            back, lost = round_trip(key, items, files)
            # COCO and YOLO say what they cannot hold of an object beside its box.
            assert [one for one in lost if one.params.get("part") != "attributes"] == []
            found = {one.name.split("/")[-1]: one for one in back}
            for before in items:
                after = found[before.name.split("/")[-1]]
                assert (after.split, after.size) == (before.split, before.size)
                for old, new in zip(before.regions, after.regions, strict=True):
                    assert isinstance(old.geometry, Box)
                    assert isinstance(new.geometry, Box)
                    assert new.label == old.label
                    # Parts of a side in YOLO are rounded in their last digits.
                    assert list(edges(new.geometry)) == pytest.approx(list(edges(old.geometry)))


def edges(box: Box) -> tuple[float, float, float, float]:
    return box.left, box.top, box.width, box.height
