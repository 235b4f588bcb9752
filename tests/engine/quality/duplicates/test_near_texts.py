"""Texts that repeat another one but for a few characters are found, and hardly any other."""

from __future__ import annotations

import random
import time

import pytest

from engine.quality.duplicates.near_texts import NearTexts, comparable
from tests.engine.quality.edited_texts import EDITS, edited

CHINESE = "房间干净服务员态度早餐品种丰富离地铁站只有分钟路程下次还会选择这家酒店前台热情隔音一般"
ENGLISH = "room staff breakfast clean quiet station walk friendly price view bath desk night noise"


def leaders_of(texts: list[str], share: float = 0.125) -> list[int | None]:
    near: NearTexts[int] = NearTexts(share, lambda place: comparable(texts[place]), 0.7)
    return [near.earlier(comparable(text), place) for place, text in enumerate(texts)]


def corpora(num: int) -> dict[str, list[str]]:
    chance = random.Random(0)
    words = ENGLISH.split()
    return {
        "chinese": ["".join(chance.choices(CHINESE, k=chance.randint(9, 60))) for _ in range(num)],
        "english": [" ".join(chance.choices(words, k=chance.randint(3, 12))) for _ in range(num)],
    }


@pytest.mark.parametrize("language", ["chinese", "english"])
@pytest.mark.parametrize("kind", EDITS)
def test_edits_of_up_to_a_tenth_of_short_texts_are_found(language: str, kind: str) -> None:
    texts = corpora(200)[language]
    chance = random.Random(1)
    copies = [edited(text, kind, list(texts[0].replace(" ", "")), chance) for text in texts]
    found = leaders_of([*texts, *copies])
    planted = [place for place, text in enumerate(texts) if found[place] is None and len(text) > 9]
    assert sum(found[len(texts) + place] == place for place in planted) >= 0.95 * len(planted)
    assert sum(leader is not None for leader in found[: len(texts)]) <= 4


def test_short_texts_of_another_meaning_are_not_the_same() -> None:
    texts = [
        "我喜欢这里",
        "不喜欢这里",
        "好吃",
        "好喝",
        "very good",
        "very bad",
        "Room 101",
        "Room 102",
    ]
    assert leaders_of(texts) == [None] * len(texts)
    assert leaders_of(["好吃！", "好吃。", "!!!", "??"]) == [None, 0, None, None]


def test_a_long_text_with_a_sentence_more_is_found() -> None:
    chance = random.Random(3)
    text = "".join(chance.choices(CHINESE, k=300))
    longer = text[:150] + "".join(chance.choices(CHINESE, k=50)) + text[150:]
    assert leaders_of([text, longer]) == [None, 0]


def test_four_times_the_texts_take_about_four_times_as_long_even_from_one_template() -> None:
    def seconds(num: int, template: str) -> float:
        chance = random.Random(2)
        texts = [template.format("".join(chance.choices(CHINESE, k=14))) for _ in range(num)]
        began = time.perf_counter()
        leaders_of(texts)
        return time.perf_counter() - began

    for template in ("{}", "您的订单{}已经发货"):
        usual = min(seconds(500, template) for _ in range(2))
        assert seconds(2000, template) <= 4 * 3 * usual + 0.2
