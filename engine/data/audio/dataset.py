"""Recordings of one split, decoded and turned into features by the code of the runtime."""

# B batch, T frames of one recording, M mel bands

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from easel.errors import InputError
from easel.runtime import Example
from easel.runtime.audio import TENSOR, AudioInput, Features, audio_properties, open_input
from easel.runtime.limits import Limits

from engine.data.audio.reading import AudioReading
from engine.data.decoded_dataset import DecodedDataset
from engine.data.decoding import decode_all
from engine.data.files import SampleFiles
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Targets
from engine.specs.data import SampleRecord

LENGTHS = "lengths"
"""Of a batch before augmentation: the frames of each recording, which lie end to end."""


_Decoded = tuple[Features, float]
"""The features (T, M) of a recording and its length in seconds."""


class AudioDataset(DecodedDataset[_Decoded]):
    """Recordings as features, kept in memory once ``load`` was called.

    Args:
        records: the samples of one split.
        files: gives their content.
        reading: how they become features.
        targets: of the samples at some places.
        num_threads: threads that decode.
    """

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        reading: AudioReading,
        targets: Targets,
        num_threads: int = 1,
    ) -> None:
        super().__init__(records, files, reading.ops, targets, num_threads)
        self.reading = reading
        self._input = _open(reading)
        self._memory_bytes: int | None = None

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes, by the headers of the files."""
        if self._memory_bytes is None:
            seconds = sum(map(self._seconds, self.records))
            hop = self.reading.hop_length / self.reading.sample_rate
            # Each recording may have a frame more than its length divides into.
            self._memory_bytes = int(seconds / hop + len(self)) * self.reading.frame_size * 4
        return self._memory_bytes

    def read(self, indices: Sequence[int]) -> Batch:
        """Return whole recordings end to end, ``features`` (sum of T, M), and their targets.

        The frames of each are ``lengths`` (B,) among the targets: augmentation cuts one window
        out of each, so that over the epochs every part of a long recording is learnt from.

        Raises:
            DataError: when a recording is damaged.
        """
        features = [features for features, _ in self.at(indices)]
        lengths = torch.tensor([len(one) for one in features])
        together = torch.from_numpy(np.concatenate(features))
        return Batch({TENSOR: together}, {**self.targets(indices), LENGTHS: lengths})

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return recordings as the runtime prepares them.

        Raises:
            DataError: when a recording is damaged.
        """
        windows = self._input.preprocessing.windows
        return [windows(features, seconds) for features, seconds in self.at(indices)]

    def _seconds(self, record: SampleRecord) -> float:
        if record.duration_ms is not None:
            return record.duration_ms / 1000
        try:
            return audio_properties(self._files.source(record)).seconds
        except InputError:
            # Damaged; ``load`` says so of all such files at once.
            return 0.0

    def decode(self, indices: Sequence[int]) -> list[_Decoded]:
        """Decode recordings with several threads.

        Raises:
            DataError: when recordings are damaged; names the first ones.
        """

        def decode(index: int) -> _Decoded:
            samples = self._input.decode(self._files.source(self.records[index]))
            seconds = len(samples) / self._input.sample_rate
            return self._input.preprocessing.features(samples), seconds

        return decode_all("audio", indices, decode, self.records.__getitem__, self._num_threads)


def _open(reading: AudioReading) -> AudioInput:
    ops = [op.model_dump(mode="json") for op in reading.ops]
    return open_input(reading.input.model_dump(mode="json"), ops, _no_file, Limits())


def _no_file(path: str) -> bytes:
    raise FileNotFoundError(path)
