"""A label that is written in two ways is one label, in whichever format it comes."""

from __future__ import annotations

import json
import unicodedata

import pytest

from engine.formats.layout import FileTree
from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import image, read, tree

NFC = "café"
NFD = unicodedata.normalize("NFD", NFC)
WAYS = (NFC, NFD, f"{NFC} ", f"\t{NFD}")
BOX = "<bndbox><xmin>2</xmin><ymin>2</ymin><xmax>4</xmax><ymax>5</ymax></bndbox>"
REGION = {"kind": "box", "left": 1, "top": 1, "width": 2, "height": 2}


def lines(*values: object) -> FileTree:
    text = "\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    return tree({"a.jsonl": text, "a.png": image()})


def coco() -> FileTree:
    categories = [{"id": at, "name": name} for at, name in enumerate(WAYS)]
    boxes = [
        {"id": at, "image_id": 1, "category_id": at, "bbox": [at, 1, 2, 2]}
        for at in range(len(WAYS))
    ]
    images = [{"id": 1, "file_name": "a.png", "width": 8, "height": 6}]
    document = {"images": images, "categories": categories, "annotations": boxes}
    return tree({"a.json": json.dumps(document), "a.png": image()})


def voc() -> FileTree:
    objects = "".join(f"<object><name>{name}</name>{BOX}</object>" for name in WAYS)
    return tree({"a.xml": f"<annotation>{objects}</annotation>", "a.png": image()})


def table() -> FileTree:
    rows = "".join(f"text {at},{name}\n" for at, name in enumerate(WAYS))
    return tree({"a.csv": f"text,label\n{rows}"})


CASES = {
    "labels": (DatasetFormat.JSON_LINES, lines(*({"text": f"t{w}", "labels": [w]} for w in WAYS))),
    "regions": (
        DatasetFormat.JSON_LINES,
        lines({"file": "a.png", "regions": [{"label": w, "geometry": REGION} for w in WAYS]}),
    ),
    "spans": (
        DatasetFormat.JSON_LINES,
        lines(
            {
                "text": "abcdefgh",
                "spans": [{"start": n, "end": n + 1, "label": w} for n, w in enumerate(WAYS)],
            }
        ),
    ),
    "relations": (
        DatasetFormat.JSON_LINES,
        lines(
            {
                "text": "abcdefgh",
                "spans": [
                    {"start": 0, "end": 1, "label": NFC, "id": "1"},
                    {"start": 2, "end": 3, "label": NFC, "id": "2"},
                ],
                "relations": [{"label": w, "subject": "1", "object": "2"} for w in WAYS],
            }
        ),
    ),
    "coco": (DatasetFormat.COCO, coco()),
    "voc": (DatasetFormat.VOC, voc()),
    "table": (DatasetFormat.TEXT_TABLE, table()),
    "folders": (
        DatasetFormat.IMAGE_FOLDER,
        tree({f"{way.strip()}/{at}.png": image(9 + at) for at, way in enumerate(WAYS)}),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_composed_decomposed_and_spaced_names_are_one_label(case: str) -> None:
    items, _ = read(*CASES[case])
    found = {label for item in items for label in item.labels}
    found |= {region.label for item in items for region in item.regions if region.label}
    found |= {relation.label for item in items for relation in item.relations}
    assert found == {NFC}


def test_a_sample_with_both_ways_has_the_label_once() -> None:
    items, _ = read(DatasetFormat.JSON_LINES, lines({"text": "t", "labels": [NFC, NFD, f" {NFC}"]}))
    assert items[0].labels == (NFC,)
