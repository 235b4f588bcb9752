"""Divide the samples of a version into splits, each content once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.formats.splitting.splits import Candidate as Item
from engine.formats.splitting.splits import fill_empty_splits, split_samples
from engine.specs.data import Split

__all__ = ["Item", "complete_named", "split_items"]


def split_items(
    items: Sequence[Item], shares: Mapping[Split, float], *, seed: int
) -> dict[str, Split]:
    """Return the split of each content."""
    splits = split_samples(items, shares, seed=seed)
    return dict(zip((item.sha256 for item in items), splits, strict=True))


def complete_named(
    items: Sequence[Item], named: Mapping[str, Split], shares: Mapping[Split, float], *, seed: int
) -> dict[str, Split]:
    """Return the split of each content: the one its data names, else one drawn from the rest.

    A split that is named for no content at all takes its share from what is left for training, as
    ``engine.specs.data.FilesDataSpec`` says.

    Args:
        items: all samples.
        named: the splits that the data names, by content.
        shares: what validation and test take where no content is named for them.
        seed: another seed gives another division.
    """
    present = set(named.values())
    missing = {split: share for split, share in shares.items() if split not in present}
    undecided = [item for item in items if named.get(item.sha256, Split.TRAIN) is Split.TRAIN]
    drawn = split_samples(undecided, missing, seed=seed)
    drawn = fill_empty_splits(undecided, drawn, missing)
    chosen = dict(zip((item.sha256 for item in undecided), drawn, strict=True))
    return {item.sha256: chosen.get(item.sha256) or named[item.sha256] for item in items}
