"""Reviews of hotels that are good or bad."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from engine.examples.example import GENERATED, Example
from engine.examples.files import write_table
from engine.examples.text.sentences import Words, distinct, drawn
from engine.specs.language import Language

NUM_TEXTS = 180
LABELS: Mapping[Language, tuple[str, str]] = {
    "en": ("positive", "negative"),
    "zh": ("好评", "差评"),
}
ASPECT_SENTIMENTS: Mapping[Language, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (
        ("spotless", "lovely", "quiet", "excellent", "generous", "very comfortable"),
        ("dirty", "noisy", "disappointing", "broken", "overpriced", "far too small"),
    ),
    "zh": (
        ("非常干净", "很不错", "很安静", "特别棒", "很贴心", "十分舒适"),
        ("很脏", "太吵了", "让人失望", "坏了没人修", "太贵了", "实在太小"),
    ),
}
ENDINGS: Mapping[Language, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (
        ("We will come back.", "Highly recommended.", "Thank you for the stay."),
        ("Never again.", "I cannot recommend it.", "We left a day early."),
    ),
    "zh": (
        ("下次还会来。", "强烈推荐。", "住得很开心。"),
        ("再也不来了。", "不推荐。", "我们提前一天走了。"),
    ),
}
TEMPLATES: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "The {one} was {first} and the {two} was {second}. {ending}",
        "{guest} found the {one} {first}. {ending}",
        "On our {stay} the {one} was {first}. {ending}",
    ),
    "zh": (
        "{one}{first}，{two}也{second}。{ending}",
        "{guest}觉得{one}{first}。{ending}",
        "这次{stay}，{one}{first}。{ending}",
    ),
}
WORDS: Mapping[Language, Words] = {
    "en": {
        "one": ("room", "bathroom", "breakfast", "view", "bed"),
        "two": ("lobby", "pool", "restaurant", "service", "parking"),
        "guest": ("My family", "My husband", "Our group", "I"),
        "stay": ("trip", "weekend", "holiday", "business trip"),
    },
    "zh": {
        "one": ("房间", "浴室", "早餐", "风景", "床"),
        "two": ("大堂", "泳池", "餐厅", "服务", "停车场"),
        "guest": ("家人", "我先生", "同行的朋友", "我"),
        "stay": ("旅行", "周末", "度假", "出差"),
    },
}


def write(root: Path, language: Language) -> None:
    """Write ``reviews.csv``: a text and its label in a row."""
    choose = random.Random(2)

    def draw(number: int) -> tuple[str, str]:
        side = number % 2
        aspect_sentiments = ASPECT_SENTIMENTS[language][side]
        words = {
            **WORDS[language],
            "first": aspect_sentiments,
            "second": aspect_sentiments,
            "ending": ENDINGS[language][side],
        }
        text, _ = drawn(choose.choice(TEMPLATES[language]), words, choose)
        return text, LABELS[language][side]

    rows = distinct(NUM_TEXTS, draw, key=lambda row: row[0])
    write_table(root / "reviews.csv", ("text", "label"), rows)


EXAMPLE = Example(write, GENERATED)
