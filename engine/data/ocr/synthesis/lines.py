"""Images of single lines of text, with the wear of real ones."""

# H height, W width

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from easel.runtime.image import Pixels
from easel.runtime.ocr.straighten import homography
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from engine.data.ocr.synthesis.corpus import Random, draw_text
from engine.data.ocr.synthesis.fonts import choose_font, open_font

_SIZES = (18, 44)
_LEAST_CONTRAST = 70


@dataclass(frozen=True)
class Wear:
    """How much drawn lines are changed; 0 switches a change off.

    Attributes:
        noise: standard deviation of grain, of 255.
        blur: largest radius in pixels.
        tilt: largest shift of a corner as a share of the height: perspective and skew.
        colour: whether ink and ground have any colour, rather than being black and white.
    """

    noise: float = 12.0
    blur: float = 1.2
    tilt: float = 0.12
    colour: bool = True


@dataclass(frozen=True)
class Line:
    """An image (H, W, 3) uint8 and what is written in it."""

    pixels: Pixels
    text: str


def draw_lines(
    count: int,
    fonts: Sequence[Path],
    *,
    seed: int,
    words: Sequence[str] = (),
    wear: Wear = Wear(),
) -> list[Line]:
    """Return so many lines: a pure function of its arguments.

    Args:
        count: number of lines.
        fonts: files; each line takes one that can write it.
        seed: of all chance.
        words: the corpus; see ``draw_text``.
        wear: what happens to the image.

    Raises:
        ResourceError: ``no_font`` when no font can write a text.
    """
    random = np.random.default_rng(seed)
    lines = []
    for _ in range(count):
        text = draw_text(random, words)
        font = choose_font(random, text, fonts)
        lines.append(Line(draw_line(text, font, random, wear), text))
    return lines


def draw_line(text: str, font: Path, random: Random, wear: Wear) -> Pixels:
    """Return the image (H, W, 3) of one line, tight but for a random margin."""
    face = open_font(font, int(random.integers(*_SIZES)))
    left, top, right, bottom = (int(side) for side in face.getbbox(text))
    margins = random.integers(2, 8, 4)
    size = (right - left + int(margins[:2].sum()), bottom - top + int(margins[2:].sum()))
    ink, ground = _colours(random, wear)
    image = Image.new("RGB", size, ground)
    place = (int(margins[0]) - left, int(margins[2]) - top)
    ImageDraw.Draw(image).text(place, text, fill=ink, font=face)
    if wear.tilt:
        image = _tilted(image, random, wear.tilt, ground)
    if wear.blur:
        image = image.filter(ImageFilter.GaussianBlur(float(random.uniform(0, wear.blur))))
    pixels: NDArray[np.float64] = np.asarray(image, np.float64)
    if wear.noise:
        pixels = pixels + random.normal(0, random.uniform(0, wear.noise), pixels.shape)
    return pixels.round().clip(0, 255).astype(np.uint8)


def _colours(random: Random, wear: Wear) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return ink and ground, one of them clearly lighter."""
    return contrasting_colours(random) if wear.colour else ((0, 0, 0), (255, 255, 255))


def contrasting_colours(random: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return ink and ground of any colour, one of them clearly lighter."""
    while True:
        ink, ground = random.integers(0, 256, (2, 3))
        if abs(float(ink.mean() - ground.mean())) >= _LEAST_CONTRAST:
            return tuple(ink.tolist()), tuple(ground.tolist())


def _tilted(
    image: Image.Image, random: Random, tilt: float, ground: tuple[int, ...]
) -> Image.Image:
    """Move the four corners at random and stretch the whole with them."""
    width, height = image.size
    shifts = random.uniform(0, tilt * height, (4, 2))
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    # Inwards, so that nothing of the text leaves the image.
    inwards = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    moved = corners + shifts * inwards
    return image.transform(
        image.size,
        Image.Transform.PERSPECTIVE,
        homography(moved, corners).ravel()[:8].tolist(),
        Image.Resampling.BILINEAR,
        fillcolor=ground,
    )
