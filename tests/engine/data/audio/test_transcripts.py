"""Transcripts made alike, their characters, and what follows what."""

from __future__ import annotations

import json

import pytest
from easel.runtime.ctc.language import read_language_model

from engine.data.audio.transcripts import characters_of, language_model, spoken_text
from engine.specs.options.speech.recognition import SpeechRecognitionOptions


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("  Turn  it\ton. ", "turn it on"),
        ("打开，灯！", "打开 灯"),
        ("ＡＢＣ１２３", "abc123"),
        ("It's a well-known 'fact'", "it's a well-known fact"),
        ("-5 - 3", "5 3"),
        ("...", ""),
    ],
)
def test_a_transcript_is_learnt_without_what_cannot_be_heard(written: str, spoken: str) -> None:
    assert spoken_text(written, SpeechRecognitionOptions()) == spoken


def test_case_and_signs_stay_when_they_are_asked_for() -> None:
    options = SpeechRecognitionOptions(lowercase=False, punctuation=True)

    assert spoken_text("Turn it on, Ann.", options) == "Turn it on, Ann."


def test_new_characters_follow_those_that_a_package_knows() -> None:
    assert characters_of(["cab"]) == ("a", "b", "c")
    assert characters_of(["dab"], known=("b", "a")) == ("b", "a", "d")


def test_a_language_model_counts_what_follows_each_context_and_the_edges() -> None:
    document = json.loads(language_model(["ab", "aa"], order=2))

    assert document["order"] == 2
    assert document["counts"] == {
        "": {"a": 3, "b": 1, "\n": 2},
        "\n": {"a": 2},
        "a": {"b": 1, "a": 1, "\n": 1},
        "b": {"\n": 1},
    }


def test_the_runtime_prefers_what_was_written_often() -> None:
    content = language_model(["turn it on", "turn it off", "turn it on"], order=4)
    language = read_language_model("lm.json", lambda _: content, num_symbols=12)

    assert language.probability("o", "n") > language.probability("o", "f")
    assert language.probability(language.context("\nturn i"), "t") > 0.8


def test_a_large_corpus_loses_its_rarest_long_n_grams_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.data.audio.transcripts._MOST_NGRAMS", 20)

    document = json.loads(language_model(["abcabc", "abcxyz"], order=4))

    longest = {context: after for context, after in document["counts"].items() if len(context) == 3}
    assert longest == {"\nab": {"c": 2}}
    assert document["counts"][""]["x"] == 1
