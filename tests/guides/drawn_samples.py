"""Draws samples and what is said of them: images, texts, sounds, videos and tables."""

from __future__ import annotations

import csv
import io
import json
import wave
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageOps

from engine.catalog.kinds import Media
from engine.examples.files import plain_font
from engine.formats.layout import FileTree, Item
from engine.formats.writing.packing import open_sample
from engine.specs.samples.geometry import Box, FrameBox, Polygon, Quad, Span

SIZE = (640, 360)
"""Twice as large as it is shown, for fine screens."""
_GROUND, _INK, _MUTED, _RULE = "#f6f7f9", "#1d2129", "#6b6f76", "#e3e6ea"
# The set of Okabe and Ito, without its black.
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7")
_TEXT, _SMALL, _EDGE, _GAP = 26, 20, 28, 4


@dataclass(frozen=True)
class Grid:
    """How many samples stand in a row, in how many rows; images fill their cells or stay whole."""

    columns: int
    rows: int
    is_whole: bool = False


def drawn(media: Media, items: Sequence[Item], tree: FileTree, grid: Grid) -> Image.Image:
    """Return an image of a few samples of these."""
    image = Image.new("RGB", SIZE, _GROUND)
    _DRAWN[media](image, items, tree, grid)
    return image


def _images(image: Image.Image, items: Sequence[Item], tree: FileTree, grid: Grid) -> None:
    colours = _colours_of(items)
    for item, place in zip(_various(items, grid), _cells(grid), strict=False):
        with open_sample(item, tree) as file:
            shown = Image.open(file).convert("RGB")
        shapes = [(colours[one.label], _corners(one.geometry)) for one in item.regions]
        _paste(image, shown, place, shapes, is_whole=grid.is_whole)


def _videos(image: Image.Image, items: Sequence[Item], tree: FileTree, grid: Grid) -> None:
    colours, cells = _colours_of(items), _cells(grid)
    for item in _various(items, Grid(1, grid.rows)):
        with open_sample(item, tree) as file:
            frames = _frames(file.read())
        for number in np.linspace(0, len(frames) - 1, grid.columns).round().astype(int):
            boxes = [
                (colours[one.label], _corners(one.geometry))
                for one in item.regions
                if isinstance(one.geometry, FrameBox) and one.geometry.frame == number
            ]
            _paste(image, frames[number], next(cells), boxes)


