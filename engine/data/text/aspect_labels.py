"""The two sets of labels of sentiment data: of whole texts, and of the aspects in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
    """Return the labels of a run."""
    num_whole = splits.num_first_labels
    return AspectLabels(splits.labels[:num_whole], splits.labels[num_whole:])
