"""How long it takes to find all near duplicates among 100,000 hashes, exactly.

A tenth of the hashes are copies with six bits flipped, and a hundred of them crowd together as the
frames of a video do. Some rows of the result are held against brute force.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from engine.quality.duplicates.neighbours import close_pairs, leaders

RADIUS = 6
NUM_CHECKED = 500


def run(*, quick: bool) -> dict[str, float]:
    """Return the seconds of both searches, and whether the pairs are those of brute force."""
    hashes = _hashes(20_000 if quick else 100_000)
    began = time.perf_counter()
    pairs = np.concatenate([*close_pairs(hashes, RADIUS)])
    pairs_seconds = time.perf_counter() - began
    began = time.perf_counter()
    groups = leaders(hashes, RADIUS)
    groups_seconds = time.perf_counter() - began
    return {
        "num_hashes": len(hashes),
        "num_pairs": len(pairs),
        "num_grouped": int((groups != np.arange(len(groups))).sum()),
        "pairs_seconds": pairs_seconds,
        "groups_seconds": groups_seconds,
        "equals_brute_force": float(_agrees(hashes, pairs)),
    }


def _hashes(num: int) -> NDArray[np.uint64]:
    random = np.random.default_rng(0)
    copies = num // 10
    hashes = random.integers(0, 2**64, num - copies, dtype=np.uint64)
    originals = np.concatenate(
        [random.integers(0, len(hashes), copies - 100), np.zeros(100, dtype=np.int64)]
    )
    changed = hashes[originals]
    for _ in range(RADIUS):
        changed ^= np.uint64(1) << random.integers(0, 64, copies, dtype=np.uint64)
    return np.concatenate([hashes, changed])


def _agrees(hashes: NDArray[np.uint64], pairs: NDArray[np.int64]) -> bool:
    """Compare some hashes, half of them with copies, with all others."""
    chosen = np.linspace(0, len(hashes) - 1, NUM_CHECKED, dtype=np.int64)
    for place in chosen:
        near = np.flatnonzero(np.bitwise_count(hashes ^ hashes[place]) <= RADIUS)
        found = pairs[(pairs == place).any(axis=1)]
        if {*near.tolist()} != {*found.ravel().tolist(), int(place)}:
            return False
    return True
