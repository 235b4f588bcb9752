"""Decoding of character scores, against cases that are worked out by hand."""

from __future__ import annotations

import json
from itertools import groupby, product
from math import exp, log

import numpy as np
import pytest
from easel.errors import PackageError
from easel.runtime.ctc import (
    Decoder,
    LanguageModel,
    align,
    best_path,
    log_probabilities,
    mean_score,
)
from easel.runtime.ctc.language import read_language_model
from easel.runtime.ctc.paths import LogProbabilities

CHARACTERS = ("a", "b")
# Two columns in which the blank is the best of each, and "a" the best text.
TWO_COLUMNS = np.log([[0.6, 0.4, 1e-9], [0.6, 0.4, 1e-9]])


def _random(seed: int, columns: int = 5, classes: int = 3) -> LogProbabilities:
    return log_probabilities(np.random.default_rng(seed).normal(0, 1.5, (columns, classes)))


def _text_probabilities(scores: LogProbabilities) -> dict[tuple[int, ...], float]:
    """Add up the paths of every text, one by one."""
    found: dict[tuple[int, ...], float] = {}
    for path in product(range(scores.shape[1]), repeat=len(scores)):
        text = tuple(place for place, _ in groupby(path) if place)
        found[text] = found.get(text, 0.0) + exp(sum(scores[t, p] for t, p in enumerate(path)))
    return found


def test_the_best_path_leaves_out_blanks_and_repeats_and_keeps_their_columns() -> None:
    path = [0, 1, 1, 0, 1, 2]
    scores = np.full((6, 3), log(0.1))
    scores[np.arange(6), path] = log(0.8)

    symbols = best_path(scores)

    assert [(one.place, one.start, one.stop) for one in symbols] == [
        (1, 1, 3),
        (1, 4, 5),
        (2, 5, 6),
    ]
    assert mean_score(symbols) == pytest.approx(0.8)


def test_no_column_says_nothing() -> None:
    assert best_path(np.zeros((0, 3))) == []
    assert Decoder(CHARACTERS, width=4)(np.zeros((0, 3))) == []


def test_a_beam_adds_up_the_paths_that_the_best_path_overlooks() -> None:
    # Blank twice: 0.36. "a" in either column or in both: 2 * 0.24 + 0.16 = 0.64.
    assert best_path(TWO_COLUMNS) == []
    assert Decoder(CHARACTERS, width=4).search(TWO_COLUMNS) == (1,)


@pytest.mark.parametrize("seed", range(20))
def test_a_wide_beam_finds_the_text_with_the_largest_sum_of_all_paths(seed: int) -> None:
    scores = _random(seed)
    sums = _text_probabilities(scores)

    found = Decoder(CHARACTERS, width=200).search(scores)

    assert sums[found] == pytest.approx(max(sums.values()))


@pytest.mark.parametrize("seed", range(10))
def test_a_text_is_aligned_with_its_likeliest_path(seed: int) -> None:
    scores, text = _random(seed), (1, 1, 2)
    paths = [
        path
        for path in product(range(3), repeat=5)
        if tuple(place for place, _ in groupby(path) if place) == text
    ]
    likeliest = max(paths, key=lambda path: sum(scores[t, p] for t, p in enumerate(path)))

    symbols = align(scores, text)

    aligned = [0] * 5
    for one in symbols:
        aligned[one.start : one.stop] = [one.place] * (one.stop - one.start)
    assert tuple(aligned) == likeliest


def test_a_language_model_tips_the_scale_between_texts_that_audio_alike() -> None:
    scores = np.log([[0.01, 0.98, 0.01], [0.98, 0.01, 0.01], [0.02, 0.5, 0.48]])
    counts = {"": {"a": 2, "b": 2, "\n": 2}, "\n": {"a": 2}, "a": {"b": 2}, "b": {"\n": 2}}
    language = LanguageModel(2, counts, num_symbols=3)

    alone = Decoder(CHARACTERS, 8).search(scores)
    weighed = Decoder(CHARACTERS, 8, language, weight=1.0).search(scores)

    assert (alone, weighed) == ((1, 1), (1, 2))


def test_a_bonus_makes_longer_texts_win() -> None:
    scores = np.log([[0.6, 0.39, 0.01], [0.98, 0.01, 0.01]])

    assert Decoder(CHARACTERS, 8).search(scores) == ()
    assert Decoder(CHARACTERS, 8, bonus=1.0).search(scores) == (1,)


def test_n_grams_are_interpolated_by_the_number_of_different_followers() -> None:
    counts = {"": {"a": 3, "b": 1}, "a": {"b": 1}}
    language = LanguageModel(2, counts, num_symbols=4)
    # Below the empty context 1/4 each; P(b) = (1 + 2 / 4) / (4 + 2) = 1/4, P(a) = 3.5 / 6.
    assert language.probability("", "b") == pytest.approx(0.25)
    assert language.probability("", "a") == pytest.approx(3.5 / 6)
    # One follower of "a": P(b | a) = (1 + 1 * 1/4) / (1 + 1).
    assert language.probability("a", "b") == pytest.approx(0.625)
    # A context that was never seen says what the shorter one does.
    assert language.probability("b", "a") == pytest.approx(3.5 / 6)


def test_all_that_may_follow_adds_up_to_one() -> None:
    counts = {"": {"a": 3, "b": 1}, "a": {"b": 1, "\n": 2}, "ba": {"\n": 1}}
    language = LanguageModel(3, counts, num_symbols=3)

    for context in ("", "a", "ba", "bb"):
        assert sum(language.probability(context, one) for one in "ab\n") == pytest.approx(1.0)


@pytest.mark.parametrize(
    "document", [{}, {"order": 0, "counts": {}}, {"order": 2, "counts": {"": {"a": -1}}}, []]
)
def test_a_damaged_language_model_is_named(document: object) -> None:
    with pytest.raises(PackageError) as refused:
        read_language_model("lm.json", lambda _: json.dumps(document).encode(), 3)
    assert refused.value.code == "vocabulary_invalid"
