"""Splits that data names: every word is understood or named, none becomes another in silence."""

from __future__ import annotations

import json

import pytest

from engine.formats.layout import Item, Problem
from engine.specs.data import DatasetFormat, Split
from tests.engine.formats.trees import codes, image, parquet, read, tree
from tests.engine.formats.workbooks import workbook

IMAGE = image(20, 10)
WORDS = ("train", "Test", "dev", "eval", "holdout", "TRAINING", "tset", "tset", "", "folds")
SPLITS = [
    Split.TRAIN,
    Split.TEST,
    Split.VALIDATION,
    Split.VALIDATION,
    Split.TEST,
    Split.TRAIN,
    None,
    None,
    None,
    None,
]


def table(header: str, row: str) -> str:
    return "\n".join([header, *(row.format(n=n, word=word) for n, word in enumerate(WORDS))])


def objects(**fields: str) -> str:
    return "\n".join(
        json.dumps({**{key: one.format(n=n) for key, one in fields.items()}, "split": word})
        for n, word in enumerate(WORDS)
    )


def files(suffix: str) -> dict[str, bytes | str]:
    return {f"{n}{suffix}": IMAGE if suffix == ".png" else b"" for n in range(len(WORDS))}


def tasks() -> str:
    rows = [{"data": {"text": f"t{n}", "split": word}} for n, word in enumerate(WORDS)]
    return json.dumps(rows)


def cvat() -> str:
    shown = (
        f'<image id="{n}" name="{n}.png" subset="{word}" width="20" height="10"/>'
        for n, word in enumerate(WORDS)
    )
    return f"<annotations>{''.join(shown)}</annotations>"


CASES: dict[DatasetFormat, dict[str, bytes | str]] = {
    DatasetFormat.TEXT_TABLE: {"a.csv": table("text,label,split", "t{n},x,{word}")},
    DatasetFormat.TSV: {"a.tsv": table("text\tlabel\tsplit", "t{n}\tx\t{word}")},
    DatasetFormat.XLSX: {
        "a.xlsx": workbook(
            [["text", "label", "split"], *([f"t{n}", "x", word] for n, word in enumerate(WORDS))]
        )
    },
    DatasetFormat.PARQUET: {
        "a.parquet": parquet(
            text=[f"t{n}" for n in range(len(WORDS))],
            label=["x" for _ in WORDS],
            split=list(WORDS),
        )
    },
    DatasetFormat.TEXT_PAIRS: {"a.csv": table("text1,text2,label,split", "t{n},u,x,{word}")},
    DatasetFormat.CSV_LABELS: {
        "labels.csv": table("file,label,split", "{n}.png,x,{word}"),
        **files(".png"),
    },
    DatasetFormat.CAPTIONS: {
        "a.csv": table("file,caption,split", "{n}.png,x,{word}"),
        **files(".png"),
    },
    DatasetFormat.TRANSCRIPTS: {
        "a.jsonl": objects(file="{n}.wav", text="said {n}"),
        **files(".wav"),
    },
    DatasetFormat.JSON_LINES: {"a.jsonl": objects(text="t{n}")},
    DatasetFormat.LABEL_STUDIO: {"a.json": tasks()},
    DatasetFormat.CVAT: {"a.xml": cvat(), **files(".png")},
}


@pytest.mark.parametrize("key", CASES)
def test_each_unknown_word_is_named_with_its_number_and_names_no_split(key: DatasetFormat) -> None:
    items, problems = read(key, tree(CASES[key]))
    assert [one.split for one in items] == SPLITS
    assert [(one.code, one.params) for one in problems] == [
        ("split_unknown", {"split": "tset", "num": 2}),
        ("split_unknown", {"split": "folds", "num": 1}),
    ]


def test_an_unknown_word_has_no_split_in_a_file_that_is_called_after_one() -> None:
    items, problems = read(
        DatasetFormat.TEXT_TABLE, tree({"train.csv": "text,label,split\na,x,tset\nb,x,\n"})
    )
    assert [one.split for one in items] == [None, Split.TRAIN]
    assert codes(problems) == ["split_unknown"]


