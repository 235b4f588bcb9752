"""Samples that are alike lie together on a map, and those that are not stand apart."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engine.cli import main
from engine.selection import projection
from engine.selection.projection import lay_out, neighbour_distances


def three_clusters(num: int) -> tuple[np.ndarray, np.ndarray]:
    """Return points of length one about three directions, and which each is about."""
    rng = np.random.default_rng(0)
    groups = np.arange(num) % 3
    points = np.eye(16, dtype=np.float32)[groups] + rng.normal(0, 0.05, (num, 16))
    return (points / np.linalg.norm(points, axis=1, keepdims=True)).astype(np.float32), groups


def share_beside_own(places: np.ndarray, groups: np.ndarray) -> float:
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float((groups[apart.argmin(axis=1)] == groups).mean())


@pytest.mark.parametrize(("num", "method"), [(90, "tsne"), (400, "tsne_landmarks"), (6, "pca")])
def test_like_samples_lie_together_however_many_there_are(
    num: int, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projection, "MAX_LANDMARKS", 150)
    points, groups = three_clusters(num)
    layout = lay_out(points, seed=1)
    assert layout.method == method
    assert layout.places.min() >= 0
    assert layout.places.max() <= 1
    assert share_beside_own(layout.places, groups) > 0.95


def test_the_one_unlike_all_others_is_the_farthest_from_its_neighbours() -> None:
    points, _ = three_clusters(60)
    points[17] = np.eye(16, dtype=np.float32)[9]
    assert neighbour_distances(points).argmax() == 17
    assert neighbour_distances(points[:1]).tolist() == [0.0]


def test_a_process_writes_a_place_for_each_readable_sample(tmp_path: Path) -> None:
    texts = ["早餐很好 房间干净"] * 8 + ["the battery is dead again"] * 8
    lines = []
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.txt").write_text(f"{text} {number}")
        lines.append({"id": str(number), "file": f"{number}.txt", "name": f"{number}.txt"})
    lines.append({"id": "gone", "file": "gone.txt", "name": "gone.txt"})
    (tmp_path / "index.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    spec = {
        "media": "text",
        "index": str(tmp_path / "index.jsonl"),
        "files_root": str(tmp_path),
    }
    (tmp_path / "spec.json").write_text(json.dumps(spec))
    assert main(["map", "--spec", str(tmp_path / "spec.json"), "--work", str(tmp_path / "w")]) == 0
    summary = json.loads((tmp_path / "w/map.json").read_text())
    assert (summary["num_points"], summary["num_unreadable"]) == (16, 1)
    found = [json.loads(line) for line in (tmp_path / "w/points.jsonl").read_text().splitlines()]
    places = np.array([[one["x"], one["y"]] for one in found])
    assert share_beside_own(places, np.arange(16) // 8) == 1
