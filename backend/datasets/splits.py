"""Divide samples into splits: seeded, stratified by label, the same on every machine.

Samples are taken in the order of a hash of seed and content, so that neither the order in which
they came nor their ids matter. Labels are served from the rarest to the commonest; each sample goes
to the split that lacks its label most, counted against the split's share of that label. With one
label a sample this is the usual stratified split; with several it is iterative stratification.

Source: Sechidis, Tsoumakas, Vlahavas, "On the Stratification of Multi-Label Data", ECML 2011.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.specs.data import Split


@dataclass(frozen=True)
class Item:
    """A sample to place: its content and its labels."""

    sha256: str
    labels: tuple[str, ...]


def split_items(
    items: Sequence[Item], shares: Mapping[Split, float], *, seed: int
) -> dict[str, Split]:
    """Return the split of each content.

    Args:
        items: samples with distinct contents.
        shares: the share of each split; they sum to 1.
        seed: another seed gives another division.
    """
    ordered = sorted(items, key=lambda item: _draw(seed, item.sha256))
    waiting: dict[str, list[Item]] = defaultdict(list)
    for item in ordered:
        for label in item.labels or ("",):
            waiting[label].append(item)
    room = {split: share * len(items) for split, share in shares.items() if share > 0}
    lacking = {
        label: {split: shares[split] * len(members) for split in room}
        for label, members in waiting.items()
    }
    placed: dict[str, Split] = {}
    remaining = Counter({label: len(members) for label, members in waiting.items()})
    # The rarest label first. A label is pushed again when its number falls; older entries are stale.
    rarest = [(num, label) for label, num in remaining.items()]
    heapq.heapify(rarest)
    while rarest:
        num, label = heapq.heappop(rarest)
        if remaining.get(label) != num:
            continue
        for item in waiting[label]:
            if item.sha256 in placed:
                continue
            wants = lacking[label]
            split = max(room, key=lambda name: (wants[name], room[name], name == Split.TRAIN))
            placed[item.sha256] = split
            room[split] -= 1
            for other in item.labels or ("",):
                lacking[other][split] -= 1
                remaining[other] -= 1
                if other != label:
                    heapq.heappush(rarest, (remaining[other], other))
        del remaining[label]
    return placed


def _draw(seed: int, sha256: str) -> bytes:
    return hashlib.sha256(f"{seed}:{sha256}".encode()).digest()
