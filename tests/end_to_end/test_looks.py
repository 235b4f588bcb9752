"""What pages may not show is told from what is somebody's own, and no page is left out."""

from __future__ import annotations

import pytest

from tests.end_to_end import looks
from tests.end_to_end.looks import OwnWords
from tests.end_to_end.places import (
    ELSEWHERE,
    OF_PROJECT,
    PAGES,
    PUBLIC,
    VIEWS,
    addresses,
    parameters,
)

NAMES = dict.fromkeys(parameters(), "1")


def test_every_page_of_the_router_is_among_those_that_are_walked() -> None:
    assert sorted((*OF_PROJECT, *ELSEWHERE, *PUBLIC)) == sorted(PAGES)
    assert set(VIEWS) <= set(PAGES)


def test_a_page_whose_parameter_nobody_names_is_not_left_out_in_silence() -> None:
    found = addresses(PAGES, NAMES)
    assert len(found) == len(PAGES) + sum(map(len, VIEWS.values()))
    assert not [one for one in found if ":" in one or "*" in one]
    with pytest.raises(KeyError, match="studyId"):
        addresses(PAGES, {name: "1" for name in NAMES if name != "studyId"})


@pytest.mark.parametrize("text", ["terms.map_50.name", "Best map_50 so far", "learning_rate"])
def test_keys_are_told_from_texts(text: str) -> None:
    assert looks.raw_keys(text, OwnWords(), "en")


@pytest.mark.parametrize(
    "text", ["mAP@0.5", "olga@laboratory.example.org", "images/a_1.png", "1.2.3", "e.g. This"]
)
def test_names_of_files_and_addresses_are_no_keys(text: str) -> None:
    assert not looks.raw_keys(text, OwnWords(), "zh-CN")


@pytest.mark.parametrize("text", ["linear：", "lightgbm-1", "最好的是 random-forest"])
def test_an_identifier_of_one_word_is_no_word_of_a_chinese_page(text: str) -> None:
    assert looks.raw_keys(text, OwnWords(), "zh-CN")
    assert not looks.raw_keys(text, OwnWords(words=text), "zh-CN")


def test_a_sentence_of_english_is_found_on_a_chinese_page_unless_it_is_of_the_data() -> None:
    text = "请重试：This page could not be loaded."
    assert looks.english_sentences(text, OwnWords()) == ["This page could not be loaded"]
    assert looks.english_sentences(text, OwnWords(words=text)) == []


def test_names_of_the_data_are_told_from_its_words() -> None:
    answer = {"results": [{"name": "petal_width", "kind": "number", "text": ["so wide"]}]}
    assert set(looks.values(answer, only="name")) == {"petal_width"}
    assert set(looks.values(answer)) == {"petal_width", "number", "so wide"}
