"""What each task is shown with: a little real data (or generated, where its name says so).

A writer puts data into an empty folder and returns what somebody would drop on the import page.
"""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from engine.data.ocr.synthesis.fonts import find_fonts
from engine.data.ocr.synthesis.forms import Photograph
from engine.examples.image.anomaly_detection import flawed
from engine.examples.video.classification import MOTIONS
from engine.formats import json_lines
from engine.formats.layout import Item
from engine.formats.reading.trees import FolderTree
from engine.specs.data import DatasetFormat
from tests.benchmarks.tasks.image_anomaly_detection import patches
from tests.benchmarks.tasks.measuring import shared_data
from tests.benchmarks.tasks.multimodal_image_text_retrieval import COLOURS
from tests.benchmarks.tasks.ocr_template import hands
from tests.benchmarks.tasks.speech_recognition import write_digits
from tests.benchmarks.tasks.text_entity_extraction import PARTS, read_messages
from tests.engine.captions import write_captioned_groceries
from tests.engine.crossing_digits import write_scenes
from tests.engine.form_pages import INVOICES, write_forms
from tests.engine.formats.packing import write_folder
from tests.engine.pasted_digits import write_pasted_digits
from tests.engine.text_pages import Ink, write_pages
from tests.engine.texts import employments
from tests.engine.videos import write_videos


@dataclass(frozen=True)
class Example:
    """How one task is shown.

    Attributes:
        task: key of its card.
        write: puts its data into a folder; returns the folder or file to drop.
        options: fields of the form of a new run by label, and what is filled in.
        multi_label: of the dataset.
        asked: texts to ask the model with, a text per box; files are taken from the data.
    """

    task: str
    write: Callable[[Path], Path]
    options: Mapping[str, str] = field(default_factory=dict)
    multi_label: bool = False
    asked: tuple[str, ...] = ()


def groceries(root: Path) -> Path:
    for kind in ("Banana", "Kiwi", "Orange", "Watermelon"):
        _copy(root / kind, sorted((shared_data("groceries") / "train" / kind).iterdir()))
    return root


def tomatoes(root: Path) -> Path:
    return _copy(root, sorted((shared_data("groceries") / "train" / "Vine-Tomato").iterdir())[:12])


def blood_cells(root: Path) -> Path:
    source = shared_data("blood_cells")
    images = sorted((source / "JPEGImages").glob("*.jpg"))[:120]
    _copy(root / "JPEGImages", images)
    _copy(root / "Annotations", [source / "Annotations" / f"{one.stem}.xml" for one in images])
    return root


def pasted_digits(root: Path) -> Path:
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        write_pasted_digits(made, 150, digits=(0, 1, 7))
        images = made / "files"
        # Read as JSON lines, which name files from where they are.
        (made / "samples.jsonl").rename(images / "samples.jsonl")
        tree = FolderTree(images)
        items = [found for found in json_lines.read(tree) if isinstance(found, Item)]
        write_folder(DatasetFormat.COCO, items, tree, root)
    return root


def surfaces(root: Path) -> Path:
    random = np.random.default_rng(0)
    for number, pixels in enumerate(patches("brick", 0, 512, 56)):
        is_flawed = number % 4 == 3
        folder = root / ("flawed" if is_flawed else "normal")
        folder.mkdir(parents=True, exist_ok=True)
        shown = flawed(pixels, random)[0] if is_flawed else pixels
        Image.fromarray(shown).save(folder / f"{number:03}.png")
    return root


