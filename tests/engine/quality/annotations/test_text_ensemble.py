"""Models of different kinds tell the labels of texts together."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.feature_extraction.text import HashingVectorizer

from engine.quality.annotations.label_errors import find_label_errors
from engine.quality.annotations.text_ensemble import TextEnsemble, text_matrix
from engine.quality.column_store import ColumnStore, Finding, Measurements
from engine.specs.data import SampleRecord, Split
from engine.specs.inspection import InspectionThresholds

_OWN = ("clean bright friendly", "dirty loud rude", "far away hidden")
_SHARED = ["room", "hotel", "breakfast", "street", "night", "window", "door", "morning"]


def written(num: int, num_labels: int) -> tuple[list[str], np.ndarray]:
    """Return texts that hold words of their label among words of all."""
    chance = np.random.default_rng(0)
    labels = chance.integers(0, num_labels, num)
    texts = [
        " ".join(
            chance.permutation([*chance.choice(_OWN[label].split(), 2), *chance.choice(_SHARED, 6)])
        )
        for label in labels
    ]
    return texts, labels


@pytest.mark.parametrize("num_labels", [2, 3])
def test_the_labels_of_texts_it_has_not_seen_are_told(num_labels: int) -> None:
    texts, labels = written(400, num_labels)
    matrix = text_matrix(texts, HashingVectorizer(n_features=1 << 12, norm=None, binary=True))
    seen = np.arange(300)
    told = TextEnsemble().fit(matrix[seen], labels[seen]).decision_function(matrix[300:])
    best = (told > 0).astype(int) if num_labels == 2 else told.argmax(axis=1)
    assert (best == labels[300:]).mean() > 0.97


def test_swapped_labels_among_many_texts_are_found() -> None:
    texts, labels = written(1000, 2)
    names = ("good", "bad")
    store = ColumnStore(names)
    swapped = set(range(0, 1000, 25))
    for number, (text, label) in enumerate(zip(texts, labels, strict=True)):
        given = names[1 - label if number in swapped else label]
        record = SampleRecord(
            id=str(number), file="", name="", sha256="0" * 64, split=Split.TRAIN, labels=(given,)
        )
        store.add(record, Measurements(numbers={}, content=b"", features=text))
    limits = InspectionThresholds()
    found = find_label_errors(store, np.arange(1000), limits, 0, lambda done, total: None)
    assert isinstance(found, Finding)
    flagged = {int(one.sample_id) for one in found.samples}
    assert len(flagged & swapped) >= 0.9 * len(swapped)
    assert len(flagged & swapped) >= 0.9 * len(flagged)
