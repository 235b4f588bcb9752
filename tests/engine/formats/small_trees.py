"""A small tree of each format: a sample to be damaged, and one that has nothing to do with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import image, parquet
from tests.engine.formats.workbooks import workbook
from tests.engine.formats.wrong_values import COLUMNS, SHEETS, Path

IMAGE, OTHER = image(20, 10), image(24, 12)


@dataclass(frozen=True)
class SmallTree:
    """Files of a format; ``is_apart`` tells places that have nothing to do with the sample kept.

    ``kept`` is part of that sample's name, place or content.
    """

    files: Mapping[str, bytes]
    kept: str
    is_apart: Callable[[str, Path], bool]


def _in_first(file: str, path: Path) -> bool:
    """Tell a place within the first of a list's entries."""
    del file
    return path[:1] == (0,) and len(path) > 1


def _in_row(number: int) -> Callable[[str, Path], bool]:
    return lambda file, path: path[:1] == (number,)


def _in_file(*names: str) -> Callable[[str, Path], bool]:
    return lambda file, path: file in names


def _never(file: str, path: Path) -> bool:
    del file, path
    return False


def _dumped(value: object) -> bytes:
    return json.dumps(value).encode()


def _coco_apart(file: str, path: Path) -> bool:
    return path[1:2] == (0,) and len(path) > 2


