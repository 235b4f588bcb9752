"""Pages with lines of text at known places, beside rules, frames and filled shapes."""

# H height, W width

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from easel.runtime.image import Pixels
from PIL import Image, ImageDraw, ImageFilter

from engine.data.ocr.form_templates import FormAnnotation
from engine.data.ocr.regions import AnnotatedLine, Points
from engine.data.ocr.synthesis.corpus import Random
from engine.data.ocr.synthesis.fonts import choose_font, open_font
from engine.data.ocr.synthesis.forms import Photograph, photographed
from engine.data.ocr.synthesis.lines import contrasting_colours
from engine.pretraining.documents.texts import write

_SIZES = (9, 34)
_WAY = Photograph(angle=8, scale=(0.9, 1.1), perspective=0.03, turned=0.1, blur=0.9, light=0.3)
_MOST_LINES = 20
_ROOM = 2.0
"""Pixels that annotations leave at most around what is written."""


@dataclass(frozen=True)
class Page:
    """An image (H, W, 3) uint8 and its lines, in pixels of it."""

    pixels: Pixels
    lines: tuple[AnnotatedLine, ...]


def draw_page(
    random: Random,
    side: int,
    fonts: Sequence[Path],
    length: int,
    chinese: float,
    sizes: tuple[int, int] = _SIZES,
    turned: float = _WAY.turned,
) -> Page:
    """Return a page.

    Args:
        random: the source of chance.
        side: height and width in pixels.
        fonts: to write with; each line takes one that can write it.
        length: of the longest text, in characters.
        chinese: the share of lines with Chinese characters.
        sizes: of the fonts, the least and the greatest, in pixels.
        turned: the share of pages that lie on a side or on their head.
    """
    ink, ground = _colours(random)
    image = _paper(random, side, ground)
    _draw_shapes(random, ImageDraw.Draw(image), side)
    writer = _Writer(random, image, ink, fonts, length, chinese)
    y = float(random.uniform(0, side / 6))
    while y < side - sizes[0] and len(writer.lines) < _MOST_LINES:
        y = writer.row(y, int(sizes[0] * (sizes[1] / sizes[0]) ** random.random()))
    form = photographed(image, writer.lines, replace(_WAY, turned=turned), random)
    with Image.open(io.BytesIO(form.content)) as photograph:
        pixels = np.asarray(photograph.convert("RGB"))
    return Page(pixels, tuple(_readable(one.line, side) for one in form.annotations))


def _readable(line: AnnotatedLine, side: int) -> AnnotatedLine:
    """Return a line without its text where the photograph cuts it off."""
    is_whole = np.all((line.corners >= -_ROOM) & (line.corners <= side + _ROOM))
    return line if is_whole else AnnotatedLine(line.corners, None)


@dataclass
class _Writer:
    """Writes lines on a page, row by row, and notes where they are.

    Attributes:
        random: the source of chance.
        image: of the page, changed in place.
        ink: the colour of all that is written.
        fonts: to write with.
        length, chinese: of the texts; see ``draw_page``.
        lines: that were written, with texts.
    """

    random: Random
    image: Image.Image
    ink: tuple[int, ...]
    fonts: Sequence[Path]
    length: int
    chinese: float
    lines: list[FormAnnotation] = field(default_factory=list)

    def row(self, top: float, size: int) -> float:
        """Write lines of a font size beside each other as they fit; return where the next begin."""
        random, side, pen = self.random, self.image.width, ImageDraw.Draw(self.image)
        x, bottom = float(random.uniform(0, side / 4)), top
        while x < side - 2 * size:
            length = max(1, min(self.length, int((side - x) / (0.55 * size))))
            text = write(random, int(random.integers(1, length + 1)), self.chinese)
            face = open_font(choose_font(random, text, self.fonts), size)
            left, above, right, below = (float(one) for one in face.getbbox(text))
            width, height = right - left, below - above
            if x + width > side or top + height > side or width < 1 or height < 1:
                break
            pen.text((x - left, top - above), text, fill=self.ink, font=face)
            line = _around(random, x, top, width, height, text)
            self.lines.append(FormAnnotation(line, "", False))
            if random.random() < 0.08:
                pen.line((x, top + height + 2, x + width, top + height + 2), fill=self.ink)
            bottom = max(bottom, top + height)
            x += width + float(random.uniform(1.2, 6)) * size
            if random.random() < 0.6:
                break
        return max(bottom, top + size / 2) + float(random.uniform(0.25, 1.4)) * size


def _around(
    random: Random, x: float, y: float, width: float, height: float, text: str
) -> AnnotatedLine:
    room = float(random.uniform(0, _ROOM))
    right, bottom = x + width + room, y + height + room
    corners: Points = np.array(
        [[x - room, y - room], [right, y - room], [right, bottom], [x - room, bottom]]
    )
    return AnnotatedLine(corners, text)


def _colours(random: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return ink and ground: dark on light for most pages, as print is."""
    if random.random() < 0.6:
        ink, ground = random.integers(0, 80, 3), random.integers(190, 256, 3)
        return tuple(ink.tolist()), tuple(ground.tolist())
    return contrasting_colours(random)


def _paper(random: Random, side: int, ground: tuple[int, ...]) -> Image.Image:
    """Return paper whose tone changes softly, now and then with a coarse grain."""
    tone = random.normal(0, random.uniform(0, 10), (4, 4, 1)) + np.array(ground, np.float64)
    image = Image.fromarray(tone.clip(0, 255).astype(np.uint8))
    image = image.resize((side, side), Image.Resampling.BICUBIC)
    if random.random() < 0.2:
        grain = random.normal(0, random.uniform(2, 9), (side // 2, side // 2, 1))
        rough = Image.fromarray((grain + 128).clip(0, 255).astype(np.uint8)[:, :, 0])
        rough = rough.resize((side, side), Image.Resampling.BILINEAR)
        rough = rough.filter(ImageFilter.GaussianBlur(float(random.uniform(0, 2))))
        paper = np.asarray(image, np.int16) + (np.asarray(rough, np.int16) - 128)[:, :, None]
        image = Image.fromarray(paper.clip(0, 255).astype(np.uint8))
    return image


def _draw_shapes(random: Random, pen: ImageDraw.ImageDraw, side: int) -> None:
    """Draw what is no text: rules, frames, discs and bars."""
    if random.random() < 0.4:
        return
    for _ in range(int(random.integers(1, 8))):
        x, y, width, height = (float(one) for one in random.uniform(0, side, 4))
        colour = tuple(random.integers(0, 256, 3).tolist())
        kind = random.random()
        if kind < 0.35:
            pen.line((x, y, x + width, y), fill=colour, width=int(random.integers(1, 3)))
        elif kind < 0.5:
            pen.line((x, y, x, y + height), fill=colour, width=int(random.integers(1, 3)))
        elif kind < 0.75:
            pen.rectangle((x, y, x + width / 2, y + height / 2), outline=colour)
        else:
            shape = pen.ellipse if kind < 0.88 else pen.rectangle
            shape((x, y, x + width / 6, y + height / 6), fill=colour)
