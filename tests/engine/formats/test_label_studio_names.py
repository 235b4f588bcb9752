"""What the samples of Label Studio's tasks are called, and which file a task's address means."""

from __future__ import annotations

import json

import pytest

from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import codes, image, read, tree

LABEL_STUDIO = DatasetFormat.LABEL_STUDIO


@pytest.mark.parametrize("file", ["tasks", "export at 10:30"])
def test_texts_and_pairs_without_names_are_called_after_their_places(file: str) -> None:
    tasks = [{"data": {"text1": "a", "text2": "b"}}, {"data": {"text": "c"}}]
    tasks += [{"data": {"text": "d", "name": "given.txt"}}]
    items, problems = read(LABEL_STUDIO, tree({f"{file}.json": json.dumps(tasks)}))
    assert problems == []
    assert [one.name for one in items] == [f"{file}-1.json", f"{file}-2.txt", "given.txt"]


def test_an_address_without_a_suffix_means_the_one_file_of_its_name() -> None:
    tasks = json.dumps([{"data": {"image": "/data/upload/3/cell"}}])
    items, problems = read(LABEL_STUDIO, tree({"tasks.json": tasks, "a/cell": image()}))
    assert problems == []
    assert [one.file for one in items] == ["a/cell"]
    files = {"tasks.json": json.dumps([*json.loads(tasks), {"data": {"text": "x"}}])}
    _, problems = read(LABEL_STUDIO, tree({**files, "a/cell": image(), "b/cell": image()}))
    assert "sample_missing" in codes(problems)
