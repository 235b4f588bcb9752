"""``ocr.template``: invoices of three layouts, printed, filled in and photographed askew.

One model knows all three. Each layout gives one flat template with its printed words as anchors;
the forms of the test were never seen, are turned by up to 5 degrees either way, scaled, shifted,
in perspective, with noise, blur and the losses of JPEG. The bar is 95 % of fields read exactly.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from engine.data.ocr.synthesis.fonts import find_fonts
from engine.data.ocr.synthesis.forms import Photograph
from tests.benchmarks.tasks.measuring import Measurement, measurement, train
from tests.engine.form_pages import INVOICES, write_forms

BAR = 0.95
HANDS = (
    "DejaVuSans.ttf",
    "DejaVuSansMono.ttf",
    "DejaVuSerif.ttf",
    "LiberationSans-Regular.ttf",
    "LiberationSerif-Regular.ttf",
    "LiberationMono-Regular.ttf",
)
WAYS = {
    "invoices, 5° either way": Photograph(angle=5, turned=0.0),
    "invoices, also turned by 90°": Photograph(angle=5, turned=0.75),
}


def run(quick: bool) -> list[Measurement]:
    """Return the share of fields read exactly beside its bar (``quick``: few forms and epochs)."""
    fonts = hands()
    ways = dict(list(WAYS.items())[: 1 if quick else None])
    return [_measure(data, way, fonts, quick=quick) for data, way in ways.items()]


def hands() -> list[Path]:
    """Return the fonts that values are written in."""
    known = {font.name: font for font in find_fonts()}
    return [known[name] for name in HANDS]


def _measure(data: str, way: Photograph, fonts: list[Path], *, quick: bool) -> Measurement:
    with tempfile.TemporaryDirectory() as folder:
        root = write_forms(
            Path(folder) / "data",
            list(INVOICES.values()),
            60,
            fonts=fonts,
            way=way,
            val_forms=12,
        )
        document = {
            "task": "ocr.template",
            "data": {"kind": "files", "format": "text_lines", "root": str(root)},
            "backbone": "reader_small",
            "options": {
                "quarter_turns": way.turned > 0,
                "image_size": 384,
                "synthetic_lines": 0.5,
                "ema_decay": 0.99,
                **({"epochs": 10, "drawn_forms": 60} if quick else {"epochs": 12}),
            },
            "seed": 0,
        }
        done = train(document)
    return measurement(data, "field_accuracy", [done], bar=BAR)
