"""Tasks of Label Studio: which annotation counts, what the others hold, and turned images."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.formats.declared_labels import declared_labels
from engine.specs.data import DatasetFormat
from engine.specs.samples.geometry import Box
from tests.engine.formats.trees import codes, image, read, tree

LABEL_STUDIO = DatasetFormat.LABEL_STUDIO


def box(label: str, **more: Any) -> dict[str, Any]:
    value = {"x": 10, "y": 20, "width": 50, "height": 40, "rotation": 0, "rectanglelabels": [label]}
    return {"id": label, "type": "rectanglelabels", "from_name": "l", "value": value, **more}


def annotation(*labels: str, **more: Any) -> dict[str, Any]:
    return {"result": [box(label) for label in labels], **more}


def task(*annotations: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"data": {"image": "a.png"}, "annotations": list(annotations), **more}


def files(*tasks: dict[str, Any], **more: str) -> Any:
    return tree({"tasks.json": json.dumps(tasks), "a.png": image(20, 10), **more})


def test_further_annotations_of_a_task_are_named_and_counted() -> None:
    given = task(annotation("first"), annotation("second", "third"), annotation("fourth"))
    (item,), problems = read(LABEL_STUDIO, files(given))
    assert [region.label for region in item.regions] == ["first"]
    assert [(one.code, one.params, one.num_lost) for one in problems] == [
        ("annotations_further", {"num": 2, "results": 3}, 3)
    ]


def test_the_ground_truth_counts_wherever_it_stands() -> None:
    given = task(annotation("first"), annotation("true", ground_truth=True))
    (item,), problems = read(LABEL_STUDIO, files(given))
    assert [region.label for region in item.regions] == ["true"]
    assert [(one.code, one.num_lost) for one in problems] == [("annotations_further", 1)]


def test_annotations_that_were_skipped_count_as_none() -> None:
    given = task(annotation("skipped", was_cancelled=True), annotation("kept"))
    (item,), problems = read(LABEL_STUDIO, files(given))
    assert ([region.label for region in item.regions], problems) == (["kept"], [])


def test_predictions_beside_an_annotation_are_counted() -> None:
    given = task(annotation("first"), predictions=[annotation("a"), annotation("b")])
    (item,), problems = read(LABEL_STUDIO, files(given))
    assert [region.label for region in item.regions] == ["first"]
    assert [(one.code, one.params, one.num_lost) for one in problems] == [
        ("predictions_left_out", {"num": 2}, 0)
    ]


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_turning_an_image_on_the_screen_moves_no_region(degrees: int) -> None:
    """Label Studio stores percents of the image as it is, however it was turned to be seen."""
    given = {"image_rotation": degrees, "original_width": 20, "original_height": 10}
    (item,), problems = read(LABEL_STUDIO, files(task({"result": [box("cat", **given)]})))
    assert item.regions[0].geometry == Box(left=2, top=2, width=10, height=4)
    assert problems == []


def test_an_image_of_another_size_than_the_one_that_was_annotated_is_named() -> None:
    given = {"original_width": 10, "original_height": 20}
    _, problems = read(LABEL_STUDIO, files(task({"result": [box("cat", **given)]})))
    assert codes(problems) == ["size_differs"]


def test_labels_of_the_configuration_are_those_of_the_dataset_in_their_order() -> None:
    config = (
        '<View><Image name="i" value="$image"/><RectangleLabels name="l" toName="i">'
        '<Label value="dog"/><Label value="cat" alias="katze"/></RectangleLabels>'
        '<KeyPointLabels name="k" toName="i"><Label value="nose"/></KeyPointLabels>'
        '<Choices name="c" toName="i"><Choice value="sharp"/></Choices>'
        '<Relations><Relation value="before"/></Relations></View>'
    )
    found = files(task(annotation("katze")), **{"config.xml": config})
    assert declared_labels(LABEL_STUDIO, found) == ("dog", "katze", "before")
    assert read(LABEL_STUDIO, found)[1] == []


def test_choices_are_the_labels_where_nothing_is_drawn() -> None:
    config = (
        '<View><Text name="t" value="$text"/><Choices name="c" toName="t"><Choice value="good"/>'
        '<Choice value="bad"/></Choices><Choices name="p" toName="t" perRegion="true">'
        '<Choice value="no"/></Choices><Taxonomy name="x" toName="t"><Choice value="a">'
        '<Choice value="b"/></Choice></Taxonomy></View>'
    )
    assert declared_labels(LABEL_STUDIO, files(**{"config.xml": config})) == ("good", "bad", "a/b")
