"""Texts are cleaned, and spans find their words again."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cleaning.texts import Edited, clean_text
from engine.specs.cleaning import MaskPersonalData, NormaliseText, SimplifyChinese, StripText


def test_forms_of_characters_and_white_space_are_made_one() -> None:
    cleaned = clean_text(Edited.of("  Ｇｏｏｄ　\n\n cafe\u0301 ①  "), NormaliseText())
    assert cleaned.text == "Good café 1"


def test_tags_entities_addresses_and_emoji_go() -> None:
    text = "<p>早餐&nbsp;不错😀👍🏽</p>见https://a.example/x?y=1，还会来"
    cleaned = clean_text(Edited.of(text), StripText())
    assert cleaned.text.split() == ["早餐", "不错", "见，还会来"]


def test_traditional_characters_become_simplified() -> None:
    cleaned = clean_text(Edited.of("這家飯店的服務員態度很好"), SimplifyChinese())
    assert cleaned.text == "这家饭店的服务员态度很好"


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("打13800138000找我", "打[PHONE]找我"),
        ("+86 138-0013-8000", "[PHONE]"),
        ("身份证11010519491231002X。", "身份证[ID]。"),
        ("mail a.b+c@mail.example.cn now", "mail [EMAIL] now"),
        ("SSN 078-05-1120", "SSN [ID]"),
        ("订单号 20261121000123456 共 3 间", "订单号 20261121000123456 共 3 间"),
    ],
)
def test_personal_data_is_masked_and_other_numbers_stay(text: str, cleaned: str) -> None:
    assert clean_text(Edited.of(text), MaskPersonalData()).text == cleaned


def test_a_span_follows_its_word_through_several_steps() -> None:
    text = "<b>飯店</b>   在 上海市，電話13800138000"
    edited = Edited.of(text)
    for step in (StripText(), SimplifyChinese(), MaskPersonalData(), NormaliseText()):
        edited = clean_text(edited, step)
    for word, now in (("飯店", "饭店"), ("上海市", "上海市")):
        start = text.index(word)
        place = edited.span(start, start + len(word))
        assert place is not None
        assert edited.text[slice(*place)] == now
    inside = text.index("800")
    assert edited.span(inside, inside + 3) is None, "a part of what was masked is lost"


@given(st.text(max_size=60), st.text(alphabet="ab<>& ", max_size=5))
def test_gaps_name_the_same_places_in_the_cleaned_text(text: str, replacement: str) -> None:
    edited = Edited.of(text).replace(re.compile("[aeiou0-9]+"), replacement)
    assert len(edited.gaps) == len(text) + 1
    assert edited.gaps[0] == 0
    assert edited.gaps[-1] == len(edited.text)
    for place, character in enumerate(text):
        span = edited.span(place, place + 1)
        if character not in "aeiou0123456789":
            assert span is not None
            assert edited.text[slice(*span)] == character


def test_a_hundred_thousand_letters_are_cleaned_as_quickly_as_they_are_read() -> None:
    hostile = ("a" * 100_000, "<!--" * 25_000, "a.b@" * 25_000, "+1-" * 33_000)
    began = time.perf_counter()
    for text in hostile:
        for step in (StripText(html=True), MaskPersonalData(emails=True)):
            assert clean_text(Edited.of(text), step).text
    assert time.perf_counter() - began < 5


def test_mail_addresses_within_other_text_are_masked_whole() -> None:
    text = "写信给a.b+c@mail.example.com，或<x@y.org>;z@q.net"
    masked = clean_text(Edited.of(text), MaskPersonalData(emails=True)).text
    assert masked == "写信给[EMAIL]，或<[EMAIL]>;[EMAIL]"


def test_comments_go_with_what_is_in_them_and_their_beginnings_alone_stay() -> None:
    text = "a <!-- b - > -- <i> --> c <!-- d <!-- e --> f <!-- g"
    assert clean_text(Edited.of(text), StripText(html=True)).text == "a   c <!-- d   f <!-- g"
