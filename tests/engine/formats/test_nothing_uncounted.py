"""Annotations that a reader gives and those that it says it left out are all that files hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.formats.loading import read_tree
from engine.formats.reading.media import IMAGES, RECORDINGS, VIDEOS
from engine.formats.reading.trees import MemoryTree
from engine.specs.data import DatasetFormat
from tests.engine.formats.small_trees import TREES
from tests.engine.formats.trees import image

# Counted by hand: labels, regions, relations, texts and values; key points are parts of regions.
# Between the two boxes of "cvat_tracks" two more are made.
NUM_HELD = {
    "image_folder": 2,
    "csv_labels": 3,
    "loose_files": 0,
    "voc": 4,
    "coco": 3,
    "yolo": 3,
    "labelme": 8,
    "label_studio": 9,
    "mask_png": 1,
    "mask_color": 1,
    "tsv": 2,
    "xlsx": 2,
    "parquet": 2,
    "text_table": 2,
    "conll": 2,
    "json_lines": 13,
    "text_pairs": 4,
    "audio_folder": 2,
    "transcripts": 5,
    "video_folder": 2,
    "mot": 3,
    "cvat": 6,
    "cvat_project": 5,
    "cvat_steps": 1,
    "cvat_tracks": 4,
    "text_lines": 4,
    "captions": 3,
    "table": 0,
}
MEDIA = IMAGES | RECORDINGS | VIDEOS
# What is said of a sample is said by where its file lies, or by another image.
BY_PLACE = {"image_folder", "audio_folder", "video_folder", "loose_files", "mask_png", "mask_color"}
# Boxes that are made between others are made no more where their video is gone.
MADE = {"cvat_tracks": 2}
DETAILS = {"keypoint_alone", "keypoint_repeated"}
REASONS = Path(__file__).parents[3] / "frontend/src/i18n"


def test_every_small_tree_has_been_counted() -> None:
    assert NUM_HELD.keys() == TREES.keys()


@pytest.mark.parametrize("name", TREES)
def test_what_is_given_and_what_is_left_out_is_all_that_the_files_hold(name: str) -> None:
    key, small = TREES[name]
    assert sum(counted(key, small.files).values()) == NUM_HELD[name]


@pytest.mark.parametrize("name", sorted(TREES.keys() - BY_PLACE))
def test_annotations_of_samples_that_are_gone_or_damaged_are_counted(name: str) -> None:
    key, small = TREES[name]
    media = [one for one in small.files if PurePosixPath(one).suffix in MEDIA]
    for file in media:
        without = {one: content for one, content in small.files.items() if one != file}
        held = NUM_HELD[name] - MADE.get(name, 0)
        assert sum(counted(key, without).values()) == held, f"without {file}"
        if PurePosixPath(file).suffix in IMAGES:
            damaged = {**small.files, file: b"no image"}
            assert sum(counted(key, damaged).values()) == held, f"{file} damaged"


def test_each_reason_is_counted_with_its_number() -> None:
    yolo = {
        "images/a.png": image(20, 10),
        "labels/a.txt": b"0 .5 .5 .2 .2\n7 .5 .5 .1 .1\n0 .5 .5 nan .1\n0 .5 .5 .1 .1 .9\n",
        "labels/gone.txt": b"0 .5 .5 .2 .2\n0 .5 .5 .1 .1\n",
        "classes.txt": b"x\n",
    }
    assert counted(DatasetFormat.YOLO, yolo) == {
        "": 1,
        "class_unknown": 1,
        "line_malformed": 2,
        "sample_missing": 2,
    }
    mot = {
        "a/img1/1.png": image(20, 10),
        "a/gt/gt.txt": b"1,1,0,0,5,5,1,1,1\n1,2,0,0,5,5,0,1,1\n9,1,0,0,5,5,1,1,1\n0,9,0,0,5,5\n",
    }
    assert counted(DatasetFormat.MOT, mot) == {"": 1, "boxes_not_counting": 1, "frame_outside": 2}


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_reason_to_leave_annotations_out_has_a_text(language: str) -> None:
    texts = json.loads((REASONS / language / "datasets.json").read_text())["import"]["reasons"]
    reasons: set[str] = set()
    for name in TREES:
        key, small = TREES[name]
        for files in (small.files, *_damages(small.files)):
            reasons |= counted(key, files).keys()
    assert reasons - {""} <= texts.keys()


def _damages(files: Mapping[str, bytes]) -> list[dict[str, bytes]]:
    return [{**files, file: b"x"} for file in files] + [
        {one: content for one, content in files.items() if one != file} for file in files
    ]


def counted(key: DatasetFormat, files: Mapping[str, bytes]) -> Counter[str]:
    """Return how many annotations are given, under no name, and left out for each reason."""
    found: Counter[str] = Counter()
    try:
        for one in read_tree(key, MemoryTree(files)):
            if isinstance(one, Item):
                marks = (one.labels, one.regions, one.relations, one.texts)
                found[""] += sum(map(len, marks)) + (one.value is not None)
            elif one.code not in DETAILS:
                found[one.code] += one.num_lost
    except DataError:
        pass
    return +found
