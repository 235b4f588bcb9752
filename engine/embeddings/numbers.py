"""Numbers of files, reduced to the directions in which they vary most."""

# N samples, D numbers of a sample

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np
from easel.errors import EaselError
from numpy.typing import NDArray
from sklearn.decomposition import PCA
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

Floats = NDArray[np.float32]

T = TypeVar("T")

DIMENSIONS = 64


class Reduction:
    """Rows of numbers as points of length one, by the directions in which they vary most.

    Args:
        is_scaled: whether all numbers count alike, however much each of them varies.
    """

    def __init__(self, *, is_scaled: bool = False) -> None:
        self._is_scaled = is_scaled
        self._fitted: Pipeline | None = None

    @property
    def num_dimensions(self) -> int:
        """Return D, zero before anything was fitted."""
        return 0 if self._fitted is None else int(self._fitted[-1].n_components_)

    def fit(self, rows: Floats) -> None:
        """Find the directions in rows (N, F)."""
        num = min(DIMENSIONS, *rows.shape)
        scaler = StandardScaler() if self._is_scaled else "passthrough"
        # Rows that are all alike vary by nothing, of which the shares are no numbers.
        with np.errstate(invalid="ignore"):
            self._fitted = make_pipeline(scaler, PCA(num, random_state=0)).fit(rows)

    def __call__(self, rows: Floats) -> Floats:
        """Return the points (N, D) of rows (N, F)."""
        assert self._fitted is not None
        return of_length_one(self._fitted.transform(rows))


class ArrayEmbedder:
    """Numbers of each file, reduced to the directions in which they vary most."""

    def __init__(self, numbers_of: Callable[[bytes], Floats]) -> None:
        self._numbers_of = numbers_of
        self._reduce = Reduction()

    def fit(self, contents: Iterable[bytes]) -> None:
        """Find the directions."""
        if readable := [one for one in map(self._numbers, contents) if one is not None]:
            self._reduce.fit(np.stack(readable))

    def __call__(self, contents: Iterable[bytes]) -> Floats:
        """Return points (N, D) of length one; those of files that cannot be read are zero."""
        found = [self._numbers(content) for content in contents]
        return placed(
            found, lambda readable: self._reduce(np.stack(readable)), self._reduce.num_dimensions
        )

    def _numbers(self, content: bytes) -> Floats | None:
        try:
            return self._numbers_of(content)
        except EaselError:
            return None


def placed(
    found: Sequence[T | None], points_of: Callable[[Sequence[T]], Floats], num_dimensions: int
) -> Floats:
    """Return the points (N, D) of all that was found, zero where there is nothing.

    Args:
        found: what was read of each file, ``None`` where it cannot be read.
        points_of: returns the points of those that were read.
        num_dimensions: D, zero where nothing could be fitted: then all points are zero.
    """
    points = np.zeros((len(found), max(1, num_dimensions)), np.float32)
    places = [place for place, one in enumerate(found) if one is not None]
    if places and num_dimensions > 0:
        some = points_of([one for one in found if one is not None])
        # What varies in nothing from the others is no unreadable file.
        some[~some.any(axis=1), 0] = 1
        points[places] = some
    return points


def of_length_one(points: Floats) -> Floats:
    """Return points (N, D) scaled to length one; what is zero stays so."""
    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    scaled: Floats = (points / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return scaled
