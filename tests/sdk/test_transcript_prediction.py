"""Columns of windows laid end to end, and what is said in them by time."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from easel.errors import BackendError, PackageError
from easel.runtime import Example, Utterance
from easel.runtime.audio import AudioContext
from easel.runtime.pipeline import NO_OPTIONS
from easel.runtime.predictions.transcript import TranscriptDecoder, open_decoder
from easel.runtime.results import PredictOptions
from numpy.typing import NDArray

FILES = {"characters.json": json.dumps(["a", "b", " "]).encode()}


def _prediction(**fields: Any) -> TranscriptDecoder:
    op = {"op": "ctc_decode", "characters": "characters.json", **fields}
    return open_decoder([op], [], FILES.__getitem__)


def _example(frames: int, starts: tuple[int, ...], lengths: tuple[int, ...]) -> Example:
    context = AudioContext(2.0, 0.01, starts, lengths)
    return Example({"features": np.zeros((len(starts), frames, 2), np.float32)}, context)


def _logits(*rows: str) -> dict[str, NDArray[np.float32]]:
    """Return columns that say a letter each; a dot is the blank."""
    classes = [[".ab ".index(one) for one in row] for row in rows]
    return {"logits": (np.eye(4, dtype=np.float32) * 20)[np.array(classes)]}


def _no_networks(name: str, tensors: object) -> Any:
    raise AssertionError(name)


def test_a_character_is_said_when_its_columns_are_heard() -> None:
    said = _prediction()(_example(32, (0,), (32,)), _logits("..aa.b.."), NO_OPTIONS, _no_networks)

    assert len(said) == 1
    assert said[0].document() == {
        "text": "ab",
        "start_seconds": 0.08,
        "end_seconds": 0.24,
        "score": 1.0,
    }


def test_columns_that_begin_on_padding_say_nothing() -> None:
    said = _prediction()(_example(32, (0,), (9,)), _logits(".a.bbbbb"), NO_OPTIONS, _no_networks)

    assert [one.document()["text"] for one in said] == ["a"]


def test_each_of_two_windows_has_the_half_of_their_overlap_that_is_inside_of_it() -> None:
    # Frames 0 to 31 and 16 to 47; the border is frame 24: six columns of the first, six of the
    # second, whose edges say what is not there.
    outputs = _logits("a....abb", "bb.b...a")
    columns = _prediction().columns(_example(32, (0, 16), (32, 32)), outputs)

    assert columns.starts.tolist() == pytest.approx([0.04 * k for k in range(12)])
    said = _prediction().decoder(columns.scores)
    assert _prediction().text(said) == "aaba"


def test_windows_that_do_not_begin_on_a_column_leave_no_frame_out() -> None:
    columns = _prediction().columns(_example(32, (0, 18), (32, 32)), _logits("." * 8, "." * 8))

    assert np.all(np.diff(columns.starts) > 0)
    assert np.diff(columns.starts).max() < 2 * 0.04
    assert columns.ends[-1] == pytest.approx(0.50)


def test_a_pause_begins_another_utterance_and_a_sure_one_may_be_asked_for() -> None:
    outputs = _logits("aa" + "." * 10 + "b ..")
    example = _example(64, (0,), (64,))
    prediction = _prediction(pause_seconds=0.3)

    said = prediction(example, outputs, NO_OPTIONS, _no_networks)

    assert [one.document()["text"] for one in said] == ["a", "b"]
    assert len(_prediction(pause_seconds=0)(example, outputs, NO_OPTIONS, _no_networks)) == 1
    assert len(prediction(example, outputs, PredictOptions(top_num=1), _no_networks)) == 1
    assert prediction(example, _logits("." * 16), NO_OPTIONS, _no_networks) == []


def test_an_utterance_rounds_what_it_says_of_itself() -> None:
    document = Utterance("a", 1 / 3, 2 / 3, 0.12345678).document()

    assert document == {
        "text": "a",
        "start_seconds": 0.333,
        "end_seconds": 0.667,
        "score": 0.123457,
    }


def test_outputs_that_do_not_fit_the_characters_are_refused() -> None:
    example = _example(32, (0,), (32,))
    with pytest.raises(BackendError) as shape:
        _prediction().columns(example, {"logits": np.zeros((1, 8, 3), np.float32)})
    with pytest.raises(BackendError) as number:
        _prediction().columns(example, {"logits": np.full((1, 8, 4), np.nan, np.float32)})

    assert (shape.value.code, number.value.code) == ("output_shape", "output_not_finite")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"beam_width": 0}, "op_invalid"),
        ({"characters": 3}, "op_invalid"),
        ({"language_model": 3}, "op_invalid"),
        ({"speed": 1}, "op_invalid"),
    ],
)
def test_an_op_that_is_not_understood_is_refused(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(PackageError) as refused:
        _prediction(**fields)
    assert refused.value.code == code
