"""Divide samples into splits: seeded, stratified by label, the same on every machine.

Each sample draws a split from a hash of seed and content, so that neither the order in which
samples came, nor their ids, nor the other samples matter. Of the samples of one label, a few then
change their split so that each split has its share. Where a few samples come or go, the others
therefore stay where they are, but for a few of the labels of those that came or went: in versions,
forks and merges of a dataset alike.

A sample of several labels counts for the rarest of them. Samples that belong together, because
their content or their group is the same, are placed as one.

A label that enough of them show is in every split, however small the shares: what is not tested
looks flawless.
"""

# N blocks of one stratum, K splits

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from engine.specs.data import Split

# From so many blocks on in the smallest split, shares may be off by one, which moves fewer.
_MANY = 5
# Those that are held out draw first: another validation share leaves the test split as it is.
_DRAWN = (Split.TEST, Split.VALIDATION, Split.TRAIN)


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
        shares: the share of each split; what is missing of 1 is for training. A label in at least
            as many blocks as there are splits is in each of them, the test split served first.
        seed: another seed gives another division.
    """
    homes = _homes(candidates)
    names, places, blocks = _blocks(candidates, homes)
    draws, wanted = [_draw(name, seed) for name in names], _complete(shares)
    placed = _place(blocks, draws, wanted)
    _serve_rare(placed, blocks, draws, wanted)
    return placed if places is None else [placed[places[home]] for home in homes]


def _complete(shares: Mapping[Split, float]) -> dict[Split, float]:
    """Return the shares in the order in which they are drawn, without those of nothing."""
    rest = 1 - sum(share for split, share in shares.items() if split is not Split.TRAIN)
    complete = {split: shares.get(split, rest if split is Split.TRAIN else 0.0) for split in _DRAWN}
    return {split: share for split, share in complete.items() if share > 0}


def _homes(candidates: Sequence[Candidate]) -> list[str]:
    """Return the name of each sample's block: the first of the groups that hang together.

    A sample without a group is named by its content. So members may come and go.
    """
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
        if candidate.group is not None:
            names[root] = min(
                names.get(root, f"group:{candidate.group}"), f"group:{candidate.group}"
            )
    return [
        names.get(find(f"content:{candidate.sha256}"), candidate.sha256) for candidate in candidates
    ]


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


def _draw(name: str, seed: int) -> tuple[float, bytes]:
    """Return what a block draws its split by, in [0, 1), and which are the first to be moved."""
    digest = hashlib.sha256(f"{seed}:{name}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48, digest[6:]


def _block(members: Sequence[Candidate]) -> _Block:
    """Count a block: equal contents are one sample with the labels of all of them."""
    by_content: dict[str, set[str]] = defaultdict(set)
    for member in members:
        by_content[member.sha256].update(member.labels)
    labels = Counter(label for given in by_content.values() for label in given or {""})
    return _Block(num_samples=len(by_content), labels=labels)


def _place(
    blocks: Sequence[_Block], draws: Sequence[tuple[float, bytes]], shares: Mapping[Split, float]
) -> list[Split]:
    strata: dict[tuple[str, int], list[int]] = defaultdict(list)
    rarity = _rarity(blocks)
    for place, block in enumerate(blocks):
        # Blocks of one size are dealt fairly, as then the number of samples is fair, too.
        strata[min(block.labels, key=rarity.__getitem__), block.num_samples.bit_length()].append(
            place
        )
    placed = [_drawn(draw, shares) for draw, _ in draws]
    for places in strata.values():
        found = Counter(placed[place] for place in places)
        wanted = _counts([found[split] for split in shares], [*shares.values()])
        _even_out(placed, places, draws, dict(zip(shares, wanted, strict=True)))
    return placed


def _rarity(blocks: Sequence[_Block]) -> dict[str, tuple[int, str]]:
    """Return what puts labels in order, the rarest first.

    Numbers of the same length are taken for equal: a few samples seldom change the order.
    """
    totals: Counter[str] = Counter()
    for block in blocks:
        totals.update(block.labels)
    return {label: (num.bit_length(), label) for label, num in totals.items()}


def _drawn(draw: float, shares: Mapping[Split, float]) -> Split:
    """Return the split that a draw falls into."""
    for split, share in shares.items():
        if draw < share:
            return split
        draw -= share
    return split


def _counts(found: Sequence[int], shares: Sequence[float]) -> list[int]:
    """Return how many blocks (K,) each split should have, given how many drew it.

    Few blocks are rounded exactly. Of many, each split has its share or up to one more or less.
    Where within that depends on the draws, so that little changes when blocks come and go: what is
    moved is the nearest point of a lattice. What is at most one off around each of its points
    tiles the line, or for three splits the plane, so the way to the next point is a long one.
    """
    total = sum(found)
    exact = [share * total for share in shares]
    if min(exact) < _MANY or len(shares) == 1:
        return _rounded(exact, found)
    # How far the draws are off but for the last split, which takes up what the others leave.
    off = [num - share for num, share in zip(found, exact, strict=True)][:-1]
    around = [range(math.floor(one) - 1, math.floor(one) + 3) for one in off]
    points = [point for point in product(*around) if _is_of_lattice(point)]
    moved = min(points, key=lambda point: (_distance(point, off), point))
    counts = [num - move for num, move in zip(found, moved, strict=False)]
    return [*counts, total - sum(counts)]


def _is_of_lattice(point: Sequence[int]) -> bool:
    """Tell whether a point is one of those around which differences up to 1 tile everything."""
    return point[0] % 2 == 0 if len(point) == 1 else (point[0] - point[1]) % 3 == 0


def _distance(point: Sequence[int], off: Sequence[float]) -> float:
    """Return by how much the worst split is off when so many are moved."""
    left = [one - move for one, move in zip(off, point, strict=True)]
    return max(abs(sum(left)), *map(abs, left))


def _rounded(exact: Sequence[float], found: Sequence[int]) -> list[int]:
    """Return whole numbers of the same sum: those with the largest remainders are rounded up.

    Of equal remainders, that which more blocks drew than it has yet.
    """
    counts = [math.floor(one) for one in exact]
    order = sorted(
        range(len(exact)),
        key=lambda place: (round(counts[place] - exact[place], 9), counts[place] - found[place]),
    )
    for place in order[: round(sum(exact)) - sum(counts)]:
        counts[place] += 1
    return counts


def _even_out(
    placed: list[Split],
    places: Sequence[int],
    draws: Sequence[tuple[float, bytes]],
    wanted: Mapping[Split, int],
) -> None:
    """Move blocks from splits with more than is wanted to those with less."""
    members: dict[Split, list[int]] = {split: [] for split in wanted}
    for place in sorted(places, key=lambda place: draws[place][1]):
        members[placed[place]].append(place)
    spare = [
        place
        for split, num in wanted.items()
        for place in members[split][: max(0, len(members[split]) - num)]
    ]
    lacking = [
        split for split, num in wanted.items() for _ in range(max(0, num - len(members[split])))
    ]
    spare.sort(key=lambda place: draws[place][1])
    for place, split in zip(spare, lacking, strict=True):
        placed[place] = split


def _serve_rare(
    placed: list[Split],
    blocks: Sequence[_Block],
    draws: Sequence[tuple[float, bytes]],
    shares: Mapping[Split, float],
) -> None:
    """Move training blocks to the splits that lack a label which enough blocks show."""
    num: dict[Split, Counter[str]] = {split: Counter() for split in shares}
    # Blocks alike are one object, so that a million of them are counted as a few.
    alike = {id(block): block for block in blocks}
    for (split, key), count in Counter(zip(placed, map(id, blocks), strict=True)).items():
        num[split].update(dict.fromkeys(alike[key].labels, count))
    totals = sum(num.values(), Counter())
    lacking = {
        label
        for label, total in totals.items()
        if total >= len(shares) and not all(num[split][label] for split in shares)
    }
    showing: dict[str, list[int]] = defaultdict(list)
    for place, block in enumerate(blocks) if lacking else ():
        for label in lacking & block.labels.keys():
            showing[label].append(place)
    for label in sorted(lacking, key=lambda label: (totals[label], label)):
        showing[label].sort(key=lambda place: (blocks[place].num_samples, draws[place][1]))
        for split in shares:
            if not num[split][label]:
                _move_one(label, split, showing[label], placed, blocks, num)


def _move_one(
    label: str,
    to: Split,
    places: Sequence[int],
    placed: list[Split],
    blocks: Sequence[_Block],
    num: Mapping[Split, Counter[str]],
) -> None:
    """Move the first block whose split keeps all of its labels, from training where there is one.

    Args:
        label: that ``to`` lacks.
        to: the split that gets a block.
        places: where the blocks with the label are.
        placed: the split of each block, changed in place.
        blocks: all of them.
        num: how many blocks of each split show each label, changed in place.
    """
    spared = [
        place
        for place in places
        if all(num[placed[place]][name] > 1 for name in blocks[place].labels)
    ]
    if not spared:
        return
    best = min(spared, key=lambda place: placed[place] is not Split.TRAIN)
    num[placed[best]].subtract(dict.fromkeys(blocks[best].labels, 1))
    num[to].update(dict.fromkeys(blocks[best].labels, 1))
    placed[best] = to


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
