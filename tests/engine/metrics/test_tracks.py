"""MOTA, IDF1 and HOTA on videos small enough to be computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from engine.metrics.tracks import ALPHAS, Sightings, TrackingCounts, compare_tracks, together


def seen(*sightings: tuple[int, int, float]) -> Sightings:
    """Return boxes of 10 × 10 pixels by frame, object and left edge."""
    frames, objects, lefts = zip(*sightings, strict=True) if sightings else ((), (), ())
    boxes = [(left, 0.0, left + 10, 10.0) for left in lefts]
    return Sightings(
        np.array(frames, np.intp),
        np.array(objects, np.intp),
        np.array(boxes, np.float64).reshape(-1, 4),
    )


def test_perfect_tracks_have_perfect_numbers() -> None:
    truth = seen((0, 7, 0), (1, 7, 5), (0, 3, 50), (1, 3, 60))

    counts = compare_tracks(truth, seen((0, 1, 0), (1, 1, 5), (0, 2, 50), (1, 2, 60)))

    assert counts.numbers() == {
        "hota": 1.0,
        "detection_accuracy": 1.0,
        "association_accuracy": 1.0,
        "localization_accuracy": pytest.approx(1.0),
        "idf1": 1.0,
        "identity_precision": 1.0,
        "identity_recall": 1.0,
        "mota": 1.0,
        "identity_switches": 0.0,
        "fragmentations": 0.0,
    }
    assert counts.mostly_tracked == 2


def test_an_object_followed_by_two_tracks_one_after_the_other() -> None:
    # One object in 4 frames; frames 0-2 are track 1, frame 3 is track 2, all boxes exact.
    truth = seen(*((frame, 0, 10 * frame) for frame in range(4)))

    counts = compare_tracks(truth, seen((0, 1, 0), (1, 1, 10), (2, 1, 20), (3, 2, 30)))

    # DetA = 4 / 4. A(c) of the three hits of track 1: 3 / (4 + 3 - 3) = 3/4; of the one of track 2:
    # 1 / (4 + 1 - 1) = 1/4. AssA = (3 * 3/4 + 1/4) / 4 = 0.625, HOTA = sqrt(1 * 0.625).
    assert counts.associations_A == pytest.approx(np.full(len(ALPHAS), 0.625))
    assert counts.numbers()["hota"] == pytest.approx(0.625**0.5)
    # One switch, nothing missed or wrong: MOTA = 1 - 1/4.
    assert (counts.switches, counts.fragmentations) == (1, 0)
    assert counts.mota == pytest.approx(0.75)
    # The object belongs to track 1: IDTP 3, IDFN 1, IDFP 1, so IDF1 = 6 / (6 + 1 + 1).
    assert counts.idf1 == pytest.approx(0.75)


def test_two_objects_that_exchange_their_tracks() -> None:
    # Objects 0 and 1 in 4 frames each; from frame 2 on each is followed by the other's track.
    truth = seen(*((f, 0, 0) for f in range(4)), *((f, 1, 100) for f in range(4)))
    predicted = (
        seen((0, 1, 0), (1, 1, 0), (2, 1, 100), (3, 1, 100)),
        seen((0, 2, 100), (1, 2, 100), (2, 2, 0), (3, 2, 0)),
    )
    both = Sightings(
        np.concatenate([one.frames_N for one in predicted]),
        np.concatenate([one.objects_N for one in predicted]),
        np.concatenate([one.boxes_N4 for one in predicted]),
    )

    counts = compare_tracks(truth, both)

    # Each of the 8 hits: 2 / (4 + 4 - 2) = 1/3.
    assert counts.associations_A == pytest.approx(np.full(len(ALPHAS), 1 / 3))
    assert counts.numbers()["hota"] == pytest.approx((1 / 3) ** 0.5)
    # Two switches among 8 sightings; half of the sightings keep their identity.
    assert counts.mota == pytest.approx(1 - 2 / 8)
    assert counts.idf1 == pytest.approx(0.5)


def test_a_gap_is_a_fragmentation_and_no_switch() -> None:
    truth = seen(*((frame, 0, 0) for frame in range(5)))

    counts = compare_tracks(truth, seen((0, 4, 0), (1, 4, 0), (3, 4, 0), (4, 4, 0)))

    # Frame 2 holds no track at all, where TrackEval forgets nothing: no fragmentation.
    assert (counts.switches, counts.fragmentations, counts.missed) == (0, 0, 1)
    # With another track in frame 2 the object is seen to be lost, and found again in frame 3.
    with_other = seen((0, 4, 0), (1, 4, 0), (2, 9, 70), (3, 4, 0), (4, 4, 0))
    counts = compare_tracks(truth, with_other)
    assert (counts.switches, counts.fragmentations, counts.wrong) == (0, 1, 1)
    # 5 sightings: one missed, one find of nothing: MOTA = 1 - 2/5. IDTP 4, IDFN 1, IDFP 1.
    assert counts.mota == pytest.approx(0.6)
    assert counts.idf1 == pytest.approx(8 / 10)
    # DetA = 4 / 6; each hit: 4 / (5 + 4 - 4) = 0.8.
    assert counts.numbers()["hota"] == pytest.approx((4 / 6 * 0.8) ** 0.5)


def test_loose_boxes_count_at_low_overlaps_only() -> None:
    # Boxes of 10 pixels shifted by 2.5: overlap 7.5 / 12.5 = 0.6.
    counts = compare_tracks(seen((0, 0, 0), (1, 0, 0)), seen((0, 1, 2.5), (1, 1, 2.5)))

    # 0.05 to 0.60 are 12 of 19 overlaps.
    assert counts.hota_A == pytest.approx([1.0] * 12 + [0.0] * 7)
    assert counts.numbers()["hota"] == pytest.approx(12 / 19)
    # LocA is 0.6 where anything was found, and 1 where nothing was.
    assert counts.numbers()["localization_accuracy"] == pytest.approx((12 * 0.6 + 7) / 19)
    assert counts.mota == 1.0
    # Shifted by 4: overlap 6 / 14 is below a half.
    counts = compare_tracks(seen((0, 0, 0), (1, 0, 0)), seen((0, 1, 4), (1, 1, 4)))
    assert counts.mota == -1.0
    assert counts.idf1 == 0.0


def test_a_pair_of_the_last_frame_is_kept_while_it_overlaps_by_half() -> None:
    # In frame 1 track 2 lies exactly on object 0, and track 1 overlaps it by 8 / 12.
    truth = seen((0, 0, 0), (1, 0, 0))

    counts = compare_tracks(truth, seen((0, 1, 0), (1, 1, 2), (1, 2, 0)))

    assert (counts.switches, counts.wrong) == (0, 1)


def test_what_nobody_followed_and_what_is_not_there() -> None:
    lost = compare_tracks(seen((0, 0, 0), (1, 0, 0)), seen())
    ghost = compare_tracks(seen(), seen((0, 1, 0)))

    assert lost.numbers()["hota"] == lost.mota == lost.idf1 == 0.0
    assert (lost.mostly_lost, lost.missed) == (1, 2)
    assert ghost.mota == 0.0
    assert (ghost.wrong, ghost.num_found) == (1, 1)


def test_videos_and_labels_add_up() -> None:
    good = compare_tracks(seen((0, 0, 0), (1, 0, 0)), seen((0, 1, 0), (1, 1, 0)))
    bad = compare_tracks(seen((0, 0, 0), (1, 0, 0)), seen())

    both = together([good, bad])

    # DetA = 2 / 4, AssA over the two hits = 1.
    assert both.numbers()["hota"] == pytest.approx(0.5**0.5)
    # IDTP 2 of 4 true and 2 found: 4 / 6. MOTA = 1 - 2/4.
    assert both.idf1 == pytest.approx(4 / 6)
    assert both.mota == pytest.approx(0.5)
    assert isinstance(together([]), TrackingCounts)
    assert together([]).numbers()["hota"] == 0.0