def test_a_thousand_words_are_named_together() -> None:
    rows = "\n".join(f"t{n},x,fold{n}" for n in range(1000))
    _, problems = read(DatasetFormat.TEXT_TABLE, tree({"a.csv": f"text,label,split\n{rows}"}))
    assert len(problems) == 101
    assert problems[-1].params == {"split": "…", "num": 900}


def test_a_folder_beside_those_of_splits_is_one_of_no_known_name() -> None:
    names = ("train/cat/1.png", "eval/cat/2.png", "tset/cat/3.png", "测试集/cat/4.png")
    items, problems = read(DatasetFormat.IMAGE_FOLDER, tree(dict.fromkeys(names, IMAGE)))
    found = {one.name: (one.split, one.labels) for one in items}
    assert found == {
        "train/cat/1.png": (Split.TRAIN, ("cat",)),
        "eval/cat/2.png": (Split.VALIDATION, ("cat",)),
        "tset/cat/3.png": (None, ("cat",)),
        "测试集/cat/4.png": (Split.TEST, ("cat",)),
    }
    assert [one.params for one in problems] == [{"split": "tset", "num": 1}]


def yolo(**lists: str) -> tuple[list[Item], list[Problem]]:
    files = {
        "images/a.png": IMAGE,
        "labels/a.txt": "0 .5 .5 .2 .2\n",
        "images/b.png": IMAGE,
        "classes.txt": "x\n",
    }
    texts = {f"{name}.txt": text for name, text in lists.items()}
    return read(DatasetFormat.YOLO, tree({**files, **texts}))


def test_an_image_of_two_lists_is_kept_out_of_training_and_named() -> None:
    items, problems = yolo(train="images/a.png\nimages/b.png\n", test="images/a.png\n")
    assert [one.split for one in items] == [Split.TEST, Split.TRAIN]
    assert [(one.code, one.params) for one in problems] == [
        ("split_conflict", {"num": 1, "file": "images/a.png"})
    ]


def test_entries_of_lists_without_a_file_are_counted() -> None:
    _, problems = yolo(train="images/a.png\nimages/gone.png\nimages/lost.png\n")
    assert [(one.code, one.place, one.params) for one in problems] == [
        ("listed_missing", "train.txt", {"num": 2, "file": "images/gone.png"})
    ]


def test_a_split_of_a_yaml_that_leads_nowhere_is_named() -> None:
    files = {
        "images/eval/a.png": IMAGE,
        "labels/eval/a.txt": "0 .5 .5 .2 .2\n",
        "data.yaml": "names: [x]\nval: images/eval\ntest: ../test/images\n",
    }
    items, problems = read(DatasetFormat.YOLO, tree(files))
    assert [one.split for one in items] == [Split.VALIDATION]
    assert [(one.code, one.params) for one in problems] == [
        ("split_missing", {"split": "test", "file": "../test/images"})
    ]


def test_lists_of_voc_that_contradict_each_other_or_name_nothing_are_named() -> None:
    files = {
        "Annotations/a.xml": "<annotation><filename>a.png</filename></annotation>",
        "JPEGImages/a.png": IMAGE,
        "ImageSets/Main/train.txt": "a\nb\n",
        "ImageSets/Main/val.txt": "a\n",
    }
    items, problems = read(DatasetFormat.VOC, tree(files))
    assert [one.split for one in items] == [Split.VALIDATION]
    assert [(one.code, one.params) for one in problems] == [
        ("listed_missing", {"num": 1, "file": "b"}),
        ("split_conflict", {"num": 1, "file": "a"}),
    ]


@pytest.mark.parametrize(
    ("key", "table"),
    [
        (DatasetFormat.CSV_LABELS, "file,label,split\na.png,x,train\na.png,x,test\n"),
        (DatasetFormat.CAPTIONS, "file,caption,split\na.png,x,train\na.png,y,test\n"),
    ],
)
def test_rows_of_one_image_that_name_two_splits_are_named(key: DatasetFormat, table: str) -> None:
    items, problems = read(key, tree({"labels.csv": table, "a.png": IMAGE}))
    assert [one.split for one in items] == [Split.TEST]
    assert "split_conflict" in codes(problems)
