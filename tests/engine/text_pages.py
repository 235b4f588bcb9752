"""Pages of worn lines of text, drawn with chosen fonts and words, in the format ``text_lines``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from engine.data.ocr.synthesis.fonts import open_font
from engine.data.ocr.synthesis.lines import Wear, draw_lines


@dataclass(frozen=True)
class Ink:
    """What the pages of one split are written with."""

    fonts: Sequence[Path]
    words: Sequence[str]
    num_pages: int


def write_pages(root: Path, splits: Mapping[str, Ink], *, lines: int, width: int) -> Path:
    """Write pages of so many lines below each other, one folder and ``Label.txt`` per split.

    Args:
        root: where to write.
        splits: ``train``, ``val`` and ``test``.
        lines: of each page.
        width: of each page in pixels; its height is that of its lines.
    """
    for number, (split, ink) in enumerate(splits.items()):
        folder = root / split
        folder.mkdir(parents=True)
        rows = []
        for page in range(ink.num_pages):
            drawn = draw_lines(
                lines, ink.fonts, seed=1000 * number + page, words=ink.words, wear=Wear(tilt=0.05)
            )
            random = np.random.default_rng([number, page])
            canvas = np.full((lines * 60, width, 3), random.integers(0, 256, 3), np.uint8)
            marks = []
            for row, line in enumerate(drawn):
                pixels = line.pixels[:56, : width - 8]
                height, length = pixels.shape[:2]
                left, top = int(random.integers(2, width - length - 2)), 60 * row + 2
                canvas[top : top + height, left : left + length] = pixels
                right, bottom = left + length, top + height
                points = [[left, top], [right, top], [right, bottom], [left, bottom]]
                marks.append({"transcription": line.text, "points": points})
            Image.fromarray(canvas).save(folder / f"{page:04}.png")
            rows.append(f"{page:04}.png\t{json.dumps(marks)}")
        (folder / "Label.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return root


def write_documents(root: Path, ink: Ink, *, lines: int = 12, side: int = 640) -> Path:
    """Write dark print on light paper below ``root/test``, as a scanner sees it; return the root.

    Args:
        root: where to write.
        ink: fonts, texts and the number of pages.
        lines: of each page, below each other in sizes of 16 to 30 pixels.
        side: height and width of each page in pixels.
    """
    folder = root / "test"
    folder.mkdir(parents=True)
    rows = []
    for page in range(ink.num_pages):
        random = np.random.default_rng(page)
        image = Image.new("RGB", (side, side), tuple(random.integers(225, 256, 3).tolist()))
        pen = ImageDraw.Draw(image)
        marks = []
        for row in range(lines):
            text = ink.words[int(random.integers(len(ink.words)))]
            path = ink.fonts[int(random.integers(len(ink.fonts)))]
            font = open_font(path, int(random.integers(16, 31)))
            place = (float(random.uniform(10, side / 3)), 10 + row * (side - 20) / lines)
            pen.text(place, text, fill=tuple(random.integers(0, 70, 3).tolist()), font=font)
            left, top, right, bottom = (float(one) for one in pen.textbbox(place, text, font=font))
            left, top, right, bottom = left - 1, top - 1, right + 1, bottom + 1
            points = [[left, top], [right, top], [right, bottom], [left, bottom]]
            marks.append({"transcription": text, "points": points})
        grain = random.normal(0, 4, (side, side, 1))
        pixels = (np.asarray(image) + grain).clip(0, 255).astype(np.uint8)
        Image.fromarray(pixels).save(folder / f"{page:04}.jpg", quality=80)
        rows.append(f"{page:04}.jpg\t{json.dumps(marks, ensure_ascii=False)}")
    (folder / "Label.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return root
