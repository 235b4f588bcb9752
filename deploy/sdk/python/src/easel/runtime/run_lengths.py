"""Masks as run lengths: the form in which COCO and pycocotools write them.

A mask is read column by column, from the top left. Its counts are the lengths of runs of zeros and
ones in turn, beginning with zeros. In the compressed form each count from the third on is written
as its difference to the count before the last, in groups of five bits, the lowest first, as
characters from ``0``; bit 5 says that more follows.
"""

# H height, W width, N and M masks

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError


@dataclass(frozen=True)
class RunLengths:
    """One mask over an image of ``size`` (height, width); ``counts`` add up to its pixels."""

    size: tuple[int, int]
    counts: tuple[int, ...]

    @property
    def area(self) -> int:
        """The number of ones."""
        return sum(self.counts[1::2])

    def mask(self) -> NDArray[np.bool_]:
        """Return the mask (H, W)."""
        values = np.arange(len(self.counts)) % 2 == 1
        flat = np.repeat(values, self.counts)
        return np.ascontiguousarray(flat.reshape(self.size[1], self.size[0]).T)

    def compressed(self) -> str:
        """Return COCO's compressed ``counts``."""
        characters = []
        for place, count in enumerate(self.counts):
            value = count - self.counts[place - 2] if place > 2 else count
            more = True
            while more:
                bits = value & 31
                value >>= 5
                more = value != -1 if bits & 16 else value != 0
                characters.append(chr(48 + (bits | 32 if more else bits)))
        return "".join(characters)


def encode(mask_HW: NDArray[np.bool_]) -> RunLengths:
    """Return the run lengths of a mask."""
    height, width = mask_HW.shape
    flat = np.asarray(mask_HW, dtype=np.bool_).T.reshape(-1)
    edges = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    bounds = np.concatenate([[0], edges, [flat.size]])
    counts = np.diff(bounds).tolist()
    if flat.size and flat[0]:
        counts = [0, *counts]
    return RunLengths((height, width), tuple(int(count) for count in counts))


def decompress(size: tuple[int, int], text: str) -> RunLengths:
    """Read COCO's compressed ``counts``.

    Raises:
        InputError: ``mask_invalid`` when they are none, or do not fill the image.
    """
    counts = decompressed_counts(text)
    if sum(counts) != size[0] * size[1]:
        raise _invalid(f"it has {sum(counts)} pixels where the image has {size[0] * size[1]}")
    return RunLengths(size, tuple(counts))


def decompressed_counts(text: str) -> list[int]:
    """Read COCO's compressed ``counts`` of an image of unknown size.

    Raises:
        InputError: ``mask_invalid``.
    """
    counts: list[int] = []
    value = shift = 0
    for character in text:
        bits = ord(character) - 48
        if not 0 <= bits < 64:
            raise _invalid(f"it holds the character '{character}'")
        value |= (bits & 31) << shift
        shift += 5
        if bits & 32:
            continue
        if bits & 16:
            value -= 1 << shift
        counts.append(value + counts[-2] if len(counts) > 2 else value)
        value = shift = 0
    if shift or any(count < 0 for count in counts):
        raise _invalid("it breaks off, or a run is negative")
    return counts


def mask_overlaps(masks: Sequence[RunLengths], others: Sequence[RunLengths]) -> NDArray[np.float64]:
    """Return the intersection over union (N, M) of masks over one image, in double precision."""
    if not masks or not others:
        return np.zeros((len(masks), len(others)))
    places = [np.flatnonzero(mask.mask()) for mask in others]
    shared = np.zeros((len(masks), len(others)))
    for row, mask in enumerate(masks):
        flat = mask.mask().reshape(-1)
        shared[row] = [np.count_nonzero(flat[place]) for place in places]
    areas = np.array([mask.area for mask in masks], dtype=np.float64)
    union = areas[:, np.newaxis] + [mask.area for mask in others] - shared
    ratio: NDArray[np.float64] = np.divide(
        shared, union, out=np.zeros_like(shared), where=union > 0
    )
    return ratio


def _invalid(reason: str) -> InputError:
    return InputError(
        f"A mask is not in COCO's compressed form: {reason}. Export the annotations again.",
        code="mask_invalid",
        reason=reason,
    )
