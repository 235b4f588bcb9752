"""Divide samples into splits: seeded, stratified, and fair to samples with several labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.specs.data import Split

# A label that is too rare for all of them goes to validation before test: no run does without.
_ORDER = (Split.VALIDATION, Split.TEST)


def stratified_split(
    labels: Sequence[tuple[str, ...]],
    contents: Sequence[str],
    shares: Mapping[Split, float],
    seed: int,
) -> list[Split]:
    """Choose a split for each sample so that each label has about the same share everywhere.

    Samples of equal content go together, so that nothing held out was trained on. A label with
    two contents or more keeps at least one for training. Where samples have one label each, it
    gives at least one to validation too, with three one to each split, however small the shares.
    The result is a function of the arguments and not of the order of dictionary keys.

    Args:
        labels: the labels of each sample; none is a group of its own.
        contents: a digest per sample.
        shares: part of the samples that each split but ``train`` gets; the rest is for training.
        seed: of the random choice.

    Returns:
        One split per sample.

    Source: the rarest label is dealt out first, as in Sechidis et al., ECML PKDD 2011,
        algorithm 1.
    """
    groups = _groups(labels, contents)
    members = _by_label([labels_of for labels_of, _ in groups])
    wanted = {split: shares[split] for split in _ORDER if shares.get(split, 0) > 0}
    random = np.random.default_rng(seed)
    chosen: dict[int, Split] = {}
    for label in sorted(members, key=lambda name: (len(members[name]), name)):
        everyone = members[label]
        waiting = [group for group in everyone if group not in chosen]
        waiting = [waiting[place] for place in random.permutation(len(waiting))]
        dealt = {
            split: sum(chosen.get(group) is split for group in everyone)
            for split in (*wanted, Split.TRAIN)
        }
        for split, share in wanted.items():
            missing = max(1, round(len(everyone) * share)) - dealt[split]
            spare = len(waiting) - (0 if dealt[Split.TRAIN] else 1)
            for group in waiting[: max(0, min(missing, spare))]:
                chosen[group] = split
            waiting = [group for group in waiting if group not in chosen]
        chosen.update(dict.fromkeys(waiting, Split.TRAIN))
    _keep_in_training(chosen, members)
    result = [Split.TRAIN] * len(labels)
    for group, (_, indices) in enumerate(groups):
        for index in indices:
            result[index] = chosen[group]
    return result


def _keep_in_training(chosen: dict[int, Split], members: Mapping[str, list[int]]) -> None:
    """Bring one group back for each label whose groups all left with rarer labels."""
    for label in sorted(members):
        everyone = members[label]
        if len(everyone) > 1 and all(chosen[group] is not Split.TRAIN for group in everyone):
            chosen[everyone[0]] = Split.TRAIN


def _groups(
    labels: Sequence[tuple[str, ...]], contents: Sequence[str]
) -> list[tuple[tuple[str, ...], list[int]]]:
    """Gather samples of equal content, with the union of their labels."""
    indices: dict[str, list[int]] = {}
    for index, content in enumerate(contents):
        indices.setdefault(content, []).append(index)
    return [
        (tuple(sorted({label for index in group for label in labels[index]})), group)
        for group in indices.values()
    ]


def _by_label(labels: Sequence[tuple[str, ...]]) -> dict[str, list[int]]:
    members: dict[str, list[int]] = {}
    for group, labels_of in enumerate(labels):
        for label in labels_of or ("",):
            members.setdefault(label, []).append(group)
    return members
