"""Recordings of one split with what is said in them."""

# B batch, L characters of all texts

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.data.files import SampleFiles
from engine.data.sound_dataset import SoundDataset
from engine.data.sound_reading import SoundReading
from engine.errors import DataError
from engine.models.speech.conformer import STRIDE
from engine.specs.data import SampleRecord

CHARACTERS, COUNTS = "characters", "counts"
"""Of a batch: the classes of all texts end to end, and how many each text has (B,)."""


class SpeechDataset(SoundDataset):
    """Recordings as features with the classes of their characters.

    Args:
        records: the samples of one split.
        files: gives their content.
        reading: how they become features.
        texts: what is said in each, as it is learnt.
        characters: of the classes 1 and on; others in a text are passed over.
        num_threads: threads that decode.
    """

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        reading: SoundReading,
        texts: Sequence[str],
        characters: Sequence[str],
        num_threads: int = 1,
    ) -> None:
        super().__init__(records, files, reading, self._classes_at, num_threads)
        self.texts = texts
        self.characters = tuple(characters)
        known = {character: k for k, character in enumerate(characters, start=1)}
        self._classes = [
            torch.tensor([known[one] for one in text if one in known], dtype=torch.int64)
            for text in texts
        ]
        # Batches of alike lengths hold little padding.
        self.sizes = [round(self._seconds(record) * 100) for record in records]

    def load(self) -> Iterator[int]:
        """Decode all recordings into memory, yielding the number done so far.

        Raises:
            DataError: when recordings are damaged, or too short for what is said in them.
        """
        yield from super().load()
        self._require_time()

    def _require_time(self) -> None:
        """Refuse recordings with fewer columns than their text needs: it is not theirs."""
        for record, text, (features, _) in zip(
            self.records, self.texts, self._at(range(len(self))), strict=True
        ):
            if len(text) > -(-len(features) // STRIDE):
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
            CHARACTERS: torch.cat(chosen),
            COUNTS: torch.tensor([len(one) for one in chosen]),
        }
