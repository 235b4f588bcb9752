"""News sentences with people, places and companies."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from engine.examples.example import GENERATED, Example
from engine.examples.text.sentences import Words, distinct, drawn
from engine.specs.language import Language

NUM_TEXTS = 160
LABELS: Mapping[Language, Mapping[str, str]] = {
    "en": {"person": "person", "place": "place", "company": "company"},
    "zh": {"person": "人名", "place": "地名", "company": "公司"},
}
TEMPLATES: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "{person} of {company} opened a new office in {place} {day} .",
        "{day} {person} travelled from {place} to meet the board of {company} .",
        "The factory of {company} near {place} is led by {person} since {day} .",
        "Visitors of {place} saw {person} speak about the plans of {company} {day} .",
    ),
    "zh": (
        "{day}，{company}的{person}在{place}设立了新办公室。",
        "{person}{day}从{place}出发，前去与{company}的董事会面。",
        "{company}在{place}的工厂{day}起由{person}负责。",
        "{place}的观众{day}听{person}介绍了{company}的计划。",
    ),
}
WORDS: Mapping[Language, Words] = {
    "en": {
        "person": ("Ada Byron", "Li Wei", "Omar Diaz", "Rosa Park", "Nora Lind", "Max Roth"),
        "place": ("Paris", "Shenzhen", "Lima", "Oslo", "New Delhi", "Cape Town"),
        "company": ("Acme Steel", "Blue Bank", "Hill Labs", "Orion Foods", "Delta Rail"),
        "day": ("on Monday", "in March", "last week", "this morning", "in 2025"),
    },
    "zh": {
        "person": ("张伟", "李娜", "王芳", "陈建国", "刘洋", "赵敏"),
        "place": ("北京", "深圳", "杭州", "成都", "西安", "哈尔滨"),
        "company": ("远山科技", "蓝海银行", "晨光食品", "东方钢铁", "华铁物流"),
        "day": ("星期一", "三月", "上周", "今天早上", "去年"),
    },
}


def write(root: Path, language: Language) -> None:
    """Write ``news.conll``: a word (or a character of Chinese) and its tag in a line."""
    choose = random.Random(4)
    templates = TEMPLATES[language]

    def draw(number: int) -> tuple[str, list[tuple[str, str]]]:
        text, words = drawn(templates[number % len(templates)], WORDS[language], choose)
        places = {word: LABELS[language][name] for name, word in words.items() if name != "day"}
        return text, _tagged(text, places, by_character=language == "zh")

    blocks = [
        "".join(f"{token}\t{tag}\n" for token, tag in tokens)
        for _, tokens in distinct(NUM_TEXTS, draw, key=lambda one: one[0])
    ]
    (root / "news.conll").write_text("\n".join(blocks), encoding="utf-8")


def _tagged(text: str, places: Mapping[str, str], *, by_character: bool) -> list[tuple[str, str]]:
    """Return the tokens of a text with tags of BIO."""
    tags = {}
    for words, label in places.items():
        start = text.index(words)
        tags[start] = f"B-{label}"
        tags.update(dict.fromkeys(range(start + 1, start + len(words)), f"I-{label}"))
    if by_character:
        return [(character, tags.get(at, "O")) for at, character in enumerate(text)]
    tokens, at = [], 0
    for token in text.split(" "):
        tokens.append((token, tags.get(at, "O")))
        at += len(token) + 1
    return tokens


EXAMPLE = Example(write, GENERATED)
