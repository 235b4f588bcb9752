"""What is said in a recording, one token of text after another: the ``greedy_decode`` op."""

# R rows (windows), V tokens, N layers, H heads, C columns, d size of a head

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from easel.errors import BackendError
from easel.runtime.ctc import log_probabilities
from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, named, sole_op, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.outputs import require_finite
from easel.runtime.predictions.transcript import recording_context
from easel.runtime.results import PredictOptions, Result, Utterance
from easel.runtime.text.tokens import read_tokens

FIELDS: dict[str, set[str]] = {"greedy_decode": {"pieces", "memory", "step", "max_tokens"}}
_LEAST_SHARE = 0.5
# The memories of an hour's windows together would take gigabytes.
_MOST_ROWS = 8


class Token(NamedTuple):
    """One token that was generated, and the natural logarithm of its probability."""

    place: int
    score: float


class GeneratedTextDecoder:
    """A compiled op list: ``greedy_decode`` alone.

    Attributes:
        networks: those that make the memory of a window and go one step.
    """

    networks: Sequence[str]

    def __init__(self, ops: Sequence[Op], read: ReadFile) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid``, ``op_order`` or ``vocabulary_invalid``.
        """
        op = sole_op(ops, FIELDS)
        self._memory, self._step = named(op, "memory"), named(op, "step")
        self._vocabulary = read_tokens(named(op, "pieces"), read)
        self._most = whole(op, "max_tokens", None, len(self._vocabulary.prompt) + 1)
        # What is no text is never said, but for the end.
        self._silent = np.array([token is None for token in self._vocabulary.tokens])
        self._silent[self._vocabulary.end] = False
        self.networks = (self._memory, self._step)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the utterances of a recording in the order of time, by default all of them.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        _, utterances = self.transcribe(example, outputs, networks)
        least = options.threshold or 0.0
        return [*[one for one in utterances if one.score >= least][: options.top_num]]

    def transcribe(
        self, example: Example, outputs: Tensors, networks: Networks
    ) -> tuple[str, list[Utterance]]:
        """Return all that is said, and the same window by window.

        What two neighbouring windows both say where they overlap is said once.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        context = recording_context(example)
        columns = next(iter(outputs.values()))
        windows = [
            tokens
            for start in range(0, len(columns), _MOST_ROWS)
            for tokens in self._generate(columns[start : start + _MOST_ROWS], networks)
        ]
        for before, after in zip(windows, windows[1:]):
            kept, begun = overlap([one.place for one in before], [one.place for one in after])
            del before[kept:], after[:begun]
        starts = np.array(context.starts, np.float64)
        stops = starts + np.array(context.lengths)
        borders = [starts[0], *((starts[1:] + stops[:-1]) / 2), stops[-1]]
        text = self._text([token for window in windows for token in window])
        seconds = context.frame_seconds
        utterances = [
            Utterance(
                self._text(window),
                float(begin * seconds),
                min(float(end * seconds), context.seconds),
                float(np.exp(np.mean([token.score for token in window]))),
            )
            for window, begin, end in zip(windows, borders, borders[1:])
            if self._text(window)
        ]
        return text, utterances

    def _text(self, tokens: Sequence[Token]) -> str:
        return self._vocabulary.text([token.place for token in tokens]).strip()

    def _generate(self, columns: NDArray[np.generic], networks: Networks) -> list[list[Token]]:
        """Take the likeliest token after another in each window, until all have ended.

        The first of the places that ``past`` keeps is a dummy, which the network never looks at.
        """
        memory = next(iter(networks(self._memory, {"columns": columns}).values()))
        if memory.ndim != 5 or len(memory) != len(columns):
            raise self._shape_error(self._memory, memory)
        past: NDArray[np.generic] = np.zeros_like(memory[:, :, :, :1])
        generated: list[list[Token]] = [[] for _ in range(len(columns))]
        tokens = np.full(len(columns), self._vocabulary.prompt[0], np.int64)
        is_open = np.ones(len(columns), bool)
        for place in range(self._most - 1):
            given = {
                "token": tokens,
                "place": np.full(len(columns), place, np.int64),
                "memory": memory,
                "past": past,
            }
            logits, past = networks(self._step, given).values()
            if place + 1 < len(self._vocabulary.prompt):
                tokens = np.full(len(columns), self._vocabulary.prompt[place + 1], np.int64)
                continue
            scores = self._scores(logits, len(columns))
            tokens = np.where(is_open, scores.argmax(axis=1), self._vocabulary.end)
            is_open &= tokens != self._vocabulary.end
            for row in np.flatnonzero(is_open):
                generated[row].append(Token(int(tokens[row]), float(scores[row, tokens[row]])))
            if not is_open.any():
                break
        return generated

    def _scores(self, logits: NDArray[np.generic], num_rows: int) -> NDArray[np.float64]:
        if logits.shape != (num_rows, len(self._silent)):
            raise self._shape_error(self._step, logits)
        require_finite(logits)
        return np.where(self._silent, -np.inf, log_probabilities(logits))

    def _shape_error(self, network: str, values: NDArray[np.generic]) -> BackendError:
        return BackendError(
            f"The network '{network}' answered the shape {values.shape}, which does not fit "
            f"{len(self._silent)} tokens. The package is inconsistent; export it again.",
            code="output_shape",
        )


def overlap(before: Sequence[int], after: Sequence[int]) -> tuple[int, int]:
    """Return how much of one window's tokens to keep, and where to begin in the next one's.

    Of all lengths, the one at which most of the last tokens are the first ones of the next window,
    the longest of equals; below half of them alike, nothing is taken for said twice. Each window
    has the half that is farther from its own edge.

    Source: after the merging of chunks in the transformers library's speech recognition.
    """
    best, length = 0.0, 0
    for size in range(1, min(len(before), len(after)) + 1):
        alike = sum(one == other for one, other in zip(before[-size:], after[:size]))
        if alike > 1 and alike / size >= max(best, _LEAST_SHARE):
            best, length = alike / size, size
    return len(before) - (length - length // 2), length // 2


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> GeneratedTextDecoder:
    """Compile a postprocessing that ends with ``greedy_decode``; see the package."""
    return GeneratedTextDecoder(ops, read)
