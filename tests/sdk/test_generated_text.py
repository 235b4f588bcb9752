"""One token of text after another, and what neighbouring windows both say."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from easel.errors import BackendError, PackageError
from easel.runtime import Example
from easel.runtime.audio import AudioContext
from easel.runtime.pipeline import NO_OPTIONS
from easel.runtime.predictions.generated_text import GeneratedTextDecoder, open_decoder, overlap
from numpy.typing import NDArray

WORDS = [None, None, None, " one", " two", " three", " four", " caf\u00c3", "\u00a9"]
START, MARK, END = 0, 1, 2
FILES = {"pieces.json": json.dumps({"pieces": WORDS, "prompt": [START, MARK], "end": END}).encode()}
OP = {
    "op": "greedy_decode",
    "pieces": "pieces.json",
    "memory": "memory",
    "step": "step",
    "max_tokens": 12,
}


def _prediction(**fields: Any) -> GeneratedTextDecoder:
    return open_decoder([{**OP, **fields}], [], FILES.__getitem__)


class Networks:
    """Says some tokens in each window; a column holds the number of its window."""

    def __init__(self, *windows: list[int]) -> None:
        self.windows = windows
        self.asked: list[tuple[list[int], int, int]] = []

    def __call__(self, name: str, tensors: Any) -> dict[str, NDArray[np.generic]]:
        if name == "memory":
            return {"memory": tensors["columns"][:, None, None]}
        place, past = int(tensors["place"][0]), tensors["past"]
        self.asked.append((tensors["token"].tolist(), place, past.shape[3]))
        logits = np.zeros((len(past), len(WORDS)), np.float32)
        # A token that is no text is likelier than all, and never said.
        logits[:, START] = 30
        for row, window in enumerate(tensors["memory"][:, 0, 0, 0, 0].astype(int)):
            said = self.windows[window]
            at = place - 1
            logits[row, said[at] if 0 <= at < len(said) else END] = 20
        return {"logits": logits, "present": np.concatenate([past, past[:, :, :, :1]], axis=3)}


def _outputs(num_windows: int) -> dict[str, NDArray[np.float32]]:
    columns = np.arange(num_windows, dtype=np.float32)[:, None, None]
    return {"columns": np.broadcast_to(columns, (num_windows, 4, 2)).copy()}


def _example(starts: tuple[int, ...], length: int) -> Example:
    context = AudioContext(2.0, 0.01, starts, (length,) * len(starts))
    return Example({"features": np.zeros((len(starts), 100, 2), np.float32)}, context)


def test_tokens_are_said_until_the_end_and_bytes_become_characters() -> None:
    networks = Networks([3, 7, 8])

    said = _prediction()(_example((0,), 90), _outputs(1), NO_OPTIONS, networks)

    assert [one.document() for one in said] == [
        {"text": "one café", "start_seconds": 0.0, "end_seconds": 0.9, "score": 4.5e-05}
    ]
    # The prompt goes first; each place is kept behind the dummy.
    assert networks.asked[:3] == [([START], 0, 1), ([MARK], 1, 2), ([3], 2, 3)]


def test_what_two_windows_both_say_is_said_once() -> None:
    networks = Networks([3, 4, 5, 6], [5, 6, 3])
    prediction = _prediction()

    text, said = prediction.transcribe(_example((0, 60), 100), _outputs(2), networks)

    assert text == "one two three four one"
    assert [one.text for one in said] == ["one two three", "four one"]
    assert [(one.start_seconds, one.end_seconds) for one in said] == [(0.0, 0.8), (0.8, 1.6)]


def test_a_window_that_says_nothing_is_no_utterance_and_many_are_decoded_in_portions() -> None:
    networks = Networks(*([[3]] * 9), [], [4])

    text, said = _prediction().transcribe(
        _example(tuple(range(0, 1100, 100)), 100), _outputs(11), networks
    )

    assert text == " ".join([*["one"] * 9, "two"])
    assert len(said) == 10
    assert max(len(tokens) for tokens, _, _ in networks.asked) == 8


def test_a_text_has_no_more_than_the_most_tokens() -> None:
    said = _prediction(max_tokens=5)(
        _example((0,), 90), _outputs(1), NO_OPTIONS, Networks([3] * 50)
    )

    assert said[0].document()["text"] == "one one one"


@pytest.mark.parametrize(
    ("before", "after", "cut"),
    [
        ([1, 2, 3, 4], [3, 4, 5], (3, 1)),
        ([1, 2, 3], [7, 8, 9], (3, 0)),
        ([1, 2, 3, 9, 5], [2, 3, 4, 5, 6], (3, 2)),
        ([1], [1], (1, 0)),
        ([], [1, 2], (0, 0)),
    ],
)
def test_overlaps_are_where_most_tokens_are_alike(
    before: list[int], after: list[int], cut: tuple[int, int]
) -> None:
    assert overlap(before, after) == cut


def test_packages_that_do_not_fit_are_refused() -> None:
    with pytest.raises(PackageError, match="pieces, prompt and end"):
        open_decoder([OP], [], {"pieces.json": b'{"pieces": ["a"]}'}.__getitem__)
    with pytest.raises(BackendError, match="does not fit 9 tokens"):
        _prediction()._scores(np.zeros((1, 4), np.float32), 1)
