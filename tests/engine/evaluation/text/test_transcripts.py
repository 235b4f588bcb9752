"""Transcriptions compared with the reference transcripts."""

from __future__ import annotations

import pytest
from easel.runtime import Utterance

from engine.evaluation.text.transcripts import (
    Transcription,
    count_keywords,
    evaluate,
    headline,
    numbers,
    sections,
    words_of,
)
from engine.specs.data import SampleRecord, Split
from engine.specs.package.sections import BarsSection, CasesSection, NoteSection, TableSection
from engine.training.speech.weighing import Weighing


def _transcription(text: str) -> Transcription:
    return Transcription(text, (Utterance(text, 0.0, 1.0, 0.5),))


EVALUATED = evaluate(
    ["turn it on", "turn it off", "打开灯"],
    [_transcription("turn it on"), _transcription("turn of"), _transcription("打开等")],
)
RECORDS = [
    SampleRecord(id=f"{k}", file=f"{k}.wav", name=f"{k}.wav", sha256="", split=Split.TEST)
    for k in range(3)
]


def test_words_lie_between_spaces_and_chinese_has_one_per_character() -> None:
    assert words_of("it's on 打开tv now") == ["it's", "on", "打", "开", "tv", "now"]
    assert words_of("") == []


def test_error_rates_are_all_edits_over_all_that_is_there() -> None:
    values = numbers(EVALUATED)

    # "turn it off" lacks "it " and one f: four of 11; one of three Chinese characters.
    assert values["character_error_rate"] == pytest.approx(5 / 24)
    # "it" is missing and "off" is wrong: two of nine words, and one character of three.
    assert values["word_error_rate"] == pytest.approx(3 / 9)
    assert values["sentence_accuracy"] == pytest.approx(1 / 3)


def test_keywords_are_found_missed_or_invented() -> None:
    turn, of = count_keywords(EVALUATED, ["turn", "of"])

    assert (turn.there, turn.found, turn.invented) == (2, 2, 0)
    assert (of.there, of.found, of.invented) == (1, 1, 0)
    values = {one.name: one.value for one in headline(EVALUATED, ["turn it", "灯"])}
    assert values["keyword_accuracy"] == pytest.approx(1 / 3)
    assert "keyword_accuracy" not in {one.name for one in headline(EVALUATED, ["never said"])}


def test_fewer_wrong_characters_are_better() -> None:
    assert [one.higher_is_better for one in headline(EVALUATED, [])] == [False, False, True]


def test_a_report_shows_the_worst_recording_first_with_what_was_taken_for_what() -> None:
    weighings = [Weighing(0.0, 0.0, 0.3), Weighing(0.4, 0.4, 0.1)]
    parts = {one.key: one for one in sections(EVALUATED, RECORDS, ["turn"], weighings)}

    kinds, cases, note = (
        parts["edits_by_kind"],
        parts["cases"],
        parts["language_model_weighed"],
    )
    confused, keywords = parts["confused_characters"], parts["keywords"]
    assert isinstance(kinds, BarsSection)
    assert isinstance(cases, CasesSection)
    assert isinstance(note, NoteSection)
    assert isinstance(confused, TableSection)
    assert isinstance(keywords, TableSection)
    assert dict(zip(kinds.names, kinds.values, strict=True)) == {
        "substitutions": 1,
        "insertions": 0,
        "deletions": 4,
    }
    assert ("灯", "等", 1) in confused.rows
    assert keywords.rows == (("turn", 2, 2, 0),)
    assert [case.name for case in cases.cases] == ["1.wav", "2.wav", "0.wav"]
    assert cases.num_cases == 2
    assert cases.cases[0].truth == [{"text": "turn it off"}]
    assert note.params == {"weight": 0.4, "with": 10.0, "without": 30.0}
