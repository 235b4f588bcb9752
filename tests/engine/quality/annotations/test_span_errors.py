"""Spans of texts that were labelled, cut or left out wrongly are doubted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.engine.quality.test_inspection import inspected

_PEOPLE = ("王小明", "李华", "张伟", "Alice Brown", "John Smith")
_PLACES = ("北京", "上海市", "杭州", "New York", "Paris")
_FORMS = (
    "{person} 昨天去了 {place} 出差。",
    "{place} 的 {person} 说天气很好。",
    "Yesterday {person} flew to {place} again.",
    "听说 {person} 住在 {place} 附近。",
)


def texts(folder: Path, num: int = 120) -> list[dict[str, Any]]:
    """Write texts that name people and places; return records in which all are annotated."""
    chance = np.random.default_rng(0)
    records = []
    for number in range(num):
        names = {
            "person": _PEOPLE[int(chance.integers(len(_PEOPLE)))],
            "place": _PLACES[int(chance.integers(len(_PLACES)))],
        }
        text = _FORMS[int(chance.integers(len(_FORMS)))].format(**names)
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
        regions = [
            {
                "id": label,
                "label": label,
                "geometry": {
                    "kind": "span",
                    "start": text.index(name),
                    "end": text.index(name) + len(name),
                },
            }
            for label, name in names.items()
        ]
        records.append({"file": f"{number}.txt", "regions": regions})
    return records


def test_spans_of_another_label_or_border_and_missing_ones_are_found(tmp_path: Path) -> None:
    records = texts(tmp_path)
    for number in (4, 31):
        records[number]["regions"][0]["label"] = "place"
    for number in (10, 50):
        records[number]["regions"][0]["geometry"]["end"] -= 1
        if (tmp_path / f"{number}.txt").read_text()[0].isascii():
            records[number]["regions"][0]["geometry"]["end"] -= 5
    missing = {f"{number}.txt": records[number]["regions"].pop(1) for number in (22, 77)}
    _, found = inspected(tmp_path, records, media="text", labels=["person", "place"])
    assert {one["sample_id"] for one in found["region_mislabelled"]} == {"4.txt", "31.txt"}
    assert {one["sample_id"] for one in found["region_misplaced"]} == {"10.txt", "50.txt"}
    named = {one["sample_id"]: one["params"] for one in found["region_missing"]}
    assert set(named) == set(missing)
    for name, region in missing.items():
        text = (tmp_path / name).read_text(encoding="utf-8")
        edges = region["geometry"]
        assert named[name]["suggested"] == "place"
        assert named[name]["text"] == text[edges["start"] : edges["end"]]
        assert text.startswith(named[name]["before"])
        assert named[name]["before"] + named[name]["text"] + named[name]["after"] in text


def test_audio_spans_are_not_doubted(tmp_path: Path) -> None:
    _, found = inspected(tmp_path, texts(tmp_path), media="text", labels=["person", "place"])
    assert not {kind for kind in found if kind.startswith("region")}
