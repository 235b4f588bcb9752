"""All pairs of 64-bit hashes that differ in few bits, exactly and without comparing all pairs.

Hashes are cut into m chunks. Two that differ in at most r bits differ in at most ⌊r / m⌋ bits in
one chunk at least, so it is enough to look there.

Source: Norouzi, Punjani & Fleet, CVPR 2012, proposition 1; the length of a chunk as in section 3.2.
"""

# N hashes, K pairs

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

Hashes = NDArray[np.uint64]
Indices = NDArray[np.int64]

BITS = 64
# Pairs that are compared in one go, which bounds the memory.
_BLOCK = 1 << 22


def close_pairs(hashes: Hashes, radius: int) -> Iterator[Indices]:
    """Yield blocks of pairs (K, 2) that differ in ``radius`` bits or less, smaller index first.

    Each pair comes once. Equal hashes make as many pairs as they are, squared: take them together
    first, as ``leaders`` does.
    """
    chunks = _chunks(len(hashes))
    allowed = radius // len(chunks)
    parts = [(hashes >> np.uint64(low)) & np.uint64((1 << width) - 1) for low, width in chunks]
    for place, (_, width) in enumerate(chunks):
        for first, second in _candidates(parts[place], width, allowed):
            near = np.bitwise_count(hashes[first] ^ hashes[second]) <= radius
            first, second = first[near], second[near]
            # A pair that an earlier chunk has shown already is not shown again.
            new = np.ones(len(first), dtype=bool)
            for earlier in parts[:place]:
                new &= np.bitwise_count(earlier[first] ^ earlier[second]) > allowed
            if new.any():
                yield np.stack([first[new], second[new]], axis=1)


def close_to(queries: Hashes, hashes: Hashes, radius: int) -> Iterator[Indices]:
    """Yield blocks of pairs (K, 2): a query, and a hash that differs from it in few enough bits.

    A pair may come more than once.
    """
    # Chunks in which one bit may differ at most need few look-ups.
    for low, width in _chunks(len(hashes), at_least=radius // 2 + 1):
        mask = np.uint64((1 << width) - 1)
        part, wanted = (hashes >> np.uint64(low)) & mask, (queries >> np.uint64(low)) & mask
        for first, second in _lookups(part, wanted, width, 1):
            near = np.bitwise_count(queries[first] ^ hashes[second]) <= radius
            if near.any():
                yield np.stack([first[near], second[near]], axis=1)


def leaders(hashes: Hashes, radius: int) -> Indices:
    """Return for each hash (N,) the index of the one it is a near duplicate of, or its own.

    Hashes are taken in their order. One that is within ``radius`` of a leader joins the nearest of
    them, the first among equals; any other becomes a leader. So every hash is near its leader,
    which chains of neighbours would not promise.
    """
    distinct, first, inverse = np.unique(hashes, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    ordered = distinct[order]
    found = np.arange(len(ordered))
    for members in _components(ordered, radius):
        found[members] = members[_lead(ordered[members], radius)]
    result: Indices = first[order][found[rank[inverse.ravel()]]].astype(np.int64)
    return result


def _chunks(num: int, at_least: int = 1) -> list[tuple[int, int]]:
    """Return where chunks begin and how wide they are: about log2(N) bits each."""
    width = min(max(math.log2(max(num, 2)), 8), 16)
    count = max(at_least, round(BITS / width))
    edges = [round(BITS * place / count) for place in range(count + 1)]
    return [(low, high - low) for low, high in pairwise(edges)]


def _candidates(part: Hashes, width: int, allowed: int) -> Iterator[tuple[Indices, Indices]]:
    """Yield blocks of pairs, smaller index first, whose chunks differ in few enough bits."""
    for first, second in _lookups(part, part, width, allowed):
        later = second > first
        yield first[later], second[later]


def _lookups(
    part: Hashes, queries: Hashes, width: int, allowed: int
) -> Iterator[tuple[Indices, Indices]]:
    """Yield blocks of queries, and of what differs from them in few enough bits."""
    order = np.argsort(part, kind="stable")
    ordered = part[order]
    for flips in range(allowed + 1):
        for bits in combinations(range(width), flips):
            mask = np.uint64(sum(1 << bit for bit in bits))
            wanted = queries ^ mask
            low = np.searchsorted(ordered, wanted, side="left")
            high = np.searchsorted(ordered, wanted, side="right")
            yield from _expanded(order, low, high)


def _expanded(order: Indices, low: Indices, high: Indices) -> Iterator[tuple[Indices, Indices]]:
    """Yield all pairs of an index i and an index in ``order[low[i]:high[i]]``."""
    lengths = high - low
    ends = np.cumsum(lengths)
    start = 0
    while start < len(lengths):
        done = ends[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, done + _BLOCK, side="right")))
        counts = lengths[start:stop]
        first = np.repeat(np.arange(start, stop), counts)
        offsets = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
        yield first, order[low[first] + offsets]
        start = stop


def _components(hashes: Hashes, radius: int) -> list[Indices]:
    """Return the members, ascending, of each set of hashes that close pairs connect."""
    num = len(hashes)
    labels = np.arange(num)
    for pairs in close_pairs(hashes, radius):
        ends = labels[pairs]
        # Block by block, so that all pairs are never held together.
        graph = coo_array((np.ones(len(ends), dtype=bool), (ends[:, 0], ends[:, 1])), (num, num))
        _, merged = connected_components(graph, directed=False)
        labels = merged[labels]
    order = np.argsort(labels, kind="stable")
    ends = np.flatnonzero(np.diff(labels[order])) + 1
    return [members for members in np.split(order, ends) if len(members) > 1]


def _lead(hashes: Hashes, radius: int) -> Indices:
    """Return for each of a few hashes the place of its leader among them."""
    places: list[int] = []
    found = np.empty(len(hashes), dtype=np.int64)
    known = np.empty(len(hashes), dtype=np.uint64)
    for place, value in enumerate(hashes):
        distances = np.bitwise_count(known[: len(places)] ^ value)
        nearest = int(distances.argmin()) if len(places) else -1
        if nearest >= 0 and distances[nearest] <= radius:
            found[place] = places[nearest]
        else:
            known[len(places)] = value
            places.append(place)
            found[place] = place
    return found
