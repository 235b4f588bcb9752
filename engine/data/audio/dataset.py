"""Recordings of one split, decoded and turned into features by the code of the runtime."""

# B batch, T frames of one recording, M mel bands

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from easel.errors import InputError
from easel.runtime import Example
from easel.runtime.audio import TENSOR, AudioInput, Features, audio_properties, open_input
from easel.runtime.limits import Limits

from engine.data.audio.reading import AudioReading
from engine.data.files import SampleFiles, SampleSource
from engine.errors import DataError
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Targets
from engine.specs.data import SampleRecord

LENGTHS = "lengths"
"""Of a batch before augmentation: the frames of each recording, which lie end to end."""

_MAX_NAMED = 5
_CHUNK = 64


class AudioDataset:
    """Recordings as features, kept in memory once ``load`` was called.

    Args:
        records: the samples of one split.
        files: gives their content.
        reading: how they become features.
        targets: of the samples at some places.
        num_threads: threads that decode.
    """

    sizes: Sequence[int] | None = None

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        reading: AudioReading,
        targets: Targets,
        num_threads: int = 1,
    ) -> None:
        self.records = records
        self.reading = reading
        self._input = _open(reading)
        self._files = files
        self._targets = targets
        self._num_threads = num_threads
        self._loaded: list[_Decoded] | None = None
        self._memory_bytes: int | None = None

    def __len__(self) -> int:
        return len(self.records)

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes, by the headers of the files."""
        if self._memory_bytes is None:
            seconds = sum(map(self._seconds, self.records))
            hop = self.reading.hop_length / self.reading.sample_rate
            self._memory_bytes = int(seconds / hop + len(self)) * self.reading.frame_size * 4
        return self._memory_bytes

    @property
    def is_loaded(self) -> bool:
        """Return whether the features are in memory."""
        return self._loaded is not None

    def load(self) -> Iterator[int]:
        """Decode all recordings into memory, yielding the number done so far.

        Raises:
            DataError: when recordings are damaged; names the first ones.
        """
        decoded: list[_Decoded] = []
        for start in range(0, len(self), _CHUNK):
            decoded += self._decode(range(start, min(start + _CHUNK, len(self))))
            yield len(decoded)
        self._loaded = decoded

    def read(self, indices: Sequence[int]) -> Batch:
        """Return whole recordings end to end, ``features`` (sum of T, M), and their targets.

        The frames of each are ``lengths`` (B,) among the targets: augmentation cuts one window
        out of each, so that over the epochs every part of a long recording is learnt from.

        Raises:
            DataError: when a recording is damaged.
        """
        features = [features for features, _ in self._at(indices)]
        lengths = torch.tensor([len(one) for one in features])
        targets = self._targets(np.asarray(indices, dtype=np.intp))
        together = torch.from_numpy(np.concatenate(features))
        return Batch({TENSOR: together}, {**targets, LENGTHS: lengths})

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return recordings as the runtime prepares them.

        Raises:
            DataError: when a recording is damaged.
        """
        windows = self._input.preprocessing.windows
        return [windows(features, seconds) for features, seconds in self._at(indices)]

    def source(self, index: int) -> SampleSource:
        """Return the file of one sample, or its content where it is in an archive."""
        return self._files.source(self.records[index])

    def _seconds(self, record: SampleRecord) -> float:
        if record.duration_ms is not None:
            return record.duration_ms / 1000
        try:
            return audio_properties(self._files.source(record)).seconds
        except InputError:
            # Damaged; ``load`` says so of all such files at once.
            return 0.0

    def _at(self, indices: Sequence[int]) -> Sequence[_Decoded]:
        if self._loaded is not None:
            return [self._loaded[index] for index in indices]
        return self._decode(indices)

    def _decode(self, indices: Sequence[int]) -> list[_Decoded]:
        """Decode with several threads; the result does not depend on their order."""

        def decode(index: int) -> _Decoded | str:
            record = self.records[index]
            try:
                samples = self._input.decode(self._files.source(record))
            except InputError as error:
                return f"'{record.name}' ({error.message})"
            seconds = len(samples) / self._input.sample_rate
            return self._input.preprocessing.features(samples), seconds

        with ThreadPoolExecutor(max_workers=self._num_threads) as pool:
            outcomes = list(pool.map(decode, indices))
        damaged = [outcome for outcome in outcomes if isinstance(outcome, str)]
        if damaged:
            named = ", ".join(damaged[:_MAX_NAMED])
            raise DataError(
                f"{len(damaged)} recording(s) cannot be decoded: {named}. "
                "Replace or remove them, then start again.",
                code="audio_unreadable",
                sample=named,
                count=len(damaged),
            )
        return [outcome for outcome in outcomes if not isinstance(outcome, str)]


_Decoded = tuple[Features, float]
"""The features (T, M) of a recording and its length in seconds."""


def _open(reading: AudioReading) -> AudioInput:
    ops = [op.model_dump(mode="json") for op in reading.ops]
    return open_input(reading.input.model_dump(mode="json"), ops, _no_file, Limits())


def _no_file(path: str) -> bytes:
    raise FileNotFoundError(path)
