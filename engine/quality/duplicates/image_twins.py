"""Images that nearly repeat another: re-encoded, scaled, brightened, cropped, or mirrored.

Hashes name candidates: those of an image, of its mirror image, and of both cut as crops usually
are, are looked up among the hashes of all images. Thumbnails decide: one is laid over the other.
"""

# N images, K pairs, V ways of cutting

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.quality.column_store import ColumnStore, Twin
from engine.quality.duplicates.alignment import agreement, cutting
from engine.quality.duplicates.neighbours import close_to, leaders
from engine.quality.hashing import THUMBNAIL_SIDE, grid_hashes
from engine.specs.inspection import InspectionThresholds

Indices = NDArray[np.int64]
Floats = NDArray[np.float32]
Thumbnails = NDArray[np.uint8]

# Shares of a side that are cut off left, top, right and bottom: hashes bear what lies between.
_CUTS = np.array(
    [
        (0, 0, 0, 0),
        *((share,) * 4 for share in (0.02, 0.04, 0.06)),
        (0.05, 0, 0, 0),
        (0, 0.05, 0, 0),
        (0, 0, 0.05, 0),
        (0, 0, 0, 0.05),
    ],
    dtype=np.float32,
)
# What one image may cost where very many look alike.
_MOST_CANDIDATES = 16
_BATCH = 1024


def image_twins(
    store: ColumnStore, chosen: Indices, limits: InspectionThresholds
) -> Iterator[Twin]:
    """Yield images with the one before them that they nearly repeat, or mirror.

    Args:
        store: with hashes and thumbnails.
        chosen: the images to compare, those first that should rather be kept.
        limits: how alike is nearly the same.
    """
    hashes, hashed = store.hashes
    rows = np.full(len(store), -1, dtype=np.int64)
    rows[hashed] = np.arange(len(hashed))
    known = chosen[rows[chosen] >= 0]
    if not len(known):
        return
    compared = _Images(hashes[rows[known]], store.thumbnails, rows[known], limits)
    lead = compared.plain()
    alone = np.flatnonzero(lead == np.arange(len(known)))
    near, mirrored = compared.pairs(alone)
    lead[alone] = _lead(alone, near)
    alone = np.flatnonzero(lead == np.arange(len(known)))
    mirrors = _lead(alone, [pair for pair in mirrored if (lead[list(pair)] == pair).all()])
    for place, leader in enumerate(lead.tolist()):
        if leader != place:
            yield Twin(int(known[place]), int(known[leader]))
    for place, leader in zip(alone.tolist(), mirrors.tolist(), strict=True):
        if leader != place:
            yield Twin(int(known[place]), int(known[leader]), is_mirrored=True)


