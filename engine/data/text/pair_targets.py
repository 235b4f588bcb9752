"""How alike people say two texts are, as a number in 0..1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import DataError
from engine.interfaces.dataset import Splits
from engine.specs.data import SampleRecord

ALIKE = frozenset({"1", "true", "yes", "similar", "same", "match", "paraphrase", "duplicate"})
UNLIKE = frozenset(
    {"0", "false", "no", "different", "dissimilar", "other", "mismatch", "not_similar"}
)

_SCALE = "scale"


@dataclass(frozen=True)
class Scale:
    """The smallest and largest value of the training data; labels are 0 and 1."""

    low: float
    high: float

    def share(self, record: SampleRecord) -> float:
        """Return the value of a sample as a share of the scale, within 0..1."""
        width = self.high - self.low
        place = (value_of(record) - self.low) / width if width > 0 else 0.0
        return min(1.0, max(0.0, place))

    def statistics(self) -> dict[str, tuple[float, ...]]:
        """Return the scale as a statistic of splits."""
        return {_SCALE: (self.low, self.high)}


def scale_of_splits(splits: Splits) -> Scale:
    """Return the scale of a run."""
    low, high = splits.statistics[_SCALE]
    return Scale(low, high)


def scale_of(records: Sequence[SampleRecord]) -> Scale:
    """Return the scale of a split.

    Raises:
        DataError: ``pair_label_unknown``.
    """
    values = [value_of(record) for record in records]
    if all(record.value is None for record in records):
        return Scale(0.0, 1.0)
    return Scale(min(values), max(values))


def value_of(record: SampleRecord) -> float:
    """Return the value of a pair, or 1 and 0 for its label.

    Raises:
        DataError: ``pair_label_unknown`` when the label does not say whether texts are alike.
    """
    if record.value is not None:
        return record.value
    label = record.labels[0].strip().lower()
    if label in ALIKE:
        return 1.0
    if label in UNLIKE:
        return 0.0
    raise DataError(
        f"The label '{record.labels[0]}' of pair '{record.name}' does not say whether its texts "
        "are alike. Use 1 and 0, similar and different, or a number as the value.",
        code="pair_label_unknown",
        label=record.labels[0],
        sample=record.name,
    )
