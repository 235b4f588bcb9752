"""The two sets of labels of sentiment data: of whole texts, and of the aspects in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.interfaces.dataset import Splits
from engine.specs.data import SampleRecord


@dataclass(frozen=True)
class AspectLabels:
    """Names of whole texts' labels, and of targets' polarities; a name may be in both."""

    whole: tuple[str, ...]
    polarities: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Return those of whole texts, then polarities: the order of the manifest."""
        return (*self.whole, *self.polarities)


def aspect_labels(records: Iterable[SampleRecord]) -> AspectLabels:
    """Return the labels in use, by name."""
    whole: set[str] = set()
    polarities: set[str] = set()
    for record in records:
        whole.update(record.labels)
        polarities.update(region.label for region in record.regions if region.label is not None)
    return AspectLabels(tuple(sorted(whole)), tuple(sorted(polarities)))


def labels_of_splits(splits: Splits) -> AspectLabels:
    """Return the labels of all splits of a run."""
    return aspect_labels(records_of(splits))


def records_of(splits: Splits) -> Sequence[SampleRecord]:
    """Return the samples of all splits of a run."""
    return list(chain(splits.train.records, splits.validation.records, splits.test.records))
