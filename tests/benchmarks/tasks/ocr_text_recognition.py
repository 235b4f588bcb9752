"""``ocr.text_recognition``: drawn pages; neither words nor fonts of the test pages were seen.

Lines that the run draws itself have other words too, and fonts of other families. The bar is a
character error rate of 3 % on the lines found.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from engine.data.ocr.synthesis.corpus import draw_text
from engine.data.ocr.synthesis.fonts import find_fonts
from tests.benchmarks.tasks.measuring import Measurement, measurement, train
from tests.engine.text_pages import Ink, write_pages

BAR = 0.03
# Upright families with all of ASCII; the held-out ones are of other designers than the others.
KNOWN = ("DejaVuSans.ttf", "DejaVuSansMono.ttf", "DejaVuSerif.ttf", "LiberationSerif-Regular.ttf")
HELD_OUT_FAMILIES = ("LiberationSans", "LiberationMono")
HELD_OUT = ("LiberationSans-Regular.ttf", "LiberationMono-Regular.ttf")


def run(quick: bool) -> list[Measurement]:
    """Return the character error rate beside its bar (``quick``: few pages and epochs)."""
    fonts = {font.name: font for font in find_fonts()}
    known, held_out = ([fonts[name] for name in names] for names in (KNOWN, HELD_OUT))
    words = _words(6000)
    pages = 60 if quick else 300
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        splits = {
            "train": Ink(known, words[:1000], pages),
            "val": Ink(known, words[1000:1200], 20),
            "test": Ink(held_out, words[1200:1500], 40),
        }
        data = write_pages(root / "data", splits, lines=5, width=384)
        document = {
            "task": "ocr.text_recognition",
            "data": {"kind": "files", "format": "text_lines", "root": str(data)},
            "backbone": "reader_small",
            "options": {
                "synthetic_lines": 2.0,
                "words": words[:1000] + words[1500:],
                "fonts": [name for name in fonts if not name.startswith(HELD_OUT_FAMILIES)],
                "epochs": 12 if quick else 16,
            },
            "seed": 0,
        }
        done = train(document)
    return [measurement("drawn pages", "character_error_rate", [done], bar=BAR)]


def _words(count: int) -> list[str]:
    """Return different texts of at most 14 characters, which fit a page."""
    random = np.random.default_rng(0)
    texts: dict[str, None] = {}
    while len(texts) < count:
        text = draw_text(random)
        if len(text) <= 14:
            texts[text] = None
    return list(texts)
