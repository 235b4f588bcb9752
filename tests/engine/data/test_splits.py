"""Properties of every split, whatever the labels."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.data.splits import stratified_split
from engine.specs.data import Split

LABELS = st.lists(
    st.frozensets(st.sampled_from("abcde"), max_size=3).map(lambda labels: tuple(sorted(labels))),
    max_size=80,
)
SHARES = {Split.VALIDATION: 0.2, Split.TEST: 0.1}


def contents(labels: list[tuple[str, ...]]) -> list[str]:
    return [str(index) for index in range(len(labels))]


@given(LABELS, st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_a_split_is_a_function_of_its_arguments(labels: list[tuple[str, ...]], seed: int) -> None:
    first = stratified_split(labels, contents(labels), SHARES, seed)

    assert len(first) == len(labels)
    assert first == stratified_split(labels, contents(labels), dict(reversed(SHARES.items())), seed)


@given(LABELS, st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_every_label_with_two_samples_is_trained_on(
    labels: list[tuple[str, ...]], seed: int
) -> None:
    splits = stratified_split(labels, contents(labels), SHARES, seed)

    counts = Counter(label for sample in labels for label in sample)
    trained = {
        label
        for sample, split in zip(labels, splits, strict=True)
        if split is Split.TRAIN
        for label in sample
    }
    assert {label for label, count in counts.items() if count >= 2} <= trained


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=200), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_each_class_has_its_share_of_each_split(classes: list[str], seed: int) -> None:
    labels = [(name,) for name in classes]
    splits = stratified_split(labels, contents(labels), SHARES, seed)

    for name, count in Counter(classes).items():
        for split, share in SHARES.items():
            dealt = sum(a == name and b is split for a, b in zip(classes, splits, strict=True))
            assert abs(dealt - count * share) <= 1


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xyzuvw")), max_size=60))
@settings(max_examples=60, deadline=None)
def test_the_same_picture_is_never_in_two_splits(samples: list[tuple[str, str]]) -> None:
    splits = stratified_split(
        [(label,) for label, _ in samples], [content for _, content in samples], SHARES, 0
    )

    homes: dict[str, set[Split]] = {}
    for (_, content), split in zip(samples, splits, strict=True):
        homes.setdefault(content, set()).add(split)
    assert all(len(home) == 1 for home in homes.values())


def test_a_class_of_three_is_in_every_split() -> None:
    splits = stratified_split([("a",)] * 3, contents([()] * 3), SHARES, 0)

    assert sorted(splits) == sorted([Split.TRAIN, Split.VALIDATION, Split.TEST])
