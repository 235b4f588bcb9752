"""What synthetic images show: objects of some shape and texture before a textured ground."""

# B images, K objects at most, C colour channels

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from engine.pretraining.images.textures import NUM_FAMILIES

NUM_BANDS = 3
NUM_TEXTURES = NUM_FAMILIES * NUM_BANDS
MAX_OBJECTS = 4
# Pixels in a period of a texture, from the finest band to the coarsest, of an image of 64 pixels.
_PERIODS = (3.5, 6.0, 11.0, 22.0)
_SIDE = 64
_NUM_PALETTES = 24


class Surfaces(NamedTuple):
    """Textures and their colours; the last axis of ``colors`` is red, green, blue, 0 to 1.

    ``families`` are of ``textures``; ``turns`` are in radians, ``periods`` in pixels.
    """

    families: Any
    turns: Any
    periods: Any
    shifts: Any
    colors: Any


class Things(NamedTuple):
    """Kinds of objects: each has a shape, a texture and two colours, which others have as well.

    Attributes:
        shapes: class of the shape of each kind (N).
        families: of its texture (N).
        periods: pixels in a period of it, in an image of 64 pixels (N).
        colors: (N, 2, C).
    """

    shapes: Any
    families: Any
    periods: Any
    colors: Any


class Scenes(NamedTuple):
    """The numbers of B images; objects are drawn one over another, the first one last.

    Attributes:
        side: height and width in pixels.
        things: what kind of thing the first object is (B).
        ground: surfaces (B, 1).
        counts: how many objects there are (B).
        shapes: which class of shape each is (B, K).
        centers: x y in pixels (B, K, 2).
        halves: half of the width and height in pixels (B, K, 2).
        turns: radians (B, K).
        warps: how far, how often and from where an outline is bent (B, K, 3).
        surfaces: of the objects (B, K).
        shades: how an object gets lighter to the right and down (B, K, 2).
        lights: how the whole image does (B, 2).
        blurs: how often it is blurred (B).
        noises: how strong its noise is, and where in the lattice that begins (B, 3).
    """

    side: int
    things: Any
    ground: Surfaces
    counts: Any
    shapes: Any
    centers: Any
    halves: Any
    turns: Any
    warps: Any
    surfaces: Surfaces
    shades: Any
    lights: Any
    blurs: Any
    noises: Any

    @property
    def textures(self) -> Any:
        """The classes of the textures of ground and objects (B, 1 + K): their family and band."""
        return np.concatenate(
            [_textures(surfaces, self.side) for surfaces in (self.ground, self.surfaces)], axis=1
        )


def _textures(surfaces: Surfaces, side: int) -> Any:
    bands = np.searchsorted(_PERIODS[1:-1], surfaces.periods * (_SIDE / side))
    return surfaces.families * NUM_BANDS + bands


@dataclass(frozen=True)
class Difficulty:
    """How much images of one kind of thing differ, and of how many kinds there are some.

    Attributes:
        num_things: kinds of them.
        turn: most degrees that an object is turned by.
        clutter: most objects beside the first one.
        least_size: of the first object, as a share of the image's side.
        plain: the share of grounds without a texture.
    """

    num_things: int
    turn: float
    clutter: int
    least_size: float
    plain: float

    @classmethod
    def at(cls, progress: float, num_things: int) -> Difficulty:
        """Return that of a moment of training, 0 to 1: a network learns nothing of it all at once.

        Four hundred shapes with every rotation taught nothing in 26,000 images, and eighty that
        were hardly turned did.
        """
        grown = min(1.0, max(0.0, progress - 0.1) / 0.5)
        return cls(
            num_things=min(num_things, round(80 + (num_things - 80) * grown)),
            plain=0.8 - 0.5 * grown,
            turn=15 + 25 * grown,
            clutter=round(1 + 2 * grown),
            least_size=0.7 - 0.2 * grown,
        )


def draw_things(num_things: int, num_shapes: int, seed: int) -> Things:
    """Return kinds of things that share their shapes, textures and colours with others.

    Neither of them alone tells a kind, so that a network has to see them all.
    """
    generator = np.random.default_rng(seed)
    colors = _colors(generator, (_NUM_PALETTES,))
    surfaces = _surfaces(generator, (num_things,), _SIDE)
    return Things(
        shapes=generator.permutation(num_things) % num_shapes,
        families=surfaces.families,
        periods=surfaces.periods,
        colors=colors[generator.integers(0, _NUM_PALETTES, num_things)],
    )


