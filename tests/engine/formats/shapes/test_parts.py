"""Outlines of several rings mean the same to us and to the libraries that read our files."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pycocotools import mask as theirs

from engine.formats import coco
from engine.formats.layout import Item, Piece
from engine.formats.reading.trees import ZipTree
from engine.formats.shapes.run_lengths import draw_rings, mask_area, mask_from_pixels, pixels_of
from engine.specs.data import DatasetFormat, Region
from engine.specs.samples.geometry import Mask, Point, Polygon
from tests.engine.formats.packing import write_zip
from tests.engine.formats.trees import codes, image, read, round_trip, tree

# Compiled against an older NumPy than ours; what it computes is the same.
pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")

WIDTH, HEIGHT = 64, 60
FILES = tree({"x.png": image(WIDTH, HEIGHT)})


def square(left: float, top: float, side: float) -> tuple[Point, ...]:
    """Return the corners of a square."""
    return (left, top), (left + side, top), (left + side, top + side), (left, top + side)


OVERLAPPING = [square(0, 0, 30), square(10, 10, 40)]
HOLLOW = (square(10, 10, 30), square(20, 20, 10))
APART = (square(0, 0, 10), square(20, 0, 10))
BOW_TIE = (((10.0, 10.0), (30.0, 30.0), (10.0, 30.0), (30.0, 10.0)),)


def flat(rings: Any) -> list[list[float]]:
    return [[edge for point in ring for edge in point] for ring in rings]


def their_pixels(segmentation: Any) -> np.ndarray:
    """Return what pycocotools takes a segmentation for."""
    if isinstance(segmentation, dict):
        counts = segmentation["counts"].encode()
        return theirs.decode({**segmentation, "counts": counts}).astype(bool)
    parts = theirs.frPyObjects(segmentation, HEIGHT, WIDTH)
    return theirs.decode(theirs.merge(parts)).astype(bool)


def item(*shapes: Polygon | Mask) -> Item:
    regions = tuple(Region(id=str(n), label="a", geometry=one) for n, one in enumerate(shapes))
    return Item("1", "x.png", file="x.png", regions=regions)


def written_by_coco(*shapes: Polygon | Mask) -> list[dict[str, Any]]:
    parts = [one for one in coco.write([item(*shapes)], FILES) if isinstance(one, Piece)]
    entries: list[dict[str, Any]] = json.loads(b"".join(one.content for one in parts))[
        "annotations"
    ]
    return entries


@pytest.mark.parametrize(
    "rings", [OVERLAPPING, APART, HOLLOW, BOW_TIE, [*OVERLAPPING, square(55, 50, 5)]]
)
def test_parts_of_a_coco_object_cover_what_they_cover_for_pycocotools(rings: Any) -> None:
    entry = {"id": 1, "image_id": 1, "category_id": 1, "segmentation": flat(rings)}
    document = {
        "images": [{"id": 1, "file_name": "x.png"}],
        "annotations": [entry],
        "categories": [{"id": 1, "name": "a"}],
    }
    files = tree({"x.json": json.dumps(document), "x.png": image(WIDTH, HEIGHT)})
    items, problems = read(DatasetFormat.COCO, files)
    geometry = items[0].regions[0].geometry
    if isinstance(geometry, Mask):
        assert codes(problems) == ["parts_united"]
        found = pixels_of(geometry)
    else:
        assert isinstance(geometry, Polygon)
        found = draw_rings(geometry.rings, (HEIGHT, WIDTH))
    expected = their_pixels(flat(rings))
    if rings is BOW_TIE:
        # The library's diagonals take no half pixels.
        assert (found & expected).sum() / (found | expected).sum() > 0.9
    else:
        assert (found == expected).all()


def test_parts_that_lie_apart_stay_an_outline() -> None:
    found, lost = round_trip(DatasetFormat.COCO, [item(Polygon(rings=APART))], FILES)
    assert lost == []
    assert found[0].regions[0].geometry == Polygon(rings=APART)


def test_an_outline_with_a_hole_is_written_so_that_pycocotools_leaves_it_out() -> None:
    (entry,) = written_by_coco(Polygon(rings=HOLLOW))
    expected = draw_rings(HOLLOW, (HEIGHT, WIDTH))
    assert (their_pixels(entry["segmentation"]) == expected).all()
    assert entry["area"] == 800
    assert entry["bbox"] == [10, 10, 30, 30]
    assert entry["iscrowd"] == 0


def test_an_outline_that_crosses_itself_has_the_area_that_pycocotools_counts() -> None:
    (entry,) = written_by_coco(Polygon(rings=BOW_TIE))
    num = int(their_pixels(entry["segmentation"]).sum())
    assert entry["area"] == pytest.approx(num, rel=0.1)


@pytest.mark.parametrize(
    ("key", "code"),
    [
        (DatasetFormat.COCO, "holes_as_mask"),
        (DatasetFormat.LABELME, "holes_as_mask"),
        (DatasetFormat.LABEL_STUDIO, "parts_as_mask"),
        (DatasetFormat.CVAT, "parts_as_mask"),
        (DatasetFormat.MASK_PNG, "drawn_as_mask"),
        (DatasetFormat.MASK_COLOR, "drawn_as_mask"),
    ],
)
def test_a_hole_stays_a_hole_in_every_format_that_has_masks(key: DatasetFormat, code: str) -> None:
    back, lost = round_trip(key, [item(Polygon(rings=HOLLOW))], FILES)
    assert codes(lost) == [code]
    geometry = back[0].regions[0].geometry
    assert isinstance(geometry, Mask)
    assert mask_area(geometry) == 800


def test_a_mask_with_a_hole_is_a_mask_in_labelme() -> None:
    hollow = draw_rings(HOLLOW, (HEIGHT, WIDTH))
    out = io.BytesIO()
    write_zip(DatasetFormat.LABELME, [item(mask_from_pixels(hollow))], FILES, out)
    archive = ZipTree(out)
    with archive.open("x.json") as file:
        (shape,) = json.load(file)["shapes"]
    assert shape["shape_type"] == "mask"
    assert shape["points"] == [[10, 10], [39, 39]]
    with Image.open(io.BytesIO(base64.b64decode(shape["mask"]))) as image:
        assert (np.asarray(image) == hollow[10:40, 10:40]).all()


def test_parts_of_a_labelme_group_are_united() -> None:
    shapes = [
        {"label": "a", "group_id": 1, "shape_type": "polygon", "points": [*map(list, ring)]}
        for ring in OVERLAPPING
    ]
    document = json.dumps({"shapes": shapes, "imagePath": "x.png", "flags": {}})
    files = tree({"x.json": document, "x.png": image(WIDTH, HEIGHT)})
    items, problems = read(DatasetFormat.LABELME, files)
    assert codes(problems) == ["parts_united"]
    geometry = items[0].regions[0].geometry
    assert isinstance(geometry, Mask)
    assert mask_area(geometry) == 2100
