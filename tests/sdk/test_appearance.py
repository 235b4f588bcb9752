"""Appearance as a second cost: objects that meet and turn back keep their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from easel.runtime.predictions.tracks import open_decoder
from easel.runtime.tracking import Association, Detections, follow
from easel.runtime.tracking.appearance import appearance_embeddings
from easel.runtime.video.frames import FramesPreprocessing
from numpy.typing import NDArray

from engine.metrics.tracks import Sightings, compare_tracks

SURE = np.array([0.5])
COLOURS = np.array([(220, 30, 30), (30, 30, 220), (30, 200, 40), (230, 220, 40)], np.uint8)
SIDE, HEIGHT, WIDTH = 12, 80, 120


def scene(seed: int, num_frames: int = 60) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return frames (N, H, W, 3) and boxes (N, 4, 4) of squares that meet, and often turn back."""
    random = np.random.default_rng(seed)
    places = random.uniform((0, 0), (WIDTH - SIDE, HEIGHT - SIDE), (4, 2))
    steps = random.uniform(-4, 4, (4, 2))
    frames, boxes = [], []
    for _ in range(num_frames):
        frame = random.integers(90, 130, (HEIGHT, WIDTH, 3)).astype(np.uint8)
        for (x, y), colour in zip(places.astype(int), COLOURS, strict=True):
            frame[y : y + SIDE, x : x + SIDE] = colour
        frames.append(frame)
        boxes.append(np.concatenate([places.astype(int), places.astype(int) + SIDE], axis=1))
        apart = np.abs(places[:, np.newaxis] - places).max(axis=2) + 1e3 * np.eye(4)
        turns = (apart.min(axis=1) < SIDE * 0.7) & (random.random(4) < 0.7)
        steps[turns] *= -1
        places = places + steps
        most = np.array([WIDTH - SIDE, HEIGHT - SIDE])
        steps = np.where((places < 0) | (places > most), -steps, steps)
        places = np.clip(places, 0, most)
    return np.stack(frames), np.array(boxes, np.float64)


def switches(rules: Association, seeds: range) -> int:
    """Return how often an object gets another number; covered objects are not found."""
    total = 0
    for seed in seeds:
        frames, boxes = scene(seed)
        detections, truth = [], []
        for at, (frame, own) in enumerate(zip(frames, boxes, strict=True)):
            # Later squares are drawn over earlier ones.
            covered = [np.abs(own[k] - own[k + 1 :]).max(axis=1).min(initial=99) for k in range(4)]
            kept = np.array(covered) > SIDE / 3
            detections.append(
                Detections(own[kept], np.full(kept.sum(), 0.9), np.zeros(kept.sum(), np.intp))
            )
            truth += [(at, number, *own[number]) for number in np.flatnonzero(kept)]
            if rules.appearance:
                detections[-1] = Detections(
                    own[kept],
                    detections[-1].scores_D,
                    detections[-1].labels_D,
                    appearance_embeddings(frame, own[kept]),
                )
        tracks = follow(detections, rules, SURE)
        rows = np.array(truth)
        there = Sightings(rows[:, 0].astype(np.intp), rows[:, 1].astype(np.intp), rows[:, 2:])
        found = Sightings(
            np.concatenate([one.frames_N for one in tracks]),
            np.concatenate([np.full(len(one.frames_N), k) for k, one in enumerate(tracks)]),
            np.concatenate([one.boxes_N4 for one in tracks]),
        )
        total += compare_tracks(there, found).switches
    return total


def test_looks_reduce_the_switches_of_objects_that_meet_and_look_different() -> None:
    without = switches(Association(), range(12))
    with_appearance = switches(Association(appearance=0.5), range(12))

    assert without >= 10
    assert with_appearance <= without / 4


def test_equal_colours_look_alike_wherever_they_are_and_others_do_not() -> None:
    frame = np.zeros((40, 60, 3), np.uint8)
    frame[5:15, 5:15], frame[20:30, 40:50], frame[20:30, 5:15] = COLOURS[[0, 0, 1]]
    boxes = np.array([(5, 5, 15, 15), (40, 20, 50, 30), (5, 20, 15, 30), (90, 90, 99, 99.0)])

    alike = (found := appearance_embeddings(frame, boxes)) @ found.T

    assert alike[0, 1] == pytest.approx(1.0)
    assert alike[0, 2] == 0.0
    assert not found[3].any()


class _Video:
    """Frames in memory that count how often they are decoded."""

    def __init__(self, frames: NDArray[np.uint8]) -> None:
        self.frames, self.num_frames = frames, len(frames)
        self.size = frames.shape[1:3]
        self.times = tuple(at / 10 for at in range(len(frames)))

    def decode(self, places: Sequence[int]) -> Iterator[NDArray[np.uint8]]:
        return (self.frames[place] for place in places)


def test_a_package_that_asks_for_looks_gets_them_from_the_frames() -> None:
    frames, boxes = scene(0, 8)
    ops = [
        {"op": "every_frame", "step": 2},
        {"op": "resize", "size": [40, 60], "interpolation": "bilinear_fx11", "antialias": "box"},
        {"op": "normalize", "mean": [0.5] * 3, "std": [0.5] * 3},
        {"op": "layout", "to": "NCHW"},
    ]
    example = FramesPreprocessing(ops)(_Video(frames))
    _ = example.tensors["image"]
    prediction = open_decoder(
        [{"op": "tracks", "appearance": 0.5}], [("square", 0.5)], lambda _: b""
    )
    corners = boxes[::2].astype(np.float32) / 2
    outputs = {"logits": np.full((4, 4, 1), 5, np.float32), "boxes": corners}

    found = prediction.find(example, outputs, 0.1)

    for frame, detections in zip(frames[::2], found, strict=True):
        assert detections.embeddings_DF is not None
        straight = appearance_embeddings(frame, detections.boxes_D4)
        # The network's image is half as large.
        assert (np.sum(straight * detections.embeddings_DF, axis=1) > 0.7).all()
