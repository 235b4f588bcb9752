"""Order samples so that each next one teaches a model much that those before it did not."""

# N samples, D numbers of a sample

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Beyond these the order hardly differs from that by doubt alone, and costs time.
MAX_DIVERSE = 1000


def useful_order(
    points_ND: Floats,
    uncertainty_N: NDArray[np.floating],
    generator: np.random.Generator,
    num_diverse: int = MAX_DIVERSE,
) -> NDArray[np.intp]:
    """Return places of samples, the most useful first.

    The first are drawn as k-means++ draws its centres, each with a probability in proportion to
    the square of its doubt times the square of its distance to those drawn before: BADGE with the
    doubt for the length of the gradient. The others follow by doubt.

    Args:
        points_ND: where samples lie; like ones are near.
        uncertainty_N: in 0..1.
        generator: of the draws.
        num_diverse: how many are drawn.

    Source: Ash et al., ICLR 2020, algorithm 1; Arthur & Vassilvitskii, SODA 2007.
    """
    weights = np.square(np.asarray(uncertainty_N, np.float64)) + 1e-9
    drawn = _spread(points_ND, weights, generator, min(num_diverse, len(weights)))
    rest = np.setdiff1d(np.arange(len(weights)), drawn)
    by_doubt = rest[np.argsort(-weights[rest], kind="stable")]
    return np.concatenate([drawn, by_doubt])


def spread_order(
    points_ND: Floats, generator: np.random.Generator, num_diverse: int = MAX_DIVERSE
) -> NDArray[np.intp]:
    """Return places of samples spread over all of them, for when there is no model to doubt.

    Source: the core-set view of Sener & Savarese, ICLR 2018, with draws for their greedy choice.
    """
    return useful_order(points_ND, np.ones(len(points_ND)), generator, num_diverse)


def _spread(
    points_ND: Floats, weights_N: NDArray[np.float64], generator: np.random.Generator, num: int
) -> NDArray[np.intp]:
    squares_N = np.einsum("nd,nd->n", points_ND, points_ND)
    distances_N = np.ones(len(weights_N))
    left_N = np.ones(len(weights_N), bool)
    drawn = np.empty(num, np.intp)
    for turn in range(num):
        chances_N = np.where(left_N, weights_N * distances_N, 0.0)
        if chances_N.sum() <= 0:
            # Only doubles of what was drawn are left.
            chances_N = np.where(left_N, weights_N, 0.0)
        place = int(generator.choice(len(chances_N), p=chances_N / chances_N.sum()))
        drawn[turn], left_N[place] = place, False
        to_it_N = squares_N + squares_N[place] - 2 * points_ND @ points_ND[place]
        to_it_N = np.maximum(to_it_N, 0.0)
        distances_N = to_it_N if turn == 0 else np.minimum(distances_N, to_it_N)
    return drawn
