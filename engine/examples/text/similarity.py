"""Pairs of sentences with a score of how alike their meaning is."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from engine.examples.example import GENERATED, Example
from engine.examples.files import write_table
from engine.examples.text.sentences import distinct
from engine.specs.language import Language

NUM_PAIRS = 200
SENTENCES: Mapping[Language, str] = {
    "en": "{who} {does} {what} {where}",
    "zh": "{who}{where}{does}{what}",
}
WORDS: Mapping[Language, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "who": ("A man", "A woman", "A child", "A student", "A cook", "An old lady"),
        "does": ("is painting", "is washing", "is selling", "is carrying", "is repairing"),
        "what": ("a bicycle", "a chair", "a boat", "a window", "a basket", "a clock"),
        "where": ("in the garden", "at the market", "by the river", "in the kitchen"),
    },
    "zh": {
        "who": ("男人", "女人", "孩子", "学生", "厨师", "老奶奶"),
        "does": ("正在粉刷", "正在清洗", "正在出售", "正在搬运", "正在修理"),
        "what": ("自行车", "椅子", "小船", "窗户", "篮子", "时钟"),
        "where": ("在花园里", "在市场上", "在河边", "在厨房里"),
    },
}


def write(root: Path, language: Language) -> None:
    """Write ``pairs.csv``: two texts and a score from 1 to 5 in a row.

    A pair has the more points the more of who, does what, with what, where it shares.
    """
    choose = random.Random(3)
    words = WORDS[language]

    def draw(number: int) -> tuple[str, str, str]:
        first = {part: choose.choice(them) for part, them in words.items()}
        second = dict(first)
        changed = choose.sample(list(words), number % 5)
        for part in changed:
            second[part] = choose.choice([word for word in words[part] if word != first[part]])
        sentence = SENTENCES[language]
        return sentence.format(**first), sentence.format(**second), str(5 - len(changed))

    rows = distinct(NUM_PAIRS, draw, key=lambda row: "\n".join(row[:2]))
    write_table(root / "pairs.csv", ("text1", "text2", "score"), rows)


EXAMPLE = Example(write, GENERATED)
