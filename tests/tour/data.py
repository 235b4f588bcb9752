"""What each task is shown with: a little real data (or generated, where its name says so).

A writer puts data into an empty folder and returns what somebody would drop on the import page.
"""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from engine.data.text_synthesis.fonts import find_fonts
from tests.benchmarks.tasks.measuring import shared_data
from tests.benchmarks.tasks.multimodal_image_text_retrieval import COLOURS
from tests.benchmarks.tasks.text_entity_extraction import PARTS, read_messages
from tests.engine.captions import write_captioned_groceries
from tests.engine.films import MOTIONS, write_films
from tests.engine.pasted_digits import write_pasted_digits
from tests.engine.text_pages import Ink, write_pages
from tests.engine.texts import employments


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


def groceries(root: Path, part: str = "train", most: int = 30) -> Path:
    for kind in ("Banana", "Kiwi", "Orange", "Watermelon"):
        _copy(root / kind, sorted((shared_data("groceries") / part / kind).iterdir())[:most])
    return root


def blood_cells(root: Path) -> Path:
    source = shared_data("blood_cells")
    pictures = sorted((source / "JPEGImages").glob("*.jpg"))[:120]
    _copy(root / "JPEGImages", pictures)
    _copy(root / "Annotations", [source / "Annotations" / f"{one.stem}.xml" for one in pictures])
    return root


def pasted_digits(root: Path) -> Path:
    write_pasted_digits(root, 150, digits=(0, 1, 7))
    lines = (root / "samples.jsonl").read_text().splitlines()
    _write_lines(
        root / "digits.jsonl",
        (
            {"image": f"files/{one['file']}", "regions": one["regions"]}
            for one in map(json.loads, lines)
        ),
    )
    (root / "samples.jsonl").unlink()
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


def films(root: Path) -> Path:
    return write_films(root, 16, MOTIONS[:4], size=32, num_frames=12)


def pages(root: Path) -> Path:
    fonts = {font.name: font for font in find_fonts()}
    words = ("Rechnung", "Invoice 2041", "Total 38.50", "12.04.2026", "Kiwi 0.59", "Berlin")
    ink = {
        "train": Ink([fonts["DejaVuSans.ttf"]], words, 40),
        "val": Ink([fonts["DejaVuSans.ttf"]], words, 8),
        "test": Ink([fonts["LiberationSans-Regular.ttf"]], words, 8),
    }
    return write_pages(root, ink, lines=3, width=256)


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
        Example("video.classification", films, {"Epochs": "12"}),
        Example("ocr.text_recognition", pages, {"Epochs": "6"}),
        Example("tabular.prediction", abalone),
        Example("tabular.forecasting", airline, {"Steps ahead": "12"}),
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
