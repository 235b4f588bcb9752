"""Divide the samples of a version into splits, each content once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.formats.splits import Candidate as Item
from engine.formats.splits import split_samples
from engine.specs.data import Split

__all__ = ["Item", "split_items"]


def split_items(
    items: Sequence[Item], shares: Mapping[Split, float], *, seed: int
) -> dict[str, Split]:
    """Return the split of each content."""
    splits = split_samples(items, shares, seed=seed)
    return dict(zip((item.sha256 for item in items), splits, strict=True))
