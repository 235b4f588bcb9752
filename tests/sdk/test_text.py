"""Texts in the runtime: words, windows, n-grams, and the answers made of their scores."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pytest
from easel.errors import PackageError
from easel.runtime import Pipeline
from easel.runtime.predictions.chain import span_probabilities
from easel.runtime.predictions.spans import SpanResult, select
from easel.runtime.text.windows import window_starts
from easel.runtime.text.words import fold, shape, word_spans

WORDS = json.dumps({"words": ["the", "cat", "猫"], "features": ["0\tthe\tcat", "<\tc"]}).encode()
SPANS = [{"op": "spans", "decode": "chain", "max_words": 3}]


def pipeline(op: dict[str, Any], file: bytes, prediction: list[dict[str, Any]] = SPANS) -> Pipeline:
    labels = [("A", 0.5), ("B", 0.5)]
    return Pipeline.from_ops({"kind": "text"}, [op], prediction, labels, {"v.json": file})


def words(text: str) -> list[str]:
    return [text[start:end] for start, end in word_spans(text)]


def test_words_are_runs_of_letters_and_each_character_of_scripts_without_spaces() -> None:
    assert words("Don't buy 3 猫粮!") == ["Don", "'", "t", "buy", "3", "猫", "粮", "!"]
    assert words("") == []


def test_folding_keeps_every_character_in_its_place() -> None:
    text = "ＡＢＣ\u3000İstanbul ÄÖ"
    assert len(fold(text)) == len(text)
    assert fold(text).startswith("abc ")


def test_shapes_write_runs_of_one_kind_once() -> None:
    assert [shape(word) for word in ("Paris", "B52s", "x-ray")] == ["Aa", "A0a", "a-a"]


def test_places_are_code_points_also_behind_an_emoji() -> None:
    prepared = pipeline({"op": "words", "file": "v.json"}, WORDS).prepare("😀𠮷 cat")
    assert prepared.context.offsets[0][-1] == (3, 6)


def test_words_get_ids_and_features_of_their_surroundings() -> None:
    op = {"op": "words", "file": "v.json", "windows": [[-1, 0]], "affixes": 1}
    prepared = pipeline(op, WORDS).prepare("The cat")
    assert prepared.tensors["input_ids"][0, :3].tolist() == [2, 3, 0]
    # The window and the beginning of "cat" are known; its end and its shape are not.
    assert prepared.tensors["feature_ids"][0, 1].tolist() == [1, 2, 0, 0]


@pytest.mark.parametrize(("length", "size", "overlap"), [(8, 8, 2), (9, 8, 2), (30, 8, 3)])
def test_windows_cover_a_long_text_and_overlap(length: int, size: int, overlap: int) -> None:
    starts = window_starts(length, size, overlap)
    covered = set(itertools.chain.from_iterable(range(s, s + size) for s in starts))
    assert covered >= set(range(length))
    assert starts[-1] + size == max(length, size)
    assert all(after - before <= size - overlap for before, after in itertools.pairwise(starts))


def test_an_empty_text_is_one_row_of_padding() -> None:
    prepared = pipeline({"op": "words", "file": "v.json"}, WORDS).prepare("")
    assert prepared.tensors["attention_mask"].tolist() == [[0] * 8]


def test_ngrams_are_counted_over_folded_text_with_single_spaces() -> None:
    op = {"op": "ngrams", "file": "v.json", "unit": "character", "smallest": 1, "largest": 2}
    file = json.dumps([" ", "a", "ab", "zz"]).encode()
    prediction = [{"op": "softmax"}, {"op": "labels", "select": "top"}]
    prepared = pipeline(op, file, prediction).prepare(" AB  \n ab ")
    assert prepared.tensors["ngram_ids"][0, :3].tolist() == [0, 1, 2]
    assert prepared.tensors["ngram_counts"][0, :4].tolist() == [1, 2, 2, 0]


def test_a_broken_vocabulary_is_refused_when_the_package_is_opened() -> None:
    with pytest.raises(PackageError) as refused:
        pipeline({"op": "words", "file": "v.json"}, b'{"words": [1]}')
    assert refused.value.code == "vocabulary_invalid"


def test_probabilities_of_spans_are_the_share_of_the_tag_sequences_that_have_them() -> None:
    random = np.random.default_rng(0)
    emissions, transitions = random.normal(size=(4, 5)), random.normal(size=(6, 5))
    found = span_probabilities(emissions, transitions, max_words=4)

    expected, total = np.zeros((2, 4, 4)), 0.0
    for tags in itertools.product(range(5), repeat=4):
        score = transitions[-1, tags[0]] + sum(emissions[i, tag] for i, tag in enumerate(tags))
        score += sum(transitions[a, b] for a, b in itertools.pairwise(tags))
        total += np.exp(score)
        for start, kind in itertools.product(range(4), range(2)):
            if tags[start] != 1 + 2 * kind:
                continue
            length = 1
            while start + length < 4 and tags[start + length] == 2 + 2 * kind:
                length += 1
            expected[kind, start, length - 1] += np.exp(score)

    np.testing.assert_allclose(found, expected / total, atol=1e-12)


def test_a_span_at_a_cut_edge_is_left_to_the_window_that_sees_it_whole() -> None:
    op = {"op": "words", "file": "v.json", "max_words": 8, "overlap": 3}
    prediction = [{"op": "spans", "decode": "pairs", "max_words": 8}]
    model = pipeline(op, WORDS, prediction)
    text = " ".join(f"w{number}" for number in range(12))
    prepared = model.prepare(text)
    logits = np.full((2, 2, 8, 8), -20.0, np.float32)
    logits[0, 0, 6, 7] = 3.0  # Cut off: the first window ends here, the text does not.
    logits[1, 0, 2, 4] = 2.0  # The same place with the word that follows.

    (span,) = model.postprocess(prepared, {"spans": logits})

    assert span.document()["text"] == "w6 w7 w8"


def test_the_surest_of_overlapping_spans_is_kept_unless_they_may_nest() -> None:
    inner, outer = SpanResult("A", "b", 1, 2, 0.9), SpanResult("B", "abc", 0, 3, 0.8)
    thresholds = {"A": 0.5, "B": 0.5}
    assert select([inner, outer], thresholds, nested=False) == [inner]
    assert select([inner, outer], thresholds, nested=True) == [inner, outer]
    assert select([inner, outer], thresholds, nested=True, threshold=0.85) == [inner]


def test_relations_join_the_entities_whose_first_and_last_words_match() -> None:
    prediction = [{"op": "relations", "num_entities": 1, "max_words": 4}]
    labels = [("thing", 0.5), ("on", 0.5)]
    op = {"op": "words", "file": "v.json"}
    model = Pipeline.from_ops({"kind": "text"}, [op], prediction, labels, {"v.json": WORDS})
    prepared = model.prepare("red cat on mat")
    outputs = {
        name: np.full((1, 1, 8, 8), -9.0, np.float32) for name in ("spans", "heads", "tails")
    }
    outputs["spans"][0, 0, 0, 1] = outputs["spans"][0, 0, 3, 3] = 4.0
    outputs["heads"][0, 0, 0, 3] = outputs["tails"][0, 0, 1, 3] = 2.0

    (relation,) = model.postprocess(prepared, outputs)

    document = relation.document()
    assert (document["subject"]["text"], document["object"]["text"]) == ("red cat", "mat")
    assert document["score"] == pytest.approx(1 / (1 + np.exp(-2.0)), abs=1e-6)


def test_aspect_sentiment_names_the_whole_text_and_then_its_targets() -> None:
    prediction = [{"op": "opinions", "num_labels": 1, "decode": "pairs", "max_words": 2}]
    op = {"op": "words", "file": "v.json"}
    model = pipeline(op, WORDS, prediction)
    logits = np.full((1, 1, 8, 8), -9.0, np.float32)
    logits[0, 0, 1, 1] = 5.0

    whole, target = model.postprocess(
        model.prepare("the cat"), {"spans": logits, "logits": np.zeros((1, 1), np.float32)}
    )

    assert whole.document() == {"name": "A", "score": 1.0}
    assert target.document()["aspect"] == "cat"
    assert target.document()["polarity"] == "B"


def test_a_score_is_also_a_value_on_the_scale_of_the_data() -> None:
    prediction = [{"op": "score", "low": 1.0, "high": 5.0}]
    op = {"op": "words", "file": "v.json"}
    model = Pipeline.from_ops({"kind": "text_pair"}, [op], prediction, [], {"v.json": WORDS})
    prepared = model.prepare(("the cat", "cat"))
    assert {"input_ids_1", "input_ids_2"} <= set(prepared.tensors)

    (result,) = model.postprocess(prepared, {"score": np.zeros((1, 1), np.float32)})

    assert result.document() == {"name": "similar", "score": 0.5, "value": 3.0}
