"""Drawn pages as a dataset: what a reader that nobody has trained is evaluated on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from PIL import Image

from engine.data.ocr.synthesis.fonts import find_fonts, fonts_for
from engine.disk import writing_to
from engine.errors import ResourceError
from engine.pretraining.documents.pages import Page, draw_page
from engine.pretraining.documents.texts import HAN

_SIDE, _LENGTH, _CHINESE = 640, 28, 0.5
# Smaller Chinese characters cannot be told apart.
_SIZES = (15, 34)
# A page to open as if it were learnt from, and those that count.
_SPLITS = {"train": 1, "val": 4, "test": 24}


def write_pages(root: Path) -> Path:
    """Write folders ``train``, ``val`` and ``test`` in the format ``text_lines``; return the root.

    Raises:
        ResourceError: ``no_font`` when the machine has no font, ``disk_full``.
    """
    fonts = find_fonts()
    chinese = _CHINESE
    try:
        fonts_for(HAN[:8], fonts)
    except ResourceError:
        chinese = 0.0
    for part, (split, count) in enumerate(_SPLITS.items()):
        folder = root / split
        with writing_to(folder):
            folder.mkdir(parents=True, exist_ok=True)
            rows = []
            for number in range(count):
                random = np.random.default_rng([part, number])
                # Upright: which way up a page is, lines do not say.
                page = draw_page(random, _SIDE, fonts, _LENGTH, chinese, _SIZES, turned=0.0)
                Image.fromarray(page.pixels).save(folder / f"{number:02}.png")
                rows.append(f"{number:02}.png\t{_entries(page)}")
            (folder / "Label.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return root


def _entries(page: Page) -> str:
    """Return the lines as PPOCRLabel writes them; ``###`` is one that cannot be read."""
    lines = [
        {"transcription": line.text or "###", "points": line.corners.round(2).tolist()}
        for line in page.lines
    ]
    return json.dumps(lines, ensure_ascii=False)
