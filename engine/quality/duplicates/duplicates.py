"""Samples that show the same, or nearly: groups, of which one sample is kept."""

# N samples

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.quality.column_store import ColumnStore, Finding, Modality, Twin
from engine.specs.data import Split
from engine.specs.inspection import FoundSample

Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Groups:
    """For each sample (N,) the sample that is kept of its group, itself where it is alone.

    ``same`` groups what decodes to equal contents; ``near`` puts groups of ``same`` together whose
    kept samples look, read or sound alike; ``mirrored`` puts those together of which one looks like
    the mirror image of the other.
    """

    same: Indices
    near: Indices
    mirrored: Indices


def group(store: ColumnStore, modality: Modality, root: Path) -> Groups:
    """Group the samples of a dataset.

    Kept is a labelled sample rather than an unlabelled one, then the one of more pixels, then the
    one that came first.
    """
    order = _by_worth(store)
    same = _same(store, order)
    near, mirrored = same.copy(), np.arange(len(store))
    for twin in modality.twins(store, order[same[order] == order], root):
        if not twin.is_mirrored:
            near[twin.sample] = twin.leader
        elif not _labelled_apart(store, twin):
            mirrored[twin.sample] = twin.leader
    near = near[near]
    return Groups(same, near, mirrored[near])


def found_groups(store: ColumnStore, groups: Groups) -> Iterator[Finding]:
    """Yield samples of equal content, near duplicates, and equal ones that are labelled apart."""
    yield _finding("same_content", store, groups.same, np.ones(len(store), dtype=bool))
    # Copies are found above already; here one of them stands for all.
    yield _finding("near_duplicate", store, groups.near, groups.same == np.arange(len(store)))
    are_kept = (groups.same == np.arange(len(store))) & (groups.near == groups.same)
    yield _finding("mirrored", store, groups.mirrored, are_kept)
    yield _conflicts(store, groups.same)


def leaks(store: ColumnStore, groups: Groups) -> Finding:
    """Return validation and test samples that a training sample shows too, or nearly."""
    near = groups.near[groups.same]
    leader = groups.mirrored[near]
    places = np.flatnonzero([split is Split.TRAIN for split in store.splits])
    trained, trained_near = {*leader[places].tolist()}, {*near[places].tolist()}
    found = Finding("split_leak")
    numbers: dict[int, int] = {}
    for place, split in enumerate(store.splits):
        head = int(leader[place])
        if split is not Split.TRAIN and head in trained:
            is_mirrored = int(near[place]) not in trained_near
            found.samples.append(
                FoundSample(
                    finding=found.kind,
                    sample_id=store.ids[place],
                    group=numbers.setdefault(head, len(numbers)),
                    params={"split": split.value, **({"mirrored": True} if is_mirrored else {})},
                )
            )
    return found


def _labelled_apart(store: ColumnStore, twin: Twin) -> bool:
    """Tell whether two samples have different labels: a left hand mirrored is a right one."""
    one, other = store.labelled[twin.sample], store.labelled[twin.leader]
    return bool(one and other and one != other)


def _by_worth(store: ColumnStore) -> Indices:
    """Return the samples (N,), those first that should be kept."""
    pixels = store.numbers("pixels")
    size = pixels if len(pixels) == len(store) else np.zeros(len(store))
    unlabelled = np.array([not used for used in store.used], dtype=bool)
    order: Indices = np.lexsort((np.arange(len(store)), -size, unlabelled))
    return order


def _same(store: ColumnStore, order: Sequence[int] | Indices) -> Indices:
    kept: dict[bytes, int] = {}
    for place in order:
        kept.setdefault(store.contents[place], int(place))
    return np.array([kept[content] for content in store.contents], dtype=np.int64)


def _members(leader: Indices, of_interest: NDArray[np.bool_]) -> list[Indices]:
    """Return the groups of two and more among samples of interest, the kept one first."""
    places = np.flatnonzero(of_interest)
    order = places[np.lexsort((places != leader[places], leader[places]))]
    ends = np.flatnonzero(np.diff(leader[order])) + 1
    return [members for members in np.split(order, ends) if len(members) > 1]


def _finding(
    kind: str, store: ColumnStore, leader: Indices, of_interest: NDArray[np.bool_]
) -> Finding:
    found = Finding(kind)
    num_extra = 0
    for number, members in enumerate(_members(leader, of_interest)):
        num_extra += len(members) - 1
        for place in members:
            found.samples.append(
                FoundSample(
                    finding=kind,
                    sample_id=store.ids[place],
                    group=number,
                    is_kept=bool(place == leader[place]),
                )
            )
    found.params = {"num_extra": num_extra}
    return found


def _conflicts(store: ColumnStore, leader: Indices) -> Finding:
    found = Finding("conflicting_labels")
    number = 0
    for members in _members(
        leader, np.array([bool(is_labelled) for is_labelled in store.labelled], dtype=bool)
    ):
        if len({store.labelled[place] for place in members}) < 2:
            continue
        for place in members:
            labels = ", ".join(store.labels[one] for one in store.labelled[place])
            found.samples.append(
                FoundSample(
                    finding=found.kind,
                    sample_id=store.ids[place],
                    group=number,
                    params={"labels": labels},
                )
            )
        number += 1
    return found
