"""datumaro's formats come in and go out through its own interpreter, with every mark counted."""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.errors import DataError
from engine.formats.datumaro_bridge.interpreter import convert, datumaro_formats
from engine.formats.layout import Item
from engine.formats.loading import read_tree
from engine.formats.reading.trees import FolderTree
from engine.formats.shapes.run_lengths import mask_area, mask_from_pixels
from engine.specs.data import DatasetFormat
from engine.specs.samples.geometry import Box, Mask, Polygon, Quad

PYTHON = os.environ.get("EASEL_DATUMARO_PYTHON", "")
needs_datumaro = pytest.mark.skipif(
    not PYTHON,
    reason="datumaro needs older versions of Pillow and pyarrow than the project; name the Python "
    "of an environment with it in EASEL_DATUMARO_PYTHON",
)
MASK = mask_from_pixels(np.pad(np.ones((12, 20), np.bool_), ((8, 20), (10, 30)))).model_dump(
    mode="json"
)
BOX = {"kind": "box", "left": 4, "top": 5, "width": 20, "height": 10}


def _lines(folder: Path, *regions: dict[str, object], num: int = 3, **more: object) -> Path:
    """Write images with the same regions as JSON lines."""
    (folder / "files").mkdir(parents=True)
    lines = []
    for number in range(num):
        pixels = np.full((40, 60, 3), 40 * number + 20, np.uint8)
        Image.fromarray(pixels).save(folder / "files" / f"p{number}.png")
        line = {"file": f"files/p{number}.png", "labels": [], "regions": regions, "split": "train"}
        lines.append(json.dumps({**line, **more}))
    (folder / "samples.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def _read(folder: Path) -> list[Item]:
    found = read_tree(DatasetFormat.JSON_LINES, FolderTree(folder))
    return [one for one in found if isinstance(one, Item)]


@needs_datumaro
def test_the_installed_version_says_what_it_knows() -> None:
    known = datumaro_formats(PYTHON)

    assert known.version
    assert {"datumaro", "kitti", "vott_json"} <= set(known.imports)
    assert "kitti" in known.exports


@needs_datumaro
def test_boxes_outlines_and_points_come_back_from_its_own_format(tmp_path: Path) -> None:
    ring = [[2.0, 2.0], [30.0, 4.0], [20.0, 30.0]]
    points = [
        {"name": "nose", "x": 6.0, "y": 7.0, "is_visible": True},
        {"name": "tail", "x": 20.0, "y": 12.0, "is_visible": False},
    ]
    source = _lines(
        tmp_path / "given",
        {"id": "0", "label": "cow", "geometry": BOX, "points": points},
        {"id": "1", "label": "hill", "geometry": {"kind": "polygon", "rings": [ring]}},
    )

    out = convert(PYTHON, "export", "datumaro", source, tmp_path / "out" / "data")
    assert (out.num_samples, out.num_annotations, out.num_written, out.problems) == (3, 9, 9, ())
    back = convert(
        PYTHON, "import", "datumaro", tmp_path / "out" / "data", tmp_path / "in" / "data"
    )

    assert (back.num_samples, back.num_annotations, back.num_written) == (3, 9, 9)
    item = _read(tmp_path / "in" / "data")[0]
    cow, hill = item.regions
    assert (cow.label, hill.label) == ("cow", "hill")
    assert cow.geometry == Box(left=4, top=5, width=20, height=10)
    assert isinstance(hill.geometry, Polygon)
    assert [(one.name, one.x, one.is_visible) for one in cow.points] == [
        ("nose", 6, True), ("tail", 20, False)
    ]  # fmt: skip


def _turned(degrees: float) -> dict[str, object]:
    """Return a rectangle that is turned about its middle."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    halves = ((-10, -5), (10, -5), (10, 5), (-10, 5))
    return {
        "kind": "quad",
        "points": [[30 + u * cos - v * sin, 20 + u * sin + v * cos] for u, v in halves],
    }


@needs_datumaro
@pytest.mark.parametrize("name", ["cvat", "dota"])
def test_turned_boxes_come_back_where_a_format_knows_them(name: str, tmp_path: Path) -> None:
    given = [_turned(degrees) for degrees in (30, -120, 90.5)]
    regions = ({"id": str(n), "label": "cow", "geometry": one} for n, one in enumerate(given))
    source = _lines(tmp_path / "given", *regions)

    out = convert(PYTHON, "export", name, source, tmp_path / "out" / "data")
    assert [one for one in out.problems if one.params["kind"] != "attribute"] == []
    back = convert(PYTHON, "import", name, tmp_path / "out" / "data", tmp_path / "in" / "data")

    assert (back.num_annotations, back.num_written) == (9, 9)
    for item in _read(tmp_path / "in" / "data"):
        corners = [
            np.asarray(one.geometry.points)
            for one in item.regions
            if isinstance(one.geometry, Quad)
        ]
        assert len(corners) == 3
        for found, meant in zip(corners, given, strict=True):
            # DOTA writes hundredths of a pixel.
            np.testing.assert_allclose(found, meant["points"], atol=0.02)


@needs_datumaro
@pytest.mark.parametrize("name", ["datumaro", "coco", "label_me"])
def test_turned_boxes_are_outlines_where_a_format_does_not_know_them(
    name: str, tmp_path: Path
) -> None:
    source = _lines(tmp_path / "given", {"id": "0", "label": "cow", "geometry": _turned(30)})

    out = convert(PYTHON, "export", name, source, tmp_path / "out" / "data")
    assert {one.code for one in out.problems} == {"foreign_as_outline"}
    convert(PYTHON, "import", name, tmp_path / "out" / "data", tmp_path / "in" / "data")

    for item in _read(tmp_path / "in" / "data"):
        outlines = [one.geometry for one in item.regions if isinstance(one.geometry, Polygon)]
        assert len(outlines) == 1
        np.testing.assert_allclose(outlines[0].rings[0], _turned(30)["points"], atol=0.01)
    assert not (tmp_path / "out" / "data-again").exists()


@needs_datumaro
def test_attributes_come_back_and_those_that_are_not_kept_are_counted(tmp_path: Path) -> None:
    attributes = {"occluded": True, "colour": "red", "number": 3, "share": 0.5}
    region = {"id": "0", "label": "cow", "geometry": BOX, "attributes": attributes}
    source = _lines(tmp_path / "given", region)

    out = convert(PYTHON, "export", "datumaro", source, tmp_path / "out" / "data")
    assert out.problems == ()
    back = convert(
        PYTHON, "import", "datumaro", tmp_path / "out" / "data", tmp_path / "in" / "data"
    )
    assert back.problems == ()
    found = [one.attributes for item in _read(tmp_path / "in" / "data") for one in item.regions]
    assert found == [attributes] * 3

    lost = convert(PYTHON, "export", "yolo", source, tmp_path / "yolo" / "data")
    counts = {one.params["kind"]: one.params["num"] for one in lost.problems}
    assert counts == {"attribute": 12}


@needs_datumaro
def test_what_a_format_does_not_keep_is_counted(tmp_path: Path) -> None:
    ring = [[2.0, 2.0], [30.0, 4.0], [20.0, 30.0]]
    source = _lines(
        tmp_path / "given",
        {"id": "0", "label": "Car", "geometry": BOX},
        {"id": "1", "label": "Car", "geometry": {"kind": "polygon", "rings": [ring]}},
        texts=["a street"],
    )

    out = convert(PYTHON, "export", "kitti_detection", source, tmp_path / "out" / "data")

    lost = {one.params["kind"]: one.params["num"] for one in out.problems}
    assert lost == {"polygon": 3, "caption": 3}
    assert {one.code for one in out.problems} == {"foreign_not_kept"}


@needs_datumaro
@pytest.mark.parametrize("name", ["kitti_detection", "wider_face"])
def test_names_that_a_format_cannot_hold_are_written_plainly_and_counted(
    name: str, tmp_path: Path
) -> None:
    far = {**BOX, "left": 30}
    source = _lines(
        tmp_path / "given",
        {"id": "0", "label": "划痕 深", "geometry": BOX},
        {"id": "1", "label": "划痕_深", "geometry": far},
        {"id": "2", "label": None, "geometry": far},
    )

    out = convert(PYTHON, "export", name, source, tmp_path / "out" / "data")

    renamed = {one.place for one in out.problems if one.code == "foreign_renamed"}
    assert renamed == {"划痕 深 → 划痕_深_2", " → _"}
    assert {one.code for one in out.problems} == {"foreign_renamed"}
    convert(PYTHON, "import", name, tmp_path / "out" / "data", tmp_path / "in" / "data")
    for item in _read(tmp_path / "in" / "data"):
        found = {(one.label, one.geometry.left) for one in item.regions}
        assert found == {("划痕_深_2", 4), ("划痕_深", 30), ("_", 30)}
    assert not (tmp_path / "out" / "data-again").exists()


@needs_datumaro
def test_annotations_that_come_back_without_their_label_are_counted(tmp_path: Path) -> None:
    source = _lines(tmp_path / "given", {"id": "0", "label": "cow", "geometry": BOX})

    out = convert(PYTHON, "export", "icdar_text_localization", source, tmp_path / "out" / "data")

    assert [(one.code, one.params["num"]) for one in out.problems] == [("foreign_unnamed", 3)]


@needs_datumaro
def test_names_with_spaces_stay_where_a_format_holds_them(tmp_path: Path) -> None:
    source = _lines(tmp_path / "given", {"id": "0", "label": "划痕 深", "geometry": BOX})

    out = convert(PYTHON, "export", "coco", source, tmp_path / "out" / "data")
    convert(PYTHON, "import", "coco", tmp_path / "out" / "data", tmp_path / "in" / "data")

    assert out.problems == ()
    assert {one.label for item in _read(tmp_path / "in" / "data") for one in item.regions} == {
        "划痕 深"
    }


@needs_datumaro
@pytest.mark.parametrize("name", ["kitti_detection", "dota", "yolo"])
def test_files_that_a_format_does_not_read_are_named(name: str, tmp_path: Path) -> None:
    source = _lines(tmp_path / "given", {"id": "0", "label": "Car", "geometry": BOX})
    convert(PYTHON, "export", name, source, tmp_path / "out" / "data")
    (image,) = tmp_path.glob("out/data/**/p1.png")
    (image.parent / "sub").mkdir()
    shutil.copy(image, image.parent / "sub" / "deep.png")
    (tmp_path / "out" / "data" / "notes.pdf").write_bytes(b"x")

    back = convert(PYTHON, "import", name, tmp_path / "out" / "data", tmp_path / "in" / "data")

    unused = {Path(one.place).name for one in back.problems if one.code == "foreign_unused"}
    items = {Path(one.name).name for one in _read(tmp_path / "in" / "data")}
    assert "notes.pdf" in unused
    assert {"p0.png", "p1.png", "p2.png"} <= items
    assert ("deep.png" in unused) is not ("deep.png" in items)
    assert "p0.png" not in unused


@needs_datumaro
@pytest.mark.parametrize("name", ["datumaro", "coco"])
def test_outlines_with_holes_keep_them(name: str, tmp_path: Path) -> None:
    outer = [[2.0, 2.0], [42.0, 2.0], [42.0, 32.0], [2.0, 32.0]]
    hole = [[12.0, 10.0], [30.0, 10.0], [30.0, 24.0], [12.0, 24.0]]
    beside = [[46.0, 2.0], [56.0, 2.0], [56.0, 30.0]]
    source = _lines(
        tmp_path / "given",
        {"id": "0", "label": "ring", "geometry": {"kind": "polygon", "rings": [outer, hole]}},
        {"id": "1", "label": "parts", "geometry": {"kind": "polygon", "rings": [hole, beside]}},
        num=1,
    )

    out = convert(PYTHON, "export", name, source, tmp_path / "out" / "data")
    assert [(one.code, one.params["num"]) for one in out.problems] == [("foreign_as_mask", 1)]
    convert(PYTHON, "import", name, tmp_path / "out" / "data", tmp_path / "in" / "data")

    (item,) = _read(tmp_path / "in" / "data")
    # COCO has a box beside each, which datumaro reads as a region of its own.
    found = [(one.label, one.geometry) for one in item.regions if not isinstance(one.geometry, Box)]
    (ring,) = [geometry for label, geometry in found if label == "ring"]
    assert isinstance(ring, Mask)
    assert abs(mask_area(ring) - (40 * 30 - 18 * 14)) < 10
    assert [geometry.kind for label, geometry in found if label == "parts"] == ["polygon"] * 2


@needs_datumaro
def test_splits_that_know_different_labels_come_back(tmp_path: Path) -> None:
    source = _lines(tmp_path / "given", {"id": "0", "label": "Car", "geometry": BOX}, num=2)
    lines = (source / "samples.jsonl").read_text().splitlines()
    lines[1] = lines[1].replace('"Car"', '"Van"').replace('"train"', '"validation"')
    (source / "samples.jsonl").write_text("\n".join(lines) + "\n")

    out = convert(PYTHON, "export", "kitti_detection", source, tmp_path / "out" / "data")
    back = convert(
        PYTHON, "import", "kitti_detection", tmp_path / "out" / "data", tmp_path / "in" / "data"
    )

    assert out.problems == ()
    assert (back.num_samples, back.num_annotations, back.num_written) == (2, 2, 2)
    found = {one.regions[0].label: one.split for one in _read(tmp_path / "in" / "data")}
    assert set(found) == {"Car", "Van"}
    assert found["Car"] != found["Van"]


@needs_datumaro
def test_masks_come_in_as_pixels(tmp_path: Path) -> None:
    source = _lines(tmp_path / "given", {"id": "0", "label": "hill", "geometry": MASK}, num=1)
    convert(PYTHON, "export", "datumaro", source, tmp_path / "out" / "data")
    convert(PYTHON, "import", "datumaro", tmp_path / "out" / "data", tmp_path / "in" / "data")

    (item,) = _read(tmp_path / "in" / "data")
    assert isinstance(item.regions[0].geometry, Mask)
    assert item.regions[0].geometry.model_dump(mode="json") == MASK


@needs_datumaro
def test_formats_that_run_what_they_read_are_not_offered(tmp_path: Path) -> None:
    known = datumaro_formats(PYTHON)
    assert not {"cifar", "brats_numpy"} & {*known.imports, *known.exports}
    with pytest.raises(DataError, match="pickle"):
        convert(PYTHON, "import", "cifar", tmp_path, tmp_path / "out" / "data")


@needs_datumaro
def test_an_image_outside_the_data_is_not_taken(tmp_path: Path) -> None:
    Image.new("RGB", (9, 9)).save(tmp_path / "secret.png")
    folder = tmp_path / "given" / "annotations"
    folder.mkdir(parents=True)
    (tmp_path / "given" / "images" / "train").mkdir(parents=True)
    name = str(tmp_path / "secret.png")
    document = {
        "images": [{"id": 1, "file_name": name, "width": 9, "height": 9}],
        "annotations": [
            {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 4, 4], "area": 16,
             "iscrowd": 0, "segmentation": []}
        ],
        "categories": [{"id": 1, "name": "x", "supercategory": ""}],
    }  # fmt: skip
    (folder / "instances_train.json").write_text(json.dumps(document))

    with pytest.raises(DataError, match="escapes"):
        convert(PYTHON, "import", "coco", tmp_path / "given", tmp_path / "out" / "data")
    assert not [*tmp_path.glob("out/data/files/*")]


@needs_datumaro
def test_files_of_another_format_are_refused_with_what_was_wrong(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError) as refused:
        convert(PYTHON, "import", "kitti", tmp_path / "empty", tmp_path / "out" / "data")
    assert refused.value.code == "foreign_failed"


def test_an_interpreter_without_it_is_named() -> None:
    with pytest.raises(DataError, match="EASEL_DATUMARO_PYTHON") as refused:
        datumaro_formats("/nowhere/python")
    assert refused.value.code == "foreign_unusable"
    with pytest.raises(DataError, match="datumaro"):
        datumaro_formats(sys.executable)


_STAND_INS = {
    "datumaro/__init__.py": """
        __version__ = "0"
        from datumaro.components.environment import Hungry
        class Dataset:
            import_from = staticmethod(lambda path, name: Hungry())
    """,
    "datumaro/components/__init__.py": "",
    "datumaro/components/annotation.py": "AnnotationType = None",
    "datumaro/components/environment.py": """
        class Hungry:
            def categories(self):
                self.held = bytearray(6 * 2**30)
        class DEFAULT_ENVIRONMENT:
            importers = {"hungry": Hungry}
    """,
    "datumaro/components/errors.py": """
        class ConflictingCategoriesError(Exception): ...
        class DatasetImportError(Exception): ...
    """,
    "datumaro/components/hl_ops.py": "HLOps = None",
    "datumaro/components/media.py": "Image = None",
    "pycocotools/__init__.py": "",
    "pycocotools/mask.py": "",
}


def test_a_conversion_that_takes_too_much_memory_is_ended_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, code in _STAND_INS.items():
        path = tmp_path / "stand_ins" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(code))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "stand_ins"))
    (tmp_path / "given").mkdir()
    with pytest.raises(DataError) as refused:
        convert(
            sys.executable, "import", "hungry", tmp_path / "given", tmp_path / "out" / "data",
            memory_bytes=2 * 2**30,
        )  # fmt: skip
    assert (refused.value.code, refused.value.params["megabytes"]) == ("foreign_memory", 2048)
