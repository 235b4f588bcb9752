"""The samples of a run: what a dataset can be asked, and the three of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol

import easel.runtime
import numpy as np
from easel.runtime import Example
from numpy.typing import NDArray
from torch import Tensor
from typing_extensions import TypeVar

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


Targets = Callable[[NDArray[np.intp]], Mapping[str, Tensor]]
"""Returns the targets of the samples at some places, in the form the task's objective takes."""

D_co = TypeVar("D_co", bound=TaskDataset, covariant=True, default=Any)


@dataclass(frozen=True)
class Splits(Generic[D_co]):
    """The datasets of a run. ``test`` may be empty: evaluation then uses ``validation``.

    ``files`` are what the pipeline needs beside numbers and was learnt from the data, such as a
    tokenizer, by path in the package. ``statistics`` are numbers of the training data that figures
    are measured against; the package keeps them. ``num_first_labels`` is how many of the labels are
    of the first kind where there are two: of whole texts before polarities, of entities before
    relations.
    """

    train: D_co
    validation: D_co
    test: D_co
    labels: tuple[str, ...]
    multi_label: bool = False
    files: Mapping[str, bytes] = field(default_factory=dict)
    num_first_labels: int = field(default=0, kw_only=True)
    statistics: Mapping[str, tuple[float, ...]] = field(default_factory=dict, kw_only=True)

    @classmethod
    def opened(
        cls,
        dataset: Callable[[Split], D_co],
        labels: tuple[str, ...],
        *,
        multi_label: bool = False,
        files: Mapping[str, bytes] | None = None,
        num_first_labels: int = 0,
        statistics: Mapping[str, tuple[float, ...]] | None = None,
    ) -> Splits[D_co]:
        """Open the dataset of each split by the same function."""
        train, validation, test = map(dataset, (Split.TRAIN, Split.VALIDATION, Split.TEST))
        return cls(
            train,
            validation,
            test,
            labels,
            multi_label,
            files or {},
            num_first_labels=num_first_labels,
            statistics=statistics or {},
        )

    def held_out(self) -> tuple[Split, D_co]:
        """Return the split that the report is about."""
        split = Split.TEST if len(self.test) > 0 else Split.VALIDATION
        return split, self.of(split)

    def of(self, split: Split) -> D_co:
        """Return the dataset of a split."""
        by_name = {Split.TRAIN: self.train, Split.VALIDATION: self.validation}
        return by_name.get(split, self.test)
