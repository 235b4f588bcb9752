"""Recall of images and texts, and what a random order would find."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from engine.data.multimodal.gallery import Pair
from engine.evaluation.image.retrieval import chance_recall, headline, numbers, rank, sections
from engine.specs.data import SampleRecord, Split


def record(name: str, *texts: str) -> SampleRecord:
    return SampleRecord(id=name, file=name, name=name, sha256=name, split=Split.TEST, texts=texts)


def pair(text: str, image: list[float], words: list[float]) -> Pair:
    return Pair(text, np.array(image, float), np.array(words, float))


def test_a_right_answer_counts_from_the_place_where_it_stands() -> None:
    # The first image prefers the second's text; the text of the first finds it at once.
    records = [record("1", "one"), record("2", "two")]
    ranks = rank([pair("one", [1, 1], [1, 0]), pair("two", [0, 2], [0, 2])], records)
    assert ranks.of_images.tolist() == [2, 1]
    assert ranks.of_texts.tolist() == [1, 1]
    values = numbers(ranks)
    assert values["image_to_text_recall_at_1"] == 0.5
    assert values["text_to_image_recall_at_1"] == 1.0
    assert values["recall_at_1"] == 0.75


def test_any_of_several_texts_of_an_image_is_right_and_equal_texts_are_one() -> None:
    shared = [record("1", "fruit", "pear"), record("2", "fruit")]
    pairs = [
        pair("fruit", [1, 0], [1, 1]),
        pair("pear", [1, 0], [2, 0]),
        pair("fruit", [0, 1], [1, 1]),
    ]
    ranks = rank(pairs, [shared[0], shared[0], shared[1]])
    assert ranks.texts == ["fruit", "pear"]
    assert ranks.of_images.tolist() == [1, 1]
    assert ranks.of_texts.tolist() == [1, 1]


def test_a_model_that_says_the_same_of_everything_finds_nothing_first() -> None:
    names = [str(number) for number in range(8)]
    same = [pair(name, [1, 0], [1, 0]) for name in names]
    values = numbers(rank(same, [record(name, name) for name in names]))
    assert (values["recall_at_1"], values["recall_at_5"], values["recall_at_10"]) == (0, 0, 1)


@pytest.mark.parametrize("num_right", [1, 2, 5])
def test_chance_is_the_share_of_draws_that_hold_a_right_answer(num_right: int) -> None:
    count, depth = 7, 3
    draws = list(combinations(range(count), depth))
    hit = sum(min(draw) < num_right for draw in draws) / len(draws)
    is_right = np.array([[place < num_right for place in range(count)]])
    assert chance_recall(is_right, depth) == pytest.approx(hit)


def test_the_report_names_recall_first_and_shows_the_worst_images_first() -> None:
    random = np.random.default_rng(0)
    records = [record(str(number), f"text {number}") for number in range(12)]
    pairs = [
        pair(one.texts[0], random.normal(size=3).tolist(), random.normal(size=3).tolist())
        for one in records
    ]
    ranks = rank(pairs, records)
    assert [value.name for value in headline(ranks)][:2] == ["recall_at_5", "recall_at_1"]
    table, curve, cases = sections(ranks)
    assert table.kind == "table"
    assert table.rows[0][:3] == ("text_to_image", 12, 12)
    assert curve.kind == "curves"
    assert curve.curves[0].y[-1] == 1.0
    assert cases.kind == "cases"
    assert cases.cases[0].sample_id == str(int(ranks.of_images.argmax()))
    assert cases.num_cases == (ranks.of_images > 5).sum()
