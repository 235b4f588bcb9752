"""Synthetic images: the same for the same seed, and by NumPy the same as by numba."""

from __future__ import annotations

import numpy as np
import pytest

from engine.pretraining.compiled import IS_FAST
from engine.pretraining.images.drawing import draw, draw_plainly, lattice_of
from engine.pretraining.images.scenes import (
    MAX_OBJECTS,
    NUM_BANDS,
    NUM_TEXTURES,
    Difficulty,
    Scenes,
    draw_scenes,
    draw_things,
)
from engine.pretraining.images.shapes import MASK_SIDE, shape_masks
from engine.pretraining.images.textures import NUM_FAMILIES, tone

MASKS = shape_masks(10, 0)
LATTICE = lattice_of(0)
THINGS = draw_things(40, len(MASKS), 0)


def scenes_of(seed: int, num_images: int = 24, side: int = 32, progress: float = 1.0) -> Scenes:
    """Return random scenes of forty things in ten shapes."""
    generator = np.random.default_rng(seed)
    difficulty = Difficulty.at(progress, len(THINGS.shapes))
    return draw_scenes(generator, num_images, side, difficulty, THINGS)


def test_numba_draws_the_pixels_that_numpy_draws() -> None:
    assert IS_FAST
    scenes = scenes_of(0, num_images=96)
    # Each family of textures is among them, as ground and as object.
    assert len(set(scenes.ground.families[:, 0])) == NUM_FAMILIES
    fast, plain = draw(scenes, MASKS, LATTICE), draw_plainly(scenes, MASKS, LATTICE)
    for one, other in zip(fast, plain, strict=True):
        assert np.array_equal(one, other)


def test_a_seed_says_all_there_is_to_see() -> None:
    images, again, other = (
        draw_plainly(scenes_of(seed), MASKS, LATTICE).images for seed in (1, 1, 2)
    )
    assert np.array_equal(images, again)
    assert not np.array_equal(images, other)


def test_every_shape_is_a_figure_of_its_own_and_ends_at_the_edge() -> None:
    assert MASKS.shape == (10, MASK_SIDE, MASK_SIDE)
    assert not MASKS[:, [0, -1]].any()
    assert not MASKS[:, :, [0, -1]].any()
    shares = MASKS.mean(axis=(1, 2)) / 255
    assert ((shares > 0.02) & (shares < 0.9)).all()
    differences = [np.abs(a - b.astype(int)).mean() for a in MASKS for b in MASKS if a is not b]
    assert min(difference for difference in differences if difference) > 5
    assert np.array_equal(shape_masks(3, 0), MASKS[:3])


def test_what_is_covered_is_where_the_first_object_lies() -> None:
    scenes = scenes_of(3, progress=0.0)
    drawn = draw_plainly(scenes, MASKS, LATTICE)
    assert np.array_equal(drawn.owners == 1, drawn.covered > 127)
    rows, columns = np.mgrid[:32, :32] + 0.5
    weights = drawn.covered.astype(float)
    centers = [
        (weights * axis).sum(axis=(1, 2)) / weights.sum(axis=(1, 2)) for axis in (columns, rows)
    ]
    assert np.abs(np.stack(centers, axis=1) - scenes.centers[:, 0]).mean() < 4


def test_tones_are_of_zero_to_one_and_differ_between_families() -> None:
    rows, columns = np.mgrid[:64, :64] / 8.0
    tones = [tone(family, columns, rows, LATTICE) for family in range(NUM_FAMILIES)]
    for one in tones:
        assert one.shape == (64, 64)
        assert 0 <= one.min() <= one.max() <= 1
    for number, one in enumerate(tones):
        for other in tones[number + 1 :]:
            assert np.abs(one - other).mean() > 0.05


def test_a_thing_keeps_its_shape_texture_and_colours_and_shares_each_with_others() -> None:
    scenes = scenes_of(5, num_images=400)
    kinds = scenes.things
    assert np.array_equal(scenes.shapes[:, 0], THINGS.shapes[kinds])
    assert np.array_equal(scenes.surfaces.families[:, 0], THINGS.families[kinds])
    assert np.abs(scenes.surfaces.colors[:, 0] - THINGS.colors[kinds]).mean() < 0.1
    for numbers in (THINGS.shapes, THINGS.families, THINGS.colors.sum(axis=(1, 2))):
        _, counts = np.unique(numbers, return_counts=True)
        assert counts.max() > 1
        assert len(counts) > 5


def test_images_get_harder() -> None:
    stages = [Difficulty.at(progress, 1000) for progress in (0, 0.3, 0.6, 1)]
    assert [one.num_things for one in stages] == [80, 448, 1000, 1000]
    assert [one.clutter for one in stages] == [1, 2, MAX_OBJECTS - 1, MAX_OBJECTS - 1]
    assert stages[0].plain > stages[1].plain > stages[2].plain
    assert stages[0].turn < stages[1].turn < stages[2].turn
    assert stages[0].least_size > stages[2].least_size


@pytest.mark.parametrize("side", [32, 64, 128])
def test_a_texture_is_of_the_same_class_at_every_size(side: int) -> None:
    scenes = scenes_of(4, num_images=400, side=side)
    assert scenes.textures.shape == (400, 1 + MAX_OBJECTS)
    textures = scenes.textures[:, 1]
    assert textures.min() >= 0
    assert textures.max() < NUM_TEXTURES
    bands = np.bincount(textures % NUM_BANDS, minlength=NUM_BANDS)
    assert (bands > 90).all()
