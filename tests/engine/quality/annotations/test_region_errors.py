"""Regions of images and texts that were labelled, placed or left out wrongly are doubted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from engine.quality.annotations.window_features import read_channels, window_features
from tests.engine.quality.test_inspection import inspected

_COLOURS = {"round": (200, 60, 50), "square": (50, 70, 190)}
_SIZE, _SIDE = (120, 90), 18


def box(number: int, label: str, left: float, top: float) -> dict[str, Any]:
    geometry = {"kind": "box", "left": left, "top": top, "width": _SIDE, "height": _SIDE}
    return {"id": str(number), "label": label, "geometry": geometry}


def scene(path: Path, seed: int) -> dict[str, Any]:
    """Draw shapes on a noisy ground and return the record of the image with all annotated."""
    chance = np.random.default_rng(seed)
    ground = chance.normal(140, 8, (_SIZE[1], _SIZE[0], 3)).clip(0, 255).astype(np.uint8)
    image = Image.fromarray(ground)
    pen = ImageDraw.Draw(image)
    regions = []
    for number, place in enumerate(chance.choice(6, 4, replace=False).tolist()):
        label = ("round", "square")[int(chance.integers(2))]
        left = 8 + place % 3 * 36 + int(chance.integers(8))
        top = 8 + place // 3 * 40 + int(chance.integers(8))
        draw = pen.ellipse if label == "round" else pen.rectangle
        draw((left, top, left + _SIDE - 1, top + _SIDE - 1), fill=_COLOURS[label])
        regions.append(box(number, label, left, top))
    image.save(path)
    width, height = _SIZE
    return {"file": path.name, "width": width, "height": height, "regions": regions}


def scenes(folder: Path, num: int = 30) -> list[dict[str, Any]]:
    return [scene(folder / f"{seed}.png", seed) for seed in range(num)]


def issues(found: dict[str, list[dict[str, Any]]], kind: str) -> set[tuple[str, str]]:
    return {(one["sample_id"], one["params"]["region"]) for one in found.get(kind, [])}


def test_boxes_of_another_label_or_place_and_missing_ones_are_found(tmp_path: Path) -> None:
    records = scenes(tmp_path)
    wrong = {("0.png", "1"), ("7.png", "2"), ("12.png", "0")}
    moved = {("3.png", "0"), ("9.png", "3")}
    missing = {"5.png": records[5]["regions"].pop(1), "20.png": records[20]["regions"].pop(0)}
    for record in records:
        for region in record["regions"]:
            place = (record["file"], region["id"])
            if place in wrong:
                region["label"] = {"round": "square", "square": "round"}[region["label"]]
            if place in moved:
                region["geometry"]["left"] += 11
                region["geometry"]["top"] += 6
    labels = ["round", "square"]
    _, found = inspected(tmp_path, records, media="image", labels=labels)
    assert issues(found, "region_mislabelled") == wrong
    assert issues(found, "region_misplaced") == moved
    named = {one["sample_id"]: one["params"] for one in found["region_missing"]}
    for name, region in missing.items():
        params = named[name]
        assert params["suggested"] == region["label"]
        for side in ("left", "top"):
            assert abs(params[side] - region["geometry"][side]) < _SIDE / 2
    # Where a box was moved from, one is missing too.
    assert set(named) <= set(missing) | {name for name, _ in moved}


def test_an_image_without_a_region_has_no_windows_and_ends_nothing(tmp_path: Path) -> None:
    scene(tmp_path / "empty.png", 99)
    channels = read_channels(tmp_path / "empty.png")
    assert channels is not None
    one = window_features(channels, np.array([[0.0, 0.0, 9.0, 9.0]]), 3)
    assert window_features(channels, np.zeros((0, 4)), 3).shape == (0, one.shape[1])


def test_audio_boxes_are_not_doubted(tmp_path: Path) -> None:
    _, found = inspected(tmp_path, scenes(tmp_path), media="image", labels=["round", "square"])
    assert not {kind for kind in found if kind.startswith("region")}


def test_regions_whose_labels_cannot_be_told_are_not_doubted_and_the_report_says_so(
    tmp_path: Path,
) -> None:
    records = scenes(tmp_path)
    chance = np.random.default_rng(0)
    for record in records:
        for region in record["regions"]:
            region["label"] = ("round", "square")[int(chance.integers(2))]
    summary, found = inspected(tmp_path, records, media="image", labels=["round", "square"])
    assert [one.reason for one in summary.skipped] == ["regions_unsure"]
    assert not {kind for kind in found if kind.startswith("region")}


def test_an_image_without_objects_among_many_with_some_does_not_stop_the_inspection(
    tmp_path: Path,
) -> None:
    records = scenes(tmp_path, 12)
    for record in records[:2]:
        record["regions"] = []
    # Annotated, but by a label that is too rare to be told from others.
    records[2]["regions"] = [box(0, "rare", 10, 10)]
    summary, _ = inspected(tmp_path, records, media="image", labels=["round", "square", "rare"])
    assert summary.num_samples == 12
