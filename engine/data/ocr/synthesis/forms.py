"""Filled-in copies of a form, photographed askew: drawn from one template."""

# H height, W width

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from easel.runtime.image import Pixels
from easel.runtime.ocr.alignment import apply
from easel.runtime.ocr.straighten import homography
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from engine.data.ocr.form_templates import FormAnnotation, FormTemplate
from engine.data.ocr.regions import AnnotatedLine, Points
from engine.data.ocr.synthesis.corpus import Random
from engine.data.ocr.synthesis.fonts import choose_font, open_font
from engine.data.ocr.synthesis.values import draw_value

Colour = tuple[int, int, int]
_LEAST_CONTRAST = 60
_SMALLEST_TEXT = 8
_EMPTY_SHARE = 0.06
"""Share of fields that are left empty, so that emptiness is seen too."""


@dataclass(frozen=True)
class Photograph:
    """How a drawn form is photographed; zero switches a change off.

    Attributes:
        angle: largest rotation either way, in degrees.
        scale: least and greatest size of the form, of the template's.
        perspective: largest shift of a corner, as a share of the form's smaller side.
        turned: share of images that are turned by 90, 180 or 270 degrees.
        noise: largest standard deviation of grain, of 255.
        blur: largest radius in pixels.
        light: largest change of brightness, as a share.
        quality: least quality of the JPEG file.
        ground: what the form lies on; of any colour unless one is named.
    """

    angle: float = 6.0
    scale: tuple[float, float] = (0.85, 1.05)
    perspective: float = 0.02
    turned: float = 0.25
    noise: float = 10.0
    blur: float = 1.0
    light: float = 0.15
    quality: int = 60
    ground: Colour | None = None


@dataclass(frozen=True)
class DrawnForm:
    """A JPEG file of a form, its size in pixels, and its annotations there."""

    content: bytes
    width: int
    height: int
    annotations: tuple[FormAnnotation, ...]


class FormPrinter:
    """Draws filled-in copies of one template.

    Args:
        template: the form; its sample values are painted over.
        fonts: to write values with; each takes one that can write it.
        characters: that a field may have, by its name.
        words: values that the user named.
        photograph: how far images stray from the template.
    """

    def __init__(
        self,
        template: FormTemplate,
        fonts: Sequence[Path],
        characters: Mapping[str, str],
        words: Sequence[str] = (),
        photograph: Photograph = Photograph(),
    ) -> None:
        self._template, self._fonts = template, fonts
        self._characters, self._words, self._photograph = characters, words, photograph
        self._paper, self._inks = _blank(template)

    def draw(self, seed: Sequence[int]) -> DrawnForm:
        """Return one form: a pure function of its seed.

        Raises:
            ResourceError: ``no_font`` when no font can write a value.
        """
        random = np.random.default_rng(list(seed))
        image = Image.fromarray(self._paper)
        pen = ImageDraw.Draw(image)
        annotations = [
            self._written(annotation, pen, random) if annotation.name is not None else annotation
            for annotation in self._template.annotations
        ]
        return photographed(image, annotations, self._photograph, random)

    def _written(
        self, annotation: FormAnnotation, pen: ImageDraw.ImageDraw, random: Random
    ) -> FormAnnotation:
        """Write a value into a field; return the annotation around what is written.

        A field that is left empty keeps its own annotation, without a text.
        """
        if random.random() < _EMPTY_SHARE:
            return FormAnnotation(
                AnnotatedLine(annotation.line.corners, None), annotation.name, is_anchor=False
            )
        (left, top), (right, bottom) = (
            annotation.line.corners.min(axis=0),
            annotation.line.corners.max(axis=0),
        )
        width, height = float(right - left), float(bottom - top)
        allowed = self._characters.get(str(annotation.name))
        for _ in range(6):
            text = draw_value(random, annotation.line.text, allowed, self._words)
            font = choose_font(random, text, self._fonts)
            size = max(_SMALLEST_TEXT, round(height * float(random.uniform(0.6, 0.95))))
            box = [float(side) for side in open_font(font, size).getbbox(text)]
            if box[2] - box[0] <= width:
                break
        if box[2] - box[0] > width:
            size = max(_SMALLEST_TEXT, int(size * width / (box[2] - box[0])))
            box = [float(side) for side in open_font(font, size).getbbox(text)]
        room_x, room_y = max(0.0, width - box[2] + box[0]), max(0.0, height - box[3] + box[1])
        x = left + room_x * float(random.beta(1, 5))
        y = top + room_y * float(random.uniform(0.2, 0.8))
        ink = _jittered(self._inks[str(annotation.name)], random)
        pen.text((x - box[0], y - box[1]), text, fill=ink, font=open_font(font, size))
        room = float(random.uniform(1, 3))
        x1, y1 = x + box[2] - box[0] + room, y + box[3] - box[1] + room
        corners = np.array([[x - room, y - room], [x1, y - room], [x1, y1], [x - room, y1]])
        return FormAnnotation(AnnotatedLine(corners, text), annotation.name, is_anchor=False)


