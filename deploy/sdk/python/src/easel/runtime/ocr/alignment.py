"""How a template lies in an image: maps of the plane from pairs of points, with outliers."""

# N points, M matches

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Matrix = NDArray[np.float64]
MAX_PAIRS = 400
"""Most pairs of matches that are tried; of more, so many are drawn at random."""
_LEAST_SPREAD = 0.04
"""Points whose second singular value is below this share of the first lie on a line."""


class Match(NamedTuple):
    """An anchor and a place of the image that may be it.

    Attributes:
        anchor: its number in the template.
        source: (2, 2) left and right end of its middle line in the template.
        target: (2, 2) the same in the image.
        similarity: of the texts, in 0..1.
    """

    anchor: int
    source: Points
    target: Points
    similarity: float


class Alignment(NamedTuple):
    """A similarity from template to image, and how well matches agree with it.

    Attributes:
        matrix: (3, 3).
        score: sum of the similarities of the anchors that agree.
        num_anchors: how many those are.
    """

    matrix: Matrix
    score: float
    num_anchors: int


def apply(matrix: Matrix, points: Points) -> Points:
    """Map points (…, 2) with a homography (3, 3)."""
    mapped = points @ matrix[:2, :2].T + matrix[:2, 2]
    scale = points @ matrix[2, :2] + matrix[2, 2]
    result: Points = mapped / scale[..., None]
    return result


def similarity(source: Points, target: Points) -> Matrix | None:
    """Return the rotation, scale and shift (3, 3) that fits points (N, 2) best, ``None`` for one.

    Source: Umeyama, IEEE TPAMI 13 (1991), in complex numbers, without reflections.
    """
    z, w = source @ np.array([1, 1j]), target @ np.array([1, 1j])
    centred = z - z.mean()
    power = float((centred * centred.conj()).real.sum())
    if power <= 1e-12:
        return None
    turn = (centred.conj() * (w - w.mean())).sum() / power
    shift = w.mean() - turn * z.mean()
    a, b = float(turn.real), float(turn.imag)
    return np.array([[a, -b, float(shift.real)], [b, a, float(shift.imag)], [0.0, 0.0, 1.0]])


def affine(source: Points, target: Points) -> Matrix:
    """Return the affine map (3, 3) that fits points (N, 2), at least three, best."""
    solved = np.linalg.lstsq(np.hstack([source, np.ones((len(source), 1))]), target, rcond=None)[0]
    matrix: Matrix = np.vstack([solved.T, [0.0, 0.0, 1.0]])
    return matrix


def projective(source: Points, target: Points) -> Matrix:
    """Return the homography (3, 3) that fits points (N, 2), at least four, best.

    Source: Hartley & Zisserman, Multiple View Geometry (2004), algorithm 4.2.
    """
    from_source, from_target = _normalising(source), _normalising(target)
    rows = []
    for (x, y), (u, v) in zip(apply(from_source, source), apply(from_target, target)):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, -u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, -v])
    solved = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    whole = np.linalg.inv(from_target) @ solved @ from_source
    matrix: Matrix = whole / whole[2, 2]
    return matrix


def are_on_a_line(points: Points) -> bool:
    """Tell whether points (N, 2) hardly leave one line, so that nothing fixes what is beside it."""
    if len(points) < 3:
        return True
    values = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return bool(values[1] <= _LEAST_SPREAD * max(values[0], 1e-9))