_COCO = {
    "images": [
        {"id": 70, "file_name": "a.png", "width": 20, "height": 10},
        {"id": 71, "file_name": "keep.png", "width": 24, "height": 12},
    ],
    "categories": [
        {
            "id": 50,
            "name": "x",
            "keypoints": ["nose", "tail"],
            "skeleton": [[1, 2]],
            "supercategory": "s",
        },
        {"id": 51, "name": "y"},
    ],
    "annotations": [
        {
            "id": 1,
            "image_id": 70,
            "category_id": 50,
            "bbox": [1, 1, 2, 2],
            "segmentation": {"size": [10, 20], "counts": [11, 4, 185]},
            "keypoints": [1, 1, 2, 2, 2, 1],
            "iscrowd": 0,
            "area": 4,
            "attributes": {"occluded": True, "colour": "red", "number": 3},
        },
        {
            "id": 2,
            "image_id": 71,
            "category_id": 51,
            "bbox": [1, 1, 4, 4],
            "segmentation": [[1, 1, 5, 1, 5, 5]],
        },
        {"id": 3, "image_id": 70, "category_id": 50, "segmentation": [[1, 1, 5, 1, 5, 5]]},
    ],
}
_LABELME = {
    "version": "5.5.0",
    "flags": {"bright": True},
    "shapes": [
        {
            "label": "x",
            "points": [[1, 1], [5, 1], [5, 5]],
            "group_id": 1,
            "shape_type": "polygon",
            "description": "said",
            "flags": {"occluded": True},
            "attributes": {"colour": "red"},
        },
        {"label": "x", "points": [[1, 1], [5, 5]], "shape_type": "rectangle"},
        {"label": "x", "points": [[5, 5], [7, 5]], "shape_type": "circle"},
    ],
    "imagePath": "a.png",
    "imageData": None,
    "imageHeight": 10,
    "imageWidth": 20,
}
_LABEL_STUDIO = [
    {
        "id": 1,
        "data": {"image": "/data/upload/1/0123abcd-a.png", "split": "train"},
        "annotations": [
            {
                "was_cancelled": False,
                "result": [
                    {
                        "id": "1",
                        "type": "rectanglelabels",
                        "from_name": "label",
                        "value": {
                            "x": 10,
                            "y": 10,
                            "width": 50,
                            "height": 50,
                            "rotation": 5,
                            "rectanglelabels": ["x"],
                        },
                    },
                    {
                        "id": "1",
                        "type": "choices",
                        "from_name": "colour",
                        "value": {"x": 10, "y": 10, "width": 50, "height": 50, "choices": ["red"]},
                    },
                    {
                        "id": "2",
                        "type": "brushlabels",
                        "value": {"format": "rle", "rle": [0, 0, 3], "brushlabels": ["x"]},
                    },
                    {
                        "id": "3",
                        "type": "polygonlabels",
                        "value": {"points": [[1, 1], [50, 1], [50, 50]], "polygonlabels": ["x"]},
                    },
                    {
                        "id": "4",
                        "parentID": "3",
                        "type": "keypointlabels",
                        "value": {"x": 5, "y": 6, "width": 1, "keypointlabels": ["nose"]},
                    },
                    {
                        "id": "5",
                        "type": "ellipselabels",
                        "value": {
                            "x": 50,
                            "y": 50,
                            "radiusX": 9,
                            "radiusY": 9,
                            "ellipselabels": ["x"],
                        },
                    },
                    {
                        "type": "relation",
                        "from_id": "1",
                        "to_id": "3",
                        "direction": "left",
                        "labels": ["of"],
                    },
                    {"id": "6", "type": "rating", "value": {"rating": 3}},
                    {"id": "7", "type": "textarea", "value": {"text": ["said"]}},
                ],
            }
        ],
        "predictions": [],
    },
    {
        "data": {"text": "keep this"},
        "annotations": [
            {
                "result": [
                    {
                        "id": "1",
                        "type": "labels",
                        "value": {"start": 0, "end": 1, "labels": ["x"]},
                    }
                ]
            }
        ],
    },
    {
        "data": {"text": "a b"},
        "annotations": [
            {"result": [{"id": "1", "type": "labels", "value": {"start": 0, "end": 1}}]}
        ],
    },
]
_BOX = {"kind": "box", "left": 1, "top": 1, "width": 3, "height": 3}
_JSON_LINES = (
    {
        "text": "ab c",
        "name": "n.txt",
        "spans": [{"start": 0, "end": 2, "label": "x", "id": "a", "text": "t"}],
        "relations": [{"subject": "a", "object": "a", "label": "of"}],
        "labels": ["y"],
        "value": 1,
        "split": "train",
        "texts": ["said"],
    },
    {"text": "keep this", "labels": ["y"], "spans": [{"start": 0, "end": 2, "label": "x"}]},
    {
        "file": "a.png",
        "regions": [
            {
                "id": "1",
                "label": "x",
                "geometry": _BOX,
                "points": [{"name": "nose", "x": 1, "y": 2, "is_visible": True}],
                "attributes": {"occluded": True, "number": 2},
            },
            {
                "id": "2",
                "label": None,
                "geometry": {"kind": "mask", "size": [10, 20], "counts": ";4Y5"},
            },
        ],
    },
    {"text": "d", "label": [[0, 1, "x"]]},
    {
        "text": "d",
        "entities": [{"id": 1, "label": "x", "start_offset": 0, "end_offset": 1}],
        "relations": [{"id": 0, "from_id": 1, "to_id": 1, "type": "of"}],
    },
    {"text1": "a", "text2": "b", "value": 2.5},
)
_CVAT = b"""<annotations><image id="0" name="a.png" width="20" height="10">
<box label="x" occluded="1" xtl="1" ytl="1" xbr="4" ybr="4" z_order="0">
<attribute name="colour">red</attribute></box>
<polygon label="x" points="1,1;5,1;5,5"/><tag label="t"/>
<mask label="x" rle="1,2,3" left="1" top="1" width="3" height="2"/>
<points label="x" points="1,1;2,2"/><polyline label="x" points="1,1;2,2"/></image>
<image id="1" name="keep.png" width="24" height="12">
<box label="y" xtl="1" ytl="1" xbr="4" ybr="4"/></image></annotations>"""
_TRACKS = b"""<annotations><meta><task><original_size><width>20</width><height>10</height>
</original_size></task><source>a.mp4</source></meta><track id="0" label="x">
<box frame="0" outside="0" keyframe="1" xtl="0" ytl="0" xbr="2" ybr="2"/>
<box frame="3" outside="0" keyframe="1" xtl="4" ytl="0" xbr="6" ybr="2"/></track></annotations>"""


