"""``python -m tests.guides.thumbnails [TASK …]``: draw the cards of the tasks from example data.

They are those of the sample projects and of the choice of a task, in both languages. Make them
again when the data changes; the fonts of the machine decide what their texts look like.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from engine.catalog import TASKS
from engine.examples.loading import write_example
from engine.formats.layout import Item
from engine.formats.loading import read_tree
from engine.formats.reading.trees import FolderTree
from engine.specs.language import Language
from tests.guides.drawn_samples import Grid, drawn
from tests.site import ROOT

FOLDERS: Mapping[Language, Path] = {
    language: ROOT / "frontend/src/components/tasks/thumbnails" / name
    for language, name in (("en", "en"), ("zh", "zh-CN"))
}
GRIDS: Mapping[str, Grid] = {
    "image.classification": Grid(8, 4),
    "image.object_detection": Grid(3, 2),
    "image.segmentation": Grid(2, 1),
    "image.anomaly_detection": Grid(4, 2),
    "text.classification": Grid(1, 5),
    "text.sentiment": Grid(1, 5),
    "text.similarity": Grid(1, 3),
    "text.entity_extraction": Grid(1, 5),
    "text.relation_extraction": Grid(1, 3),
    "speech.sound_classification": Grid(1, 4),
    "speech.recognition": Grid(1, 3),
    "video.classification": Grid(6, 4),
    "video.object_tracking": Grid(3, 2),
    "ocr.text_recognition": Grid(2, 1),
    "ocr.template": Grid(2, 2, is_whole=True),
    "tabular.prediction": Grid(4, 6),
    "tabular.forecasting": Grid(1, 1),
    "retail.product_detection": Grid(6, 2),
    "multimodal.image_text_retrieval": Grid(6, 3),
}
_QUALITY = 80


def main() -> int:
    """Draw them."""
    parser = argparse.ArgumentParser(prog="python -m tests.guides.thumbnails", description=__doc__)
    parser.add_argument("tasks", nargs="*", choices=(*TASKS, []), help="all by default")
    for task in parser.parse_args().tasks or TASKS:
        for language, folder in FOLDERS.items():
            folder.mkdir(parents=True, exist_ok=True)
            thumbnail(task, language).save(
                folder / f"{task}.webp", "WEBP", quality=_QUALITY, method=6
            )
    return 0


def thumbnail(task: str, language: Language) -> Image.Image:
    """Return the image of the card of a task's example data."""
    with tempfile.TemporaryDirectory(prefix="easel-") as name:
        folder = Path(name)
        write_example(task, folder, language)
        tree = FolderTree(folder)
        found = read_tree(TASKS[task].formats[0], tree)
        items = [one for one in found if isinstance(one, Item)]
        return drawn(TASKS[task].media, items, tree, GRIDS[task])


if __name__ == "__main__":
    sys.exit(main())
