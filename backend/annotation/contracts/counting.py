"""How many regions of a sample have each label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

L = TypeVar("L", bound=Hashable)


def count_by_label(regions: Iterable[tuple[L, Mapping[str, Any]]]) -> Counter[L]:
    """Count regions, given by label and geometry; an object in many frames of a video once."""
    counts: Counter[L] = Counter()
    tracks: set[tuple[L, int]] = set()
    for label, geometry in regions:
        if geometry.get("kind") == "frame_box":
            track = (label, geometry["track"])
            if track in tracks:
                continue
            tracks.add(track)
        counts[label] += 1
    return counts