_PROJECT = b"""<annotations><meta><project><labels><label><name>x</name><attributes><attribute>
<name>doors</name><input_type>number</input_type></attribute></attributes></label></labels><tasks>
<task><id>1</id><mode>annotation</mode><subset>Train</subset></task>
<task><id>2</id><mode>annotation</mode><subset>Test</subset></task></tasks></project></meta>
<image id="0" name="a.png" subset="Train" task_id="1" width="20" height="10">
<box label="x" xtl="1" ytl="1" xbr="4" ybr="4" rotation="30.00" group_id="1">
<attribute name="doors">4</attribute></box>
<ellipse label="x" cx="9" cy="5" rx="3" ry="2" rotation="10"/>
<skeleton label="x"><points label="a" outside="0" occluded="1" points="1,1"/>
<points label="b" outside="0" points="5,5"/></skeleton>
<points label="p" points="2,2" group_id="1"/><tag label="t"/></image>
<image id="0" name="keep.png" subset="Test" task_id="2" width="24" height="12">
<box label="y" xtl="1" ytl="1" xbr="4" ybr="4"/></image></annotations>"""
_STEPS = b"""<annotations><meta><task><id>1</id><mode>interpolation</mode>
<start_frame>10</start_frame><frame_filter>step=5</frame_filter>
<original_size><width>20</width><height>10</height></original_size>
<source>b.mp4</source></task></meta><track id="0" label="x" group_id="2">
<box frame="10" outside="0" keyframe="1" occluded="1" xtl="0" ytl="0" xbr="2" ybr="2" rotation="5"/>
<box frame="15" outside="1" keyframe="1" xtl="4" ytl="0" xbr="6" ybr="2"/></track></annotations>"""


def _voc(name: str) -> bytes:
    box = "<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>5</xmax><ymax>5</ymax></bndbox>"
    return (
        f"<annotation><folder>f</folder><filename>{name}.png</filename><size><width>20</width>"
        f"<height>10</height><depth>3</depth></size><object><name>x</name><difficult>0</difficult>"
        f"{box}</object><object><name>x</name>{box}</object></annotation>"
    ).encode()


