"""Recordings of one split with what is said in them."""

# B batch, L classes of all texts

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.data.audio.dataset import AudioDataset
from engine.data.audio.reading import AudioReading
from engine.data.files import SampleFiles
from engine.errors import DataError
from engine.specs.data import SampleRecord

CLASSES, COUNTS = "classes", "counts"
"""Of a batch: the classes of all texts end to end, and how many each text has (B,)."""


@dataclass(frozen=True)
class EncodedTexts:
    """Texts as target classes, and what a recording has room for.

    Attributes:
        classes: of each text, in the order of the recordings.
        stride: frames that one class needs at least; 0 where classes and frames are not bound.
        most_classes: of one text, ``None`` for any number.
        most_frames: of one recording, ``None`` for any number.
    """

    classes: Sequence[Sequence[int]]
    stride: int = 0
    most_classes: int | None = None
    most_frames: int | None = None

    def room(self, num_frames: int) -> float:
        """Return how many classes a recording of so many frames can have at most."""
        by_time = -(-num_frames // self.stride) if self.stride else np.inf
        return min(by_time, np.inf if self.most_classes is None else self.most_classes)


class SpeechDataset(AudioDataset):
    """Recordings as features with the classes of their texts.

    Args:
        records: the samples of one split.
        files: gives their content.
        reading: how they become features.
        texts: what is said in each, as it is learnt.
        encoded: the same as classes.
        num_threads: threads that decode.
    """

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        reading: AudioReading,
        texts: Sequence[str],
        encoded: EncodedTexts,
        num_threads: int = 1,
    ) -> None:
        super().__init__(records, files, reading, self._classes_at, num_threads)
        self.texts = texts
        self._encoded = encoded
        self._classes = [torch.tensor(one, dtype=torch.int64) for one in encoded.classes]
        # Batches of alike lengths hold little padding.
        self.sizes = [round(self._seconds(record) * 100) for record in records]

    def load(self) -> Iterator[int]:
        """Decode all recordings into memory, yielding the number done so far.

        Raises:
            DataError: when recordings are damaged, too long for the network to learn from, or too
                short for what is said in them.
        """
        yield from super().load()
        for place, (features, seconds) in enumerate(self.at(range(len(self)))):
            self._require_room(place, len(features), seconds)

    def _require_room(self, place: int, num_frames: int, seconds: float) -> None:
        """Refuse a recording that is too long, or a text that cannot be its own."""
        record, text, encoded = self.records[place], self.texts[place], self._encoded
        if encoded.most_frames is not None and num_frames > encoded.most_frames:
            most = encoded.most_frames * self.reading.hop_length / self.reading.sample_rate
            raise DataError(
                f"'{record.name}' is {seconds:.1f} seconds long, and this network learns from "
                f"recordings of at most {most:g} seconds. Cut it where nothing is said, and its "
                "transcript with it, or choose another backbone.",
                code="recording_too_long",
                sample=record.name,
                seconds=round(seconds, 1),
                most=most,
            )
        if len(self._classes[place]) > encoded.room(num_frames):
            raise DataError(
                f"'{record.name}' is too short to say its transcript of {len(text)} "
                f"characters ('{text[:40]}'). Correct the transcript, or remove the recording.",
                code="transcript_too_long",
                sample=record.name,
                characters=len(text),
            )

    def _classes_at(self, indices: NDArray[np.intp]) -> dict[str, Tensor]:
        chosen = [self._classes[index] for index in indices]
        return {
            CLASSES: torch.cat(chosen),
            COUNTS: torch.tensor([len(one) for one in chosen]),
        }
