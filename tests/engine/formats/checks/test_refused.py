"""A sample whose every region was refused is unlabelled, never one that shows nothing."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from PIL import Image

from engine.formats.layout import Item
from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import codes, image, read, tree

IMAGE = image(20, 10)


def coco(**entry: object) -> dict[str, bytes | str]:
    """Return an image with one annotation, and one without any."""
    box = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 3, 3]}
    document = {
        "images": [{"id": 1, "file_name": "a.png"}, {"id": 2, "file_name": "empty.png"}],
        "categories": [{"id": 1, "name": "x"}],
        "annotations": [{**box, **entry}],
    }
    return {"x.json": json.dumps(document), "a.png": IMAGE, "empty.png": IMAGE}


def yolo(line: str) -> dict[str, bytes | str]:
    return {
        "a.png": IMAGE,
        "a.txt": line,
        "empty.png": IMAGE,
        "empty.txt": "",
        "classes.txt": "x\ny\n",
    }


def voc(box: str) -> dict[str, bytes | str]:
    edges = "".join(f"<{tag}>{n}</{tag}>" for tag, n in zip(TAGS, box.split(), strict=True))
    name = "<object><name>x</name><bndbox>"
    return {
        "a.png": IMAGE,
        "a.xml": f"<annotation>{name}{edges}</bndbox></object></annotation>",
        "empty.png": IMAGE,
        "empty.xml": "<annotation/>",
    }


TAGS = ("xmin", "ymin", "xmax", "ymax")


def cvat(shape: str) -> dict[str, bytes | str]:
    first = f'<image id="0" name="a.png" width="20" height="10">{shape}</image>'
    second = '<image id="1" name="empty.png" width="20" height="10"/>'
    return {
        "a.xml": f"<annotations>{first}{second}</annotations>",
        "a.png": IMAGE,
        "empty.png": IMAGE,
    }


def mask(value: int) -> bytes:
    out = io.BytesIO()
    Image.fromarray(np.full((10, 20), value, np.uint8)).save(out, "PNG")
    return out.getvalue()


def masks() -> dict[str, bytes | str]:
    return {
        "images/a.png": IMAGE,
        "masks/a.png": mask(9),
        "images/empty.png": IMAGE,
        "masks/empty.png": mask(0),
        "classes.txt": "background\nx\n",
    }


def lines(*records: object) -> dict[str, bytes | str]:
    return {"a.jsonl": "\n".join(map(json.dumps, records)), "a.png": IMAGE, "empty.png": IMAGE}


def labelme(shape: dict[str, object]) -> dict[str, bytes | str]:
    return {
        "a.json": json.dumps({"shapes": [shape], "imagePath": "a.png"}),
        "empty.json": json.dumps({"shapes": [], "imagePath": "empty.png"}),
        "a.png": IMAGE,
        "empty.png": IMAGE,
    }


def studio(result: dict[str, object]) -> dict[str, bytes | str]:
    tasks = [
        {"data": {"image": "a.png"}, "annotations": [{"result": [result]}]},
        {"data": {"image": "empty.png"}, "annotations": [{"result": []}]},
    ]
    return {"tasks.json": json.dumps(tasks), "a.png": IMAGE, "empty.png": IMAGE}


EMPTY_LINE = {"file": "empty.png", "regions": []}
CASES: list[tuple[DatasetFormat, dict[str, bytes | str], str]] = [
    (DatasetFormat.COCO, coco(category_id=9), "class_unknown"),
    (DatasetFormat.COCO, coco(bbox=[1, 1, 3]), "shape_malformed"),
    (DatasetFormat.COCO, coco(bbox=[50, 50, 3, 3]), "box_outside"),
    (DatasetFormat.COCO, coco(segmentation=[[1, 2, 3]]), "shape_malformed"),
    (DatasetFormat.COCO, coco(image_id=[]), "annotation_malformed"),
    (DatasetFormat.YOLO, yolo("0 .5 .5 .2 .2 .9\n"), "line_malformed"),
    (DatasetFormat.YOLO, yolo("0 .5 .5 .2 .2 .3 .3 2 .4 .4\n"), "line_malformed"),
    (DatasetFormat.YOLO, yolo("7 .5 .5 .2 .2\n"), "class_unknown"),
    (DatasetFormat.VOC, voc("9 1 3 5"), "box_empty"),
    (DatasetFormat.VOC, voc("a 1 3 5"), "number_malformed"),
    (
        DatasetFormat.CVAT,
        cvat('<box label="x" xtl="one" ytl="1" xbr="4" ybr="4"/>'),
        "shape_malformed",
    ),
    (DatasetFormat.CVAT, cvat('<polyline label="x" points="1,1;2,2"/>'), "shape_unsupported"),
    (DatasetFormat.MASK_PNG, masks(), "class_unknown"),
    (
        DatasetFormat.LABELME,
        labelme({"label": "x", "shape_type": "line", "points": [[1, 1], [2, 2]]}),
        "shape_unsupported",
    ),
    (
        DatasetFormat.LABELME,
        labelme({"label": "x", "shape_type": "polygon", "points": [[1, 1], "?"]}),
        "shape_malformed",
    ),
    (
        DatasetFormat.LABEL_STUDIO,
        studio({"id": "1", "type": "rectanglelabels", "value": {"x": "?"}}),
        "shape_unsupported",
    ),
    (
        DatasetFormat.JSON_LINES,
        lines({"file": "a.png", "regions": [{"id": "1", "geometry": {}}]}, EMPTY_LINE),
        "shape_malformed",
    ),
    (
        DatasetFormat.JSON_LINES,
        lines(
            {"text": "a", "name": "a.png", "spans": [{"start": 5, "end": 9, "label": "x"}]},
            EMPTY_LINE,
        ),
        "span_outside",
    ),
    (
        DatasetFormat.TEXT_LINES,
        {
            "Label.txt": 'a.png\t[{"transcription":"x","points":"?"}]\nempty.png\t[]\n',
            "a.png": IMAGE,
            "empty.png": IMAGE,
        },
        "line_malformed",
    ),
]


@pytest.mark.parametrize(("key", "files", "code"), CASES)
def test_a_sample_whose_regions_were_all_refused_is_unlabelled(
    key: DatasetFormat, files: dict[str, bytes | str], code: str
) -> None:
    items, problems = read(key, tree(files))
    assert code in codes(problems)
    (refused,) = [one for one in items if one.name.endswith("a.png")]
    assert (refused.regions, refused.is_annotated) == ((), False)
    if code == "annotation_malformed":
        # Nobody knows of which image it was.
        return
    assert shows_nothing(next(one for one in items if one.name.endswith("empty.png")))


def shows_nothing(item: Item) -> bool:
    return item.is_annotated and not item.regions


def test_a_video_whose_boxes_do_not_count_is_unlabelled() -> None:
    files = tree(
        {
            "a/img1/1.png": IMAGE,
            "a/gt/gt.txt": "9,1,0,0,5,5,1,1,1\n",
            "b/img1/1.png": IMAGE,
            "b/gt/gt.txt": "",
        }
    )
    items, problems = read(DatasetFormat.MOT, files)
    assert codes(problems) == ["frame_outside"]
    assert [one.is_annotated for one in items] == [False, True]


def test_what_is_left_of_a_sample_is_still_said_of_it() -> None:
    files = yolo("0 .5 .5 .2 .2\n7 .5 .5 .2 .2\n")
    items, problems = read(DatasetFormat.YOLO, tree(files))
    assert codes(problems) == ["class_unknown"]
    (both,) = [one for one in items if one.name == "a.png"]
    assert both.is_annotated
    assert len(both.regions) == 1


def test_a_line_refused_as_a_whole_says_nothing_of_the_next_one() -> None:
    long = '{"text": "' + "x" * (16 * 2**20) + '"}'
    files = {"a.jsonl": f"{long}\n" + json.dumps(EMPTY_LINE), "empty.png": IMAGE}
    items, problems = read(DatasetFormat.JSON_LINES, tree(files))
    assert codes(problems) == ["line_too_long"]
    assert shows_nothing(items[0])


def test_images_of_a_coco_file_that_breaks_off_are_unlabelled_where_nothing_came_before() -> None:
    files = coco()
    document = str(files["x.json"])
    items, problems = read(DatasetFormat.COCO, tree({**files, "x.json": document[:-30]}))
    assert "annotation_malformed" in codes(problems)
    assert not any(map(shows_nothing, items))


def test_comments_of_a_conll_file_are_no_refused_tokens() -> None:
    files = tree({"a.conll": "# id 1\na B-X\n\n# id 2\nb O\nc O\n\n"})
    items, problems = read(DatasetFormat.CONLL, files)
    assert codes(problems) == []
    assert [one.is_annotated for one in items] == [True, True]
    broken = tree({"a.conll": "a B-X\n\nb O\nParis\n\n"})
    items, problems = read(DatasetFormat.CONLL, broken)
    assert codes(problems) == ["line_malformed"]
    assert [one.is_annotated for one in items] == [True, False]