class _Images:
    """Images in the order in which they should be kept."""

    def __init__(
        self,
        hashes: NDArray[np.uint64],
        thumbnails: Thumbnails,
        rows: Indices,
        limits: InspectionThresholds,
    ) -> None:
        self._hashes = hashes
        self._thumbnails = thumbnails
        self._rows = rows
        self._limits = limits

    def plain(self) -> Indices:
        """Return the leader (N,) of each image that is of nearly the same hash, or itself."""
        found = np.arange(len(self._hashes))
        lead = leaders(self._hashes, self._limits.image_bits)
        one = np.flatnonzero(lead != found)
        agrees = self._agree(lead[one], one, np.zeros(len(one), dtype=np.int64), mirrored=False)
        found[one[agrees]] = lead[one[agrees]]
        return found

    def pairs(self, places: Indices) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Return the pairs among some images that repeat, and that mirror, each other."""
        found: list[list[tuple[int, int]]] = []
        for mirrored in (False, True):
            wholes, parts, cuts = self._candidates(places, mirrored=mirrored)
            agrees = self._agree(wholes, parts, cuts, mirrored=mirrored)
            both = np.sort(np.stack([wholes, parts], axis=1)[agrees], axis=1)
            found.append([(int(one), int(other)) for one, other in np.unique(both, axis=0)])
        near, mirrors = found
        return near, mirrors

    def _candidates(self, places: Indices, *, mirrored: bool) -> tuple[Indices, Indices, Indices]:
        """Return images, those that may be cut out of them, and by which cut (K,)."""
        radius = self._limits.crop_bits
        kept = np.zeros((0, 4), dtype=np.int64)
        for cut in range(len(_CUTS)):
            queries = self._cut_hashes(places, cut, mirrored=mirrored)
            for block in close_to(queries, self._hashes[places], radius):
                first, second = block[block[:, 0] != block[:, 1]].T
                bits = np.bitwise_count(queries[first] ^ self._hashes[places[second]])
                new = np.stack([places[first], places[second], np.full(len(first), cut), bits], 1)
                # After each block: all pairs of many images that look alike would fill the memory.
                kept = _nearest(np.concatenate([kept, new.astype(np.int64)]))
        return kept[:, 0], kept[:, 1], kept[:, 2]

    def _cut_hashes(self, places: Indices, cut: int, *, mirrored: bool) -> NDArray[np.uint64]:
        left, top, right, bottom = _CUTS[cut].tolist()
        rows = cutting(top, bottom, THUMBNAIL_SIDE)
        columns = cutting(left, right, THUMBNAIL_SIDE)
        columns = columns[:, ::-1] if mirrored else columns
        parts = [
            grid_hashes(self._levels(places[start : start + _BATCH]), rows, columns)
            for start in range(0, len(places), _BATCH)
        ]
        return np.concatenate([*parts, np.zeros(0, dtype=np.uint64)])

    def _agree(
        self, wholes: Indices, parts: Indices, cuts: Indices, *, mirrored: bool
    ) -> NDArray[np.bool_]:
        """Tell of each pair (K,) whether the thumbnails say that it is of one image."""
        agrees = np.zeros(len(wholes), dtype=bool)
        for start in range(0, len(wholes), _BATCH):
            batch = slice(start, start + _BATCH)
            found = agreement(
                self._levels(wholes[batch], mirrored=mirrored),
                self._levels(parts[batch]),
                _CUTS[cuts[batch]],
            )
            agrees[batch] = (found.similarity >= self._limits.image_likeness) & (
                found.detail >= self._limits.image_detail
            )
        return agrees

    def _levels(self, places: Indices, *, mirrored: bool = False) -> Floats:
        found = self._thumbnails[self._rows[places]].astype(np.float32)
        return found[:, :, ::-1] if mirrored else found


def _nearest(pairs: Indices) -> Indices:
    """Return, of candidates (K, 4), each pair once and the nearest few of each part."""
    order = np.lexsort((pairs[:, 3], pairs[:, 0], pairs[:, 1]))
    ordered = pairs[order]
    again = np.zeros(len(ordered), dtype=bool)
    again[1:] = (ordered[1:, :2] == ordered[:-1, :2]).all(axis=1)
    once = ordered[~again]
    once = once[np.lexsort((once[:, 3], once[:, 1]))]
    starts = np.searchsorted(once[:, 1], once[:, 1], side="left")
    nearest: Indices = once[np.arange(len(once)) - starts < _MOST_CANDIDATES]
    return nearest


def _lead(places: Indices, pairs: list[tuple[int, int]]) -> Indices:
    """Return for each place the first leader that it is paired with, or itself.

    Places are taken in their order; one that is paired with no leader becomes one.
    """
    earlier: dict[int, list[int]] = defaultdict(list)
    for one, other in pairs:
        earlier[other].append(one)
    found: dict[int, int] = {}
    for place in places.tolist():
        heads = [one for one in sorted(earlier[place]) if found.get(one) == one]
        found[place] = heads[0] if heads else place
    return np.array([found[place] for place in places.tolist()], dtype=np.int64)
