"""A file that no annotation mentions stays unlabelled: nobody said that it shows nothing."""

from __future__ import annotations

import json
from pathlib import PurePosixPath

import pytest

from engine.formats.checks.refused import says_nothing
from engine.formats.layout import Item, Problem
from engine.formats.loading import read_tree
from engine.formats.reading.trees import MemoryTree
from engine.specs.data import DatasetFormat
from tests.engine.formats.small_trees import TREES
from tests.engine.formats.trees import image

_MEDIA = {".png", ".jpg", ".jpeg", ".wav", ".mp4"}
_EXTRA = "zz_unlisted_"


def _with_unlisted(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return files with another one beside each image, recording and video."""
    added = {}
    for number, (name, content) in enumerate(files.items()):
        path = PurePosixPath(name)
        if path.suffix.lower() in _MEDIA:
            is_image = path.suffix.lower() not in (".wav", ".mp4")
            extra = image(21 + number, 13) if is_image else b"\x01" + content
            added[str(path.with_name(_EXTRA + path.name))] = extra
    return {**files, **added}


@pytest.mark.parametrize("multi_label", [False, True])
@pytest.mark.parametrize("name", TREES)
def test_an_unlisted_file_is_never_a_negative(name: str, multi_label: bool) -> None:
    key, small = TREES[name]
    files = _with_unlisted(dict(small.files))
    found = list(read_tree(key, MemoryTree(files), multi_label=multi_label))
    unlisted = [one for one in found if isinstance(one, Item) and _EXTRA in one.name]
    assert [one.name for one in unlisted if says_nothing(one)] == []
    kept = [one for one in found if isinstance(one, Item) and _EXTRA not in one.name]
    before = list(read_tree(key, MemoryTree(small.files), multi_label=multi_label))
    assert len(kept) == sum(isinstance(one, Item) for one in before)


def test_no_image_is_negative_while_annotations_of_an_unlisted_image_are_about() -> None:
    document = {
        "images": [
            {"id": 1, "file_name": "a.png", "width": 20, "height": 10},
            {"id": 2, "file_name": "b.png", "width": 24, "height": 12},
        ],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 5, 5]},
            {"id": 2, "image_id": "000000000002", "category_id": 1, "bbox": [1, 1, 5, 5]},
        ],
    }
    files = {"a.png": image(20, 10), "b.png": image(24, 12)}

    def read(annotations: object) -> dict[str, bool]:
        content = json.dumps(document | {"annotations": annotations}).encode()
        found = list(read_tree(DatasetFormat.COCO, MemoryTree({**files, "x.json": content})))
        codes = [one.code for one in found if isinstance(one, Problem)]
        assert codes == ["image_unlisted"] * (len(document["annotations"]) == len(annotations))
        return {one.name: one.is_annotated for one in found if isinstance(one, Item)}

    assert read(document["annotations"]) == {"a.png": True, "b.png": False}
    assert read(document["annotations"][:1]) == {"a.png": True, "b.png": True}
