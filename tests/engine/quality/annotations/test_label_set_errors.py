"""Labels that samples of several labels lack, or have too many, are doubted."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import load_digits

from engine.quality.annotations.label_set_errors import find_label_set_errors
from engine.quality.column_store import ColumnStore, Finding, Measurements
from engine.specs.data import SampleRecord, Split
from engine.specs.inspection import InspectionThresholds, SkippedCheck

_NAMES = ("zero", "one", "two", "three")


def pairs_of_digits(num: int) -> tuple[list[np.ndarray], list[set[int]]]:
    """Return real images of two digits side by side, and which digits they show."""
    digits = load_digits(n_class=len(_NAMES))
    chance = np.random.default_rng(0)
    chosen = chance.integers(0, len(digits.data), (num, 2))
    shown = [np.concatenate(digits.data[pair]).astype(np.float32) for pair in chosen]
    return shown, [{int(digits.target[one]) for one in pair} for pair in chosen]


def evaluated(shown: list[np.ndarray], sets: list[set[int]]) -> list[Finding | SkippedCheck]:
    store = ColumnStore(_NAMES)
    for number, (features, labels) in enumerate(zip(shown, sets, strict=True)):
        record = SampleRecord(
            id=str(number), file="", name="", sha256="0" * 64, split=Split.TRAIN,
            labels=tuple(_NAMES[label] for label in sorted(labels)),
        )  # fmt: skip
        store.add(record, Measurements(numbers={}, content=b"", features=features))
    places = np.arange(len(shown))
    return find_label_set_errors(store, places, InspectionThresholds(), 0, lambda done, total: None)


def test_missing_and_superfluous_labels_are_found() -> None:
    shown, sets = pairs_of_digits(500)
    chance = np.random.default_rng(1)
    planted: dict[str, set[tuple[str, str]]] = {"label_missing": set(), "label_superfluous": set()}
    for place in chance.choice(len(sets), 40, replace=False).tolist():
        if chance.random() < 0.5:
            label = min(sets[place])
            sets[place].discard(label)
            planted["label_missing"].add((str(place), _NAMES[label]))
        else:
            label = min(set(range(len(_NAMES))) - sets[place])
            sets[place].add(label)
            planted["label_superfluous"].add((str(place), _NAMES[label]))
    num_right = num_found = 0
    for finding in evaluated(shown, sets):
        assert isinstance(finding, Finding)
        told = "suggested" if finding.kind == "label_missing" else "given"
        found = {(one.sample_id, str(one.params[told])) for one in finding.samples}
        num_right += len(found & planted[finding.kind])
        num_found += len(found)
    assert num_right >= 0.6 * 40
    assert num_right >= 0.75 * num_found


def test_labels_that_cannot_be_told_are_not_doubted() -> None:
    shown, sets = pairs_of_digits(200)
    chance = np.random.default_rng(2)
    drawn = [set(chance.choice(4, 2, replace=False).tolist()) for _ in sets]
    (skipped,) = evaluated(shown, drawn)
    assert isinstance(skipped, SkippedCheck)
    assert skipped.reason == "labels_unsure"
