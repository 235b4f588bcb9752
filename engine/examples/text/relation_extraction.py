"""Sentences about who works for whom and was born where."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.examples.example import GENERATED, Example
from engine.examples.files import write_lines
from engine.examples.text.sentences import distinct
from engine.specs.language import Language

NUM_TEXTS = 180
LABELS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "person": "person",
        "city": "city",
        "firm": "firm",
        "employer": "employer",
        "birthplace": "birthplace",
    },
    "zh": {
        "person": "人名",
        "city": "城市",
        "firm": "公司",
        "employer": "任职于",
        "birthplace": "出生地",
    },
}
TEMPLATES: Mapping[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("{one}, who was born in {city}, works for {firm}; {two} does not.", "one"),
        ("{firm} hired {one} while {two} was born in {city}.", "two"),
        ("{one} from {city} has been with {firm} for years, {two} left.", "one"),
    ),
    "zh": (
        ("{one}出生于{city}，在{firm}工作，{two}则不是。", "one"),
        ("{firm}聘用了{one}，而{two}出生在{city}。", "two"),
        ("来自{city}的{one}多年来任职于{firm}，{two}已经离开。", "one"),
    ),
}
WORDS: Mapping[Language, Mapping[str, Sequence[str]]] = {
    "en": {
        "people": ("Ada Byron", "Li Wei", "Omar Diaz", "Rosa Park", "Nora Lind", "Max Roth"),
        "firm": ("Acme Steel", "Blue Bank", "Hill Labs", "Orion Foods", "Delta Rail"),
        "city": ("Paris", "Shenzhen", "Lima", "Oslo", "Cairo"),
    },
    "zh": {
        "people": ("张伟", "李娜", "王芳", "陈建国", "刘洋", "赵敏"),
        "firm": ("远山科技", "蓝海银行", "晨光食品", "东方钢铁", "华铁物流"),
        "city": ("北京", "深圳", "杭州", "成都", "西安"),
    },
}


def write(root: Path, language: Language) -> None:
    """Write ``sentences.jsonl``: a text with its regions and relations in a line."""
    choose = random.Random(6)

    def draw(number: int) -> dict[str, Any]:
        template, born = TEMPLATES[language][number % len(TEMPLATES[language])]
        one, two = choose.sample(list(WORDS[language]["people"]), 2)
        words = {name: choose.choice(list(WORDS[language][name])) for name in ("firm", "city")}
        return _sample(template, {"one": one, "two": two, **words}, born, LABELS[language])

    lines = distinct(NUM_TEXTS, draw, key=lambda line: str(line["text"]))
    write_lines(root / "sentences.jsonl", lines)


def _sample(
    template: str, words: Mapping[str, str], born: str, labels: Mapping[str, str]
) -> dict[str, Any]:
    text = template.format(**words)
    kinds = {"one": "person", "two": "person", "city": "city", "firm": "firm"}
    regions = []
    for name, kind in kinds.items():
        start = text.index(words[name])
        geometry = {"kind": "span", "start": start, "end": start + len(words[name])}
        regions.append({"id": name, "label": labels[kind], "geometry": geometry})
    relations = [
        {"label": labels["employer"], "subject": "one", "object": "firm"},
        {"label": labels["birthplace"], "subject": born, "object": "city"},
    ]
    return {"text": text, "regions": regions, "relations": relations}


EXAMPLE = Example(write, GENERATED)
