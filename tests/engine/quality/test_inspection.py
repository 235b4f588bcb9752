"""An inspection finds what was planted, and says nothing about what is audio."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from PIL import Image, ImageFilter

from engine.cli import main
from engine.quality.annotations.label_errors import find_label_errors
from engine.quality.column_store import ColumnStore, Finding, Measurements
from engine.specs.data import SampleRecord, Split
from engine.specs.inspection import InspectionSummary, InspectionThresholds
from tests.engine.quality.scenes import textured


def inspected(
    folder: Path, records: Sequence[dict[str, Any]], **spec: Any
) -> tuple[InspectionSummary, dict[str, list[dict[str, Any]]]]:
    """Inspect files of a folder; return the summary and the samples by kind of finding."""
    index = folder / "index.jsonl"
    lines = [
        {"id": one["file"], "name": one["file"], "sha256": "0" * 64, "split": "train", **one}
        for one in records
    ]
    index.write_text("".join(json.dumps(line) + "\n" for line in lines))
    document = {"index": str(index), "files_root": str(folder), **spec}
    (folder / "spec.json").write_text(json.dumps(document))
    work = folder / "work"
    assert main(["inspect", "--spec", str(folder / "spec.json"), "--work", str(work)]) == 0
    found: dict[str, list[dict[str, Any]]] = {}
    for line in (work / "found.jsonl").read_text().splitlines():
        sample = json.loads(line)
        found.setdefault(sample["finding"], []).append(sample)
    return InspectionSummary.model_validate_json((work / "inspection.json").read_bytes()), found


def ids(found: dict[str, list[dict[str, Any]]], kind: str) -> list[str]:
    return [one["sample_id"] for one in found.get(kind, [])]


def test_flawed_and_repeated_images_are_found_and_the_best_copy_is_kept(tmp_path: Path) -> None:
    for number in range(20):
        textured(number).save(tmp_path / f"{number}.png")
    textured(3).resize((48, 36)).save(tmp_path / "near.png")
    textured(4).save(tmp_path / "same.bmp")
    textured(30).filter(ImageFilter.GaussianBlur(6)).save(tmp_path / "blurred.png")
    textured(31).point(lambda level: level // 12).save(tmp_path / "dark.png")
    textured(32, (900, 40)).save(tmp_path / "long.png")
    turned = Image.Exif()
    turned[0x0112] = 6
    textured(33).save(tmp_path / "turned.jpg", exif=turned, quality=95)
    (tmp_path / "broken.png").write_bytes((tmp_path / "0.png").read_bytes()[:900])
    files = [path.name for path in tmp_path.iterdir()]
    labels = {name: [] if name == "4.png" else ["a"] for name in files}
    summary, found = inspected(
        tmp_path,
        [{"file": name, "labels": labels[name]} for name in sorted(files)],
        media="image",
        labels=["a"],
    )
    assert summary.num_samples == 27
    assert ids(found, "broken_file") == ["broken.png"]
    assert ids(found, "blurred") == ["blurred.png"]
    assert ids(found, "too_dark") == ["dark.png"]
    assert ids(found, "turned") == ["turned.jpg"]
    assert ids(found, "odd_ratio") == ["long.png"]
    near = {one["sample_id"]: one for one in found["near_duplicate"]}
    assert near["3.png"]["is_kept"]
    assert not near["near.png"]["is_kept"]
    same = {one["sample_id"]: one["is_kept"] for one in found["same_content"]}
    assert same == {"same.bmp": True, "4.png": False}, "the labelled copy is kept"


def test_audio_data_has_no_findings(tmp_path: Path) -> None:
    for number in range(30):
        textured(number).save(tmp_path / f"{number}.png")
    summary, found = inspected(
        tmp_path,
        [{"file": f"{number}.png", "labels": []} for number in range(30)],
        media="image",
    )
    assert found == {}
    assert summary.num_found == 0


def test_copies_across_splits_and_under_two_labels_are_found(tmp_path: Path) -> None:
    for number in range(8):
        textured(number).save(tmp_path / f"{number}.png")
    textured(2).save(tmp_path / "leak.bmp")
    records = [{"file": f"{number}.png", "labels": ["a"]} for number in range(8)]
    records.append({"file": "leak.bmp", "labels": ["b"], "split": "test"})
    _, found = inspected(tmp_path, records, media="image", labels=["a", "b"], has_splits=True)
    assert ids(found, "split_leak") == ["leak.bmp"]
    assert sorted(ids(found, "conflicting_labels")) == ["2.png", "leak.bmp"]


def test_odd_boxes_are_found(tmp_path: Path) -> None:
    textured(0, (200, 100)).save(tmp_path / "one.png")
    shapes = {
        "tiny": (10, 10, 3, 30),
        "outside": (180, 20, 60, 40),
        "thin": (0, 50, 190, 9),
        "first": (20, 20, 40, 40),
        "again": (20, 20, 40, 41),
    }
    regions = [
        {
            "id": name,
            "label": "a",
            "geometry": {"kind": "box", "left": x, "top": y, "width": width, "height": height},
        }
        for name, (x, y, width, height) in shapes.items()
    ]
    record = {"file": "one.png", "width": 200, "height": 100, "regions": regions}
    summary, found = inspected(tmp_path, [record], media="image", labels=["a"])
    assert {kind for kind in found if kind.startswith("box")} == {
        "box_tiny",
        "box_outside",
        "box_odd",
        "box_twice",
    }
    places = next(chart for chart in summary.charts if chart.name == "box_places")
    assert places.kind == "heat_map"
    assert sum(map(sum, places.rows)) == 4, "the middle of one box lies outside"


def test_texts_that_cannot_be_learnt_from_are_found(tmp_path: Path) -> None:
    texts = {
        f"plain{number}": f"这是第{number}条评论，房间{'很' * (number % 5 + 1)}干净，位置方便。"
        for number in range(40)
    }
    texts |= {
        "short": "好",
        "long": "这家酒店的服务非常好。" * 400,
        "garbled": "酒店\ufffd\ufffd\x01\x02 很好，房间干净",
        "repeated": "。" * 40,
        "numbers": "13800138000 https://example.com/a/b 20261121",
        "foreign": "The room was clean and the staff were friendly.",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    _, found = inspected(tmp_path, [{"file": name} for name in texts], media="text")
    assert ids(found, "text_short") == ["short"]
    assert ids(found, "text_long") == ["long"]
    assert sorted(ids(found, "text_garbled")) == ["garbled", "repeated"]
    assert ids(found, "text_numbers") == ["numbers"]
    assert "foreign" in ids(found, "text_other_script")


def test_labels_that_contradict_the_text_are_doubted_with_the_other_label(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    words = {"good": ("clean", "friendly", "lovely"), "bad": ("dirty", "rude", "awful")}
    records = []
    for number in range(80):
        truth = "good" if number % 2 else "bad"
        text = " ".join(random.choice([*words[truth], "room", "stay", "hotel"], 9))
        name = f"{number}.txt"
        (tmp_path / name).write_text(f"{text} {words[truth][number % 3]} {number}")
        records.append({"file": name, "labels": [truth]})
    records[10]["labels"], records[21]["labels"] = ["good"], ["bad"]
    _, found = inspected(tmp_path, records, media="text", labels=["good", "bad"])
    suggested = {one["sample_id"]: one["suggested"] for one in found["label_error"]}
    assert suggested == {"10.txt": "bad", "21.txt": "good"}


def test_labels_of_texts_without_spaces_are_doubted_by_their_characters() -> None:
    chance = np.random.default_rng(1)
    words = {"好": "干净舒适热情满意", "差": "肮脏吵闹冷淡失望"}
    store = ColumnStore(("好", "差"))
    for number in range(200):
        truth = "好" if number % 2 else "差"
        said = truth if number % 40 else "好"
        text = "".join(chance.choice([*words[truth], *"酒店房间早餐前台"], 20))
        record = SampleRecord(
            id=str(number), file="", name="", sha256="0" * 64, split=Split.TRAIN, labels=(said,)
        )
        store.add(record, Measurements(numbers={}, content=b"", features=text))
    found = find_label_errors(
        store, np.arange(200), InspectionThresholds(), 0, lambda done, total: None
    )
    assert isinstance(found, Finding)
    assert {one.sample_id for one in found.samples} == {"0", "40", "80", "120", "160"}
    assert {one.suggested for one in found.samples} == {"差"}


def test_clipped_silent_long_and_repeated_recordings_are_found(tmp_path: Path) -> None:
    rate = 8000
    time = np.arange(rate) / rate
    for number in range(12):
        wave = 0.4 * np.sin(2 * math.pi * (200 + 90 * number) * time * (1 + time * (number % 4)))
        soundfile.write(tmp_path / f"{number}.wav", wave, rate)
    wave, _ = soundfile.read(tmp_path / "5.wav")
    soundfile.write(tmp_path / "louder.flac", wave * 1.4, rate)
    soundfile.write(tmp_path / "clipped.wav", np.clip(4 * wave[::-1], -1, 1), rate)
    soundfile.write(tmp_path / "silent.wav", np.zeros(rate), rate)
    soundfile.write(tmp_path / "long.wav", np.tile(wave[::-1], 9), rate)
    files = sorted(path.name for path in tmp_path.iterdir())
    _, found = inspected(tmp_path, [{"file": name} for name in files], media="audio")
    assert ids(found, "sound_clipped") == ["clipped.wav"]
    assert ids(found, "sound_silent") == ["silent.wav"]
    assert ids(found, "odd_duration") == ["long.wav"]
    assert sorted(ids(found, "near_duplicate")) == ["5.wav", "louder.flac"]


def test_columns_that_leak_miss_mix_or_never_change_are_found(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    rows = ["id,code,age,empty,mixed,same,answer"]
    for number in range(300):
        answer = random.choice(["yes", "no"])
        code = {"yes": "A", "no": "B"}[answer]
        empty = number if number % 3 == 0 else ""
        mixed = number if number % 2 else "unknown street"
        rows.append(f"{number},{code},{random.integers(18, 80)},{empty},{mixed},x,{answer}")
    (tmp_path / "table.csv").write_text("\n".join([*rows, rows[-1]]))
    _, found = inspected(tmp_path, [{"file": "table.csv"}], media="table")
    columns = {
        kind: [one["params"]["column"] for one in found[kind]]
        for kind in ("column_leaks", "column_missing", "column_mixed", "column_constant")
    }
    assert columns == {
        "column_leaks": ["code"],
        "column_missing": ["empty"],
        "column_mixed": ["mixed"],
        "column_constant": ["same"],
    }
    assert found["rows_repeated"][0]["score"] == 1


@pytest.mark.parametrize(
    ("media", "name", "content"),
    [("table", "a.csv", "a,b\n1,2\n3,4\n"), ("text", "a.txt", "A text of some words.")],
)
def test_a_file_that_is_missing_is_found_and_the_others_are_looked_at(
    tmp_path: Path, media: str, name: str, content: str
) -> None:
    (tmp_path / name).write_text(content)
    summary, found = inspected(tmp_path, [{"file": name}, {"file": f"gone/{name}"}], media=media)
    assert summary.num_samples == 2
    (broken,) = found["broken_file"]
    assert (broken["sample_id"], broken["params"]["code"]) == (f"gone/{name}", "file_missing")
    assert str(tmp_path) not in broken["params"]["reason"]


def test_an_index_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.jsonl").write_text("no record\n")
    spec = {"media": "text", "index": str(tmp_path / "index.jsonl"), "files_root": str(tmp_path)}
    (tmp_path / "spec.json").write_text(json.dumps(spec))
    status = main(
        ["inspect", "--spec", str(tmp_path / "spec.json"), "--work", str(tmp_path / "work")]
    )
    assert status == 65
    assert '"code":"index_unreadable"' in (tmp_path / "work/events.jsonl").read_text()