def _blank(template: FormTemplate) -> tuple[Pixels, dict[str, Colour]]:
    """Paint over the sample values; return the paper and the ink of each field."""
    paper = template.pixels.copy()
    inks: dict[str, Colour] = {}
    for annotation in template.fields:
        low = np.maximum(np.floor(annotation.line.corners.min(axis=0)).astype(int), 0)
        high = np.ceil(annotation.line.corners.max(axis=0)).astype(int)
        part = paper[low[1] : high[1], low[0] : high[0]]
        ground = np.median(part.reshape(-1, 3), axis=0)
        far = np.abs(part.astype(float) - ground).mean(axis=2)
        strongest = part[far >= max(_LEAST_CONTRAST, float(np.quantile(far, 0.97)))]
        dark = ground.mean() > 127
        ink = np.median(strongest, axis=0) if len(strongest) else np.full(3, 25 if dark else 230)
        inks[str(annotation.name)] = _colour(ink)
        part[:] = ground.round().astype(np.uint8)
    return paper, inks


def _jittered(ink: Colour, random: Random) -> Colour:
    return _colour(np.array(ink) + random.normal(0, 15, 3))


def _colour(values: NDArray[np.floating]) -> Colour:
    red, green, blue = (int(one) for one in values.round().clip(0, 255))
    return red, green, blue


def photographed(
    image: Image.Image, annotations: Sequence[FormAnnotation], way: Photograph, random: Random
) -> DrawnForm:
    """Lay a form on a ground, askew, and photograph it with the wear of real images.

    Args:
        image: of the form.
        annotations: in pixels of it.
        way: how far the photograph strays from it.
        random: the source of chance.
    """
    matrix, (width, height) = _pose(image.size, way, random)
    # Drawn although one is named, so that all that follows is the same.
    chance = _colour(random.uniform(60, 255, 3))
    back = np.linalg.inv(matrix)
    image = image.transform(
        (width, height),
        Image.Transform.PERSPECTIVE,
        # Pillow asks where a place of the result comes from, and takes the last number to be 1.
        (back / back[2, 2]).reshape(-1)[:8].tolist(),
        Image.Resampling.BILINEAR,
        fillcolor=way.ground or chance,
    )
    quarter = int(random.integers(1, 4)) if random.random() < way.turned else 0
    turn = _turn(quarter, width, height)
    if quarter:
        # NumPy turns against the clock.
        image = Image.fromarray(np.ascontiguousarray(np.rot90(np.asarray(image), -quarter)))
    if way.blur:
        image = image.filter(ImageFilter.GaussianBlur(float(random.uniform(0, way.blur))))
    pixels: NDArray[np.float32] = np.asarray(image, np.float32)
    pixels = pixels * np.float32(random.uniform(1 - way.light, 1 + way.light / 3))
    if way.noise:
        grain = random.standard_normal(pixels.shape, np.float32)
        pixels += np.float32(random.uniform(0, way.noise)) * grain
    worn = Image.fromarray(pixels.round().clip(0, 255).astype(np.uint8))
    stream = io.BytesIO()
    worn.save(stream, "JPEG", quality=int(random.integers(way.quality, 96)))
    moved = tuple(
        FormAnnotation(
            AnnotatedLine(
                apply(turn, apply(matrix, annotation.line.corners)), annotation.line.text
            ),
            annotation.name,
            annotation.is_anchor,
        )
        for annotation in annotations
    )
    return DrawnForm(stream.getvalue(), worn.width, worn.height, moved)


def _pose(size: tuple[int, int], way: Photograph, random: Random) -> tuple[Points, tuple[int, int]]:
    """Return the homography (3, 3) from form to image, and the image's size.

    The image has the form's size, and the form stays in it but for what a turn cuts off.
    """
    width, height = size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    middle = np.array([width, height]) / 2
    angle = np.deg2rad(float(random.uniform(-way.angle, way.angle)))
    scale = float(random.uniform(*way.scale))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    room = np.abs(1 - scale) / 2 * np.array([width, height])
    shift = random.uniform(-room, room)
    shifts = random.uniform(-1, 1, (4, 2)) * way.perspective * min(width, height)
    moved = (corners - middle) @ turn.T + middle + shift + shifts
    return homography(corners, moved), (width, height)


def _turn(quarter: int, width: int, height: int) -> Points:
    """Return the map of an image turned clockwise by so many quarters."""
    maps = {
        0: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        1: [[0, -1, height], [1, 0, 0], [0, 0, 1]],
        2: [[-1, 0, width], [0, -1, height], [0, 0, 1]],
        3: [[0, 1, 0], [-1, 0, width], [0, 0, 1]],
    }
    return np.array(maps[quarter], np.float64)