def draw_scenes(
    generator: np.random.Generator,
    num_images: int,
    side: int,
    difficulty: Difficulty,
    things: Things,
) -> Scenes:
    """Return random scenes.

    Args:
        generator: the same one draws the same scenes.
        num_images: B.
        side: height and width in pixels.
        difficulty: what is drawn from.
        things: what first objects are; the others are like none of them.
    """
    chosen = generator.integers(0, difficulty.num_things, num_images)
    size = (num_images, MAX_OBJECTS)
    lengths = generator.uniform(0.12, 0.4, size)
    lengths[:, 0] = generator.uniform(difficulty.least_size, 1.0, num_images)
    aspects = np.exp(generator.uniform(-0.3, 0.3, size))
    halves = 0.5 * side * lengths[..., None] * np.stack([aspects**0.5, aspects**-0.5], axis=-1)
    # The first one may be cut off a little, the others anywhere.
    room = np.maximum(0.0, 1 - lengths)
    room[:, 0] = np.maximum(room[:, 0], 0.15)
    offsets = generator.uniform(-0.5, 0.5, (*size, 2)) * room[..., None]
    ground = _surfaces(generator, (num_images, 1), side)
    is_plain = generator.random((num_images, 1)) < difficulty.plain
    shapes = generator.integers(0, things.shapes.max() + 1, size)
    shapes[:, 0] = things.shapes[chosen]
    return Scenes(
        side=side,
        things=chosen,
        ground=ground._replace(families=np.where(is_plain, 0, ground.families)),
        counts=1 + generator.integers(0, difficulty.clutter + 1, num_images),
        shapes=shapes,
        centers=side * (0.5 + offsets),
        halves=halves,
        turns=np.radians(difficulty.turn) * generator.uniform(-1, 1, size),
        warps=np.stack(
            [
                generator.uniform(0, 0.12, size),
                generator.uniform(1.5, 5, size),
                generator.uniform(0, 2 * math.pi, size),
            ],
            axis=-1,
        ),
        surfaces=_of_things(generator, _surfaces(generator, size, side), things, chosen, side),
        shades=generator.normal(0, 0.25, (*size, 2)),
        lights=generator.normal(0, 0.2, (num_images, 2)),
        blurs=np.maximum(0, generator.integers(-2, 3, num_images)),
        noises=np.stack(
            [
                np.maximum(0, generator.normal(0.02, 0.06, num_images)),
                generator.uniform(0, 256, num_images),
                generator.uniform(0, 256, num_images),
            ],
            axis=-1,
        ),
    )


def _of_things(
    generator: np.random.Generator, surfaces: Surfaces, things: Things, chosen: Any, side: int
) -> Surfaces:
    """Give first objects the textures and colours of their kinds, more or less."""
    families, periods, colors = surfaces.families, surfaces.periods, surfaces.colors
    families[:, 0] = things.families[chosen]
    size = np.exp(generator.normal(0, 0.1, len(chosen)))
    periods[:, 0] = things.periods[chosen] * size * (side / _SIDE)
    shift = generator.normal(0, 0.05, (len(chosen), 2, 3)) + generator.normal(
        0, 0.05, (len(chosen), 1, 1)
    )
    colors[:, 0] = np.clip(things.colors[chosen] + shift, 0, 1)
    return surfaces


def _surfaces(generator: np.random.Generator, size: tuple[int, ...], side: int) -> Surfaces:
    bands = generator.integers(0, NUM_BANDS, size)
    logs = np.log(np.asarray(_PERIODS))
    within = generator.random(size)
    return Surfaces(
        families=generator.integers(0, NUM_FAMILIES, size),
        turns=generator.uniform(0, math.pi, size),
        periods=(side / _SIDE) * np.exp(logs[bands] * (1 - within) + logs[bands + 1] * within),
        shifts=generator.uniform(0, 256, (*size, 2)),
        colors=_colors(generator, size),
    )


def _colors(generator: np.random.Generator, size: tuple[int, ...]) -> Any:
    """Return two colours (…, 2, C) of each surface, of which half differ in lightness alone."""
    first = generator.random((*size, 1, 3))
    # Many things of the world are grey, more or less.
    greyness = generator.random((*size, 1, 1))
    first = first * (1 - greyness) + first.mean(axis=-1, keepdims=True) * greyness
    other = generator.random((*size, 1, 3))
    # Towards black or white, whichever is farther.
    lightness = first.mean(axis=-1, keepdims=True)
    shifted = np.clip(
        first + np.where(lightness < 0.5, 1, -1) * generator.uniform(0.2, 0.7, (*size, 1, 1)), 0, 1
    )
    is_shifted = generator.random((*size, 1, 1)) < 0.5
    return np.concatenate([first, np.where(is_shifted, shifted, other)], axis=-2)
