"""Each kind of input and of answer is measured by what a person would look at first."""

from __future__ import annotations

import numpy as np
import pytest
from easel.runtime.image_text.input import ImageText
from easel.runtime.text.decode import TextPair
from PIL import Image, ImageFilter

from engine.drift.measuring.answers import answer_features
from engine.drift.measuring.calls import MAX_ROWS, call_features
from engine.drift.measuring.images import image_features
from engine.drift.measuring.recordings import recording_features
from engine.drift.measuring.texts import text_descriptor, text_numbers

IMAGE = {"kind": "image", "color": "RGB"}


def noisy_image(
    height: int, width: int, seed: int = 1
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


def test_an_image_of_one_colour_has_its_brightness_and_nothing_else() -> None:
    numbers, cells = image_features(np.full((40, 60, 3), (255, 0, 0), np.uint8))
    assert (numbers["width"], numbers["height"]) == (60, 40)
    assert numbers["brightness"] == pytest.approx(0.299, abs=1e-3)
    assert numbers["contrast"] == pytest.approx(0, abs=1e-3)
    assert (numbers["saturation"], numbers["sharpness"], numbers["detail"]) == (1, 0, None)
    np.testing.assert_allclose(cells.reshape(3, 8, 8).mean(axis=(1, 2)), [255, 0, 0], atol=1e-3)


def test_contrast_and_sharpness_are_those_of_the_pixels() -> None:
    stripes = np.zeros((64, 64, 3), np.uint8)
    stripes[:, ::2] = 200
    numbers, _ = image_features(stripes)
    # Every step across is 200, every step down is 0; each step across turns back.
    assert numbers["sharpness"] == pytest.approx(100 / 255)
    assert numbers["detail"] == pytest.approx(2)
    halves = np.zeros((64, 64, 3), np.uint8)
    halves[:, 32:] = 200
    numbers, cells = image_features(halves)
    assert numbers["contrast"] == pytest.approx(100 / 255, rel=1e-3)
    assert cells.reshape(3, 8, 8)[0, 0].tolist() == pytest.approx([0] * 4 + [200] * 4)


def test_blurring_takes_detail_away_and_leaves_brightness() -> None:
    image = Image.fromarray(noisy_image(90, 120))
    sharp, _ = image_features(np.asarray(image))
    blurred, _ = image_features(np.asarray(image.filter(ImageFilter.GaussianBlur(1))))
    share = {name: (blurred[name] or 0) / (sharp[name] or 1) for name in ("sharpness", "detail")}
    assert share["sharpness"] < 0.5
    assert share["detail"] < 0.8
    assert blurred["brightness"] == pytest.approx(sharp["brightness"], rel=0.05)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 300), (7, 2), (2000, 3)])
def test_images_of_any_size_are_measured(height: int, width: int) -> None:
    (features,) = call_features(IMAGE, noisy_image(height, width))
    assert features.descriptor is not None
    assert features.descriptor.shape == (192,)
    known = [value for value in features.numbers.values() if value is not None]
    assert np.isfinite(known).all()


def test_a_text_is_measured_by_its_kinds_of_characters_in_any_language() -> None:
    numbers = text_numbers("Ab 1。酒店")
    assert numbers["characters"] == 7
    assert {name: round(7 * (numbers[name] or 0)) for name in numbers if name != "characters"} == {
        "letters": 2,
        "capitals": 1,
        "digits": 1,
        "ideographs": 2,
        "spaces": 1,
        "punctuation": 1,
    }
    assert text_numbers("") == {"characters": 0.0} | dict.fromkeys(list(numbers)[1:])


def test_texts_of_one_field_are_nearer_to_each_other_than_to_another() -> None:
    one, near, far = (
        text_descriptor(text)
        for text in ("酒店的房间很大很干净", "房间很干净,酒店不错", "the plot of the film is thin")
    )
    assert np.linalg.norm(one) == pytest.approx(1)
    assert one @ near > 0.2 > one @ far
    for text in ("", "a", "\ud800x"):
        assert np.isfinite(text_descriptor(text)).all()


