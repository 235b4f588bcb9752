"""Which images are normal, and where the others go."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.data.files import FolderFiles
from engine.data.image.normality import divide, is_anomalous
from engine.data.samples import SampleSet
from engine.errors import DataError
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.samples.geometry import Box

MARK = Region(id="1", label="crack", geometry=Box(left=0, top=0, width=2, height=2))


def _record(
    name: str, split: Split, *labels: str, regions: tuple[Region, ...] = ()
) -> SampleRecord:
    return SampleRecord(
        id=name, file=name, name=name, sha256=name, split=split, labels=labels, regions=regions
    )


def _samples(*records: SampleRecord) -> SampleSet:
    return SampleSet(records, FolderFiles(Path()), labels=(), multi_label=False)


NORMAL = tuple(
    _record(f"{split}{label}", split, label)
    for label in ("Good",)
    for split in (Split.TRAIN, Split.VALIDATION, Split.TEST)
)


def test_a_usual_name_of_normal_images_is_found_in_any_case() -> None:
    divided = divide(_samples(*NORMAL, _record("x", Split.TEST, "crack")), "auto")

    assert [is_anomalous(record) for record in divided.records] == [False, False, False, True]


@pytest.mark.parametrize("name", ["正常", "良品", "OK", "defect-free"])
def test_chinese_and_english_names_are_known(name: str) -> None:
    records = [record.model_copy(update={"labels": (name,)}) for record in NORMAL]

    divided = divide(_samples(*records, _record("x", Split.TEST, "crack")), "auto")

    assert sum(map(is_anomalous, divided.records)) == 1


def test_a_named_label_is_normal_and_all_others_are_not() -> None:
    records = [record.model_copy(update={"labels": ("typ 7",)}) for record in NORMAL]

    divided = divide(_samples(*records, _record("x", Split.TEST, "good")), "typ 7")

    assert [record.id for record in divided.records if is_anomalous(record)] == ["x"]


@pytest.mark.parametrize("wanted", ["auto", "fine"])
def test_data_without_a_normal_label_is_refused_with_the_labels_there_are(wanted: str) -> None:
    records = [record.model_copy(update={"labels": ("a",)}) for record in NORMAL]

    with pytest.raises(DataError, match="normal_label") as error:
        divide(_samples(*records, _record("x", Split.TEST, "b")), wanted)

    assert error.value.code == "normal_label_unknown"
    assert error.value.params["labels"] == "a, b"


def test_a_marked_image_is_anomalous_and_one_with_nothing_to_mark_is_normal() -> None:
    plain = [record.model_copy(update={"labels": ()}) for record in NORMAL]

    divided = divide(_samples(*plain, _record("x", Split.TEST, regions=(MARK,))), "auto")

    assert [is_anomalous(record) for record in divided.records] == [False, False, False, True]


def test_anomalous_images_leave_training_by_turns() -> None:
    odd = [_record(f"odd{number}", Split.TRAIN, "crack") for number in range(4)]

    divided = divide(_samples(*NORMAL, *odd), "auto")

    assert all(not is_anomalous(record) for record in divided.of(Split.TRAIN))
    for split in (Split.VALIDATION, Split.TEST):
        assert sum(map(is_anomalous, divided.of(split))) == 2


def test_copies_of_an_anomalous_image_stay_together() -> None:
    odd = [
        _record(f"odd{number}", Split.TRAIN, "crack").model_copy(update={"sha256": "same"})
        for number in range(2)
    ]

    divided = divide(_samples(*NORMAL, *odd), "auto")

    assert len({record.split for record in divided.records if is_anomalous(record)}) == 1


def test_without_a_test_split_all_anomalous_images_validate() -> None:
    odd = [_record(f"odd{number}", Split.TRAIN, "crack") for number in range(3)]

    divided = divide(_samples(*NORMAL[:2], *odd), "auto")

    assert sum(map(is_anomalous, divided.of(Split.VALIDATION))) == 3


@pytest.mark.parametrize(
    ("records", "code"),
    [
        (NORMAL, "anomalies_missing"),
        ((NORMAL[0], _record("x", Split.VALIDATION, "crack")), "normal_missing"),
        ((*NORMAL[1:], _record("x", Split.TEST, "crack")), "normal_missing"),
    ],
)
def test_what_cannot_be_learnt_or_evaluated_is_refused(
    records: tuple[SampleRecord, ...], code: str
) -> None:
    with pytest.raises(DataError) as error:
        divide(_samples(*records), "auto")

    assert error.value.code == code
