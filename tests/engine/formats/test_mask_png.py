"""Index images give a mask per class and come back pixel for pixel."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from PIL import Image

from engine.errors import DataError
from engine.formats import mask_png
from engine.formats.layout import Item
from engine.formats.mask_png.palettes import voc_colors
from engine.formats.shapes import run_lengths
from engine.formats.shapes.run_lengths import mask_from_pixels, pixels_of
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, Mask, Polygon
from tests.engine.formats.trees import codes, essence, image, read, round_trip, tree

MASK = DatasetFormat.MASK_PNG
VALUES = np.zeros((10, 20), dtype=np.uint8)
VALUES[2:5, 3:9] = 1
VALUES[6:, 10:] = 2


def png(values: np.ndarray, mode: str = "L") -> bytes:
    out = io.BytesIO()
    Image.fromarray(values).convert(mode).save(out, "PNG")
    return out.getvalue()


def test_each_class_is_one_mask() -> None:
    files = {
        "images/val/a.jpg": image(20, 10, "JPEG"),
        "masks/val/a.png": png(VALUES),
        "classes.txt": "background\nroad\n猫\n",
        "images/val/b.jpg": image(20, 10, "JPEG"),
    }
    items, problems = read(MASK, tree(files))
    assert problems == []
    assert [(item.split, item.is_annotated) for item in items] == [
        (Split.VALIDATION, True),
        (Split.VALIDATION, False),
    ]
    for region, value in zip(items[0].regions, (1, 2), strict=True):
        assert isinstance(region.geometry, Mask)
        assert (pixels_of(region.geometry) == (value == VALUES)).all()
    assert [region.label for region in items[0].regions] == ["road", "猫"]


def test_values_without_a_name_are_named_and_255_counts_for_nothing() -> None:
    values = VALUES.copy()
    values[0, :4] = 255
    files = {
        "images/a.png": image(20, 10),
        "masks/a.png": png(values),
        "classes.txt": "bg\nroad\n",
    }
    items, problems = read(MASK, tree(files))
    assert [(one.code, one.params) for one in problems] == [
        ("class_unknown", {"class": "2"}),
        ("mask_ignored", {"num": 4}),
    ]
    assert len(items[0].regions) == 1


def test_black_and_white_is_enough_for_one_class() -> None:
    white = (VALUES > 0).astype(np.uint8) * 255
    files = {
        "images/a.png": image(20, 10),
        "masks/a.png": png(white),
        "classes.txt": "bg\nroad\n",
    }
    items, problems = read(MASK, tree(files))
    assert problems == []
    assert items[0].regions[0].label == "road"


def test_masks_that_cannot_be_used_are_named() -> None:
    files = {
        "images/a.png": image(20, 10),
        "images/b.png": image(20, 10),
        "images/c.png": image(4, 4),
        "masks/a.png": b"GIF89a",
        "masks/b.png": b"\x89PNG broken",
        "masks/c.png": png(VALUES),
        "masks/d.png": png(VALUES),
    }
    items, problems = read(MASK, tree(files))
    assert codes(problems) == [
        "class_names_missing",
        "annotation_malformed",
        "annotation_malformed",
        "size_differs",
        "sample_missing",
    ]
    assert [(item.name, item.is_annotated) for item in items] == [
        ("images/a.png", False),
        ("images/b.png", False),
        ("images/c.png", False),
    ]
    with pytest.raises(DataError, match="masks"):
        read(MASK, tree({"a.png": image()}))


def test_what_is_written_reads_back_the_same() -> None:
    files = tree({"x.png": image(20, 10)})
    regions = tuple(
        Region(id=str(value), label=f"class {value}", geometry=mask_from_pixels(value == VALUES))
        for value in (1, 2)
    )
    items = [
        Item("1", "x.png", file="x.png", regions=regions, split=Split.TRAIN),
        Item("2", "x.jpg", file="x.png", regions=regions[1:], split=Split.TEST),
        Item("3", "z.png", file="x.png", is_annotated=False),
    ]
    back, lost = round_trip(MASK, items, files)
    assert lost == []
    expected = {essence(one) for one in items}
    found = {essence(one) for one in back}
    assert {one.split: [r.geometry for r in one.regions] for one in found} == {
        one.split: [r.geometry for r in one.regions] for one in expected
    }


def test_what_pixels_cannot_hold_is_counted() -> None:
    square = Polygon(rings=(((1, 1), (5, 1), (5, 5), (1, 5)),))
    regions = (
        Region(id="1", label="a", geometry=square),
        Region(id="2", label="a", geometry=square),
        Region(id="3", label="b", geometry=square),
        Region(id="4", label="b", geometry=Box(left=1, top=1, width=2, height=2)),
    )
    item = Item("1", "x.png", file="x.png", regions=regions)
    back, lost = round_trip(MASK, [item], tree({"x.png": image(20, 10)}))
    assert codes(lost) == [
        "drawn_as_mask",
        "drawn_as_mask",
        "drawn_as_mask",
        "not_held",
        "instances_merged",
        "pixels_overlap",
    ]
    assert lost[-1].params == {"num": 16}
    assert [region.label for region in back[0].regions] == ["b"]


def test_masks_of_a_whole_voc_are_of_the_photographs() -> None:
    files = {"VOC/classes.txt": "bg\nroad\n猫\n"}
    for name in ("a", "b"):
        files[f"VOC/JPEGImages/{name}.jpg"] = image(20, 10, "JPEG")
        files[f"VOC/SegmentationClass/{name}.png"] = png(VALUES)
        files[f"VOC/SegmentationObject/{name}.png"] = png(VALUES)
    items, problems = read(MASK, tree(files))
    assert [item.file for item in items] == ["VOC/JPEGImages/a.jpg", "VOC/JPEGImages/b.jpg"]
    assert all(len(item.regions) == 2 for item in items)
    assert [(one.code, one.place) for one in problems] == [
        ("file_unused", f"VOC/SegmentationObject/{name}.png") for name in ("a", "b")
    ]


def test_masks_of_voc_are_what_another_reader_finds_in_their_lists_of_colours() -> None:
    values = VALUES.copy()
    values[1, 2:10] = 255
    mask = Image.fromarray(values, "L").convert("P")
    mask.putpalette([channel for color in voc_colors() for channel in color])
    out = io.BytesIO()
    mask.save(out, "PNG")
    files = {
        "JPEGImages/a.jpg": image(20, 10, "JPEG"),
        "JPEGImages/b.jpg": image(20, 10, "JPEG"),
        "SegmentationClass/a.png": out.getvalue(),
        "SegmentationClass/b.png": png(VALUES),
        "ImageSets/Segmentation/train.txt": "a\n",
        "ImageSets/Segmentation/val.txt": "b\n",
        "ImageSets/Segmentation/trainval.txt": "a\nb\n",
    }
    items, problems = read(MASK, tree(files))
    assert [(one.code, one.params.get("num")) for one in problems] == [
        ("class_names_missing", None),
        ("mask_ignored", 8),
    ]
    assert [item.split for item in items] == [Split.TRAIN, Split.VALIDATION]
    # The border lies where the image has the last colour of VOC's list.
    with Image.open(io.BytesIO(out.getvalue())) as again:
        colors = np.asarray(again.convert("RGB"))
    for region in items[0].regions:
        assert isinstance(region.geometry, Mask)
        color = voc_colors()[int(region.label or "")]
        assert (pixels_of(region.geometry) == (colors == color).all(axis=2)).all()
    assert [region.label for region in items[0].regions] == ["1", "2"]


@pytest.mark.parametrize(
    ("mask", "photograph", "others"),
    [
        # Mapillary Vistas
        (
            "training/v2.0/labels/x.png",
            "training/images/x.jpg",
            ["training/v2.0/instances/x.png", "training/v2.0/panoptic/x.png"],
        ),
        # ADE20K
        ("ADE/annotations/training/x.png", "ADE/images/training/x.jpg", []),
        # MMSegmentation
        ("data/ann_dir/val/x.png", "data/img_dir/val/x.png", []),
        # One name in each split.
        ("masks/train/x.png", "images/train/x.jpg", ["images/val/x.jpg"]),
    ],
)
def test_masks_find_their_photographs_in_layouts_of_others(
    mask: str, photograph: str, others: list[str]
) -> None:
    suffixes = {".jpg": "JPEG", ".png": "PNG"}
    files = {mask: png(VALUES), "classes.txt": "bg\nroad\n猫\n"}
    files |= {name: image(20, 10, suffixes[name[-4:]]) for name in (photograph, *others)}
    items, problems = read(MASK, tree(files))
    assert [item.file for item in items if item.is_annotated] == [photograph]
    assert {one.code for one in problems} <= {"file_unused"}


def test_a_mask_that_may_be_of_two_photographs_is_named_not_guessed() -> None:
    files = {"day/a.jpg": image(20, 10, "JPEG"), "night/a.jpg": image(20, 10, "JPEG")}
    items, problems = read(MASK, tree({**files, "masks/a.png": png(VALUES)}))
    assert codes(problems) == ["class_names_missing", "sample_ambiguous"]
    assert not any(item.is_annotated for item in items)


def test_large_and_restless_masks_are_given_up_before_they_fill_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def at_once(values: np.ndarray, mode: str = "L") -> list[str]:
        height, width = values.shape[:2]
        files = {
            "images/a.png": image(width, height),
            "masks/a.png": png(values, mode) if mode != "I;16" else raw(values),
            "classes.txt": "bg\nroad\n",
        }
        return codes(read(MASK, tree(files))[1])

    def raw(values: np.ndarray) -> bytes:
        out = io.BytesIO()
        Image.fromarray(values).save(out, "PNG")
        return out.getvalue()

    restless = np.indices((40, 60)).sum(axis=0).astype(np.uint8) % 2
    many = np.arange(2400, dtype=np.uint16).reshape(40, 60)
    assert at_once(restless) == []
    assert at_once(many, "I;16") == ["annotation_malformed"]
    monkeypatch.setattr(run_lengths, "MAX_CHANGES", 1000)
    assert at_once(restless) == ["annotation_malformed"]
    monkeypatch.setattr(mask_png, "MAX_MASK_PIXELS", 2000)
    assert at_once(np.zeros((40, 60), np.uint8)) == ["annotation_malformed"]


def test_a_header_that_says_20000_by_20000_decodes_nothing() -> None:
    small = png(np.zeros((10, 20), np.uint8))
    # Width and height of the header, with its checksum made anew.
    head = small[12:16] + struct.pack(">II", 20_000, 20_000) + small[24:29]
    huge = small[:12] + head + struct.pack(">I", zlib.crc32(head)) + small[33:]
    files = {"images/a.png": image(20, 10), "masks/a.png": huge, "classes.txt": "bg\nroad\n"}
    tracemalloc.start()
    items, problems = read(MASK, tree(files))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(problems) == 1
    assert problems[0].code in ("size_differs", "annotation_malformed")
    assert [item.is_annotated for item in items] == [False]
    assert peak < 5e6
