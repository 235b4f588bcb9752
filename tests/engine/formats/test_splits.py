"""Properties of every split, whatever the labels."""

from __future__ import annotations

import hashlib
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.formats.splits import Candidate, fill_empty_splits, split_samples
from engine.specs.data import Split

SHARES = {Split.TRAIN: 0.7, Split.VALIDATION: 0.2, Split.TEST: 0.1}
LABELS = st.lists(
    st.frozensets(st.sampled_from("abcde"), max_size=3).map(lambda labels: tuple(sorted(labels))),
    max_size=80,
)


def samples(labels: list[tuple[str, ...]]) -> list[Candidate]:
    return [
        Candidate(hashlib.sha256(str(number).encode()).hexdigest(), of)
        for number, of in enumerate(labels)
    ]


def test_a_division_never_changes_with_the_program() -> None:
    """Frozen versions hold divisions made long ago; the same seed has to give them again."""
    candidates = samples([("ab"[n % 2],) if n % 5 else ("a", "c") for n in range(20)])
    letters = "".join(split.value[1] for split in split_samples(candidates, SHARES, seed=7))
    assert letters == "rrraeraarrarrrrrrear"


@given(LABELS, st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_order_and_dictionaries_do_not_matter(labels: list[tuple[str, ...]], seed: int) -> None:
    candidates = samples(labels)
    first = split_samples(candidates, SHARES, seed=seed)
    turned = split_samples(candidates[::-1], dict(reversed(SHARES.items())), seed=seed)
    assert first == turned[::-1]
    assert first == split_samples(candidates, {Split.VALIDATION: 0.2, Split.TEST: 0.1}, seed=seed)


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=200), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_each_class_has_its_share_of_each_split(classes: list[str], seed: int) -> None:
    splits = split_samples(samples([(name,) for name in classes]), SHARES, seed=seed)
    for name, count in Counter(classes).items():
        for split, share in SHARES.items():
            dealt = sum(a == name and b is split for a, b in zip(classes, splits, strict=True))
            assert abs(dealt - count * share) <= 1


@given(
    st.lists(
        st.tuples(
            st.sampled_from("ab"), st.sampled_from("xyzuvw"), st.sampled_from(["g", "h", None])
        )
    )
)
@settings(max_examples=60, deadline=None)
def test_equal_contents_and_groups_stay_together(drawn: list[tuple[str, str, str | None]]) -> None:
    candidates = [Candidate(content, (label,), group) for label, content, group in drawn]
    splits = split_samples(candidates, SHARES, seed=1)
    contents: dict[str, set[Split]] = {}
    groups: dict[str, set[Split]] = {}
    for candidate, split in zip(candidates, splits, strict=True):
        contents.setdefault(candidate.sha256, set()).add(split)
        if candidate.group is not None:
            groups.setdefault(candidate.group, set()).add(split)
    assert all(len(homes) == 1 for homes in (*contents.values(), *groups.values()))


def test_a_split_that_came_out_empty_gets_a_sample_that_training_can_spare() -> None:
    candidates = samples([("a",), ("a",), ("b",), ("b",), ("c",)])
    shares = {Split.VALIDATION: 0.1, Split.TEST: 0.1}
    splits = split_samples(candidates, shares, seed=0)
    assert set(splits) == {Split.TRAIN}
    filled = fill_empty_splits(candidates, splits, shares)
    assert Counter(filled) == {Split.TRAIN: 3, Split.VALIDATION: 1, Split.TEST: 1}
    trained = {
        one.labels for one, split in zip(candidates, filled, strict=True) if split == "train"
    }
    assert trained == {("a",), ("b",), ("c",)}


def test_what_cannot_be_spared_stays_in_training() -> None:
    candidates = samples([("a",), ("b",)])
    splits = [Split.TRAIN, Split.TRAIN]
    assert fill_empty_splits(candidates, splits, {Split.VALIDATION: 0.5}) == splits
