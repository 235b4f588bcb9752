"""Forms are found by their anchors: maps from points with outliers, words, patches, zones."""

from __future__ import annotations

import numpy as np
import pytest
from easel.runtime.ctc import decode
from easel.runtime.ocr.alignment import (
    Match,
    affine,
    align,
    apply,
    are_on_a_line,
    fit,
    projective,
    similarity,
)
from easel.runtime.ocr.searching import correlate, find_word
from easel.runtime.ocr.zones import Zone, snap

CORNERS = np.array([[0, 0], [400, 0], [400, 600], [0, 600]], float)
TURN = np.array([[0.9, -0.2, 30], [0.2, 0.9, -12], [0, 0, 1]])
TILT = np.array([[0.9, -0.2, 30], [0.25, 1.1, -12], [1e-4, -5e-5, 1]])


def test_a_similarity_is_found_again_from_two_points() -> None:
    points = CORNERS[:2]

    found = similarity(points, apply(TURN, points))

    assert found is not None
    assert np.allclose(found, TURN, atol=1e-9)


def test_an_affine_map_and_a_homography_are_found_again() -> None:
    points = np.random.default_rng(0).uniform(0, 500, (12, 2))
    slanted = np.array([[1.1, 0.3, 5], [-0.1, 0.8, 7], [0, 0, 1]])

    assert np.allclose(affine(points, apply(slanted, points)), slanted, atol=1e-8)
    assert np.allclose(projective(points, apply(TILT, points)), TILT, atol=1e-8)


def test_points_beside_the_others_are_left_out_of_the_map() -> None:
    random = np.random.default_rng(1)
    points = random.uniform(0, 500, (20, 2))
    target = apply(TILT, points)
    target[3] += 80
    target[11] -= (60, -90)

    found = fit(points, target, 1.0)

    assert np.abs(apply(found, CORNERS) - apply(TILT, CORNERS)).max() < 1e-3


def test_points_on_one_line_give_no_more_than_a_similarity() -> None:
    points = np.array([[0, 10], [100, 10], [200, 10], [300, 10.0]])

    assert are_on_a_line(points)
    assert not are_on_a_line(CORNERS)
    assert np.allclose(fit(points, apply(TURN, points), 1.0), TURN)


def _match(anchor: int, matrix: np.ndarray, similarity: float = 1.0) -> Match:
    source = np.array([[100.0 * anchor, 40.0 * anchor**2], [100.0 * anchor + 60, 40.0 * anchor**2]])
    return Match(anchor, source, apply(matrix, source), similarity)


def test_most_anchors_decide_against_words_that_look_alike_elsewhere() -> None:
    elsewhere = np.array([[1, 0, 500], [0, 1, 300], [0, 0, 1.0]])
    matches = [_match(anchor, TURN, 0.8) for anchor in range(4)]
    matches += [_match(1, elsewhere), _match(2, elsewhere)]

    found = align(matches, 5.0)

    assert found is not None
    assert found.num_anchors == 4
    assert np.allclose(found.matrix, TURN, atol=1e-6)
    assert align([], 5.0) is None


@pytest.mark.parametrize(
    ("word", "text", "part", "similarity"),
    [
        ("Total", "total 12.50", "total", 1.0),
        ("Invoice No.", "INV0ICE N0. INV-01", "INV0ICE N0.", 0.8),
        ("Total", "Subtotal: 3", "total", 1.0),
        ("Bill to", "Billto", "Billto", 1.0),
    ],
)
def test_a_word_is_found_in_a_line_despite_mistakes(
    word: str, text: str, part: str, similarity: float
) -> None:
    found = find_word(word, text)

    assert found is not None
    assert text[found.start : found.end] == part
    assert found.similarity == pytest.approx(similarity)


def test_a_word_is_not_found_in_nothing() -> None:
    assert find_word("Total", " ") is None
    assert find_word("Total", "####") is None or find_word("Total", "####") == (0, 1, 0.0)


def test_a_patch_is_found_where_it_was_cut_out() -> None:
    window = np.random.default_rng(2).random((40, 60))
    patch = 0.3 * window[13:33, 7:47] + 0.1

    peak = correlate(window, patch)

    assert peak.correlation == pytest.approx(1.0)
    assert (peak.x, peak.y) == pytest.approx((7 - 10, 13 - 10), abs=0.3)


def test_a_flat_window_correlates_with_nothing() -> None:
    assert correlate(np.ones((20, 20)), np.eye(8)).correlation == pytest.approx(0.0)


FIELD = Zone(100, 50, 200, 80)
ANCHOR = Zone(20, 52, 90, 78)


def test_a_line_across_anchor_and_field_is_cut_between_them() -> None:
    ((part,),) = snap([Zone(20, 53, 180, 77)], [FIELD], [ANCHOR], 0.0)

    assert part == Zone(90, 53, 180, 77)


def test_a_value_longer_than_its_field_is_kept_whole_up_to_its_neighbour() -> None:
    neighbour = Zone(260, 50, 320, 80)
    (own, other) = snap([Zone(104, 53, 300, 77)], [FIELD, neighbour], [ANCHOR], 0.0)

    assert own == [Zone(104, 53, 260, 77)]
    assert other == [Zone(200, 53, 300, 77)] or other == [Zone(260, 53, 300, 77)]


def test_a_value_that_strays_is_found_within_reach_and_goes_to_the_nearest_field() -> None:
    below = Zone(100, 110, 200, 140)
    strayed = Zone(104, 84, 180, 104)

    assert snap([strayed], [FIELD], [], 0.0) == [[]]
    assert snap([strayed], [FIELD], [], 1.0) == [[strayed]]
    assert snap([strayed._replace(top=90, bottom=110)], [FIELD, below], [], 1.0)[0] == []


def test_two_lines_in_a_field_are_read_from_top_to_bottom() -> None:
    tall = Zone(100, 50, 300, 120)
    first, second = Zone(105, 55, 250, 75), Zone(104, 90, 200, 110)

    assert snap([second, first], [tall], [], 0.0) == [[first, second]]


def test_only_allowed_characters_are_read() -> None:
    logits = np.array([[0, 5.0, 4.0], [9, 0, 0], [0, 1.0, 6.0]])

    assert decode(logits, ["O", "0"]).text == "O0"
    restricted = decode(logits, ["O", "0"], np.array([True, False, True]))
    assert restricted.text == "00"
    assert restricted.score < decode(logits, ["O", "0"]).score
    assert restricted.places == pytest.approx((0.5 / 3, 2.5 / 3))