def _recordings(image: Image.Image, items: Sequence[Item], tree: FileTree, grid: Grid) -> None:
    pen, height = ImageDraw.Draw(image), SIZE[1] // grid.rows
    for row, item in enumerate(_various(items, grid)):
        with open_sample(item, tree) as file, wave.open(file) as sound:
            samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2") / 32768
        said = (item.labels or item.texts)[0]
        ink, middle = _COLOURS[row % len(_COLOURS)], row * height + height // 2 + 12
        pen.text((_EDGE, row * height + 8), said, _MUTED, plain_font(said, _SMALL))
        for number, part in enumerate(np.array_split(samples, (SIZE[0] - 2 * _EDGE) // 4)):
            x, reach = _EDGE + 4 * number, max(1, int(np.abs(part).max() * (height // 2 - 18)))
            pen.line((x, middle - reach, x, middle + reach), fill=ink, width=2)


def _texts(image: Image.Image, items: Sequence[Item], tree: FileTree, grid: Grid) -> None:
    pen, colours, height = ImageDraw.Draw(image), _colours_of(items), SIZE[1] // grid.rows
    for row, item in enumerate(_various(items, grid)):
        assert item.content is not None, "texts come from rows"
        text, middle, left = item.content.decode(), row * height + height // 2, _EDGE
        for label in item.labels:
            left = _chip(pen, left, middle, label, colours[label]) + 16
        font, middles = plain_font(text, _TEXT), {}
        for region in item.regions:
            assert isinstance(region.geometry, Span), "what is marked in a text is a span"
            start = left + font.getlength(text[: region.geometry.start])
            end = left + font.getlength(text[: region.geometry.end])
            box = (start - 3, middle - 20, end + 3, middle + 20)
            pen.rounded_rectangle(box, 6, fill=_light(colours[region.label]))
            middles[region.id] = (start + end) / 2
        pen.text((left, middle), text, _INK, font, anchor="lm")
        for one in item.relations:
            start, end = sorted((middles[one.subject], middles[one.object]))
            pen.arc((start, middle - 2, end, middle + 46), 0, 180, fill=_MUTED, width=3)


def _pairs(image: Image.Image, items: Sequence[Item], tree: FileTree, grid: Grid) -> None:
    pen, height = ImageDraw.Draw(image), SIZE[1] // grid.rows
    some = [next(one for one in items if one.value == value) for value in (5, 3, 1)]
    for row, item in enumerate(some[: grid.rows]):
        middle = row * height + height // 2
        left = _chip(pen, _EDGE, middle, f"{item.value:.0f}", _COLOURS[row]) + 16
        for place, text in zip((-20, 20), json.loads(item.content or b"").values(), strict=True):
            pen.text((left, middle + place), text, _INK, plain_font(text, _TEXT), anchor="lm")
        if row:
            pen.line((_EDGE, row * height, SIZE[0] - _EDGE, row * height), fill=_RULE, width=2)


def _tables(image: Image.Image, items: Sequence[Item], tree: FileTree, grid: Grid) -> None:
    with open_sample(items[0], tree) as file:
        header, *rows = csv.reader(io.StringIO(file.read().decode(), newline=""))
    if len(header) == 2:
        _curve(image, header[1], [float(value) for _, value in rows])
        return
    pen, colours = (
        ImageDraw.Draw(image),
        dict(zip(sorted({row[-1] for row in rows}), _COLOURS, strict=False)),
    )
    apart = rows[:: len(rows) // (grid.rows - 1)]
    width, height = (SIZE[0] - 2 * _EDGE) // grid.columns, SIZE[1] // grid.rows
    for at, row in enumerate([header, *apart][: grid.rows]):
        middle = at * height + height // 2
        for column, value in enumerate([*row[: grid.columns - 1], row[-1]]):
            left = _EDGE + column * width
            if at and column == grid.columns - 1:
                _chip(pen, left, middle, value, colours[value])
            else:
                ink = _INK if at else _MUTED
                pen.text((left, middle), value, ink, plain_font(value, _SMALL), anchor="lm")
        if at:
            pen.line((_EDGE, at * height, SIZE[0] - _EDGE, at * height), fill=_RULE, width=2)


def _curve(image: Image.Image, name: str, values: Sequence[float]) -> None:
    """Draw the latest months of a series, and its last two weeks apart."""
    pen, latest = ImageDraw.Draw(image), np.array(values[-98:])
    x = np.linspace(_EDGE, SIZE[0] - _EDGE, len(latest))
    low, high = latest.min(), latest.max()
    y = SIZE[1] - _EDGE - (latest - low) / (high - low) * (SIZE[1] - 4 * _EDGE)
    line = list(zip(x.tolist(), y.tolist(), strict=True))
    pen.text((_EDGE, 14), name, _MUTED, plain_font(name, _SMALL))
    pen.rectangle((line[-14][0], 0, *SIZE), fill=_light(_COLOURS[1]))
    pen.line(line[:-13], fill=_COLOURS[0], width=4, joint="curve")
    pen.line(line[-14:], fill=_COLOURS[3], width=4, joint="curve")


_DRAWN: Mapping[Media, Callable[[Image.Image, Sequence[Item], FileTree, Grid], None]] = {
    Media.IMAGE: _images,
    Media.VIDEO: _videos,
    Media.AUDIO: _recordings,
    Media.TEXT: _texts,
    Media.TEXT_PAIR: _pairs,
    Media.TABLE: _tables,
}


def _various(items: Sequence[Item], grid: Grid) -> list[Item]:
    """Return as many items as there are cells, of each label by turns."""
    by_label: dict[tuple[str, ...], list[Item]] = {}
    for item in items:
        by_label.setdefault(item.labels, []).append(item)
    groups, wanted = list(by_label.values()), grid.columns * grid.rows
    each = -(-wanted // len(groups))
    # One further each time: templates come by turns, too.
    places = [turn * (len(groups[0]) // each + 1) for turn in range(each)]
    turns = [group[place] for place in places for group in groups if place < len(group)]
    return turns[:wanted]


def _cells(grid: Grid) -> Iterator[tuple[int, int, int, int]]:
    """Yield left, top, width and height of each cell, row by row."""
    width = (SIZE[0] - _GAP * (grid.columns - 1)) // grid.columns
    height = (SIZE[1] - _GAP * (grid.rows - 1)) // grid.rows
    for row in range(grid.rows):
        for column in range(grid.columns):
            yield column * (width + _GAP), row * (height + _GAP), width, height


def _paste(
    image: Image.Image,
    shown: Image.Image,
    cell: tuple[int, int, int, int],
    shapes: Sequence[tuple[str, list[tuple[float, float]]]],
    *,
    is_whole: bool = False,
) -> None:
    """Show an image in a cell, its middle or the whole, with outlines on it."""
    left, top, width, height = cell
    of = min if is_whole else max
    scale = of(width / shown.width, height / shown.height)
    large = shown.resize((round(shown.width * scale), round(shown.height * scale)))
    pen = ImageDraw.Draw(large)
    for ink, corners in shapes:
        points = [(x * scale, y * scale) for x, y in corners]
        pen.line([*points, points[0], points[1]], fill=ink, width=4, joint="curve")
    cell_size = (width, height)
    placed = ImageOps.pad(large, cell_size, color=_GROUND) if is_whole else None
    image.paste(placed or ImageOps.fit(large, cell_size), (left, top))


def _corners(shape: object) -> list[tuple[float, float]]:
    """Return the corners of a shape in an image."""
    if isinstance(shape, Quad):
        return list(shape.points)
    if isinstance(shape, Polygon):
        return list(shape.rings[0])
    assert isinstance(shape, (Box, FrameBox)), "examples have no other shapes"
    right, bottom = shape.left + shape.width, shape.top + shape.height
    return [(shape.left, shape.top), (right, shape.top), (right, bottom), (shape.left, bottom)]


def _frames(content: bytes) -> list[Image.Image]:
    import av

    with av.open(io.BytesIO(content)) as container:
        return [
            Image.fromarray(one.to_ndarray(format="rgb24")) for one in container.decode(video=0)
        ]


def _colours_of(items: Sequence[Item]) -> dict[str | None, str]:
    labels = {label for item in items for label in item.labels}
    labels |= {region.label for item in items for region in item.regions if region.label}
    known = {label: _COLOURS[at % len(_COLOURS)] for at, label in enumerate(sorted(labels))}
    return {None: _COLOURS[0], **known}


def _chip(pen: ImageDraw.ImageDraw, left: float, middle: float, text: str, ink: str) -> float:
    """Draw a label in its colour, and return where it ends."""
    font = plain_font(text, _SMALL)
    right = left + font.getlength(text) + 20
    pen.rounded_rectangle((left, middle - 18, right, middle + 18), 8, fill=_light(ink))
    pen.text((left + 10, middle), text, _INK, font, anchor="lm")
    return right


def _light(ink: str) -> tuple[int, int, int]:
    """Return a colour thinned until black text can be read on it."""
    red, green, blue = (255 - (255 - int(ink[at : at + 2], 16)) // 3 for at in (1, 3, 5))
    return red, green, blue
