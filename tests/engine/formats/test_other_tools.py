"""Exports in the shape that other tools give them are read as these tools, or others, read them."""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pycocotools.coco import COCO

from engine.formats.layout import Item
from engine.formats.reading.trees import FolderTree
from engine.formats.shapes.boxes import box_of
from engine.formats.shapes.run_lengths import (
    draw_rings,
    mask_area,
    mask_box,
    mask_from_pixels,
    pixels_of,
)
from engine.specs.data import DatasetFormat, Region, Relation, Split
from engine.specs.samples.geometry import Box, Mask, Polygon, Quad, Span
from tests.engine.formats.trees import codes, image, read, tree

WIDTH, HEIGHT = 64, 48
# Compiled against an older NumPy than ours; what it computes is the same.
old_numpy = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")


def placed(folder: Path, files: dict[str, str | bytes]) -> FolderTree:
    """Write files below a folder and open it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return FolderTree(folder)


def roboflow_coco(split: str) -> str:
    """Return one split as Roboflow exports it: class 0 is the project, boxes have no outline."""
    image = {"license": 1, "date_captured": "2020-07-20T19:39:26+00:00"}
    return json.dumps(
        {
            "info": {"year": "2020", "version": "1", "description": "Exported from roboflow.ai"},
            "licenses": [{"id": 1, "url": "https://a.example", "name": "Public Domain"}],
            "categories": [
                {"id": 0, "name": "Workers", "supercategory": "none"},
                {"id": 1, "name": "head", "supercategory": "Workers"},
                {"id": 2, "name": "helmet", "supercategory": "Workers"},
            ],
            "images": [
                {
                    **image,
                    "id": n,
                    "file_name": f"{split}_{n}_jpg.rf.0a1b2c{n}.png",
                    "width": WIDTH,
                    "height": HEIGHT,
                }
                for n in range(3)
            ],
            "annotations": [
                {
                    "id": 0,
                    "image_id": 0,
                    "category_id": 2,
                    "bbox": [5, 2, 25, 15],
                    "area": 375,
                    "segmentation": [],
                    "iscrowd": 0,
                },
                {
                    "id": 1,
                    "image_id": 0,
                    "category_id": 1,
                    "bbox": [24.5, 2, 12.25, 11],
                    "area": 134,
                    "segmentation": [[24.5, 2, 36.75, 2, 36.75, 13, 24.5, 13]],
                    "iscrowd": 0,
                },
                {
                    "id": 2,
                    "image_id": 2,
                    "category_id": 2,
                    "bbox": [1, 1, 3, 4],
                    "area": 12,
                    "segmentation": [],
                    "iscrowd": 0,
                },
            ],
        }
    )


def test_roboflows_coco_is_read_with_its_splits(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"README.roboflow.txt": "Exported."}
    for split in ("train", "valid", "test"):
        files[f"{split}/_annotations.coco.json"] = roboflow_coco(split)
        for n in range(3):
            files[f"{split}/{split}_{n}_jpg.rf.0a1b2c{n}.png"] = image(WIDTH, HEIGHT)
    items, problems = read(DatasetFormat.COCO, placed(tmp_path, files))
    fields = [set(str(one.params.get("fields", one.code)).split(", ")) for one in problems]
    of_images, of_classes = {"date_captured (3)", "license (3)"}, {"supercategory (2)"}
    assert [fields.count(one) for one in (of_images, of_classes, {"file_unused"})] == [3, 3, 1]
    assert len(fields) == 7
    by_split = {split: [one for one in items if one.split is split] for split in Split}
    assert [len(by_split[split]) for split in Split] == [3, 3, 3]
    for split, name in zip(Split, ("train", "valid", "test"), strict=True):
        with contextlib.redirect_stdout(io.StringIO()):
            theirs = COCO(str(tmp_path / name / "_annotations.coco.json"))
        _same_as_pycocotools(by_split[split], theirs)


@old_numpy
def test_cvats_coco_has_what_pycocotools_sees_and_its_attributes(tmp_path: Path) -> None:
    pixels = np.zeros((HEIGHT, WIDTH), np.bool_)
    pixels[3:20, 10:30] = True
    pixels[5:8, 12:15] = False
    runs = np.diff(np.flatnonzero(np.diff(pixels.ravel(order="F"), prepend=0, append=0)))
    first = int(np.flatnonzero(pixels.ravel(order="F"))[0])
    counts = [first, *map(int, runs)]
    counts.append(HEIGHT * WIDTH - sum(counts))
    attributes = {"colour": "red", "size": 3, "occluded": True, "rotation": 0.0}
    document = {
        "licenses": [{"name": "", "id": 0, "url": ""}],
        "info": {"contributor": "", "date_created": "", "version": "", "year": ""},
        "categories": [{"id": 1, "name": "car", "supercategory": ""}],
        "images": [
            {
                "id": 1,
                "width": WIDTH,
                "height": HEIGHT,
                "file_name": "a.png",
                "license": 0,
                "flickr_url": "",
                "coco_url": "",
                "date_captured": 0,
            }
        ],
        "annotations": [
            {
                "id": 1,
                "image_id": 1,
                "category_id": 1,
                "segmentation": [],
                "area": 12.0,
                "bbox": [1.5, 2.0, 3.0, 4.0],
                "iscrowd": 0,
                "attributes": attributes,
            },
            {
                "id": 2,
                "image_id": 1,
                "category_id": 1,
                "area": 150.0,
                "iscrowd": 0,
                "segmentation": [[10, 10, 25, 10, 25, 20, 10, 20], [30, 30, 40, 30, 35, 40]],
                "bbox": [10, 10, 30, 30],
                "attributes": {"occluded": False},
            },
            {
                "id": 3,
                "image_id": 1,
                "category_id": 1,
                "area": 331.0,
                "iscrowd": 0,
                "segmentation": {"size": [HEIGHT, WIDTH], "counts": counts},
                "bbox": [10, 3, 20, 17],
                "attributes": {"track_id": 0, "keyframe": True},
            },
        ],
    }
    name = "annotations/instances_default.json"
    files = placed(
        tmp_path, {name: json.dumps(document), "images/default/a.png": image(WIDTH, HEIGHT)}
    )
    items, problems = read(DatasetFormat.COCO, files)
    assert problems == []
    assert items[0].regions[0].attributes == attributes
    assert items[0].regions[2].attributes == {"track_id": 0, "keyframe": True}
    with contextlib.redirect_stdout(io.StringIO()):
        theirs = COCO(str(tmp_path / name))
    _same_as_pycocotools(items, theirs)
    for region, row in zip(items[0].regions, theirs.loadAnns(theirs.getAnnIds()), strict=True):
        if isinstance(region.geometry, Mask):
            assert np.array_equal(pixels_of(region.geometry), theirs.annToMask(row).astype(bool))
            assert mask_area(region.geometry) == pixels.sum()
            assert mask_from_pixels(pixels) == region.geometry
        elif isinstance(region.geometry, Polygon):
            # Whose centre lies inside is drawn; pycocotools draws some pixels of the edge more.
            ours = draw_rings(region.geometry.rings, (HEIGHT, WIDTH))
            drawn = theirs.annToMask(row).astype(bool)
            assert (ours & drawn).sum() / (ours | drawn).sum() > 0.9


def _same_as_pycocotools(items: list[Item], theirs: COCO) -> None:
    """Compare images, classes and boxes with those that pycocotools finds."""
    names = {row["id"]: row["name"] for row in theirs.loadCats(theirs.getCatIds())}
    found = {Path(item.name).name: item for item in items}
    rows = theirs.loadImgs(theirs.getImgIds())
    assert {row["file_name"] for row in rows} == set(found)
    for row in rows:
        regions = found[row["file_name"]].regions
        marks = theirs.loadAnns(theirs.getAnnIds(imgIds=[row["id"]]))
        assert [one.label for one in regions] == [names[one["category_id"]] for one in marks]
        for region, one in zip(regions, marks, strict=True):
            assert _edges(region) == pytest.approx(one["bbox"])


def _edges(region: Region) -> list[float]:
    geometry = region.geometry
    assert isinstance(geometry, Box | Quad | Polygon | Mask)
    box = mask_box(geometry) if isinstance(geometry, Mask) else box_of(geometry)
    assert box is not None
    return [box.left, box.top, box.width, box.height]


@pytest.mark.parametrize("names", [["head", "helmet"], {0: "head", 1: "helmet"}])
def test_roboflows_yolo_is_what_supervision_reads(tmp_path: Path, names: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import supervision
    listed = json.dumps(names) if isinstance(names, list) else "{0: head, 1: helmet}"
    data = (
        "train: ../train/images\nval: ../valid/images\ntest: ../test/images\n\n"
        f"nc: 2\nnames: {listed}\n"
        "roboflow:\n  workspace: a\n  license: CC BY 4.0\n"
    )
    files: dict[str, str | bytes] = {"data.yaml": data}
    for folder in ("train", "valid", "test"):
        files[f"{folder}/images/a_{folder}.png"] = image(WIDTH, HEIGHT)
        files[f"{folder}/labels/a_{folder}.txt"] = "1 0.5 0.5 0.25 0.5\n0 0.25 0.25 0.125 0.25"
    items, problems = read(DatasetFormat.YOLO, placed(tmp_path, files))
    assert problems == []
    assert [one.split for one in items] == [Split.TEST, Split.TRAIN, Split.VALIDATION]
    theirs = supervision.DetectionDataset.from_yolo(
        images_directory_path=str(tmp_path / "train/images"),
        annotations_directory_path=str(tmp_path / "train/labels"),
        data_yaml_path=str(tmp_path / "data.yaml"),
    )
    ((_, _, found),) = list(theirs)
    regions = items[1].regions
    assert [theirs.classes[n] for n in found.class_id] == [one.label for one in regions]
    ours = [_edges(one) for one in regions]
    corners = [[x, y, x + w, y + h] for x, y, w, h in ours]
    np.testing.assert_allclose(found.xyxy, corners, atol=1e-3)


@pytest.mark.parametrize(
    ("train", "path"),
    [
        ("images/one", None),
        (["images/one", "images/two/../two"], None),
        ("images/one", "/content/datasets/set"),
        ("../set/images/one", "."),
        ("lists/some.txt", None),
        (["lists/some.txt", "images/two"], "../datasets/set"),
    ],
)
def test_splits_of_a_data_yaml_are_folders_lists_or_both(train: Any, path: str | None) -> None:
    about = {"train": train, "val": "images/three", "names": ["x"]}
    about |= {} if path is None else {"path": path}
    names = ("one/a", "two/a", "three/a")
    files: dict[str, str | bytes] = {
        "set/data.yaml": json.dumps(about),
        "set/lists/some.txt": "./images/one/a.png\n../images/one/a.png\n",
    }
    for n, name in enumerate(names):
        files[f"set/images/{name}.png"] = image(WIDTH + n, HEIGHT)
        files[f"set/labels/{name}.txt"] = "0 .5 .5 .2 .2"
    items, problems = read(DatasetFormat.YOLO, tree(files))
    assert set(codes(problems)) <= {"file_unused"}
    has_two = isinstance(train, list)
    assert [one.split for one in items] == [
        Split.TRAIN,
        Split.VALIDATION,
        Split.TRAIN if has_two else None,
    ]


def label_studio() -> list[dict[str, Any]]:
    """Return an export with what Label Studio writes beside: drafts, predictions and the like."""
    place = {"x": 25.0, "y": 50.0, "width": 50.0, "height": 25.0, "rotation": 0}
    sizes = {"original_width": WIDTH, "original_height": HEIGHT, "image_rotation": 0}
    about = {**sizes, "id": "Dx_aB91ISN", "to_name": "img", "origin": "manual"}

    def result(kind: str, control: str, said: Any) -> dict[str, Any]:
        return {**about, "type": kind, "from_name": control, "value": {**place, kind: said}}

    wrong = [result("rectanglelabels", "tag", ["wrong"])]
    right = [
        result("rectanglelabels", "tag", ["Moonwalker"]),
        result("choices", "colour", ["red"]),
        result("choices", "truncated", ["false"]),
        result("textarea", "transcription", [" EXIT "]),
        result("textarea", "note", ["look"]),
        result("number", "count", 3),
        result("rating", "quality", 4),
        {
            "type": "choices",
            "id": "w",
            "from_name": "scene",
            "to_name": "img",
            "value": {"choices": ["indoor"]},
        },
    ]
    task = {
        "id": 1,
        "annotations": [
            {"id": 1, "completed_by": 1, "result": wrong, "was_cancelled": True, "task": 1},
            {
                "id": 2,
                "completed_by": 1,
                "result": right,
                "was_cancelled": False,
                "task": 1,
                "ground_truth": False,
                "lead_time": 4.288,
                "prediction": {},
                "draft_created_at": None,
            },
        ],
        "file_upload": "0123abcd-a.png",
        "drafts": [{"id": 5, "result": wrong}],
        "predictions": [{"id": 9, "model_version": "m", "score": 0.5, "result": wrong}],
        "data": {"image": "/data/upload/1/0123abcd-a.png"},
        "meta": {},
        "created_at": "2021-03-09T21:52:49.513742Z",
        "inner_id": 1,
        "total_annotations": 1,
        "project": 83,
    }
    bare = {**task, "id": 2, "annotations": [], "data": {"image": "s3://bucket/folder/plain"}}
    return [task, bare]


def test_label_studios_export_says_what_its_annotation_says() -> None:
    tasks = label_studio()
    files = {"project-1.json": json.dumps(tasks), "a.png": image(WIDTH, HEIGHT)}
    items, problems = read(DatasetFormat.LABEL_STUDIO, tree({**files, "plain": image(9, 9)}))
    assert codes(problems) == ["predictions_left_out"] * 2
    first, bare = items
    assert first.labels == ("indoor",)
    (region,) = first.regions
    # Read here once more by what Label Studio documents: percents of the image's sides.
    value = tasks[0]["annotations"][1]["result"][0]["value"]
    meant = [
        value["x"] / 100 * WIDTH,
        value["y"] / 100 * HEIGHT,
        value["width"] / 100 * WIDTH,
        value["height"] / 100 * HEIGHT,
    ]
    assert _edges(region) == pytest.approx(meant)
    assert (region.label, region.text) == ("Moonwalker", " EXIT ")
    assert region.attributes == {
        "colour": "red",
        "truncated": False,
        "note": "look",
        "count": 3,
        "quality": 4,
    }
    assert (bare.file, bare.is_annotated) == ("plain", False)


def test_an_address_of_a_file_that_is_not_there_is_no_text() -> None:
    tasks = [
        {"data": {"image": "https://a.example/images/17?size=large"}},
        {"data": {"ocr": "s3://bucket/folder/plain"}},
        {"data": {"text": "see https://a.example/17"}},
        {"data": {"text": "said", "source": "https://a.example/17"}},
    ]
    items, problems = read(DatasetFormat.LABEL_STUDIO, tree({"tasks.json": json.dumps(tasks)}))
    assert codes(problems) == ["sample_missing", "sample_missing"]
    assert [one.content for one in items] == [b"see https://a.example/17", b"said"]


def test_doccanos_lines_are_read() -> None:
    lines = [
        {"id": 1, "text": "EU rejects", "label": [[0, 2, "ORG"]], "Comments": []},
        {"id": 2, "text": "a", "label": ["good", "short"]},
        {
            "id": 3,
            "text": "Ann met Bo",
            "entities": [
                {"id": 10, "label": "PER", "start_offset": 0, "end_offset": 3},
                {"id": 11, "label": "PER", "start_offset": 8, "end_offset": 10},
            ],
            "relations": [{"id": 1, "from_id": 10, "to_id": 11, "type": "met"}],
            "Comments": [],
        },
    ]
    text = "\n".join(map(json.dumps, lines))
    items, problems = read(DatasetFormat.JSON_LINES, tree({"admin.jsonl": text}))
    assert problems == []
    assert items[0].regions == (Region(id="1", label="ORG", geometry=Span(start=0, end=2)),)
    assert items[1].labels == ("good", "short")
    assert items[2].relations == (Relation(label="met", subject="10", object="11"),)


def test_prodigys_answers_count_where_they_were_accepted() -> None:
    def task(text: str, answer: str, **more: Any) -> dict[str, Any]:
        beside = {"_input_hash": 1, "_task_hash": 2, "_session_id": None, "_view_id": "ner_manual"}
        tokens = [{"text": text, "start": 0, "end": len(text), "id": 0, "ws": False}]
        return {"text": text, "tokens": tokens, **beside, **more, "answer": answer, "_timestamp": 3}

    ann = {"start": 0, "end": 3, "token_start": 0, "token_end": 0, "label": "PER"}
    bo = {"start": 8, "end": 10, "token_start": 2, "token_end": 2, "label": "PER"}
    met = {"head": 0, "child": 2, "head_span": ann, "child_span": bo, "label": "met"}
    lines = [
        task("Ann met Bo", "accept", spans=[ann, bo], relations=[met], meta={"source": "x"}),
        task("Ann left", "reject", spans=[ann]),
        task("good", "accept", options=[{"id": "A", "text": "a"}], accept=["A"]),
        task("bad", "ignore", label="A"),
        task("binary", "accept", label="A", _is_binary=True),
    ]
    text = "\n".join(map(json.dumps, lines))
    items, problems = read(DatasetFormat.JSON_LINES, tree({"a.jsonl": text}))
    assert problems == []
    assert [one.geometry for one in items[0].regions] == [
        Span(start=0, end=3),
        Span(start=8, end=10),
    ]
    assert items[0].relations == (Relation(label="met", subject="1", object="2"),)
    assert [one.is_annotated for one in items] == [True, False, True, False, True]
    assert [one.labels for one in items] == [(), (), ("A",), (), ("A",)]


def test_texts_keep_their_spaces_everywhere() -> None:
    table = 'text,label\n"  two spaces ",x\n'
    items, _ = read(DatasetFormat.TEXT_TABLE, tree({"a.csv": table}))
    assert items[0].content == b"  two spaces "
    lists = {"a.png": image(9, 9), "captions.csv": 'file,caption\na.png," said "\n'}
    items, _ = read(DatasetFormat.CAPTIONS, tree(lists))
    assert items[0].texts == (" said ",)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("1,1,9,1,9,5,1,5,Exit", "Exit"),
        ("1,1,9,1,9,5,1,5, Exit, here ", " Exit, here "),
        ("1 1 9 1 9 5 1 5 Exit", "Exit"),
        ('1 1 9 5 "Two words"', "Two words"),
        ('1, 1, 9, 5, "Exit"', "Exit"),
        ("1, 1, 9, 5, Exit now", "Exit now"),
        ("1 1 9 5 Exit, now", "Exit, now"),
        ("1,1,9,5,###", None),
    ],
)
def test_lines_of_icdar_are_parted_by_commas_or_spaces(line: str, text: str | None) -> None:
    items, problems = read(
        DatasetFormat.TEXT_LINES, tree({"a.png": image(20, 10), "gt_a.txt": f"{line}\r\n"})
    )
    assert codes(problems) == ([] if text else ["text_illegible"])
    (region,) = items[0].regions
    assert region.text == text
    assert _edges(region) == [1, 1, 8, 4]
