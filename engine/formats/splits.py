"""Divide samples into splits: seeded, stratified by label, the same on every machine.

Samples are taken in the order of a hash of seed and content, so that neither the order in which
they came nor their ids matter. Labels are served from the rarest to the commonest; each sample goes
to the split that lacks its label most, counted against the split's share of that label. With one
label a sample this is the usual stratified split; with several it is iterative stratification.
Samples that belong together, because their content or their group is the same, are placed as one.

Source: Sechidis, Tsoumakas, Vlahavas, "On the Stratification of Multi-Label Data", ECML 2011.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.specs.data import Split


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sample to place: its content and its labels.

    ``group`` keeps samples together that would otherwise give each other away, such as the
    sentences of one document or the recordings of one speaker.
    """

    sha256: str
    labels: tuple[str, ...]
    group: str | None = None


@dataclass(frozen=True, slots=True)
class _Block:
    """Samples that are placed together: their number by label; no label is a label of its own."""

    num_samples: int
    labels: Mapping[str, int]


def split_samples(
    candidates: Sequence[Candidate], shares: Mapping[Split, float], *, seed: int
) -> list[Split]:
    """Return the split of each sample, in their order.

    Args:
        candidates: samples; those of equal content or equal group get the same split.
        shares: the share of each split; what is missing of 1 is for training.
        seed: another seed gives another division.
    """
    homes = _homes(candidates)
    names, places, blocks = _blocks(candidates, homes)
    placed = _place(blocks, _drawn(names, seed), _complete(shares))
    return placed if places is None else [placed[places[home]] for home in homes]


def _complete(shares: Mapping[Split, float]) -> dict[Split, float]:
    """Return the shares in the order of ``Split``, without those of nothing."""
    rest = 1 - sum(share for split, share in shares.items() if split is not Split.TRAIN)
    complete = {split: shares.get(split, rest if split is Split.TRAIN else 0.0) for split in Split}
    return {split: share for split, share in complete.items() if share > 0}


def _homes(candidates: Sequence[Candidate]) -> list[str]:
    """Return the name of each sample's block: the smallest content that it hangs together with."""
    if all(candidate.group is None for candidate in candidates):
        return [candidate.sha256 for candidate in candidates]
    parents: dict[str, str] = {}

    def find(key: str) -> str:
        while parents.setdefault(key, key) != key:
            parents[key] = parents[parents[key]]
            key = parents[key]
        return key

    for candidate in candidates:
        own = find(f"content:{candidate.sha256}")
        if candidate.group is not None:
            parents[own] = find(f"group:{candidate.group}")
    names: dict[str, str] = {}
    for candidate in candidates:
        root = find(f"content:{candidate.sha256}")
        names[root] = min(names.get(root, candidate.sha256), candidate.sha256)
    return [names[find(f"content:{candidate.sha256}")] for candidate in candidates]


def _blocks(
    candidates: Sequence[Candidate], homes: list[str]
) -> tuple[list[str], dict[str, int] | None, list[_Block]]:
    """Return the names of the blocks, where each stands (``None``: as its sample), and the blocks.

    A million samples with nothing in common are a million blocks, so what they count is shared
    between those with the same labels.
    """
    alone: dict[tuple[str, ...], _Block] = {}

    def block_of(candidate: Candidate) -> _Block:
        if candidate.labels not in alone:
            alone[candidate.labels] = _block([candidate])
        return alone[candidate.labels]

    if len(set(homes)) == len(homes):
        return homes, None, [block_of(candidate) for candidate in candidates]
    members: dict[str, list[Candidate]] = defaultdict(list)
    for candidate, home in zip(candidates, homes, strict=True):
        members[home].append(candidate)
    places = {home: place for place, home in enumerate(members)}
    return list(members), places, [_block(group) for group in members.values()]


def _drawn(names: Sequence[str], seed: int) -> list[int]:
    """Return the places of the blocks in the order in which they are taken."""
    draws = [hashlib.sha256(f"{seed}:{name}".encode()).digest() for name in names]
    return sorted(range(len(names)), key=draws.__getitem__)


def _block(members: Sequence[Candidate]) -> _Block:
    """Count a block: equal contents are one sample with the labels of all of them."""
    by_content: dict[str, set[str]] = defaultdict(set)
    for member in members:
        by_content[member.sha256].update(member.labels)
    labels = Counter(label for given in by_content.values() for label in given or {""})
    return _Block(num_samples=len(by_content), labels=labels)


def _place(
    blocks: Sequence[_Block], order: Sequence[int], shares: Mapping[Split, float]
) -> list[Split]:
    waiting: dict[str, list[int]] = defaultdict(list)
    for place in order:
        for label in blocks[place].labels:
            waiting[label].append(place)
    room = {s: share * sum(block.num_samples for block in blocks) for s, share in shares.items()}
    remaining = {
        label: sum(blocks[place].labels[label] for place in places)
        for label, places in waiting.items()
    }
    lacking = {
        label: {split: share * num for split, share in shares.items()}
        for label, num in remaining.items()
    }
    placed: list[Split | None] = [None] * len(blocks)
    # The rarest label comes first. One whose number falls is pushed again; older entries are stale.
    rarest = [(num, label) for label, num in remaining.items()]
    heapq.heapify(rarest)
    while rarest:
        num, label = heapq.heappop(rarest)
        if remaining.get(label) != num:
            continue
        for place in waiting[label]:
            if placed[place] is not None:
                continue
            block, wants = blocks[place], lacking[label]
            split = max(room, key=lambda name: (wants[name], room[name], name == Split.TRAIN))
            placed[place] = split
            room[split] -= block.num_samples
            for other, times in block.labels.items():
                lacking[other][split] -= times
                remaining[other] -= times
                if other != label:
                    heapq.heappush(rarest, (remaining[other], other))
        del remaining[label]
    return [split for split in placed if split is not None]


def fill_empty_splits(
    candidates: Sequence[Candidate], splits: Sequence[Split], shares: Mapping[Split, float]
) -> list[Split]:
    """Give a split that came out empty, though a share was asked for, the samples of one content.

    With few samples a fair division may leave a split without any, which a run cannot use. They
    come from training, from the label with most of them, and only while training keeps that label;
    validation is served before test. Samples that a group holds together are not taken apart.

    Returns:
        The splits, unchanged where no sample can be spared.
    """
    result = list(splits)
    for wanted in (Split.VALIDATION, Split.TEST):
        if shares.get(wanted, 0) > 0 and wanted not in result:
            for index in _spared(candidates, result):
                result[index] = wanted
    return result


def _spared(candidates: Sequence[Candidate], splits: Sequence[Split]) -> list[int]:
    """Return the training samples of the home that training misses least."""
    homes: dict[str, list[int]] = defaultdict(list)
    labels: dict[str, set[str]] = defaultdict(set)
    for index, home in enumerate(_homes(candidates)):
        if splits[index] is Split.TRAIN:
            homes[home].append(index)
            labels[home].update(candidates[index].labels or ("",))
    counts = Counter(label for given in labels.values() for label in given)
    best = max(homes, key=lambda home: (min(counts[x] for x in labels[home]), home), default=None)
    if best is None or min(counts[label] for label in labels[best]) < 2:
        return []
    return homes[best]
