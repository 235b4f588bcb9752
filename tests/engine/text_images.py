"""Small images with a few numbers on them, in the format ``text_lines``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from engine.data.ocr.synthesis.fonts import find_fonts, fonts_for, open_font


def write_numbers(
    root: Path, num_images: int, *, size: tuple[int, int] = (96, 64), digits: str = "0123"
) -> Path:
    """Write images with one or two numbers of two or three digits each, and ``Label.txt``."""
    random = np.random.default_rng(0)
    root.mkdir(parents=True)
    font = open_font(fonts_for(digits, find_fonts())[0], 20)
    rows = []
    for number in range(num_images):
        image = Image.new("RGB", size, tuple(random.integers(190, 256, 3).tolist()))
        draw = ImageDraw.Draw(image)
        lines = []
        for row in range(int(random.integers(1, 3))):
            text = "".join(random.choice(list(digits), int(random.integers(2, 4))))
            left, top = int(random.integers(4, size[0] - 48)), 4 + 30 * row
            draw.text((left, top), text, fill=tuple(random.integers(0, 60, 3).tolist()), font=font)
            box = draw.textbbox((left, top), text, font=font)
            lines.append({"transcription": text, "points": _corners(box, margin=2)})
        file = f"{number:03}.png"
        image.save(root / file)
        rows.append(f"{file}\t{json.dumps(lines)}")
    (root / "Label.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return root


def _corners(box: Sequence[float], margin: int) -> list[list[float]]:
    left, top, right, bottom = box
    left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
    return [[left, top], [right, top], [right, bottom], [left, bottom]]
