"""Class folders are read wherever they lie and written so that they read back the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.specs.data import DatasetFormat, Split
from tests.engine.formats.trees import codes, essence, read, real, round_trip, tree

FOLDER = DatasetFormat.IMAGE_FOLDER


def placed(*names: str) -> dict[str, tuple[tuple[str, ...], Split | None]]:
    items, _ = read(FOLDER, tree(dict.fromkeys(names, b"x")))
    return {item.name: (item.labels, item.split) for item in items}


def test_the_folder_names_the_class() -> None:
    assert placed("cat/1.png", "dog/2.JPG", "3.png") == {
        "cat/1.png": (("cat",), None),
        "dog/2.JPG": (("dog",), None),
        "3.png": ((), None),
    }


def test_split_folders_are_known_under_a_folder_that_wraps_everything() -> None:
    assert placed("pets/Train/cat/1.png", "pets/val/cat/2.png", "pets/test/3.png") == {
        "pets/Train/cat/1.png": (("cat",), Split.TRAIN),
        "pets/val/cat/2.png": (("cat",), Split.VALIDATION),
        "pets/test/3.png": ((), Split.TEST),
    }


def test_a_class_called_train_stays_a_class_beside_other_classes() -> None:
    assert placed("train/1.png", "bus/2.png") == {
        "bus/2.png": (("bus",), None),
        "train/1.png": (("train",), None),
    }


def guesses(*names: str) -> list[tuple[str, object, object]]:
    _, problems = read(FOLDER, tree(dict.fromkeys(names, b"x")))
    return [(one.code, one.params.get("num"), one.params.get("folder")) for one in problems]


def test_a_class_that_is_called_as_a_split_is_said() -> None:
    assert guesses("train/1.png", "bus/2.png") == [("class_like_split", 1, "train")]


def test_several_splits_beside_classes_are_splits_without_labels() -> None:
    assert placed("cat/1.png", "dog/2.png", "Train/3.png", "test/4.png") == {
        "cat/1.png": (("cat",), None),
        "dog/2.png": (("dog",), None),
        "Train/3.png": ((), Split.TRAIN),
        "test/4.png": ((), Split.TEST),
    }


def test_samples_beside_the_folders_of_classes_get_no_class_from_the_folder_around() -> None:
    names = ("pets/1.png", "pets/cat/2.png", "pets/dog/3.png")
    assert [labels for labels, _ in placed(*names).values()] == [(), ("cat",), ("dog",)]
    assert guesses(*names) == [("beside_class_folders", 1, "pets")]


def test_a_single_class_with_a_folder_in_it_stays_one_and_it_is_said() -> None:
    names = ("cat/1.png", "cat/more/2.png")
    assert [labels for labels, _ in placed(*names).values()] == [("cat",), ("more",)]
    assert guesses(*names) == [("class_folders_nested", 1, "cat/more")]


def test_classes_within_folders_are_the_innermost_and_it_is_said_once() -> None:
    names = ("indoor/kitchen/1.png", "indoor/bath/2.png", "outdoor/park/3.png")
    labels = [labels for labels, _ in placed(*names).values()]
    assert labels == [("bath",), ("kitchen",), ("park",)]
    assert guesses(*names) == [("class_folders_nested", 3, "indoor/bath")]


def test_a_folder_called_images_is_no_class() -> None:
    names = ("train/n01/images/1.png", "train/n02/images/2.png", "val/n01/images/3.png")
    assert [labels for labels, _ in placed(*names).values()] == [("n01",), ("n02",), ("n01",)]
    assert guesses(*names) == [("class_around_folder", 3, "images")]


def test_notes_beside_the_images_are_left_out_and_named() -> None:
    items, problems = read(FOLDER, tree({"cat/1.png": b"x", "cat/notes.txt": b"", "README.md": ""}))
    assert len(items) == 1
    assert [(one.code, one.place) for one in problems] == [
        ("file_unused", "README.md"),
        ("file_unused", "cat/notes.txt"),
    ]


def test_a_tree_without_class_folders_is_refused() -> None:
    with pytest.raises(DataError, match="sub-folder") as refused:
        read(FOLDER, tree({"1.png": b"x"}))
    assert refused.value.code == "no_samples"


def test_what_is_written_reads_back_the_same() -> None:
    files = tree({"a.png": b"1", "b.png": b"2", "c.png": b"3"})
    items = [
        Item("a", "a.png", file="a.png", labels=("cat",), split=Split.TRAIN),
        Item("b", "x/a.png", file="b.png", labels=("dog",), split=Split.TEST),
        Item("c", "c.png", file="c.png", is_annotated=False, split=Split.TRAIN),
    ]
    back, lost = round_trip(FOLDER, items, files)
    assert lost == []
    key = repr
    assert sorted(map(essence, back), key=key) == sorted(map(essence, items), key=key)


def test_what_folders_cannot_hold_is_counted() -> None:
    item = Item("a", "a.png", content=b"1", labels=("either/or", "b"), texts=("hello",))
    back, lost = round_trip(
        FOLDER, [item, replace(item, labels=("either_or",), texts=())], tree({})
    )
    assert codes(lost) == ["not_held", "not_held", "label_renamed", "label_renamed"]
    assert {one.labels for one in back} == {("either_or",), ("either_or-2",)}


def test_the_groceries_are_found_with_their_splits() -> None:
    with real("groceries") as files:
        items, problems = read(FOLDER, files)
    assert Counter(item.split for item in items) == {Split.TRAIN: 420, Split.TEST: 280}
    assert len({label for item in items for label in item.labels}) == 14
    assert [one.place for one in problems] == ["LICENSE"]


def test_an_image_straight_in_the_folder_of_a_split_is_named_and_has_no_label() -> None:
    files = tree({"train/cat/a.png": b"1", "train/c5.png": b"2", "test/dog/b.png": b"3"})
    items, (problem,) = read(FOLDER, files)
    assert (problem.code, problem.place, problem.params["folder"]) == (
        "beside_class_folders", "train/c5.png", "train"
    )  # fmt: skip
    labels = {one.name: one.labels for one in items}
    assert labels == {"train/cat/a.png": ("cat",), "train/c5.png": (), "test/dog/b.png": ("dog",)}
