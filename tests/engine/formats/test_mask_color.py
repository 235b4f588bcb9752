"""Masks in colours are read by their palette, whoever wrote it, and come back pixel for pixel."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from engine.formats.layout import Item
from engine.formats.shapes.run_lengths import mask_from_pixels, pixels_of
from engine.specs.data import DatasetFormat, Region
from engine.specs.samples.geometry import Mask
from tests.engine.formats.trees import codes, image, read, round_trip, tree

COLOR, INDEX = DatasetFormat.MASK_COLOR, DatasetFormat.MASK_PNG
ROAD, SKY = (128, 64, 128), (70, 130, 180)
PIXELS = np.zeros((10, 20, 3), dtype=np.uint8)
PIXELS[2:5, 3:9] = ROAD
PIXELS[6:, 10:] = SKY


def png(pixels: np.ndarray) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("palette.txt", "0 0 0 background\n128 64 128 the road\n70 130 180 sky\n"),
        ("label_colors.txt", "128 64 128\tthe road\n70 130 180\tsky\n"),
        ("class_dict.csv", "name,r,g,b\nthe road,128,64,128\nsky,70,130,180\n"),
        (
            "labelmap.txt",
            "# label:color_rgb\nbackground:0,0,0::\nthe road:128,64,128::\nsky:70,130,180::\n",
        ),
        ("classes.txt", "background #000000\nthe road #804080\nsky #4682B4\n"),
    ],
)
def test_palettes_of_any_manner_name_the_colours(name: str, content: str) -> None:
    files = {"images/a.jpg": image(20, 10, "JPEG"), "masks/a.png": png(PIXELS), name: content}
    for key in (COLOR, INDEX):
        items, problems = read(key, tree(files))
        assert problems == []
        assert {region.label for region in items[0].regions} == {"the road", "sky"}
        for region in items[0].regions:
            assert isinstance(region.geometry, Mask)
            color = ROAD if region.label == "the road" else SKY
            assert (pixels_of(region.geometry) == (color == PIXELS).all(axis=2)).all()


def test_colours_without_a_name_are_named_and_unlisted_ones_counted() -> None:
    files = {"images/a.png": image(20, 10), "masks/a.png": png(PIXELS)}
    items, problems = read(COLOR, tree(files))
    assert codes(problems) == ["class_names_missing"]
    assert [region.label for region in items[0].regions] == ["#4682b4", "#804080"]
    items, problems = read(COLOR, tree({**files, "palette.txt": "128 64 128 road\n"}))
    assert [(one.code, one.place) for one in problems] == [
        ("class_unknown", "masks/a.png:#4682b4"),
    ]
    assert [region.label for region in items[0].regions] == ["road"]


def test_a_photograph_among_masks_is_no_mask() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    files = {"images/a.png": image(60, 40), "masks/a.png": png(noise)}
    items, problems = read(COLOR, tree(files))
    assert codes(problems) == ["class_names_missing", "annotation_malformed"]
    assert [item.is_annotated for item in items] == [False]


@settings(deadline=None, max_examples=40)
@given(arrays(np.uint8, (7, 9), elements=st.integers(0, 3)))
def test_any_masks_read_back_the_same(values: np.ndarray) -> None:
    regions = tuple(
        Region(id=str(value), label=f"类 {value}", geometry=mask_from_pixels(values == value))
        for value in range(1, 4)
        if (values == value).any()
    )
    item = Item("1", "x.png", file="x.png", regions=regions)
    back, lost = round_trip(COLOR, [item], tree({"x.png": image(9, 7)}))
    assert lost == []
    found = {one.label: one.geometry for one in back[0].regions}
    assert found == {one.label: one.geometry for one in regions}
