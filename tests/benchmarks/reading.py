"""What the reader that comes with Easel reads before any training.

``python -m tests.benchmarks reading``: pages with fonts that its weights have not seen, by their
checksum, drawn otherwise than those that it learnt from, in European and in Chinese script:
``document`` is dark print on light paper, ``patches`` large letters on patches of any colour, as on
labels of goods. Printed are how well lines are found (F1), the share of the characters of these
lines that are wrong, and the share of lines that are found and read exactly (F1). Chinese figures
are left out where this machine has no other font that can write it
(``apt-get install fonts-wqy-zenhei``).
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping
from pathlib import Path

import easel.runtime
import numpy as np

from engine.cli import main
from engine.data.ocr.synthesis.fonts import find_fonts, missing_glyphs
from engine.evaluation.measuring import measure
from engine.pretraining.documents import texts
from engine.specs.data import DatasetFormat, FilesDataSpec, Split
from engine.tasks.ocr.text_recognition import TASK
from engine.weights.built_in import built_in_file, read_card
from tests.engine.text_pages import Ink, write_documents, write_pages

WEIGHTS = "easel/reader_medium"
NUM_PAGES, QUICK_PAGES, LONGEST = 60, 15, 14
METRICS = {"detection_f1": "found", "character_error_rate": "errors", "line_f1": "exact"}


def run(quick: bool) -> Mapping[str, float]:
    """Print and return the figures of both scripts (``quick``: fewer pages)."""
    seen = set(read_card(built_in_file(WEIGHTS)).materials.values())
    fonts = [font for font in find_fonts() if digest_of(font) not in seen]
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        root = Path(folder)
        work = root / "work"
        if main(["package_built_in", "--task", TASK.card.key, "--work", str(work)]):
            raise RuntimeError("The built-in model could not be packaged.")
        model = easel.runtime.load(work / "package")
        for script, chinese in (("european", 0.0), ("chinese", 1.0)):
            random = np.random.default_rng(0)
            words = [texts.write(random, LONGEST, chinese) for _ in range(300)]
            able = [font for font in fonts if not missing_glyphs(font, _common(words))]
            if not able:
                print(f"{script}: no font of this machine is unknown to the weights")
                continue
            ink = Ink(able, _written_by_all(words, able), QUICK_PAGES if quick else NUM_PAGES)
            pages = {
                "document": write_documents(root / script / "document", ink),
                "patches": write_pages(
                    root / script / "patches", {"test": ink}, lines=5, width=384
                ),
            }
            for kind, data in pages.items():
                numbers = _measured(model, data)
                print(f"{script} {kind}, {len(able)} fonts: {numbers}")
                figures |= {f"{script}_{kind}_{name}": one for name, one in numbers.items()}
    return figures


def _measured(model: easel.runtime.Model, data: Path) -> dict[str, float]:
    spec = FilesDataSpec(format=DatasetFormat.TEXT_LINES, root=str(data))
    found = measure(TASK, model, spec, lambda done, total: None, Split.TEST)
    return {ours: round(found.metrics[name], 4) for name, ours in METRICS.items()}


def digest_of(font: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(font.read_bytes()).hexdigest()


def _common(words: list[str]) -> str:
    """Return the letters that a font has to have, to be one of this script."""
    letters = {
        one
        for word in words
        for one in word
        if one.isalpha() and (one.isascii() or one in texts.HAN)
    }
    return "".join(sorted(letters)[:200])


def _written_by_all(words: list[str], fonts: list[Path]) -> list[str]:
    return [word for word in words if all(not missing_glyphs(font, word) for font in fonts)]
