"""Messages of customers about delivery, payment or quality."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from engine.examples.example import GENERATED, Example
from engine.examples.files import write_table
from engine.examples.text.sentences import Words, distinct, drawn
from engine.specs.language import Language

NUM_TEXTS = 180
TEMPLATES: Mapping[Language, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "delivery": (
            "{opening}the parcel with my {thing} has not arrived {when}.",
            "{opening}the courier left the {thing} with a neighbour {when}.",
            "{opening}when will my {thing} be shipped? I ordered it {when}.",
        ),
        "payment": (
            "{opening}I was charged twice for the {thing} {when}.",
            "{opening}please send me an invoice for the {thing} I bought {when}.",
            "{opening}my refund for the {thing} was promised {when}; where is the money?",
        ),
        "quality": (
            "{opening}the {thing} stopped working {when}.",
            "{opening}there is a scratch on the {thing} that I unpacked {when}.",
            "{opening}the {thing} broke {when} although I handled it with care.",
        ),
    },
    "zh": {
        "物流": (
            "{opening}我买的{thing}{when}还没有送到。",
            "{opening}快递员{when}把{thing}放在邻居家了。",
            "{opening}{when}下单的{thing}什么时候发货？",
        ),
        "付款": (
            "{opening}{when}买{thing}时被扣了两次款。",
            "{opening}请给{when}购买的{thing}开一张发票。",
            "{opening}{thing}的退款{when}说会到账，钱在哪里？",
        ),
        "质量": (
            "{opening}{thing}{when}就用不了了。",
            "{opening}{when}拆开{thing}，发现上面有划痕。",
            "{opening}{thing}{when}坏了，我一直很小心。",
        ),
    },
}
WORDS: Mapping[Language, Words] = {
    "en": {
        "opening": ("Hello, ", "Hi, ", "Good morning, ", "Dear team, ", "Once more: ", "Sorry, "),
        "thing": ("kettle", "lamp", "headphones", "jacket", "printer", "bicycle", "camera", "desk"),
        "when": ("today", "yesterday", "on Monday", "last week", "three days ago", "this morning"),
    },
    "zh": {
        "opening": ("您好，", "你好，", "早上好，", "麻烦看一下，", "再问一次，", "不好意思，"),
        "thing": ("电水壶", "台灯", "耳机", "外套", "打印机", "自行车", "相机", "书桌"),
        "when": ("今天", "昨天", "星期一", "上周", "三天前", "今天早上"),
    },
}


def write(root: Path, language: Language) -> None:
    """Write ``messages.csv``: a text and its label in a row."""
    choose = random.Random(1)
    labels = list(TEMPLATES[language])

    def draw(number: int) -> tuple[str, str]:
        label = labels[number % len(labels)]
        template = choose.choice(TEMPLATES[language][label])
        return drawn(template, WORDS[language], choose)[0], label

    rows = distinct(NUM_TEXTS, draw, key=lambda row: row[0])
    write_table(root / "messages.csv", ("text", "label"), rows)


EXAMPLE = Example(write, GENERATED)
