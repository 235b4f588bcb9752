"""Labelled, showing nothing and not annotated stay apart in every format, or the export says so."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import pytest

from engine.formats.layout import Item, Problem
from engine.formats.loading import load_format
from engine.formats.reading.trees import ZipTree
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, FrameBox, Mask, Polygon, Span
from tests.engine.formats.packing import write_zip
from tests.engine.formats.trees import image, read, tree

FILES = tree(
    {
        **{f"{n}.png": image(20, 10 + n) for n in range(4)},
        **{f"{n}.wav": f"audio {n}".encode() for n in range(4)},
        **{f"{n}.mp4": f"video {n}".encode() for n in range(4)},
    }
)
STATES = ("labelled", "none", "open", "both")
BOX = Box(left=1, top=1, width=4, height=4)
OUTLINE = Polygon(rings=(((1, 1), (6, 1), (6, 6)),))


def region(geometry: Any, **more: Any) -> dict[str, Any]:
    return {"regions": (Region(id="1", label="x", geometry=geometry, **more),)}


LABEL = {"labels": ("x",)}
LABELS = {"labels": ("x", "y")}
TEXTS = {"texts": ("said",)}
CASES: dict[str, tuple[DatasetFormat, str, Mapping[str, Any], bool]] = {
    "image_folder": (DatasetFormat.IMAGE_FOLDER, ".png", LABEL, True),
    "audio_folder": (DatasetFormat.AUDIO_FOLDER, ".wav", LABEL, True),
    "video_folder": (DatasetFormat.VIDEO_FOLDER, ".mp4", LABEL, True),
    "csv_labels": (DatasetFormat.CSV_LABELS, ".png", LABELS, True),
    "voc": (DatasetFormat.VOC, ".png", region(BOX), False),
    "coco": (DatasetFormat.COCO, ".png", region(BOX), False),
    "yolo": (DatasetFormat.YOLO, ".png", region(BOX), False),
    "labelme": (DatasetFormat.LABELME, ".png", region(BOX), False),
    "label_studio": (DatasetFormat.LABEL_STUDIO, ".png", region(BOX), False),
    "label_studio_labels": (DatasetFormat.LABEL_STUDIO, "", LABELS, True),
    "mask_png": (DatasetFormat.MASK_PNG, ".png", region(OUTLINE), False),
    "mask_color": (DatasetFormat.MASK_COLOR, ".png", region(OUTLINE), False),
    "text_table": (DatasetFormat.TEXT_TABLE, "", LABELS, True),
    "tsv": (DatasetFormat.TSV, "", LABELS, True),
    "xlsx": (DatasetFormat.XLSX, "", LABELS, True),
    "parquet": (DatasetFormat.PARQUET, "", LABELS, True),
    "conll": (DatasetFormat.CONLL, "", region(Span(start=0, end=4)), False),
    "json_lines": (
        DatasetFormat.JSON_LINES,
        ".png",
        region(Mask(size=(10, 20), counts="37n5")),
        False,
    ),
    "json_lines_labels": (DatasetFormat.JSON_LINES, "", LABELS, True),
    "text_lines": (DatasetFormat.TEXT_LINES, ".png", region(OUTLINE, text="said"), False),
    "captions": (DatasetFormat.CAPTIONS, ".png", TEXTS, False),
    "transcripts": (DatasetFormat.TRANSCRIPTS, ".wav", TEXTS, False),
    "cvat": (DatasetFormat.CVAT, ".png", region(BOX), False),
    "cvat_videos": (
        DatasetFormat.CVAT,
        ".mp4",
        region(FrameBox(frame=0, track=0, left=1, top=1, width=4, height=4)),
        False,
    ),
    "mot": (
        DatasetFormat.MOT,
        ".mp4",
        region(FrameBox(frame=0, track=0, left=1, top=1, width=4, height=4)),
        False,
    ),
}
APART = {"text_pairs": "its samples always have a label or score", "table": "nothing is annotated"}


def sample(number: int, suffix: str, said: Mapping[str, Any], split: Split | None) -> Item:
    """Return a sample of the state of its number."""
    state = STATES[number % len(STATES)]
    if state == "open":
        said = {"is_annotated": False}
    elif state == "none":
        said = {}
    text = f"text {number}"
    media: dict[str, Any] = {"file": f"{number}{suffix}"} if suffix else {"content": text.encode()}
    return Item(text, f"{number}{suffix or '.txt'}", split=split, **media, **said)


def state_of(item: Item) -> str:
    """Return what is known of a sample."""
    has_any = item.labels or item.regions or item.texts
    return ("labelled" if has_any else "none") if item.is_annotated else "open"


def told(items: list[Item]) -> dict[str, str]:
    """Return the state of each sample by its text or number."""
    return {
        one.content.decode() if one.content else PurePosixPath(one.name).stem: state_of(one)
        for one in items
    }


def test_every_format_that_writes_is_asked() -> None:
    writing = {key for key in DatasetFormat if hasattr(load_format(key), "write")}
    assert writing == {key for key, *_ in CASES.values()} | {DatasetFormat(key) for key in APART}


@pytest.mark.parametrize("split", [None, Split.TEST])
@pytest.mark.parametrize("name", CASES)
def test_what_is_known_of_a_sample_comes_back_or_is_named(name: str, split: Split | None) -> None:
    key, suffix, said, multi_label = CASES[name]
    items = [sample(n, suffix, said, split) for n in range(len(STATES))]
    out = io.BytesIO()
    lost = write_zip(key, items, FILES, out)
    back, _ = read(key, ZipTree(out), multi_label=multi_label)
    before, after = told(items), told(back)
    for item, (known, state) in zip(items, before.items(), strict=True):
        named = {one.code for one in lost if one.place == item.name}
        if named & {"unlabelled_left_out", "none_not_held"}:
            continue
        assert after.get(known) == state, (known, lost)
    if split is not None:
        assert {one.split for one in back if one.is_annotated} == {split}


def test_an_export_of_one_label_a_sample_leaves_cells_empty_as_before() -> None:
    items = [sample(0, "", LABEL, None), sample(2, "", LABEL, None)]
    out = io.BytesIO()
    assert write_zip(DatasetFormat.TEXT_TABLE, items, FILES, out) == []
    with ZipTree(out).open("texts.csv") as file:
        assert file.read().decode() == "text,label,split\ntext 0,x,\ntext 2,,\n"


def test_texts_that_nobody_annotated_do_not_go_into_a_conll_file() -> None:
    items = [sample(n, "", CASES["conll"][2], None) for n in range(3)]
    out = io.BytesIO()
    lost = write_zip(DatasetFormat.CONLL, items, FILES, out)
    assert [(one.code, one.place) for one in lost] == [("unlabelled_left_out", "2.txt")]


def test_sequences_of_mot_without_boxes_are_videos_that_nobody_annotated() -> None:
    files = {
        "train/a/img1/1.png": image(20, 10),
        "train/a/gt/gt.txt": "1,1,0,0,5,5,1,1,1\n",
        "test/b/img1/1.png": image(20, 10),
        "test/b/seqinfo.ini": "[Sequence]\nframeRate=30\n",
    }
    items, problems = read(DatasetFormat.MOT, tree(files))
    assert problems == []
    found = {one.name: (one.is_annotated, one.split, one.frame_rate) for one in items}
    assert found["test/b.zip"] == (False, Split.TEST, 30.0)
    assert found["train/a.zip"][0] is True


def test_a_loss_is_no_place_for_what_stayed() -> None:
    lost: list[Problem] = []
    for key, suffix, said, _ in CASES.values():
        lost += write_zip(key, [sample(0, suffix, said, None)], FILES, io.BytesIO())
    codes = {one.code for one in lost}
    assert not codes & {"unlabelled_left_out", "none_not_held"}
