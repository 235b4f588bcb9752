"""Formats recognise their own files, by names and the beginnings of a few."""

from __future__ import annotations

import json
from typing import BinaryIO

import pytest

from engine.catalog import TASKS
from engine.formats.recognition.detection import detect
from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import image, tree

IMAGE = image(8, 8)
VOC = "<?xml version='1.0'?><!-- x --><annotation><filename>a.png</filename></annotation>"
COCO = json.dumps({"images": [{"id": 1}], "annotations": [], "categories": []})
LABELME = json.dumps({"version": "5", "shapes": [], "imagePath": "a.png"})
STUDIO = json.dumps([{"id": 1, "data": {"image": "a.png"}, "annotations": []}])
CONLL = "EU B-ORG\nrejects O\nGerman B-MISC\ncall O\n\nPeter B-PER\nsaid O\n"
CORNERS = "1,1,5,1,5,5,1,5,Hello\n2,2,5,2,5,5,2,5,there\n"


def png(color_type: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08\x08" + bytes([color_type])


CASES: list[tuple[str, str, dict[str, bytes | str]]] = [
    ("image_folder", "image.classification", {"cat/a.png": IMAGE, "dog/b.png": IMAGE}),
    (
        "image_folder",
        "image.classification",
        {"train/cat/a.png": IMAGE, "test/dog/b.png": IMAGE},
    ),
    ("loose_files", "image.classification", {"a.png": IMAGE, "b.png": IMAGE}),
    ("loose_files", "image.classification", {"images/a.png": IMAGE, "images/b.png": IMAGE}),
    ("loose_files", "image.classification", {"holiday/a.png": IMAGE, "holiday/b.png": IMAGE}),
    ("image_folder", "image.anomaly_detection", {"good/a.png": IMAGE, "good/b.png": IMAGE}),
    ("csv_labels", "image.classification", {"a.png": IMAGE, "labels.csv": "file,label\na.png,x"}),
    ("voc", "image.object_detection", {"Annotations/a.xml": VOC, "JPEGImages/a.png": IMAGE}),
    (
        "cvat",
        "image.object_detection",
        {"annotations.xml": "<annotations><image/></annotations>", "a.png": IMAGE},
    ),
    ("coco", "image.object_detection", {"annotations/instances.json": COCO, "a.png": IMAGE}),
    ("labelme", "image.object_detection", {"a.json": LABELME, "a.png": IMAGE}),
    ("label_studio", "image.object_detection", {"project-1.json": STUDIO, "a.png": IMAGE}),
    (
        "yolo",
        "image.object_detection",
        {"images/a.png": IMAGE, "labels/a.txt": "0 0.5 0.5 0.2 0.2\n", "data.yaml": "names: [a]"},
    ),
    (
        "mask_png",
        "image.segmentation",
        {"images/a.png": png(2), "masks/a.png": png(3), "classes.txt": "a\nb\n"},
    ),
    ("text_table", "text.classification", {"reviews.csv": "text,label\ngood,1\nbad,0\n"}),
    ("text_pairs", "text.similarity", {"pairs.csv": "text1,text2,label\na,b,1\nc,d,0\n"}),
    ("conll", "text.entity_extraction", {"train.txt": CONLL}),
    ("json_lines", "text.classification", {"a.jsonl": '{"text": "good", "labels": ["x"]}\n'}),
    ("text_table", "text.classification", {"a.xlsx": b"PK\x03\x04"}),
    ("text_table", "text.classification", {"a.parquet": b"PAR1"}),
    ("audio_folder", "speech.sound_classification", {"dog/a.wav": b"", "cat/b.wav": b""}),
    (
        "transcripts",
        "speech.recognition",
        {"a.wav": b"", "transcripts.csv": "file,transcript\na.wav,hello\n"},
    ),
    ("video_folder", "video.classification", {"run/a.mp4": b"", "jump/b.mp4": b""}),
    ("mot", "video.object_tracking", {"s/gt/gt.txt": "1,1,2,3,4,5,1,1,1\n", "s/img1/1.jpg": b""}),
    ("text_lines", "ocr.text_recognition", {"a.png": IMAGE, "gt_a.txt": CORNERS}),
    (
        "captions",
        "multimodal.image_text_retrieval",
        {"a.png": IMAGE, "captions.csv": "file,caption\na.png,a cat\n"},
    ),
    ("table", "tabular.prediction", {"iris.data": "5.1,3.5,setosa\n4.9,3.0,setosa\n"}),
]


@pytest.mark.parametrize(("wanted", "task", "files"), CASES)
def test_a_format_recognises_its_own_files(
    wanted: str, task: str, files: dict[str, bytes | str]
) -> None:
    found = detect(tree(files), task)
    assert found, "nothing was recognised"
    assert found[0].format == wanted, [(guess.format, guess.sign.message) for guess in found]
    assert found[0].sign.message.endswith(".")


def test_every_format_that_can_be_brought_in_recognises_some_files() -> None:
    known = {layout for card in TASKS.values() for layout in card.import_formats}
    assert known - {DatasetFormat(wanted) for wanted, _, _ in CASES} == set()


class _Counted:
    """A tree of many large files that counts what is read."""

    def __init__(self, num: int) -> None:
        self._num = num
        self.num_opened = self.num_bytes = 0

    def names(self) -> list[str]:
        return [f"{place}.xml" for place in range(self._num)]

    def problems(self) -> list[object]:
        return []

    def open(self, name: str) -> BinaryIO:
        import io

        self.num_opened += 1
        counted = self

        class Endless(io.BytesIO):
            def read(self, size: int | None = -1, /) -> bytes:
                assert size is not None
                assert size > 0
                counted.num_bytes += size
                return (VOC.encode() + b" " * size)[:size]

        return Endless()


def test_detection_reads_the_beginnings_of_a_few_files_alone() -> None:
    files = _Counted(10_000)
    found = detect(files, "image.object_detection")  # type: ignore[arg-type]
    assert (found[0].format, found[0].sign.params["num"]) == ("voc", 10_000)
    assert files.num_opened <= 10
    assert files.num_bytes <= 10 * 2**16
