"""The samples of a run: what a dataset can be asked, and the three of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import easel.runtime
from easel.runtime import Example

from engine.interfaces.batch import Batch
from engine.specs.data import SampleRecord, Split


class TaskDataset(Protocol):
    """Samples of one split, decoded and preprocessed exactly as the package's manifest says."""

    records: Sequence[SampleRecord]

    def __len__(self) -> int: ...

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes, 0 when there is nothing to load."""
        ...

    @property
    def is_loaded(self) -> bool:
        """Return whether reading costs no decoding any more."""
        ...

    def load(self) -> Iterator[int]:
        """Decode all samples into memory, yielding the number done so far."""
        ...

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return samples as the runtime prepares them, without any random change."""
        ...

    def source(self, index: int) -> easel.runtime.Source:
        """Return what ``easel.runtime.Model.predict`` takes for one sample."""
        ...


class TrainingDataset(TaskDataset, Protocol):
    """A dataset that a network is trained on."""

    @property
    def sizes(self) -> Sequence[int] | None:
        """Return a size per sample, for batches of alike ones; ``None`` when all are alike."""
        ...

    def read(self, indices: Sequence[int]) -> Batch:
        """Return samples with their targets, padded to one shape, before random augmentation."""
        ...


@dataclass(frozen=True)
class Splits:
    """The datasets of a run. ``test`` may be empty: evaluation then uses ``validation``.

    ``files`` are what the pipeline needs beside numbers and was learnt from the data, such as a
    tokenizer, by path in the package.
    """

    train: TaskDataset
    validation: TaskDataset
    test: TaskDataset
    labels: tuple[str, ...]
    multi_label: bool = False
    files: Mapping[str, bytes] = field(default_factory=dict)

    def held_out(self) -> tuple[Split, TaskDataset]:
        """Return the split that the report is about."""
        if len(self.test) > 0:
            return Split.TEST, self.test
        return Split.VALIDATION, self.validation
