"""Every kind of answer becomes the annotation that a person would make."""

from __future__ import annotations

import pytest

from engine.catalog import PredictionKind
from engine.suggestions.conversion import suggestion_of

BOX = {"left": 4, "top": 5, "width": 10, "height": 20}
LIMITS = {"cell": 0.5}


def test_one_class_is_chosen_and_its_margin_is_the_doubt() -> None:
    prediction = [{"name": "kiwi", "score": 0.3}, {"name": "banana", "score": 0.6}]
    made = suggestion_of("a", prediction, PredictionKind.LABELS, {})
    assert [(one.name, one.score) for one in made.labels] == [("banana", 0.6)]
    assert (made.id, made.score) == ("a", 0.6)
    assert made.uncertainty == pytest.approx(0.7)


def test_several_labels_are_those_above_their_own_threshold() -> None:
    prediction = [{"name": "red", "score": 0.6}, {"name": "green", "score": 0.4}]
    made = suggestion_of("a", prediction, PredictionKind.LABELS, {"red": 0.7, "green": 0.3})
    assert [one.name for one in made.labels] == ["green"]


def test_doubtful_boxes_are_kept_and_do_not_count_for_the_whole() -> None:
    prediction = [
        {"name": "cell", "score": 0.9, "location": BOX},
        {"name": "cell", "score": 0.3, "location": BOX},
    ]
    made = suggestion_of("a", prediction, PredictionKind.BOXES, LIMITS)
    assert [one.score for one in made.regions] == [0.9, 0.3]
    assert made.regions[0].geometry.model_dump()["width"] == 10
    assert made.score == 0.9


def test_a_mask_brings_the_size_of_its_image() -> None:
    prediction = [{"name": "cell", "score": 0.9, "location": BOX, "mask": "Pj7", "size": (80, 100)}]
    made = suggestion_of("a", prediction, PredictionKind.MASKS, LIMITS)
    assert made.regions[0].geometry.model_dump() == {
        "kind": "mask",
        "size": (80, 100),
        "counts": "Pj7",
    }


def test_relations_bring_their_ends_once() -> None:
    ann = {"name": "person", "start": 0, "end": 3, "score": 0.9}
    acme = {"name": "firm", "start": 14, "end": 18, "score": 0.8}
    prediction = [
        {"name": "works_for", "subject": ann, "object": acme, "score": 0.7},
        {"name": "owns", "subject": ann, "object": acme, "score": 0.6},
    ]
    made = suggestion_of("a", prediction, PredictionKind.RELATIONS, {})
    assert len(made.regions) == 2
    assert {(one.subject, one.object) for one in made.relations} == {("model-0", "model-1")}


def test_aspect_sentiment_says_something_of_the_whole_and_of_its_targets() -> None:
    prediction = [
        {"name": "good", "score": 0.8},
        {"name": "bad", "score": 0.2},
        {"name": "praised", "start": 0, "end": 2, "score": 0.7},
    ]
    made = suggestion_of("a", prediction, PredictionKind.ASPECT_SENTIMENT, {"praised": 0.5})
    assert [one.name for one in made.labels] == ["good"]
    assert [one.label for one in made.regions] == ["praised"]


def test_utterances_become_one_transcript() -> None:
    prediction = [{"text": "one two", "score": 0.9}, {"text": "three", "score": 0.7}]
    made = suggestion_of("a", prediction, PredictionKind.TRANSCRIPT, {})
    assert made.texts == ("one two three",)
    assert made.score == pytest.approx(0.8)


def test_lines_of_text_keep_their_corners_and_words() -> None:
    points = [[0, 0], [9, 0], [9, 4], [0, 4]]
    prediction = [{"words": "Total 38.50", "score": 0.9, "location": {**BOX, "points": points}}]
    made = suggestion_of("a", prediction, PredictionKind.WORDS, {})
    assert (made.regions[0].label, made.regions[0].text) == (None, "Total 38.50")


def test_followed_objects_become_boxes_of_frames() -> None:
    one = {"name": "car", "track_id": 3, "score": 0.9, "location": BOX}
    prediction = [{"frame": 7, "time_seconds": 0.3, "objects": [one]}]
    made = suggestion_of("a", prediction, PredictionKind.TRACKS, {"car": 0.5})
    geometry = made.regions[0].geometry.model_dump()
    assert (geometry["frame"], geometry["track"]) == (7, 3)


def test_a_likeness_is_a_value() -> None:
    prediction = [{"name": "similar", "score": 0.75, "value": 4.0}]
    assert suggestion_of("a", prediction, PredictionKind.MATCHES, {}).value == 4.0


def test_finding_nothing_is_neither_sure_nor_quite_unsure() -> None:
    made = suggestion_of("a", [], PredictionKind.BOXES, LIMITS)
    assert (made.regions, made.uncertainty) == ((), 0.5)