TREES: dict[str, tuple[DatasetFormat, SmallTree]] = {
    "image_folder": (
        DatasetFormat.IMAGE_FOLDER,
        SmallTree({"x/a.png": IMAGE, "y/keep.png": OTHER}, "keep", _never),
    ),
    "csv_labels": (
        DatasetFormat.CSV_LABELS,
        SmallTree(
            {
                "labels.csv": b"file,label,split\na.png,x,train\nkeep.png,y|z,test\n",
                "a.png": IMAGE,
                "keep.png": OTHER,
            },
            "keep",
            _in_row(1),
        ),
    ),
    "loose_files": (
        DatasetFormat.LOOSE_FILES,
        SmallTree({"a.png": IMAGE, "keep.png": OTHER}, "keep", _never),
    ),
    "voc": (
        DatasetFormat.VOC,
        SmallTree(
            {
                "a.xml": _voc("a"),
                "a.png": IMAGE,
                "keep.xml": _voc("keep"),
                "keep.png": OTHER,
                "ImageSets/Main/train.txt": b"a\nkeep\n",
            },
            "keep",
            _in_file("a.xml"),
        ),
    ),
    "coco": (
        DatasetFormat.COCO,
        SmallTree(
            {"train.json": _dumped(_COCO), "a.png": IMAGE, "keep.png": OTHER},
            "keep",
            _coco_apart,
        ),
    ),
    "yolo": (
        DatasetFormat.YOLO,
        SmallTree(
            {
                "images/a.png": IMAGE,
                "images/keep.png": OTHER,
                "labels/a.txt": b"0 .5 .5 .2 .2\n0 .1 .1 .2 .1 .2 .2\n",
                "labels/keep.txt": b"1 .5 .5 .2 .2\n",
                "data.yaml": _dumped(
                    {
                        "path": ".",
                        "train": ["images", "train.txt"],
                        "val": None,
                        "names": {"0": "x", "1": "y"},
                    }
                ),
                "train.txt": b"./images/a.png\n",
            },
            "keep",
            _in_file("labels/a.txt"),
        ),
    ),
    "labelme": (
        DatasetFormat.LABELME,
        SmallTree(
            {
                "a.json": _dumped(_LABELME),
                "keep.json": _dumped({**_LABELME, "imagePath": "keep.png"}),
                "a.png": IMAGE,
                "keep.png": OTHER,
            },
            "keep",
            _in_file("a.json"),
        ),
    ),
    "label_studio": (
        DatasetFormat.LABEL_STUDIO,
        SmallTree({"tasks.json": _dumped(_LABEL_STUDIO), "a.png": IMAGE}, "keep", _in_first),
    ),
    "mask_png": (
        DatasetFormat.MASK_PNG,
        SmallTree(
            {
                "images/keep.png": IMAGE,
                "masks/keep.png": IMAGE,
                "classes.txt": b"bg\nx\n",
                "labelmap.txt": b"# label:color_rgb:parts:actions\nx:20,10,90::\n",
            },
            "keep",
            _never,
        ),
    ),
    "mask_color": (
        DatasetFormat.MASK_COLOR,
        SmallTree(
            {
                "images/keep.png": IMAGE,
                "masks/keep.png": IMAGE,
                "palette.txt": b"0 0 0 background\n20 10 90 x\n",
            },
            "keep",
            _never,
        ),
    ),
    "tsv": (
        DatasetFormat.TSV,
        SmallTree({"a.tsv": b"text\tlabel\tsplit\na b\tx\ttrain\nkeep\ty\n"}, "keep", _in_row(1)),
    ),
    "xlsx": (
        DatasetFormat.XLSX,
        SmallTree({"a.xlsx": workbook(SHEETS["a.xlsx"])}, "keep", _in_row(1)),
    ),
    "parquet": (
        DatasetFormat.PARQUET,
        SmallTree({"a.parquet": parquet(**COLUMNS["a.parquet"])}, "keep", _never),
    ),
    "text_table": (
        DatasetFormat.TEXT_TABLE,
        SmallTree({"a.csv": b"text,label,split\na b,x,train\nkeep,y|z,\n"}, "keep", _in_row(1)),
    ),
    "conll": (
        DatasetFormat.CONLL,
        SmallTree(
            {"a.conll": b"a B-X\nb I-X\nc O\n\n", "keep.conll": b"keep B-X\nb I-X\n\nd O\n"},
            "keep",
            _in_file("a.conll"),
        ),
    ),
    "json_lines": (
        DatasetFormat.JSON_LINES,
        SmallTree(
            {"a.jsonl": b"\n".join(map(_dumped, _JSON_LINES)), "a.png": IMAGE},
            "keep",
            lambda file, path: path[:1] != (1,),
        ),
    ),
    "text_pairs": (
        DatasetFormat.TEXT_PAIRS,
        SmallTree(
            {"a.tsv": b"text1\ttext2\tlabel\tscore\na\tb\tx\t1\nkeep\tb\ty\t2\n"},
            "keep",
            _in_row(1),
        ),
    ),
    "audio_folder": (
        DatasetFormat.AUDIO_FOLDER,
        SmallTree({"x/a.wav": b"RIFF", "y/keep.wav": b""}, "keep", _never),
    ),
    "transcripts": (
        DatasetFormat.TRANSCRIPTS,
        SmallTree(
            {
                "a.wav": b"",
                "b.wav": b"",
                "keep.wav": b"",
                "text": b"a hello\nb you\n",
                "wav.scp": b"a a.wav\n",
                "b.jsonl": b'{"file":"b.wav","text":"hi","split":"train"}',
                "c.csv": b"file,transcript,split\nb.wav,hello,train\nkeep.wav,said,test\n",
            },
            "keep",
            lambda file, path: file == "b.jsonl" or (file == "c.csv" and path[0] == 1),
        ),
    ),
    "video_folder": (
        DatasetFormat.VIDEO_FOLDER,
        SmallTree({"x/a.mp4": b"", "y/keep.mp4": b""}, "keep", _never),
    ),
    "mot": (
        DatasetFormat.MOT,
        SmallTree(
            {
                "a/img1/1.png": IMAGE,
                "a/gt/gt.txt": b"1,1,0,0,5,5,1,1,1\n1,2,0,0,5,5,1,1,1\n",
                "a/seqinfo.ini": b"[Sequence]\nframeRate=30\nimWidth=20\n",
                "a/gt/labels.txt": b"x\n",
                "keep/img1/1.png": OTHER,
                "keep/gt/gt.txt": b"1,1,0,0,5,5,1,1,1\n",
            },
            "keep",
            lambda file, path: file.startswith("a/"),
        ),
    ),
    "cvat": (
        DatasetFormat.CVAT,
        SmallTree(
            {"a.xml": _CVAT, "a.png": IMAGE, "keep.png": OTHER},
            "keep",
            lambda file, path: path[:1] == (0,) and len(path) > 2,
        ),
    ),
    "cvat_project": (
        DatasetFormat.CVAT,
        SmallTree(
            {
                "a.xml": _PROJECT,
                "images/Train/a.png": IMAGE,
                "images/Test/keep.png": OTHER,
                "images/Test/a.png": IMAGE,
            },
            "keep",
            lambda file, path: path[:1] == (1,) and len(path) > 2,
        ),
    ),
    "cvat_steps": (
        DatasetFormat.CVAT,
        SmallTree(
            {"a.xml": _STEPS, "images/frame_000010.png": IMAGE, "images/frame_000015.png": OTHER},
            "b.zip",
            _never,
        ),
    ),
    "cvat_tracks": (
        DatasetFormat.CVAT,
        SmallTree({"a.xml": _TRACKS, "a.mp4": b""}, "a.mp4", _never),
    ),
    "text_lines": (
        DatasetFormat.TEXT_LINES,
        SmallTree(
            {
                "a.png": IMAGE,
                "keep.png": OTHER,
                "b.png": IMAGE,
                "gt_b.txt": b'1,1,5,1,5,5,1,5,said\n1 1 5 5 "said"\n',
                "Label.txt": b'keep.png\t[{"transcription":"x","points":[[1,1],[5,1],[5,5],[1,5]]}]'
                b'\na.png\t[{"transcription":"x","points":[[1,1],[5,1],[5,5],[1,5]],'
                b'"key_cls":"k"}]\n',
            },
            "keep",
            lambda file, path: file == "gt_b.txt" or path[:1] == (1,),
        ),
    ),
    "captions": (
        DatasetFormat.CAPTIONS,
        SmallTree(
            {
                "a.png": IMAGE,
                "keep.png": OTHER,
                "captions.csv": b"file,caption,split\na.png,x,train\nkeep.png,y,test\n",
                "b.jsonl": b'{"image":"a.png","caption":"z"}',
            },
            "keep",
            lambda file, path: file == "b.jsonl" or path[:1] == (1,),
        ),
    ),
    "table": (
        DatasetFormat.TABLE,
        SmallTree({"a.csv": b"a,b\n1,2\n", "keep.csv": b"a,b\n1,2\n"}, "keep", _in_file("a.csv")),
    ),
}
