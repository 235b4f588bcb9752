"""Random features of descriptors: their means tell two distributions apart as a kernel does.

The distance between the means of two samples is the maximum mean discrepancy (Gretton et al.,
JMLR 13, 2012) under the Gaussian kernels that the features approximate (Rahimi and Recht, NIPS
2007). A mean is kept in a few numbers, however many calls it is of.
"""

# N samples, D numbers of a descriptor, K random features

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.drift.measuring.features import Descriptor
from engine.drift.packing import pack, unpack
from engine.specs.package.reference import DescriptorReference

Numbers = NDArray[np.float32]

NUM_FEATURES = 48
# Widths of the two kernels, as multiples of the median distance between samples: the wider one
# sees that the whole has moved, the narrower one that groups have.
_WIDTHS = (1.0, 3.0)
_MAX_PAIRS = 500
# Half a step of a pixel or a count; what never varies must not become infinitely telling.
_LEAST_SCALE = 1e-3
_LEVELS = 127


@dataclass(frozen=True)
class RandomFeatures:
    """Compiled from a reference.

    Attributes:
        mean, scale: (D,).
        directions: (D, K).
        phases: (K,).
        rows: (N, K) of the held-out samples.
    """

    mean: Numbers
    scale: Numbers
    directions: Numbers
    phases: Numbers
    rows: Numbers

    def __call__(self, descriptors: Numbers) -> Numbers:
        """Return the random features (…, K) of descriptors (…, D)."""
        scaled = (descriptors - self.mean) / self.scale
        features: Numbers = np.cos(scaled @ self.directions + self.phases)
        return features


def descriptor_reference(
    descriptors: Sequence[Descriptor], chance: np.random.Generator
) -> DescriptorReference:
    """Return the random features of the descriptors of held-out samples, at least two."""
    rows = np.stack(descriptors)
    mean, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), _LEAST_SCALE)
    scaled = (rows - mean) / scale
    one, other = chance.integers(0, len(rows), (2, _MAX_PAIRS))
    distances = np.linalg.norm(scaled[one] - scaled[other], axis=1)
    median = float(np.median(distances[one != other])) if (one != other).any() else 0.0
    median = median or float(np.sqrt(rows.shape[1]))
    directions = chance.normal(size=(rows.shape[1], NUM_FEATURES))
    widths = np.resize(_WIDTHS, NUM_FEATURES) * median
    kept = (directions / widths).astype(np.float16)
    phases = chance.uniform(0, 2 * np.pi, NUM_FEATURES).astype(np.float32)
    features = np.cos(scaled @ kept.astype(np.float32) + phases)
    return DescriptorReference(
        mean=_short(mean),
        scale=_short(scale),
        directions=pack(kept),
        phases=_short(phases),
        rows=pack(np.rint(features * _LEVELS).astype(np.int8)),
        num_rows=len(rows),
    )


def read_descriptors(reference: DescriptorReference) -> RandomFeatures:
    """Compile what a reference says of descriptors.

    Raises:
        ValueError: when the arrays are damaged or do not fit together.
    """
    mean, num_features = np.array(reference.mean, np.float32), len(reference.phases)
    directions = unpack(reference.directions, np.float16, (len(mean), num_features))
    rows: Numbers = unpack(reference.rows, np.int8, (reference.num_rows, num_features))
    return RandomFeatures(
        mean,
        np.array(reference.scale, np.float32),
        directions.astype(np.float32),
        np.array(reference.phases, np.float32),
        rows / np.float32(_LEVELS),
    )


def _short(values: Numbers) -> tuple[float, ...]:
    """Return numbers with as many digits as they have."""
    return tuple(float(f"{value:.6g}") for value in values)
