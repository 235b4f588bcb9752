"""What counts alone say of data: what stops a run, what is only said, and from which number on."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.catalog import TASKS
from engine.specs.data import Split
from engine.validation import checks
from engine.validation.checks import Census, Finding, about_samples, check_census, listed

CLASSES = TASKS["image.classification"]
OBJECTS = TASKS["image.object_detection"]
SPLITS = (Split.TRAIN, Split.VALIDATION, Split.TEST)


def census(
    counts: Mapping[str, int], *, multi_label: bool = False, splits: tuple[Split, ...] = SPLITS
) -> Census:
    """Count so many samples of each label, dealt to the splits in turn."""
    made = Census(tuple(counts), multi_label)
    for label, num in counts.items():
        for number in range(num):
            split = splits[number % len(splits)]
            made.add(id=f"{label}{number}", split=split, labels=(label,), width=64, height=64)
    return made


def found(made: Census, task: str = "image.classification") -> list[str]:
    return [one.code for one in check_census(made, TASKS[task])]


def only(made: Census, code: str, task: str = "image.classification") -> Finding:
    (finding,) = (one for one in check_census(made, TASKS[task]) if one.code == code)
    return finding


def test_enough_samples_of_two_labels_leave_nothing_to_say() -> None:
    assert found(census({"a": 100, "b": 100})) == []


def test_without_a_usable_sample_nothing_else_is_said() -> None:
    made = Census(("a", "b"), multi_label=False)
    for number in range(60):
        made.add(id=f"{number}", split=Split.TRAIN, labels=())
    (finding,) = check_census(made, CLASSES)
    assert (finding.code, finding.params, finding.blocking) == (
        "no_samples",
        {"unlabelled": 60},
        True,
    )
    assert (finding.num_samples, len(finding.sample_ids)) == (60, 50)


def test_a_sample_without_labels_counts_where_several_may_be_or_the_task_can_use_it() -> None:
    made = Census(("a",), multi_label=True)
    made.add(id="1", split=Split.TRAIN, labels=())
    assert (made.splits[Split.TRAIN], made.unlabelled) == (1, [])
    made = Census(("a",), multi_label=False)
    made.add(id="1", split=Split.TRAIN, labels=(), is_usable=True)
    made.add(id="2", split=Split.TEST, labels=("a",), is_usable=False)
    made.add(id="3", split=Split.TEST, labels=("a",))
    assert (made.splits, made.unlabelled) == ({Split.TRAIN: 1, Split.TEST: 1}, ["2"])
    assert (made.label_counts, made.train_counts) == ({"a": 1}, {})
    made.add(id="4", split=Split.TRAIN, labels=("a",))
    assert (made.label_counts, made.train_counts) == ({"a": 2}, {"a": 1})


@pytest.mark.parametrize(
    ("width", "height", "is_tiny"), [(7, 64, True), (64, 7, True), (8, 8, False), (None, 7, False)]
)
def test_an_image_with_a_side_below_eight_pixels_is_tiny(
    width: int | None, height: int | None, is_tiny: bool
) -> None:
    made = census({"a": 100, "b": 100})
    made.add(id="x", split=Split.TRAIN, labels=("a",), width=width, height=height)
    tiny = [one for one in check_census(made, CLASSES) if one.code == "images_tiny"]
    assert [(one.sample_ids, one.params, one.blocking) for one in tiny] == (
        [(("x",), {"count": 1, "pixels": 8}, False)] if is_tiny else []
    )


def test_one_class_alone_is_enough_for_objects_and_for_several_labels_at_once() -> None:
    finding = only(census({"a": 100}), "single_class")
    assert (finding.params, finding.blocking) == ({"label": "a"}, True)
    assert found(census({"a": 100}, multi_label=True)) == []
    assert found(census({"a": 100}), "image.object_detection") == []


def test_labels_of_fewer_samples_than_the_least_stop_and_of_fewer_than_advised_do_not() -> None:
    made = census({"a": 1, "b": 2, "c": 99, "d": 100})
    short, thin = only(made, "few_samples"), only(made, "samples_below_advice")
    assert short.params == {"count": 1, "labels": "a (1)", "minimum": 2}
    assert thin.params == {"count": 2, "labels": "b (2), c (99)", "advised": 100}
    assert (short.blocking, thin.blocking) == (True, False)
    codes = found(made)
    assert codes.index("few_samples") < codes.index("samples_below_advice")


def test_more_labels_than_can_be_trained_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MAX_LABELS", 2)
    assert "too_many_labels" not in found(census({"a": 100, "b": 100}))
    finding = only(census({"a": 100, "b": 100, "c": 100}), "too_many_labels")
    assert (finding.params, finding.blocking) == ({"count": 3, "limit": 2}, True)


def test_splits_without_samples_are_named_and_only_that_for_testing_may_be_empty() -> None:
    counts = {"a": 100, "b": 100}
    assert found(census(counts, splits=(Split.TRAIN, Split.TEST))) == ["validation_split_empty"]
    finding = only(census(counts, splits=SPLITS[:2]), "test_split_empty")
    assert finding.blocking is False
    # Without a split for training no label is trained; that is said once.
    made = census(counts, splits=SPLITS[1:])
    assert found(made) == ["train_split_empty"]
    assert only(made, "train_split_empty").blocking is True
    assert found(census({"a": 1}, splits=(Split.TRAIN,)), "ocr.template") == []


def test_labels_that_no_training_sample_has_are_named() -> None:
    made = census({"a": 100, "b": 100})
    for number in range(100):
        made.add(id=f"c{number}", split=Split.TEST, labels=("c",))
    assert "labels_not_trained" not in found(made)
    made.labels = ("a", "b", "c", "unused")
    finding = only(made, "labels_not_trained")
    assert (finding.params, finding.blocking) == ({"count": 1, "labels": "c"}, True)


def test_labels_ten_times_as_common_as_others_are_imbalanced() -> None:
    assert "imbalanced" not in found(census({"a": 100, "b": 999}))
    finding = only(census({"a": 100, "b": 2000, "unused": 0}), "imbalanced")
    assert finding.params == {"ratio": 20.0, "label": "a", "common": "b"}
    assert finding.blocking is False
    assert found(Census((), False, splits=census({"a": 3}).splits), "image.object_detection") == []


def test_segments_are_learnt_or_it_is_said_that_they_are_not() -> None:
    made = census({"a": 100, "b": 100})
    made.add(id="s", split=Split.TRAIN, labels=("a",), num_segments=3)
    made.add(id="t", split=Split.TRAIN, labels=("a",), num_segments=1)
    learnt = only(made, "segments_learnt", "speech.sound_classification")
    assert (learnt.params, learnt.sample_ids) == ({"count": 2, "segments": 4}, ("s", "t"))
    kept = only(made, "segments_not_learnt")
    assert (kept.params, kept.blocking) == ({"count": 2}, False)


def test_samples_without_labels_are_left_out_and_counted() -> None:
    made = census({"a": 100, "b": 100})
    made.add(id="x", split=Split.TRAIN, labels=())
    finding = only(made, "unlabelled_ignored")
    assert (finding.params, finding.sample_ids, finding.blocking) == ({"count": 1}, ("x",), False)


def test_tables_are_not_asked_for_labels_and_anomalies_not_for_balance() -> None:
    made = census({"a": 1, "b": 40}, splits=(Split.TRAIN,))
    assert found(made, "tabular.prediction") == []
    codes = found(made, "image.anomaly_detection")
    assert set(codes) <= {"validation_split_empty", "test_split_empty"}
    made = census({"good": 100}, splits=SPLITS)
    made.labels = ("good", "scratch")
    for number in range(5):
        made.add(id=f"s{number}", split=Split.TEST, labels=("scratch",))
    assert found(made, "image.anomaly_detection") == []


def test_of_many_names_and_samples_the_first_are_told() -> None:
    names = [f"{number}" for number in range(12)]
    assert listed(names, 12) == ", ".join(names)
    assert listed(names, 11) == f"{', '.join(names[:11])} and 1 more"
    assert listed(names).endswith("9 and 2 more")
    finding = about_samples("x", [f"{number}" for number in range(51)], "Many.", more=1)
    assert (finding.num_samples, len(finding.sample_ids)) == (51, 50)
    assert (finding.params, finding.blocking, finding.confirm) == (
        {"count": 51, "more": 1},
        False,
        False,
    )
