"""Run lengths are those of COCO, and outlines and masks give each other again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycocotools import mask as coco

from engine.formats.shapes.run_lengths import (
    draw_rings,
    mask_area,
    mask_box,
    mask_from_counts,
    mask_from_pixels,
    outline,
    pack_counts,
    pixels_of,
    small_pixels_of,
    unpack_counts,
)
from engine.specs.samples.geometry import Box, Mask

PIXELS = st.tuples(st.integers(1, 12), st.integers(1, 12)).flatmap(
    lambda size: st.lists(
        st.booleans(), min_size=size[0] * size[1], max_size=size[0] * size[1]
    ).map(lambda bits: np.array(bits, dtype=bool).reshape(size))
)


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        # 48 is '0'; 15 fits five bits with a free sign, 16 does not; 6 - 5 = 1 from the fourth on.
        ([0, 15], "0?"),
        ([16, 1], "`01"),
        ([5, 5, 5, 6], "5551"),
        ([5, 6, 5, 5], "565O"),
        ([1000], "Xo0"),
    ],
)
def test_compressed_counts_are_those_worked_out_by_hand(counts: list[int], text: str) -> None:
    assert pack_counts(counts) == text
    assert unpack_counts(text) == counts


@given(PIXELS)
@settings(max_examples=150, deadline=None)
def test_runs_outlines_and_pixels_are_the_same_mask(pixels: np.ndarray) -> None:
    mask = mask_from_pixels(pixels)
    assert (pixels_of(mask) == pixels).all()
    assert (draw_rings(outline(pixels), mask.size) == pixels).all()
    assert mask_area(mask) == pixels.sum()
    rows, columns = np.nonzero(pixels)
    if len(rows):
        assert mask_box(mask) == Box(
            left=columns.min(),
            top=rows.min(),
            width=np.ptp(columns) + 1,
            height=np.ptp(rows) + 1,
        )
    else:
        assert mask_box(mask) is None


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
@given(PIXELS)
@settings(max_examples=100, deadline=None)
def test_masks_are_equal_to_those_of_pycocotools(pixels: np.ndarray) -> None:
    theirs = coco.encode(np.asfortranarray(pixels.astype(np.uint8)))
    mask = mask_from_pixels(pixels)
    assert mask.counts == theirs["counts"].decode()
    assert (coco.decode({"size": list(mask.size), "counts": mask.counts.encode()}) == pixels).all()
    box = mask_box(mask)
    if box is not None:
        assert coco.toBbox(theirs).tolist() == [box.left, box.top, box.width, box.height]


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
def test_outlines_cover_what_pycocotools_covers_but_for_the_border() -> None:
    random = np.random.default_rng(3)
    for _ in range(20):
        angles = np.sort(random.uniform(0, 2 * np.pi, 9))
        radii = random.uniform(30, 60, 9)
        ring = np.stack([70 + radii * np.cos(angles), 65 + radii * np.sin(angles)], axis=1)
        theirs = coco.decode(coco.merge(coco.frPyObjects([ring.ravel().tolist()], 130, 140)))
        ours = draw_rings([ring.tolist()], (130, 140))
        union = (ours | theirs.astype(bool)).sum()
        # They round corners to a fifth of a pixel and keep more of the border than the centres say.
        assert (ours & theirs.astype(bool)).sum() / union > 0.96


def test_a_hole_is_a_ring_of_its_own() -> None:
    pixels = np.ones((3, 3), dtype=bool)
    pixels[1, 1] = False
    rings = outline(pixels)
    assert sorted(len(ring) for ring in rings) == [4, 4]
    assert {(1.0, 1.0), (2.0, 2.0)} <= set(min(rings, key=lambda ring: max(ring)))


@pytest.mark.parametrize("text", ["\x1f", "P", "é", "0" * 3 + "`" * 20])
def test_damaged_counts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="run lengths"):
        pixels_of(Mask(size=(2, 2), counts=text))


def test_counts_have_to_fill_the_image() -> None:
    with pytest.raises(ValueError, match="do not fill"):
        mask_from_counts([1, 2], (2, 2))
    with pytest.raises(ValueError, match="cannot be read"):
        mask_from_counts([1], (100_000, 100_000))


@given(PIXELS)
@settings(max_examples=150, deadline=None)
def test_cells_of_one_pixel_are_the_mask_within_its_box(pixels: np.ndarray) -> None:
    small = small_pixels_of(mask_from_pixels(pixels), max_cells=max(pixels.shape))
    if not pixels.any():
        assert small is None
        return
    assert small is not None
    cells, step, (left, top) = small
    assert step == 1
    height, width = cells.shape
    assert (cells == pixels[top : top + height, left : left + width]).all()
    assert cells.sum() == pixels.sum()


def test_cells_of_a_large_mask_are_few_and_lie_where_it_is() -> None:
    pixels = np.zeros((900, 700), dtype=bool)
    pixels[400:880, 30:90] = True
    small = small_pixels_of(mask_from_pixels(pixels), max_cells=24)
    assert small is not None
    cells, step, place = small
    # 480 rows in 24 cells, 60 columns in 3: none of them is in part outside.
    assert (step, place, cells.shape) == (20, (30, 400), (24, 3))
    assert cells.all()
