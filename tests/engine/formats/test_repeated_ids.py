"""Ids, names and colours that stand for several things: nothing is put on the wrong one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.formats.layout import Item, Problem
from engine.specs.data import DatasetFormat
from tests.engine.formats.test_coco import IMAGE, document
from tests.engine.formats.trees import codes, image, read, tree

COCO = DatasetFormat.COCO
OTHER = {"id": 7, "file_name": "b.png", "width": 9, "height": 9}
THIRD = {"id": 8, "file_name": "c.png", "width": 8, "height": 6}
IMAGES = {"a.png": image(20, 10), "b.png": image(9, 9), "c.png": image(8, 6)}


def found_in(content: str, key: DatasetFormat = COCO) -> tuple[dict[str, Item], list[Problem]]:
    items, problems = read(key, tree({"x.json": content, **IMAGES}))
    return {item.name: item for item in items}, problems


def test_boxes_of_an_image_id_that_stands_for_two_are_left_out_and_counted() -> None:
    content = document(
        {"bbox": [1, 1, 2, 2]},
        {"bbox": [2, 2, 2, 2]},
        {"bbox": [1, 1, 3, 3], "image_id": 8},
        images=[IMAGE, OTHER, THIRD],
    )
    items, problems = found_in(content)
    assert [(one.code, one.num_lost) for one in problems] == [("image_id_repeated", 2)]
    assert problems[0].params == {"id": "7", "files": "a.png, b.png", "num": 2}
    assert {name: len(item.regions) for name, item in items.items()} == {
        "a.png": 0,
        "b.png": 0,
        "c.png": 1,
    }
    assert [items[name].is_annotated for name in ("a.png", "b.png", "c.png")] == [
        False,
        False,
        True,
    ]


def test_an_image_that_is_listed_twice_alike_keeps_its_boxes() -> None:
    items, problems = found_in(document({"bbox": [1, 1, 2, 2]}, images=[IMAGE, IMAGE]))
    assert codes(problems) == ["sample_repeated"]
    assert len(items["a.png"].regions) == 1


def test_boxes_of_a_category_id_that_stands_for_two_are_left_out_and_counted() -> None:
    categories = [{"id": 3, "name": "cat"}, {"id": 3, "name": "dog"}, {"id": 4, "name": "cow"}]
    content = document(
        {"bbox": [1, 1, 2, 2]},
        {"bbox": [1, 1, 3, 3], "category_id": 4, "image_id": 8},
        {"bbox": [1, 1, 4, 4], "image_id": 8},
        categories=categories,
        images=[IMAGE, THIRD],
    )
    items, problems = found_in(content)
    assert [(one.code, one.num_lost) for one in problems] == [("category_id_repeated", 2)]
    assert problems[0].params == {"id": "3", "labels": "cat, dog", "num": 2}
    assert [region.label for region in items["c.png"].regions] == ["cow"]
    assert (items["a.png"].regions, items["a.png"].is_annotated) == ((), False)


def test_a_category_that_is_listed_twice_alike_counts_once() -> None:
    alike = [{"id": 3, "name": "cat"}, {"id": 3, "name": "cat"}]
    items, problems = found_in(document({"bbox": [1, 1, 2, 2]}, categories=alike))
    assert problems == []
    assert len(items["a.png"].regions) == 1
    named = [{"id": 3, "name": "cat", "keypoints": [name]} for name in ("nose", "tail")]
    content = document({"bbox": [1, 1, 2, 2], "keypoints": [1, 1, 2]}, categories=named)
    assert codes(found_in(content)[1]) == ["category_id_repeated"]


def test_a_second_list_behind_the_annotations_moves_no_box() -> None:
    whole = document({"bbox": [1, 1, 2, 2]})
    first = {"images": [IMAGE], **{k: v for k, v in json.loads(whole).items() if k != "images"}}
    content = json.dumps(first)[:-1] + f', "images": [{json.dumps(OTHER)}]}}'
    items, problems = found_in(content)
    assert [(one.code, one.num_lost) for one in problems] == [
        ("list_repeated", 0),
        ("image_id_repeated", 1),
    ]
    assert not any(item.is_annotated or item.regions for item in items.values())
    content = whole[:-1] + ', "categories": [{"id": 3, "name": "dog"}]}'
    items, problems = found_in(content)
    assert codes(problems) == ["list_repeated", "category_id_repeated"]
    assert items["a.png"].regions == ()


def test_captions_of_an_image_id_that_stands_for_two_are_left_out_and_counted() -> None:
    captions = [{"id": n, "image_id": n, "caption": f"a picture of {n}"} for n in (7, 8)]
    content = json.dumps({"images": [IMAGE, OTHER, THIRD], "annotations": captions})
    items, problems = found_in(content, DatasetFormat.CAPTIONS)
    assert [(one.code, one.num_lost) for one in problems] == [("image_id_repeated", 1)]
    assert {name: item.texts for name, item in items.items() if item.texts} == {
        "c.png": ("a picture of 8",)
    }


def test_classes_of_one_name_are_said_to_be_one_label() -> None:
    categories = [{"id": 3, "name": "cat"}, {"id": 4, "name": "cat"}]
    _, problems = found_in(document(categories=categories))
    assert [(one.code, one.params) for one in problems] == [
        ("classes_merged", {"class": "cat", "num": 2})
    ]
    files = {"data.yaml": "names: [cat, cat]\n", "a.png": image(), "a.txt": "0 .5 .5 .2 .2\n"}
    assert codes(read(DatasetFormat.YOLO, tree(files))[1]) == ["classes_merged"]


@pytest.mark.parametrize(
    ("names", "label", "problems"),
    [
        ("names:\n  0: cat\n  0: dog\n", None, ["class_file_malformed", "class_unknown"]),
        ("names:\n  0: cat\n  0: cat\n", "cat", []),
        ("names: [cat]\nnames: [dog]\n", None, ["class_file_malformed", "class_unknown"]),
    ],
)
def test_a_yaml_that_names_a_class_twice_gives_it_to_no_box(
    names: str, label: str | None, problems: list[str]
) -> None:
    files = {"data.yaml": names, "a.png": image(), "a.txt": "0 .5 .5 .2 .2\n"}
    items, found = read(DatasetFormat.YOLO, tree(files))
    assert codes(found) == problems
    assert [region.label for region in items[0].regions] == ([label] if label else [])


@pytest.mark.parametrize(
    ("entry", "num"),
    [
        ('{"id": 1, "image_id": 7, "image_id": 8, "category_id": 3, "bbox": [1, 1, 2, 2]}', 0),
        ('{"id": 1, "image_id": 7, "image_id": 7, "category_id": 3, "bbox": [1, 1, 2, 2]}', 1),
    ],
)
def test_an_object_of_json_that_gives_a_name_two_values_is_left_out(entry: str, num: int) -> None:
    content = document().replace('"annotations": []', f'"annotations": [{entry}]')
    items, problems = found_in(content)
    assert [(one.code, one.num_lost) for one in problems] == [("annotation_malformed", 1)] * (
        1 - num
    )
    assert len(items["a.png"].regions) == num


def test_a_line_of_json_that_gives_a_name_two_values_is_left_out() -> None:
    lines = '{"text": "a", "label": "good", "label": "bad"}\n{"text": "b", "label": "good"}\n'
    items, problems = read(DatasetFormat.JSON_LINES, tree({"x.jsonl": lines}))
    assert codes(problems) == ["json_line_malformed"]
    assert "'label' stands there twice" in str(problems[0].params["reason"])
    assert [item.labels for item in items] == [("good",)]


def test_pixels_of_a_colour_of_two_classes_are_left_out() -> None:
    files: dict[str, Any] = {
        "images/a.png": image(8, 6),
        "masks/a.png": image(8, 6),
        "palette.txt": "road 8 6 90\nsky 8 6 90\ncar 1 2 3\n",
    }
    items, problems = read(DatasetFormat.MASK_COLOR, tree(files))
    assert codes(problems) == ["color_repeated", "class_unknown"]
    assert problems[0].params == {"color": "#08065a", "labels": "road, sky"}
    assert items[0].regions == ()
