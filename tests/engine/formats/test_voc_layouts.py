"""Which image an annotation of VOC means, in the layouts that other tools write."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.formats.layout import Item
from engine.formats.reading.trees import FolderTree
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, Quad
from tests.engine.formats.trees import codes, image, read, round_trip, tree
from tests.shared import shared_data

VOC = DatasetFormat.VOC
SIZE = (20, 10)
IMAGE = image(*SIZE)
JPEG = image(*SIZE, "JPEG")


def annotation(filename: str, *objects: str, folder: str = "") -> str:
    named = f"<folder>{folder}</folder><filename>{filename}</filename>"
    about = "<size><width>20</width><height>10</height><depth>3</depth></size>"
    return f"<annotation>{named}{about}{''.join(objects)}</annotation>"


def thing(label: str, left: int, more: str = "") -> str:
    return (
        f"<object><name>{label}</name>{more}<bndbox><xmin>{left}</xmin><ymin>2</ymin>"
        f"<xmax>{left + 3}</xmax><ymax>5</ymax></bndbox></object>"
    )


def test_lists_name_images_whose_names_hold_spaces() -> None:
    names = ["IMG (1)", "IMG (2)", "图 1", "图 2"]
    files = {f"JPEGImages/{name}.jpg": JPEG for name in names}
    files |= {
        f"Annotations/{name}.xml": annotation(f"{name}.jpg", thing("x", 3)).encode()
        for name in names
    }
    lists = {
        "ImageSets/Main/train.txt": "IMG (1)\n图 1\n",
        "ImageSets/Main/val.txt": "图 2  1\n",
        "ImageSets/Main/test.txt": "IMG (2) -1\n",
    }
    items, problems = read(VOC, tree({**files, **lists}))
    assert problems == []
    assert {Path(item.name).stem: item.split for item in items} == {
        "IMG (1)": Split.TRAIN,
        "IMG (2)": Split.TEST,
        "图 1": Split.TRAIN,
        "图 2": Split.VALIDATION,
    }


def mask() -> bytes:
    out = io.BytesIO()
    Image.fromarray(np.zeros(SIZE[::-1], np.uint8)).save(out, "PNG")
    return out.getvalue()


def test_boxes_of_a_whole_voc_belong_to_photographs_and_masks_are_said_to_be_left() -> None:
    names = ("2007_000032", "2007_000033")
    files: dict[str, bytes | str] = {}
    for number, name in enumerate(names):
        files |= {
            f"VOC2012/JPEGImages/{name}.jpg": JPEG,
            f"VOC2012/SegmentationClass/{name}.png": mask(),
            f"VOC2012/SegmentationObject/{name}.png": mask(),
            f"VOC2012/Annotations/{name}.xml": annotation(
                f"{name}.jpg", thing("cat", 2 + number), folder="VOC2012"
            ),
        }
    items, problems = read(VOC, tree(files))
    assert [item.file for item in items] == [f"VOC2012/JPEGImages/{name}.jpg" for name in names]
    assert [len(item.regions) for item in items] == [1, 1]
    assert [(one.code, one.place, one.params) for one in problems] == [
        ("masks_unread", "VOC2012/SegmentationClass", {"num": 4})
    ]


def test_the_image_that_is_named_goes_before_one_that_is_called_as_the_annotation() -> None:
    files = {
        "JPEGImages/a.png": IMAGE,
        "JPEGImages/b.png": IMAGE,
        "Annotations/1.xml": annotation("b.png", thing("cat", 2)),
        "Annotations/a.xml": annotation("stale.png", thing("dog", 2)),
    }
    items, problems = read(VOC, tree(files))
    assert problems == []
    assert {item.file: item.regions[0].label for item in items} == {
        "JPEGImages/b.png": "cat",
        "JPEGImages/a.png": "dog",
    }


def test_the_folder_that_is_named_decides_between_images_of_one_name() -> None:
    files = {
        "day/a.png": IMAGE,
        "night/a.png": IMAGE,
        "Annotations/a.xml": annotation("a.png", thing("cat", 2), folder="night"),
    }
    items, problems = read(VOC, tree(files))
    assert [item.file for item in items if item.is_annotated] == ["night/a.png"]
    assert problems == []


def test_an_image_that_cannot_be_told_from_another_is_named_not_guessed() -> None:
    files = {
        "day/a.png": IMAGE,
        "night/a.png": IMAGE,
        "marks/a.xml": annotation("a.png", thing("cat", 2)),
    }
    items, problems = read(VOC, tree(files))
    assert codes(problems) == ["sample_ambiguous"]
    assert problems[0].params == {"file": "a.png", "num": 2, "files": "day/a.png, night/a.png"}
    assert [item.is_annotated for item in items] == [False, False]


def test_a_second_annotation_of_an_image_is_named() -> None:
    files = {
        "a.png": IMAGE,
        "1.xml": annotation("a.png", thing("cat", 2)),
        "2.xml": annotation("a.png", thing("dog", 2)),
    }
    items, problems = read(VOC, tree(files))
    assert [(one.code, one.place) for one in problems] == [("sample_repeated", "2.xml")]
    assert [item.regions[0].label for item in items] == ["cat"]


def test_folders_of_roboflow_keep_their_splits() -> None:
    files: dict[str, bytes | str] = {"README.dataset.txt": "x"}
    for folder in ("train", "valid", "test"):
        # One name in all folders: each annotation lies beside its own image.
        files[f"{folder}/a_jpg.rf.0f3c.jpg"] = JPEG
        files[f"{folder}/a_jpg.rf.0f3c.xml"] = annotation(
            "a_jpg.rf.0f3c.jpg", thing(folder, 2), folder=""
        )
    files["valid/bare.jpg"] = JPEG
    items, problems = read(VOC, tree(files))
    assert codes(problems) == ["file_unused"]
    assert {
        (item.file, item.split, item.regions[0].label if item.regions else "") for item in items
    } == {
        ("train/a_jpg.rf.0f3c.jpg", Split.TRAIN, "train"),
        ("valid/a_jpg.rf.0f3c.jpg", Split.VALIDATION, "valid"),
        ("test/a_jpg.rf.0f3c.jpg", Split.TEST, "test"),
        ("valid/bare.jpg", Split.VALIDATION, ""),
    }


def test_what_voc_says_of_an_object_is_kept_in_and_out() -> None:
    more = (
        "<pose>Left</pose><truncated>1</truncated><occluded>0</occluded><difficult>1</difficult>"
        "<attributes><attribute><name>colour</name><value>red</value></attribute><attribute>"
        "<name>wheels</name><value>4</value></attribute><attribute><name>open</name>"
        "<value>False</value></attribute></attributes><actions><running>1</running></actions>"
    )
    part = "<part><name>head</name><bndbox/></part>"
    files = {"a.png": IMAGE, "a.xml": annotation("a.png", thing("cat", 2, more + part))}
    items, problems = read(VOC, tree(files))
    assert [(one.code, one.params) for one in problems] == [
        ("shape_unsupported", {"kind": "part", "num": 1})
    ]
    expected = {
        "pose": "Left",
        "truncated": True,
        "difficult": True,
        "running": True,
        "colour": "red",
        "wheels": 4,
        "open": False,
    }
    assert items[0].regions[0].attributes == expected
    back, lost = round_trip(VOC, items, tree(files))
    assert lost == []
    assert back[0].regions == items[0].regions


def test_turned_boxes_of_rolabelimg_are_four_corners() -> None:
    # A quarter turn of a box 4 wide and 2 high around (10.5, 5.5) counted from 1.
    turned = (
        "<object><name>x</name><robndbox><cx>10.5</cx><cy>5.5</cy><w>4</w><h>2</h>"
        "<angle>1.5707963267948966</angle></robndbox></object>"
    )
    items, problems = read(VOC, tree({"a.png": IMAGE, "a.xml": annotation("a.png", turned)}))
    assert problems == []
    (region,) = items[0].regions
    assert isinstance(region.geometry, Quad)
    corners = [(11, 3), (11, 7), (9, 7), (9, 3)]
    for point, corner in zip(region.geometry.points, corners, strict=True):
        assert point == pytest.approx(corner)


def test_images_of_another_size_than_stated_are_named() -> None:
    content = annotation("a.png", thing("cat", 2)).replace("<width>20", "<width>40")
    _, problems = read(VOC, tree({"a.png": IMAGE, "a.xml": content}))
    assert codes(problems) == ["size_differs"]


def test_supervision_finds_the_same_cells_that_we_find() -> None:
    folder = shared_data("blood_cells")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import supervision as sv
    data = sv.DetectionDataset.from_pascal_voc(
        str(folder / "JPEGImages"), str(folder / "Annotations")
    )
    items, _ = read(VOC, FolderTree(folder))
    ours = {Path(item.name).name: item for item in items}
    assert len(ours) == len(data.image_paths)
    for path in data.image_paths:
        theirs = data.annotations[path]
        regions = ours[Path(path).name].regions
        names = [data.classes[number] for number in theirs.class_id]
        assert sorted(region.label or "" for region in regions) == sorted(names)
        found = sorted(map(_edges, regions))
        wanted = sorted(list(map(float, box)) for box in theirs.xyxy)
        for one, other in zip(found, wanted, strict=True):
            assert one == pytest.approx(other, abs=0.01)


def _edges(region: Region) -> list[float]:
    box = region.geometry
    assert isinstance(box, Box)
    return [box.left, box.top, box.left + box.width, box.top + box.height]


def test_letters_that_xml_has_a_meaning_for_come_back() -> None:
    item = Item(
        "1",
        "a.png",
        file="a.png",
        regions=(
            Region(
                id="1",
                label="cat",
                geometry=Box(left=1, top=1, width=2, height=2),
                attributes={"note": "a<b>&c", "n": 1.5},
            ),
        ),
    )
    back, lost = round_trip(VOC, [item], tree({"a.png": IMAGE}))
    assert (lost, back[0].regions) == ([], item.regions)
