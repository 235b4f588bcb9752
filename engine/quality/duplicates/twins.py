"""Samples that nearly repeat an earlier one, found by hashes that are alike for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.quality.column_store import ColumnStore, Twin
from engine.quality.duplicates.neighbours import leaders

Indices = NDArray[np.int64]
Agree = Callable[[Path, Path], bool]


def hashed_twins(
    store: ColumnStore, chosen: Indices, radius: int, root: Path, agree: Agree | None = None
) -> Iterator[Twin]:
    """Yield samples with the one before them, of a close hash, that they nearly repeat.

    Args:
        store: with the hashes.
        chosen: the samples to compare, those first that should rather be kept.
        radius: bits that may differ.
        root: folder of the files.
        agree: asked about two files whose hashes are close.
    """
    hashes, hashed = store.hashes
    places = np.full(len(store), -1, dtype=np.int64)
    places[hashed] = np.arange(len(hashed))
    known = chosen[places[chosen] >= 0]
    if not len(known):
        return
    lead = known[leaders(hashes[places[known]], radius)]
    for one, leader in zip(known.tolist(), lead.tolist(), strict=True):
        if one != leader and (
            agree is None or agree(root / store.files[leader], root / store.files[one])
        ):
            yield Twin(one, leader)