def hotel_reviews(root: Path) -> Path:
    with shared_data("hotel_reviews_zh", "reviews.csv").open(
        encoding="utf-8-sig", newline=""
    ) as file:
        rows = [row for row in csv.DictReader(file) if row["review"].strip()]
    # The file lists good reviews first.
    return _write_table(
        root / "reviews.csv",
        ("text", "label"),
        ((row["review"], ("bad", "good")[int(row["label"])]) for row in rows[:: len(rows) // 1500]),
    )


def sentence_pairs(root: Path) -> Path:
    source = shared_data("sentence_pairs", "SICK_train.txt")
    with source.open(encoding="utf-8", newline="") as file:
        rows = list(islice(csv.DictReader(file, delimiter="\t"), 1500))
    return _write_table(
        root / "pairs.csv",
        ("text1", "text2", "score"),
        ((row["sentence_A"], row["sentence_B"], row["relatedness_score"]) for row in rows),
    )


def messages(root: Path) -> Path:
    folder = shared_data("weibo_ner")
    return _write_lines(
        root / "messages.jsonl",
        (
            {"text": one["content"].decode(), "regions": one["regions"], "split": split}
            for name, split in PARTS.items()
            for one in read_messages(folder / f"{name}.conll", split)
        ),
    )


def employment_sentences(root: Path) -> Path:
    return _write_lines(
        root / "employments.jsonl",
        (
            {
                "text": one["content"].decode(),
                "regions": one["regions"],
                "relations": one["relations"],
            }
            for one in employments(300)
        ),
    )


def spoken_digits(root: Path) -> Path:
    for path in sorted((shared_data("spoken_digits") / "recordings").glob("*.wav")):
        digit, _, index = path.stem.split("_")
        if int(index) < 6:
            _copy(root / digit, [path])
    return root


def spoken_strings(root: Path) -> Path:
    return write_digits(root, "george", 250)


def crossings(root: Path) -> Path:
    for split, seeds in {"train": range(0, 16, 2), "validation": range(1001, 1005, 2)}.items():
        write_scenes(root / split, seeds)
    return write_scenes(root / "test", range(2001, 2007, 2)).parent


def videos(root: Path) -> Path:
    return write_videos(root, 16, MOTIONS[:4], size=32, num_frames=12)


def pages(root: Path) -> Path:
    fonts = {font.name: font for font in find_fonts()}
    words = ("Rechnung", "Invoice 2041", "Total 38.50", "12.04.2026", "Kiwi 0.59", "Berlin")
    ink = {
        "train": Ink([fonts["DejaVuSans.ttf"]], words, 40),
        "val": Ink([fonts["DejaVuSans.ttf"]], words, 8),
        "test": Ink([fonts["LiberationSans-Regular.ttf"]], words, 8),
    }
    return write_pages(root, ink, lines=3, width=256)


def invoices(root: Path) -> Path:
    way = Photograph(angle=5, turned=0.0)
    (layout, *_) = INVOICES.values()
    return write_forms(root, [layout], 12, fonts=hands(), way=way, val_forms=6)


def captioned_groceries(root: Path) -> Path:
    return write_captioned_groceries(shared_data("groceries"), root / "data", COLOURS, repeats=1)


def abalone(root: Path) -> Path:
    return _copy(root, [shared_data("tabular", "abalone.csv")])


def airline(root: Path) -> Path:
    return _copy(root, [shared_data("time_series", "airline_passengers.csv")])


EXAMPLES = {
    one.task: one
    for one in (
        Example("image.classification", groceries, {"Epochs": "10"}),
        Example("image.object_detection", blood_cells, {"Epochs": "12", "Image size": "160"}),
        Example("image.segmentation", pasted_digits, {"Epochs": "8", "Image size": "128"}),
        Example("image.anomaly_detection", surfaces, {"Epochs": "10"}),
        Example("text.classification", hotel_reviews, asked=("房间很干净，服务也好。",)),
        Example("text.sentiment", hotel_reviews, asked=("早餐太差了，不会再来。",)),
        Example(
            "text.similarity",
            sentence_pairs,
            {"Epochs": "6"},
            asked=("A man is playing a guitar", "A person plays music"),
        ),
        Example("text.entity_extraction", messages, {"Epochs": "6"}, asked=("我在北京见到了李娜",)),
        Example(
            "text.relation_extraction",
            employment_sentences,
            {"Epochs": "8"},
            asked=("Ann works for Acme in Berlin.",),
        ),
        Example("speech.sound_classification", spoken_digits, {"Epochs": "12"}),
        Example("speech.recognition", spoken_strings, {"Epochs": "6"}),
        Example("video.classification", videos, {"Epochs": "12"}),
        Example("video.object_tracking", crossings, {"Epochs": "6"}),
        Example("ocr.text_recognition", pages, {"Epochs": "6"}),
        Example("ocr.template", invoices, {"Epochs": "6", "Drawn forms": "60"}),
        Example("tabular.prediction", abalone),
        Example("tabular.forecasting", airline, {"Steps ahead": "12"}),
        Example(
            "retail.product_detection",
            groceries,
            {"Epochs": "10", "Batch size": "4", "Composed shelves": "120", "Image size": "192"},
        ),
        Example("multimodal.image_text_retrieval", captioned_groceries, {"Epochs": "3"}),
    )
}


def _copy(folder: Path, files: Iterable[Path]) -> Path:
    """Copy files into a folder; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in files:
        shutil.copyfile(path, folder / path.name)
    return folder


def _write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(header)
        table.writerows(rows)
    return path


def _write_lines(path: Path, documents: Iterable[Mapping[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(document, ensure_ascii=False) for document in documents)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
