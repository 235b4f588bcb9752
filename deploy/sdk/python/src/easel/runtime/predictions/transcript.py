"""What is said in a recording, and when: the ``ctc_decode`` op."""

# R rows (windows), C columns of a window, T columns of a recording, K characters and the blank

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.errors import BackendError, PackageError
from easel.runtime.audio.context import AudioContext
from easel.runtime.ctc import Decoder, Symbol, log_probabilities, mean_score, read_characters
from easel.runtime.ctc.language import read_language_model
from easel.runtime.ctc.paths import LogProbabilities
from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, invalid_op, number, sole_op, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.outputs import require_finite
from easel.runtime.results import PredictOptions, Result, Utterance

FIELDS: dict[str, set[str]] = {
    "ctc_decode": {
        "characters",
        "beam_width",
        "language_model",
        "language_weight",
        "character_bonus",
        "pause_seconds",
    }
}
MAX_BEAM_WIDTH = 1024


@dataclass(frozen=True)
class Columns:
    """The scores of a whole recording.

    Attributes:
        scores: (T, K) log probabilities.
        starts: (T,) where each column begins, in seconds.
        ends: (T,) where it ends.
    """

    scores: LogProbabilities
    starts: NDArray[np.float64]
    ends: NDArray[np.float64]


class TranscriptDecoder:
    """A compiled op list: ``ctc_decode`` alone.

    Attributes:
        networks: none beside the first.
        characters: of the classes 1 and on.
        decoder: finds the text.
    """

    networks: Sequence[str] = ()

    def __init__(self, ops: Sequence[Op], read: ReadFile) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid``, ``op_order`` or ``vocabulary_invalid``.
        """
        op = sole_op(ops, FIELDS)
        path, model = op.get("characters"), op.get("language_model")
        if not isinstance(path, str) or not path:
            raise invalid_op(op, "characters must be a file")
        if model is not None and not isinstance(model, str):
            raise invalid_op(op, "language_model must be a file")
        self.characters = read_characters(path, read)
        self.decoder = Decoder(
            self.characters,
            whole(op, "beam_width", 1, 1, MAX_BEAM_WIDTH),
            None if model is None else read_language_model(model, read, len(self.characters) + 1),
            number(op, "language_weight", 0.0, 0, 10),
            number(op, "character_bonus", 0.0, -10, 10),
        )
        self._pause_seconds = number(op, "pause_seconds", 1.0, 0, 3600)

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
        """Return all that is said, and the same by time.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        columns = self.columns(example, outputs)
        symbols = self.decoder(columns.scores)
        return self.text(symbols), self.utterances(columns, symbols)

    def columns(self, example: Example, outputs: Tensors) -> Columns:
        """Lay the columns of a recording's windows end to end.

        The columns of a row share its frames evenly. Those that begin on padding are left out, and
        where two windows overlap each has the half that is farther from its own edge.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        context, logits = (
            recording_context(example),
            _logits(example, outputs, len(self.characters) + 1),
        )
        num_columns = logits.shape[1]
        num_frames = next(iter(example.tensors.values())).shape[1]
        starts = np.array(context.starts, np.float64)
        stops = starts + np.array(context.lengths)
        borders = np.concatenate([[-np.inf], (starts[1:] + stops[:-1]) / 2, [np.inf]])
        begins = starts[:, None] + np.arange(num_columns) * (num_frames / num_columns)
        middles = begins + num_frames / num_columns / 2
        is_kept = (begins < stops[:, None]) & (middles >= borders[:-1, None])
        is_kept &= middles < borders[1:, None]
        begins = begins[is_kept]
        ends = np.minimum(begins + num_frames / num_columns, stops[-1])
        seconds = context.frame_seconds
        return Columns(log_probabilities(logits[is_kept]), begins * seconds, ends * seconds)

    def text(self, symbols: Sequence[Symbol]) -> str:
        """Return what characters say together, without white space around it."""
        return "".join(self.characters[symbol.place - 1] for symbol in symbols).strip()

    def utterances(self, columns: Columns, symbols: Sequence[Symbol]) -> list[Utterance]:
        """Cut what was said where nothing is heard for ``pause_seconds``; 0 cuts nowhere."""
        parts: list[list[Symbol]] = []
        for symbol in symbols:
            pause = np.inf
            if parts:
                pause = columns.starts[symbol.start] - columns.ends[parts[-1][-1].stop - 1]
            if not parts or 0 < self._pause_seconds <= pause:
                parts.append([])
            parts[-1].append(symbol)
        return [
            Utterance(
                self.text(part),
                float(columns.starts[part[0].start]),
                float(columns.ends[part[-1].stop - 1]),
                mean_score(part),
            )
            for part in parts
            if self.text(part)
        ]


def recording_context(example: Example) -> AudioContext:
    """Return how the windows of an example lie in its recording."""
    if not isinstance(example.context, AudioContext):
        raise PackageError(
            "Speech can be transcribed in recordings only. Export the package again.",
            code="op_order",
        )
    return example.context


def _logits(example: Example, outputs: Tensors, num_classes: int) -> NDArray[np.generic]:
    logits = next(iter(outputs.values()))
    if logits.ndim != 3 or logits.shape[0] != example.num_rows or logits.shape[2] != num_classes:
        raise BackendError(
            f"The network answered the shape {logits.shape} for {example.num_rows} windows and "
            f"{num_classes} classes. The package is inconsistent; export it again.",
            code="output_shape",
        )
    require_finite(logits)
    return logits


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> TranscriptDecoder:
    """Compile a postprocessing that ends with ``ctc_decode``; see ``easel.runtime.predictions``."""
    return TranscriptDecoder(ops, read)
