"""Draw shelves of cut-out products: what a detector learns from where no shelf was labelled.

An image is a plan first, which knows every place and its product, and is painted when its pixels
are needed; both are pure functions of a seed.

Source: after Dwibedi et al., ICCV 2017 (cut, paste and learn: pasted instances train a detector).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from easel.runtime.image.geometry import Pixels
from easel.runtime.retail.cutout import CutOut
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from engine.specs.data import Region, SampleRecord, Split
from engine.specs.samples.geometry import Box

SIZE = (480, 640)
"""Height and width of a composed shelf in pixels."""

_ROWS = (2, 4)
_FACINGS = (1, 5)
_PRICE_STRIP = 0.14
_EMPTY, _OCCLUDED = 0.08, 0.12
# Less of a photo than this no longer shows what it is of.
_LEAST_PART = 0.65


@dataclass(frozen=True)
class Facing:
    """One product of a plan: which cut-out, what part of it, and where it is painted.

    Attributes:
        product: its name.
        cutout: place among the product's cut-outs.
        part: left, top, right, bottom as shares of the cut-out.
        box: x1 y1 x2 y2 in whole pixels.
        gain: factor of its brightness.
        mirrored: whether left and right change places.
    """

    product: str
    cutout: int
    part: tuple[float, float, float, float]
    box: tuple[int, int, int, int]
    gain: float
    mirrored: bool


@dataclass(frozen=True)
class Board:
    """One layer of a shelf: where its products stand, and the height of its price strip."""

    floor: int
    strip: int


@dataclass(frozen=True)
class ShelfPlan:
    """All of a composed shelf but its pixels, from the left back to the right front."""

    seed: tuple[int, ...]
    boards: tuple[Board, ...]
    facings: tuple[Facing, ...] = field(default=())

    def record(self, name: str, split: Split) -> SampleRecord:
        """Return the plan as an annotated sample."""
        regions = tuple(
            Region(
                id=str(number),
                label=one.product,
                geometry=Box(
                    left=one.box[0],
                    top=one.box[1],
                    width=one.box[2] - one.box[0],
                    height=one.box[3] - one.box[1],
                ),
            )
            for number, one in enumerate(self.facings)
        )
        return SampleRecord(
            id=name,
            file=f"{name}.png",
            name=f"{name}.png",
            # The pixels follow from the plan, and need not be painted to be told apart.
            sha256=hashlib.sha256(repr(self).encode()).hexdigest(),
            split=split,
            width=SIZE[1],
            height=SIZE[0],
            regions=regions,
        )


def plan_shelf(seed: Sequence[int], cutouts: Mapping[str, Sequence[CutOut]]) -> ShelfPlan:
    """Decide where which product stands.

    Each layer is filled from the left: a product gets one to five facings side by side, each a
    cut-out of its own; some overlap a little, some places stay empty.

    Args:
        seed: of all choices.
        cutouts: by product, at least one each.
    """
    random = np.random.default_rng(seed)
    names = sorted(cutouts)
    num_rows = int(random.integers(_ROWS[0], _ROWS[1] + 1))
    edges = np.linspace(0, SIZE[0], num_rows + 1)
    boards, facings = [], []
    for top, bottom in pairwise(edges.tolist()):
        pitch = bottom - top
        strip = round(pitch * _PRICE_STRIP * random.uniform(0.6, 1.2))
        floor = round(bottom - strip)
        boards.append(Board(floor, strip))
        facings += _row(random, names, cutouts, floor, pitch - strip)
    return ShelfPlan(tuple(int(part) for part in seed), tuple(boards), tuple(facings))


def paint_shelf(plan: ShelfPlan, cutouts: Mapping[str, Sequence[CutOut]]) -> Pixels:
    """Return the image of a plan, (480, 640, 3) uint8."""
    # Other numbers than those that the plan was drawn with.
    random = np.random.default_rng([*plan.seed, 1])
    canvas = _background(random, plan.boards)
    for facing in plan.facings:
        _paste(canvas, facing, cutouts[facing.product][facing.cutout])
    image = Image.fromarray(canvas.clip(0, 255).astype(np.uint8))
    _occlude(random, image, plan.facings)
    if random.random() < 0.5:
        image = image.filter(ImageFilter.GaussianBlur(random.uniform(0.2, 0.9)))
    return _lit(random, np.asarray(image, np.float32))


def _row(
    random: np.random.Generator,
    names: Sequence[str],
    cutouts: Mapping[str, Sequence[CutOut]],
    floor: int,
    room: float,
) -> list[Facing]:
    facings: list[Facing] = []
    x = float(random.uniform(0, 0.05) * SIZE[1])
    while True:
        product = names[int(random.integers(len(names)))]
        height = room * random.uniform(0.62, 0.94)
        stretch = random.uniform(0.85, 1.15)
        gap = random.uniform(-0.1, 0.08)
        for _ in range(int(random.integers(_FACINGS[0], _FACINGS[1] + 1))):
            choice = int(random.integers(len(cutouts[product])))
            cutout = cutouts[product][choice]
            part = _part(random, cutout)
            aspect = _aspect(cutout, part) * stretch * random.uniform(0.95, 1.05)
            width = height * float(np.clip(aspect, 0.35, 1.5))
            if x + width > SIZE[1]:
                return facings
            if random.random() >= _EMPTY:
                rise = height * random.uniform(0.96, 1.04)
                box = round(x), max(0, round(floor - rise)), round(x + width), floor
                gain = float(random.uniform(0.8, 1.15))
                mirrored = bool(random.random() < 0.5)
                facings.append(Facing(product, choice, part, box, gain, mirrored))
            x += width * (1 + gap)
        x += width * random.uniform(0.0, 0.25)


def _part(random: np.random.Generator, cutout: CutOut) -> tuple[float, float, float, float]:
    """Return the part of a cut-out that is shown: all of what was told from its background."""
    if not cutout.alpha.all():
        return 0.0, 0.0, 1.0, 1.0
    width, height = random.uniform(_LEAST_PART, 1.0, 2)
    left, top = random.uniform(0, 1 - width), random.uniform(0, 1 - height)
    return float(left), float(top), float(left + width), float(top + height)


def _aspect(cutout: CutOut, part: tuple[float, float, float, float]) -> float:
    height, width = cutout.alpha.shape
    shown = (part[2] - part[0]) / (part[3] - part[1])
    return shown * float(width) / float(height)


def _background(random: np.random.Generator, boards: Sequence[Board]) -> NDArray[np.float32]:
    """Return the empty shelf: a back wall, boards with price strips, shadows below boards."""
    height, width = SIZE
    wall = random.uniform(30, 200) + random.uniform(-20, 20, 3)
    canvas = np.broadcast_to(wall, (height, width, 3)).astype(np.float32)
    canvas += np.linspace(0, random.uniform(-40, 40), width, dtype=np.float32)[:, np.newaxis]
    canvas += 3 * random.standard_normal((height, width, 1), np.float32)
    strip_colour = random.uniform(120, 255) + random.uniform(-15, 15, 3)
    for board in boards:
        end = board.floor + board.strip
        canvas[board.floor : end] = strip_colour
        canvas[board.floor : board.floor + 2] *= 0.5
        shade = np.linspace(0.5, 1.0, max(1, board.strip * 2), dtype=np.float32)
        below = canvas[end : end + len(shade)]
        below *= shade[: len(below), np.newaxis, np.newaxis]
        x = int(random.integers(0, 60))
        while x < width and board.strip > 6:
            wide = int(random.integers(20, 50))
            _price_tag(random, canvas[board.floor + 2 : end - 2, x : x + wide])
            x += wide + int(random.integers(20, 120))
    return canvas


def _price_tag(random: np.random.Generator, area: NDArray[np.float32]) -> None:
    """Paint a tag with a line of dark marks, which from afar is what a price looks like."""
    area[:] = random.choice([(250, 250, 250), (250, 225, 60), (240, 90, 70)])
    low, high = len(area) // 4, max(len(area) // 4 + 1, 3 * len(area) // 4)
    marks = random.random(area.shape[1]) < 0.5
    area[low:high, marks] = random.uniform(0, 60)


def _paste(canvas: NDArray[np.float32], facing: Facing, cutout: CutOut) -> None:
    x1, y1, x2, y2 = facing.box
    size = y2 - y1, x2 - x1
    height, width = cutout.alpha.shape
    left, top, right, bottom = facing.part
    rows = slice(int(top * height), max(int(bottom * height), int(top * height) + 1))
    columns = slice(int(left * width), max(int(right * width), int(left * width) + 1))
    pixels = _resized(cutout.pixels[rows, columns], size)
    alpha = _resized(cutout.alpha[rows, columns], size)[:, :, np.newaxis] / np.float32(255)
    if facing.mirrored:
        pixels, alpha = pixels[:, ::-1], alpha[:, ::-1]
    # The light falls off to the sides of a product, as it does on anything round.
    across = np.abs(np.linspace(-1, 1, size[1], dtype=np.float32))[np.newaxis, :, np.newaxis]
    shaded = pixels * (np.float32(facing.gain) * (1 - np.float32(0.35) * across**4))
    place = canvas[y1:y2, x1:x2]
    place += (shaded - place) * alpha


def _resized(pixels: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.float32]:
    image = Image.fromarray(np.ascontiguousarray(pixels))
    return np.asarray(image.resize(size[::-1], Image.Resampling.BILINEAR), np.float32)


def _occlude(random: np.random.Generator, image: Image.Image, facings: Sequence[Facing]) -> None:
    """Hang tags and hands before some of the products, over less than a third of each."""
    draw = ImageDraw.Draw(image)
    for facing in facings:
        if random.random() >= _OCCLUDED:
            continue
        x1, y1, x2, y2 = facing.box
        width, height = (x2 - x1) * random.uniform(0.2, 0.5), (y2 - y1) * random.uniform(0.2, 0.5)
        left, top = random.uniform(x1, x2 - width), random.uniform(y1, y2 - height)
        colour = tuple(int(part) for part in random.integers(20, 255, 3))
        draw.rectangle((left, top, left + width, top + height), fill=colour)


def _lit(random: np.random.Generator, pixels: NDArray[np.float32]) -> Pixels:
    """Light an image: a gain, a tint, a gradient and noise."""
    height, width = SIZE
    gradient = np.outer(
        np.linspace(1, random.uniform(0.75, 1.2), height, dtype=np.float32),
        np.linspace(1, random.uniform(0.8, 1.2), width, dtype=np.float32),
    )
    gain = random.uniform(0.8, 1.15) * random.uniform(0.95, 1.05, 3)
    lit = pixels * gradient[:, :, np.newaxis] * gain.astype(np.float32)
    lit += random.standard_normal((height, width, 1), np.float32) * random.uniform(0, 6)
    shown: Pixels = lit.clip(0, 255).astype(np.uint8)
    return shown
