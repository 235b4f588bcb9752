"""Colours that stand for classes in masks: lists of names beside their red, green and blue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.formats.layout import FileTree, Param, Problem
from engine.formats.reading.encodings import read_lines
from engine.formats.shapes.run_lengths import MAX_VALUES, masks_of_values
from engine.specs.samples.geometry import Mask

if TYPE_CHECKING:
    from PIL.Image import Image

Color = tuple[int, int, int]

LISTS = frozenset(
    (
        "classes.txt",
        "palette.txt",
        "colors.txt",
        "labelmap.txt",
        "label_colors.txt",
        "class_dict.csv",
        "classes.csv",
        "palette.csv",
    )
)
_STRIP = 2**20
# "road 128 64 128", "128,64,128 road", CVAT's "road:128,64,128::" and a header before them.
_COLOR = r"(?P<red>\d{1,3})[\s,;]+(?P<green>\d{1,3})[\s,;]+(?P<blue>\d{1,3})"
# What parts a name from its colour is looked for where it begins, so that much of it is read once.
_PARTED = r"(?<![\s,;:])[\s,;:]++"
_NAME_FIRST = re.compile(rf"^(?P<name>\S.*?){_PARTED}{_COLOR}(?:[\s,;:].*)?$")
_COLOR_FIRST = re.compile(rf"^{_COLOR}[\s,;:]+(?P<name>\S.*)$")
_HEX = re.compile(rf"^(?P<name>\S.*?){_PARTED}#(?P<hex>[0-9a-fA-F]{{6}})$")


class Palette(NamedTuple):
    """A list of classes with their colours: ``names`` in its order, and those of the colours."""

    file: str
    names: list[str]
    by_color: dict[Color, str]
    problems: list[Problem]


def find_palette(tree: FileTree) -> Palette | None:
    """Return the list that gives classes colours, the nearest to the top."""
    found = [name for name in tree.names() if PurePosixPath(name).name.lower() in LISTS]
    for name in sorted(found, key=lambda path: (path.count("/"), path)):
        lines, problems = read_lines(tree, name)
        entries = list(filter(None, map(_entry, lines)))
        if entries:
            names = [given for _, given in entries]
            by_color, repeated = _unambiguous(entries, name)
            return Palette(name, names, by_color, [*problems, *repeated])
    return None


def _unambiguous(
    entries: Sequence[tuple[Color, str]], place: str
) -> tuple[dict[Color, str], list[Problem]]:
    """Return the colours of one class each, and a problem for every other one."""
    names: dict[Color, list[str]] = {}
    for color, name in entries:
        known = names.setdefault(color, [])
        known += [] if name in known else [name]
    problems = []
    for color, known in names.items():
        if len(known) > 1:
            shown = ", ".join(known)[:100]
            text = (
                f"The colour {color_text(color)} stands for {len(known)} classes ({shown}), so "
                "nobody can tell which its pixels are; they are left out. Give each class a "
                "colour of its own."
            )
            params: dict[str, Param] = {"color": color_text(color), "labels": shown}
            problems.append(Problem("color_repeated", place, text, params))
    return {color: known[0] for color, known in names.items() if len(known) == 1}, problems


def _entry(line: str) -> tuple[Color, str] | None:
    """Return the colour and the name of a line, ``None`` of one that gives none."""
    if line.startswith("#"):
        return None
    if match := _HEX.match(line):
        return color_of(int(match["hex"], 16)), match["name"].strip()
    match = _COLOR_FIRST.match(line) or _NAME_FIRST.match(line)
    if match is None:
        return None
    red, green, blue = (int(match[channel]) for channel in ("red", "green", "blue"))
    return ((red, green, blue), match["name"].strip()) if max(red, green, blue) < 256 else None


def masks_by_color(image: Image) -> dict[Color, Mask]:
    """Return a mask per colour of an image; what is transparent has the colour black.

    Raises:
        ValueError: when it has so many that it is a photograph.
    """
    import numpy as np

    # A strip at a time, so that only the numbers of the colours are kept of a large image.
    rows = max(1, _STRIP // image.width)
    numbers = np.zeros((image.height, image.width), dtype=np.uint16)
    known: dict[int, int] = {}
    for top in range(0, image.height, rows):
        strip = image.crop((0, top, image.width, min(top + rows, image.height)))
        pixels = np.asarray(strip.convert("RGBA"), dtype=np.uint32)
        packed = (pixels[..., 0] << 16) | (pixels[..., 1] << 8) | pixels[..., 2]
        packed[pixels[..., 3] == 0] = 0
        values, places = np.unique(packed, return_inverse=True)
        if len(known) + len(values) > 2 * MAX_VALUES:
            raise ValueError(f"it has {len(values)} colours, more than a list of classes has")
        ours = np.array([known.setdefault(int(value), len(known)) for value in values], np.uint16)
        numbers[top : top + rows] = ours[places].reshape(packed.shape)
    colors = list(known)
    return {color_of(colors[number]): mask for number, mask in masks_of_values(numbers).items()}


def color_of(packed: int) -> Color:
    """Return red, green and blue of ``0xrrggbb``."""
    return packed >> 16, packed >> 8 & 255, packed & 255


def color_text(color: Color) -> str:
    """Return a colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def voc_colors() -> list[Color]:
    """Return 256 colours that differ, those of Pascal VOC: bits of the value dealt to channels."""
    colors: list[Color] = []
    for value in range(256):
        channels: list[Any] = [0, 0, 0]
        for bit in range(8):
            channels[bit % 3] |= ((value >> bit) & 1) << (7 - bit // 3)
        colors.append((channels[0], channels[1], channels[2]))
    return colors
