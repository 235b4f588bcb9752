"""The reference page shows every format, and its examples are read as it says."""

from __future__ import annotations

import re
from importlib import import_module

from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import read, tree
from tests.shared import ROOT

PAGE = (ROOT / "docs/reference/formats.md").read_text()


def test_every_format_has_a_row_and_a_section() -> None:
    rows = dict(re.findall(r"^\| \[`(\w+)`\]\(#\w+\) \|.*\| ✓ \| ([✓–]) \|", PAGE, re.MULTILINE))
    assert set(rows) == {key.value for key in DatasetFormat}
    assert set(re.findall(r"^## (\w+_\w+|\w+)$", PAGE, re.MULTILINE)) >= set(rows)
    for key, out in rows.items():
        assert hasattr(import_module(f"engine.formats.{key}"), "write") is (out == "✓")


def test_the_examples_of_json_lines_are_read() -> None:
    examples = PAGE.split("```json\n")[1].split("```")[0]
    names = ("images/1.jpg", "images/2.jpg", "audio/1.wav")
    items, problems = read(
        DatasetFormat.JSON_LINES, tree({"samples.jsonl": examples, **dict.fromkeys(names, b"")})
    )
    assert problems == []
    assert len(items) == len(examples.splitlines())
    assert all(item.is_annotated for item in items)
