"""The reference of a package: made of the calls of held-out samples, and read for comparison."""

# N samples, F features

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from easel.errors import EaselError
from easel.runtime.package import Package
from numpy.typing import NDArray
from pydantic import ValidationError

from engine.drift.bins import category_bin, category_reference, number_bin, number_reference
from engine.drift.descriptors import RandomFeatures, descriptor_reference, read_descriptors
from engine.drift.measuring.features import CallFeatures
from engine.drift.packing import pack, unpack
from engine.errors import DataError
from engine.specs.data import Split
from engine.specs.package.reference import (
    REFERENCE_FILE,
    FeatureReference,
    NumberReference,
    Reference,
)

MAX_BYTES = 200_000
# More samples would cost room, and hardly lower the thresholds for windows of 500 calls.
MAX_ROWS = 1000
_LEAST_ROWS = 200
MAX_FEATURES = 120
# Classes whose share among the results of a call is a feature.
_MAX_LABELS = 10


@dataclass(frozen=True)
class DriftReference:
    """A reference that calls can be compared with.

    Attributes:
        digest: SHA-256 of its file, by which windows know whose bins they count.
        document: as it is written.
        bins: (N, F) the bin of each feature of each held-out sample.
        descriptors: random features of descriptors, where the input has one.
    """

    digest: str
    document: Reference
    bins: NDArray[np.uint8]
    descriptors: RandomFeatures | None

    @property
    def num_rows(self) -> int:
        """Return N."""
        return len(self.bins)

    @property
    def features(self) -> tuple[FeatureReference, ...]:
        """Return the F features."""
        return self.document.features


def make_reference(
    calls: Sequence[CallFeatures], split: Split, *, seed: int = 0
) -> Reference | None:
    """Return the reference of the calls of held-out samples, small enough for its file.

    Args:
        calls: with their answers.
        split: that the samples are of.
        seed: of which samples are kept, and of the random features.

    Returns:
        ``None`` where nothing was measured of any call.
    """
    chance = np.random.default_rng(seed)
    num_rows = min(MAX_ROWS, len(calls))
    max_features = MAX_FEATURES
    while True:
        chosen = np.sort(chance.choice(len(calls), num_rows, replace=False)).tolist()
        made = _reference(
            [calls[place] for place in chosen], len(calls), split, max_features, chance
        )
        if made is None or len(made.model_dump_json()) <= MAX_BYTES:
            return made
        if num_rows > _LEAST_ROWS:
            num_rows = max(_LEAST_ROWS, num_rows * 2 // 3)
        else:
            max_features //= 2


def read_reference(content: bytes) -> DriftReference:
    """Read ``reference.json``.

    Raises:
        DataError: ``package_invalid`` when it is damaged.
    """
    try:
        document = Reference.model_validate_json(content)
        bins = unpack(document.rows, np.uint8, (document.num_rows, len(document.features)))
        if (bins.max(axis=0, initial=0) >= [len(one.counts) for one in document.features]).any():
            raise ValueError("a sample lies in a bin that there is not")
        kept = document.descriptor
        descriptors = None if kept is None else read_descriptors(kept)
    except (ValidationError, ValueError) as error:
        raise DataError(
            f"The file '{REFERENCE_FILE}' of the package is damaged ({error}). Export the model "
            "again.",
            code="package_invalid",
        ) from error
    return DriftReference(hashlib.sha256(content).hexdigest(), document, bins, descriptors)


def package_reference(package: Package) -> DriftReference | None:
    """Return the reference of a package; ``None`` where it has none, as those of before.

    Raises:
        DataError: ``package_invalid`` when it is damaged.
    """
    if REFERENCE_FILE not in {file.path for file in package.manifest.files}:
        return None
    try:
        content = package.read(REFERENCE_FILE)
    except EaselError as error:
        raise DataError(error.message, code=error.code, **error.params) from error
    return read_reference(content)


def bin_of(feature: FeatureReference, call: CallFeatures) -> int | None:
    """Return the bin of a feature that a call lies in; ``None`` when it was not looked at."""
    if not isinstance(feature, NumberReference):
        if feature.name not in call.categories:
            return None
        return category_bin(feature.categories, call.categories[feature.name])
    if feature.share_of is not None:
        if call.label_shares is None:
            return None
        return number_bin(feature.edges, call.label_shares.get(feature.share_of, 0.0))
    if feature.name not in call.numbers:
        return None
    return number_bin(feature.edges, call.numbers[feature.name])


def _reference(
    calls: Sequence[CallFeatures],
    num_samples: int,
    split: Split,
    max_features: int,
    chance: np.random.Generator,
) -> Reference | None:
    found = _features(calls)
    features = found[:max_features]
    if not features:
        return None
    # What was not looked at once counts as missing: each row has a bin of every feature.
    bins = [[bin_of(feature, call) or 0 for feature in features] for call in calls]
    described = [call.descriptor for call in calls if call.descriptor is not None]
    return Reference(
        split=split,
        num_samples=num_samples,
        num_rows=len(calls),
        features=tuple(features),
        rows=pack(np.array(bins, np.uint8)),
        descriptor=descriptor_reference(described, chance) if len(described) > 1 else None,
        num_left_out=len(found) - len(features),
    )


def _features(calls: Sequence[CallFeatures]) -> list[FeatureReference]:
    """Return the features: those of answers first, which a file has room for in any case."""
    features: list[FeatureReference] = []
    features += _shares(calls)
    for name in _names(calls, lambda call: call.numbers):
        made = number_reference(name, [call.numbers.get(name) for call in calls])
        if made is not None:
            features.append(made)
    for name in _names(calls, lambda call: call.categories):
        features.append(category_reference(name, [call.categories.get(name) for call in calls]))
    return sorted(features, key=lambda one: not one.name.startswith("answer."))


def _names(
    calls: Sequence[CallFeatures], values: Callable[[CallFeatures], Iterable[str]]
) -> dict[str, None]:
    """Return all names in the order in which they first occur."""
    return dict.fromkeys(name for call in calls for name in values(call))


def _shares(calls: Sequence[CallFeatures]) -> list[NumberReference]:
    """Return the shares of the commonest labels among the results of a call, where it has many."""
    given = [call.label_shares for call in calls if call.label_shares is not None]
    labels = Counter(name for shares in given for name in shares)
    if len(labels) < 2:
        return []
    features = (
        number_reference(
            f"answer.share.{label}",
            [
                None if call.label_shares is None else call.label_shares.get(label, 0.0)
                for call in calls
            ],
            share_of=label,
        )
        for label, _ in labels.most_common(_MAX_LABELS)
    )
    return [feature for feature in features if feature is not None]