def test_noise_makes_a_recording_flat_and_its_quietest_frame_loud() -> None:
    chance = np.random.default_rng(2)
    tone = np.sin(np.arange(16000) * 2 * np.pi * 440 / 8000).astype(np.float32) * 0.5
    tone[8000:] = 0
    noisy = tone + chance.normal(0, 0.01, len(tone)).astype(np.float32)
    before, bands = recording_features(tone, 8000)
    after, _ = recording_features(noisy, 8000)
    assert (before["seconds"], before["quietest"]) == (2.0, pytest.approx(-100))
    assert (after["flatness"] or 0) > 100 * (before["flatness"] or 1)
    assert after["quietest"] == pytest.approx(-40, abs=1)
    # 440 Hz is bin 28 of 256, and band 11 has bins 25 to 30.
    assert bands[: len(bands) // 2].argmax() == 11
    for length in (1, 511, 513):
        numbers, again = recording_features(tone[:length], 8000)
        assert np.isfinite([*again, *(value or 0 for value in numbers.values())]).all()
        assert again.shape == bands.shape


def test_rows_of_a_table_are_calls_of_their_own_up_to_a_hundred() -> None:
    columns = [
        {"kind": "number", "name": "age"},
        {"kind": "category", "name": "job", "categories": ["a"]},
        {"kind": "time", "name": "day", "format": None},
    ]
    table = {"kind": "table", "columns": columns}
    rows = ({"age": "41", "job": "b", "day": "2024-01-01"}, {"age": "?", "job": None})
    answers = [
        {"income": "high", "probabilities": {"high": 0.8, "low": 0.2}, "unread": []},
        {"income": "low", "probabilities": {"high": 0.4, "low": 0.6}},
    ]
    first, second = call_features(table, rows, answers)
    assert first.numbers == {"input.age": 41.0, "answer.confidence": 0.8}
    assert first.categories == {"input.job": "b", "answer.class": "high"}
    assert second.numbers["input.age"] is None
    assert second.categories["input.job"] is None
    many = tuple({"age": number, "job": "a"} for number in range(1000))
    chosen = call_features(table, many, [{"price": float(row["age"])} for row in many])
    assert len(chosen) == MAX_ROWS
    assert all(one.numbers["input.age"] == one.numbers["answer.value.price"] for one in chosen)


def test_a_series_is_measured_by_its_level_its_spread_and_its_steps() -> None:
    series = {
        "kind": "series",
        "targets": ["load"],
        "covariates": [{"kind": "number", "name": "wind"}, {"kind": "category", "name": "day"}],
    }
    columns = {
        "time": ["1", "2", "3"],
        "load": [1.0, 3.0, None],
        "wind": ["", "", ""],
        "day": "abc",
    }
    answer = [{"time": ["4", "5"], "load": [2.0, 4.0], "load_low": [1.0, 3.0]}]
    (call,) = call_features(series, columns, answer)
    assert call.numbers["input.load.mean"] == 2
    assert call.numbers["input.load.spread"] == 1
    assert call.numbers["input.load.step"] == 2
    assert call.numbers["input.load.missing"] == pytest.approx(1 / 3)
    assert call.numbers["input.wind.mean"] is None
    assert call.numbers["input.points"] == 3
    assert call.numbers["answer.value.load"] == 3
    assert not any("day" in name for name in call.numbers)


def test_pairs_and_images_with_texts_have_the_features_of_both() -> None:
    (pair,) = call_features({"kind": "text_pair"}, TextPair("ab", "abc"))
    assert pair.numbers["input.text1.characters"] == 2
    assert pair.numbers["input.text2.characters"] == 3
    both = {"kind": "image_text", "color": "RGB"}
    (call,) = call_features(both, ImageText(noisy_image(9, 8), "ab"))
    assert call.numbers["input.width"] == 8
    assert call.numbers["input.characters"] == 2
    assert call.descriptor is not None
    (text,) = call_features(both, ImageText(None, "ab"))
    assert "input.width" not in text.numbers
    assert text.descriptor is None


def test_labels_tell_the_surest_class_and_its_confidence() -> None:
    answer = answer_features([{"name": "cat", "score": 0.7}, {"name": "dog", "score": 0.3}])
    assert answer.numbers == {"confidence": 0.7}
    assert answer.categories == {"class": "cat"}
    assert answer.label_shares is None


def test_detections_tell_how_many_there_are_and_of_what() -> None:
    found = [
        {"name": name, "score": score, "location": {}}
        for name, score in (("cell", 0.9), ("cell", 0.5), ("cell", 0.4), ("plate", 0.6))
    ]
    answer = answer_features(found)
    assert answer.numbers["results"] == 4
    assert answer.numbers["confidence"] == 0.9
    assert answer.numbers["mean_confidence"] == pytest.approx(0.6)
    assert answer.label_shares == {"cell": 0.75, "plate": 0.25}
    nothing = answer_features([])
    assert nothing.numbers == {"confidence": None, "results": 0, "mean_confidence": None}
    assert (nothing.categories, nothing.label_shares) == ({"class": None}, {})


def test_objects_of_a_video_are_counted_once_in_all_frames() -> None:
    frames = [
        {"frame": frame, "objects": [{"name": "car", "track_id": 1, "score": 0.8, "location": {}}]}
        for frame in range(5)
    ]
    assert answer_features(frames).numbers["results"] == 1


def test_written_answers_tell_their_length_and_scores_their_value() -> None:
    spoken = [
        {"text": "one two", "start_seconds": 0.0, "end_seconds": 1.0, "score": 0.9},
        {"text": "three", "start_seconds": 1.0, "end_seconds": 2.0, "score": 0.7},
    ]
    assert answer_features(spoken).numbers["characters"] == 12
    assert "class" not in answer_features(spoken).categories
    similar = answer_features([{"name": "related", "score": 0.8, "value": 4.2}])
    assert similar.numbers["value"] == 4.2