def align(matches: Sequence[Match], tolerance: float, seed: int = 0) -> Alignment | None:
    """Return the similarity that most matches agree with, ``None`` without matches.

    Each match alone and each pair of two anchors is a hypothesis. A match agrees when both of its
    ends come to lie within ``tolerance`` times the template's scale in the image.

    Args:
        matches: of anchors; one anchor may have many.
        tolerance: in pixels of the template.
        seed: of the choice of pairs, where there are more than ``MAX_PAIRS``.

    Source: Fischler & Bolles, Communications of the ACM 24 (1981); exhaustive while it can be.
    """
    if not matches:
        return None
    sources = np.stack([one.source for one in matches])
    targets = np.stack([one.target for one in matches])
    best: Alignment | None = None
    for chosen in _hypotheses(matches, seed):
        # A word's ends say less than the middles of two: both kinds of point count alike here.
        matrix = similarity(
            np.concatenate([sources[place] for place in chosen]),
            np.concatenate([targets[place] for place in chosen]),
        )
        if matrix is None:
            continue
        scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
        far = np.linalg.norm(apply(matrix, sources) - targets, axis=2).max(axis=1)
        agreeing = [place for place in range(len(matches)) if far[place] <= tolerance * scale]
        found = _alignment(matrix, [matches[place] for place in agreeing])
        if best is None or found.score > best.score + 1e-9:
            best = found
    if best is None:
        return None
    return _settled(best, matches, sources, targets, tolerance)


def fit(source: Points, target: Points, tolerance: float) -> Matrix:
    """Return the map of most freedom that points (N, 2), two or more, fix, without outliers.

    From four points that span the plane a homography, from three an affine map, otherwise a
    similarity. Points further than twice the median and ``tolerance`` away are left out, and the
    map is fitted again.

    Args:
        source: in the template.
        target: in the image.
        tolerance: in pixels of the image.
    """
    kept = np.ones(len(source), bool)
    matrix = _freest(source, target)
    for _ in range(3):
        far = np.linalg.norm(apply(matrix, source) - target, axis=1)
        now = far <= max(tolerance, 2 * float(np.median(far[kept])))
        if now.sum() < 2 or bool((now == kept).all()):
            break
        kept = now
        matrix = _freest(source[kept], target[kept])
    return matrix


def _freest(source: Points, target: Points) -> Matrix:
    if are_on_a_line(source) or are_on_a_line(target):
        found = similarity(source, target)
        return np.eye(3) if found is None else found
    return affine(source, target) if len(source) < 8 else projective(source, target)


def _hypotheses(matches: Sequence[Match], seed: int) -> list[tuple[int, ...]]:
    pairs: list[tuple[int, ...]] = [
        (one, other)
        for one in range(len(matches))
        for other in range(one + 1, len(matches))
        if matches[one].anchor != matches[other].anchor
    ]
    if len(pairs) > MAX_PAIRS:
        drawn = np.random.default_rng(seed).choice(len(pairs), MAX_PAIRS, replace=False)
        pairs = [pairs[place] for place in sorted(drawn.tolist())]
    return [*pairs, *((place,) for place in range(len(matches)))]


def _alignment(matrix: Matrix, agreeing: Sequence[Match]) -> Alignment:
    best: dict[int, float] = {}
    for one in agreeing:
        best[one.anchor] = max(best.get(one.anchor, 0.0), one.similarity)
    return Alignment(matrix, sum(best.values()), len(best))


def _settled(
    best: Alignment, matches: Sequence[Match], sources: Points, targets: Points, tolerance: float
) -> Alignment:
    """Fit the similarity again to all matches that agree with it."""
    scale = float(np.hypot(best.matrix[0, 0], best.matrix[1, 0]))
    far = np.linalg.norm(apply(best.matrix, sources) - targets, axis=2).max(axis=1)
    near = far <= tolerance * scale
    matrix = similarity(sources[near].reshape(-1, 2), targets[near].reshape(-1, 2))
    if matrix is None:
        return best
    return _alignment(matrix, [one for one, is_near in zip(matches, near) if is_near])


def _normalising(points: Points) -> Matrix:
    middle = points.mean(axis=0)
    scale = np.sqrt(2) / max(float(np.linalg.norm(points - middle, axis=1).mean()), 1e-9)
    return np.array(
        [[scale, 0.0, -scale * middle[0]], [0.0, scale, -scale * middle[1]], [0.0, 0.0, 1.0]]
    )
