"""The reference of a package is a small file, and a damaged one is refused."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine.drift.measuring.features import CallFeatures
from engine.drift.reference import MAX_BYTES, MAX_ROWS, bin_of, make_reference, read_reference
from engine.errors import DataError
from engine.specs.data import Split
from tests.engine.drift.drawn_calls import drawn_calls, reference_of


def test_a_reference_keeps_the_bins_of_each_sample() -> None:
    calls = drawn_calls(70, 1)
    reference = reference_of(calls)
    assert reference.bins.shape == (70, 3)
    for call, bins in zip(calls, reference.bins.tolist(), strict=True):
        assert bins == [bin_of(feature, call) for feature in reference.features]
    for feature, column in zip(reference.features, reference.bins.T, strict=True):
        assert tuple(np.bincount(column, minlength=len(feature.counts))) == feature.counts
    assert reference.descriptors is not None
    told = np.stack([call.descriptor for call in calls if call.descriptor is not None])
    # They are kept in 127 steps, which are so far apart.
    np.testing.assert_allclose(reference.descriptors(told), reference.descriptors.rows, atol=0.005)


def test_of_many_samples_a_thousand_are_kept() -> None:
    calls = [CallFeatures({"input.size": float(number)}) for number in range(MAX_ROWS + 500)]
    made = make_reference(calls, Split.TEST)
    assert made is not None
    assert (made.num_samples, made.num_rows) == (MAX_ROWS + 500, MAX_ROWS)


def test_a_wide_table_has_room_for_its_answers_and_for_some_of_its_columns() -> None:
    chance = np.random.default_rng(2)
    cells = chance.normal(size=(260, 300))
    calls = [
        CallFeatures(
            {f"input.{'long name ' * 3}{column}": value for column, value in enumerate(row)},
            {"answer.class": "yes"},
        )
        for row in cells.tolist()
    ]
    made = make_reference(calls, Split.VALIDATION)
    assert made is not None
    assert len(made.model_dump_json()) <= MAX_BYTES
    assert made.features[0].name == "answer.class"
    assert len(made.features) + made.num_left_out == 301
    assert len(made.features) > 50


def test_shares_of_labels_among_results_are_features_and_an_absent_one_is_none_of_them() -> None:
    calls = [CallFeatures(label_shares={"cell": 0.5, "plate": 0.5})] * 40
    calls += [CallFeatures(label_shares={"cell": 1.0})] * 20
    features = {one.name: one for one in reference_of(calls).features}
    assert set(features) == {"answer.share.cell", "answer.share.plate"}
    plate = features["answer.share.plate"]
    assert bin_of(plate, CallFeatures(label_shares={})) == bin_of(plate, calls[-1])
    assert bin_of(plate, calls[0]) != bin_of(plate, calls[-1])
    assert bin_of(plate, CallFeatures()) is None


def test_calls_of_which_nothing_is_known_have_no_reference() -> None:
    assert make_reference([CallFeatures()] * 40, Split.TEST) is None


@pytest.mark.parametrize(
    "change",
    [
        {"rows": "!"},
        {"num_rows": 41},
        {"schema_version": 2},
        {"more": 1},
        {"features": []},
    ],
)
def test_a_damaged_file_is_refused_and_named(change: dict[str, object]) -> None:
    made = make_reference(drawn_calls(40, 3), Split.TEST)
    assert made is not None
    document = {**made.model_dump(mode="json"), **change}
    with pytest.raises(DataError, match=r"reference\.json") as caught:
        read_reference(json.dumps(document).encode())
    assert caught.value.code == "package_invalid"


def test_bins_that_there_are_not_are_refused() -> None:
    made = make_reference(drawn_calls(40, 3), Split.TEST)
    assert made is not None
    one = made.features[0]
    short = one.model_copy(update={"counts": one.counts[:2]})
    changed = made.model_copy(update={"features": (short, *made.features[1:])})
    with pytest.raises(DataError, match="a bin that there is not"):
        read_reference(changed.model_dump_json().encode())
