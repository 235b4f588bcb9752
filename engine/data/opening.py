"""Open the samples of a run as datasets, one for each split."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.data.files import SampleFiles
from engine.data.label_targets import label_lookup
from engine.data.samples import SampleSet
from engine.interfaces.dataset import Splits, Targets, TaskDataset
from engine.specs.data import SampleRecord, Split
from engine.specs.training import TrainingSpec
from engine.threads import num_threads

D = TypeVar("D", bound=TaskDataset)
How = TypeVar("How")

Kind = Callable[[Sequence[SampleRecord], SampleFiles, How, Targets, int], D]
"""A class of ``engine.data.decoded_dataset``: records, files, what is made of them, targets."""


def opener(
    kind: Kind[How, D],
    how: How,
    samples: SampleSet,
    spec: TrainingSpec,
    targets: Callable[[Split], Targets],
) -> Callable[[Split], D]:
    """Return what opens a split; files are decoded when they are first needed.

    Args:
        kind: of the datasets.
        how: what it makes of a file: ops, or a reading.
        samples: of the run.
        spec: says how many threads decode.
        targets: of a split.
    """
    threads = num_threads(spec.resources.num_threads)
    return lambda split: kind(samples.of(split), samples.files, how, targets(split), threads)


def open_labelled(
    kind: Kind[How, D], how: How, samples: SampleSet, spec: TrainingSpec
) -> Splits[D]:
    """Open samples that carry labels as a whole, with these as their targets."""
    dataset = opener(kind, how, samples, spec, lambda split: label_lookup(samples, split))
    return Splits.opened(dataset, samples.labels, multi_label=samples.multi_label)
