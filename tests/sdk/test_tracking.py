"""Objects are followed through videos: assignment, motion, and the rules of association."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from easel.runtime.tracking import Association, Detections, Track, assign, follow
from easel.runtime.tracking.kalman import Motion
from scipy.optimize import linear_sum_assignment

SURE = np.array([0.5, 0.5])


def detections(
    *objects: tuple[float, float, float] | tuple[float, float, float, int],
) -> Detections:
    """Return boxes of 10 × 10 pixels by left, top, score and perhaps label."""
    boxes = [(left, top, left + 10, top + 10) for left, top, *_ in objects]
    return Detections(
        np.array(boxes, np.float64).reshape(-1, 4),
        np.array([one[2] for one in objects], np.float64),
        np.array([one[3] if len(one) == 4 else 0 for one in objects], np.intp),
    )


def seen(tracks: Sequence[Track]) -> list[tuple[list[int], list[float]]]:
    """Return frames and left edges of tracks."""
    return [(track.frames_N.tolist(), track.boxes_N4[:, 0].round().tolist()) for track in tracks]


@pytest.mark.parametrize("seed", range(8))
def test_an_assignment_costs_as_little_as_that_of_scipy(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(60):
        costs = random.normal(size=random.integers(0, 14, 2))
        # Rounded costs have many ties.
        costs = costs.round(int(random.integers(0, 4)))

        rows, columns = assign(costs)

        best = costs[linear_sum_assignment(costs)].sum()
        assert costs[rows, columns].sum() == pytest.approx(best)
        assert len(rows) == min(costs.shape) == len(set(columns.tolist()))
        assert (np.diff(rows) > 0).all()


def test_a_large_assignment_is_found_in_time() -> None:
    costs = np.random.default_rng(0).random((150, 200))

    rows, columns = assign(costs)

    assert costs[rows, columns].sum() == pytest.approx(costs[linear_sum_assignment(costs)].sum())


def test_a_filter_learns_a_steady_motion() -> None:
    motion = Motion.begin(np.array([0.0, 0.0, 20.0, 40.0]))
    for frame in range(1, 30):
        motion.predict(keeps_size=False)
        motion.correct(np.array([3.0 * frame, 0.0, 3.0 * frame + 20, 40.0]))

    motion.predict(keeps_size=False)

    assert motion.box == pytest.approx([90.0, 0.0, 110.0, 40.0], abs=0.5)
    assert motion.velocity[:2] == pytest.approx([3.0, 0.0], abs=0.1)


def test_a_filter_is_that_of_the_textbook() -> None:
    # One coordinate with the matrices of Kalman's equations.
    transition = np.array([[1.0, 1.0], [0.0, 1.0]])
    sight = np.array([[1.0, 0.0]])
    state = np.array([15.0, 0.0])
    side = 20.0
    covariance = np.diag([(2 * side / 20) ** 2, (10 * side / 160) ** 2])
    motion = Motion.begin(np.array([5.0, 5.0, 25.0, 25.0]))
    for left in (7.0, 10.5, 12.0):
        noise = np.diag([(side / 20) ** 2, (side / 160) ** 2])
        state = transition @ state
        covariance = transition @ covariance @ transition.T + noise
        gain = covariance @ sight.T / (sight @ covariance @ sight.T + (side / 20) ** 2)
        state = state + gain[:, 0] * (left + 10 - state[0])
        covariance = covariance - gain @ sight @ covariance

        motion.predict(keeps_size=False)
        motion.correct(np.array([left, 5.0, left + 20, 25.0]))

        assert motion.value[0] == pytest.approx(state[0])
        assert motion.velocity[0] == pytest.approx(state[1])
        assert motion.velocity_variance[0] == pytest.approx(covariance[1, 1])
        assert motion.value[2] == pytest.approx(side)


def test_objects_that_cross_keep_their_tracks() -> None:
    # One goes right, one goes left, a little lower; they meet around frame 10.
    frames = [detections((4 * f, 0, 0.9), (80 - 4 * f, 3, 0.9)) for f in range(21)]

    tracks = follow(frames, Association(), SURE)

    lefts = [one for _, one in seen(tracks)]
    assert lefts == [[4.0 * f for f in range(21)], [80.0 - 4 * f for f in range(21)]]


def test_unsure_finds_go_on_with_a_track_and_begin_none() -> None:
    frames = [detections((2 * f, 0, 0.9 if f < 4 else 0.2), (60, 60, 0.2)) for f in range(8)]

    (track,) = follow(frames, Association(), SURE)

    assert track.frames_N.tolist() == list(range(8))
    assert track.scores_N.tolist() == [0.9] * 4 + [0.2] * 4


def test_noise_is_not_followed() -> None:
    frames = [detections((2 * f, 0, 0.9 if f < 4 else 0.05)) for f in range(8)]

    (track,) = follow(frames, Association(max_gap=0), SURE)

    assert track.frames_N.tolist() == [0, 1, 2, 3]


def test_a_lost_object_comes_back_under_its_number_and_its_gap_is_filled() -> None:
    frames = [detections() if 5 <= f < 9 else detections((3 * f, 0, 0.9)) for f in range(14)]

    assert seen(follow(frames, Association(), SURE)) == [
        (list(range(14)), [3.0 * f for f in range(14)])
    ]
    (unfilled,) = follow(frames, Association(max_gap=3), SURE)
    assert unfilled.frames_N.tolist() == [0, 1, 2, 3, 4, 9, 10, 11, 12, 13]
    assert len(follow(frames, Association(max_lost=3), SURE)) == 2


def test_what_is_seen_once_is_no_track() -> None:
    frames = [
        detections((0, 0, 0.9)),
        detections(),
        detections((50, 50, 0.9)),
        detections((50, 50, 0.9)),
    ]

    (track,) = follow(frames, Association(), SURE)

    assert track.frames_N.tolist() == [2, 3]
    assert follow(frames, Association(min_length=3), SURE) == ()


def test_a_track_begins_only_above_the_margin() -> None:
    frames = [
        detections((0, 0, 0.55)),
        detections((0, 0, 0.55)),
        detections((0, 0, 0.65)),
        detections((0, 0, 0.55)),
    ]

    (track,) = follow(frames, Association(), SURE)

    assert track.frames_N.tolist() == [2, 3]


def test_labels_are_followed_apart_or_joined() -> None:
    # The detector takes one object for label 0, once for label 1, and once for both.
    labels = ((0,), (0,), (1,), (0, 1), (0,))
    frames = [detections(*((0, 0, 0.9 - 0.1 * one, one) for one in here)) for here in labels]

    apart = follow(frames, Association(max_gap=0), SURE)
    joined = follow(frames, Association(joins_labels=True), SURE)

    assert [(one.label, one.frames_N.tolist()) for one in apart] == [
        (0, [0, 1, 3, 4]),
        (1, [2, 3]),
    ]
    assert [(one.label, one.frames_N.tolist()) for one in joined] == [(0, [0, 1, 2, 3, 4])]


def test_a_video_without_finds_has_no_tracks() -> None:
    assert follow([detections(), detections()], Association(), SURE) == ()
    assert follow([], Association(), SURE) == ()
