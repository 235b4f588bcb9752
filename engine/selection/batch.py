"""Order samples so that each next one teaches a model much that those before it did not."""

# N samples, D numbers of a sample

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Beyond these the order hardly differs from that by uncertainty alone, and costs time.
MAX_DRAWN = 1000
# Spreading over all of them wastes labels on what is known; over too few, on what is alike.
_UNCERTAIN = 0.25


def useful_order(
    points_ND: Floats,
    uncertainty_N: NDArray[np.floating],
    generator: np.random.Generator,
    num_drawn: int | None = None,
) -> NDArray[np.intp]:
    """Return places of samples, the most useful first.

    Of the more uncertain quarter the first are drawn as k-means++ draws its centres, each with a
    probability in proportion to the squares of its uncertainty and of its distance to those drawn
    before: BADGE with the uncertainty for the length of the gradient. The others follow by
    uncertainty.

    Args:
        points_ND: where samples lie; like ones are near.
        uncertainty_N: in 0..1.
        generator: of the draws.
        num_drawn: how many are drawn; by default the whole quarter, ``MAX_DRAWN`` at most.

    Source: Ash et al., ICLR 2020, algorithm 1; Arthur & Vassilvitskii, SODA 2007.
    """
    # Samples without any uncertainty alone would leave no chances to draw by.
    weights_N = np.square(np.asarray(uncertainty_N, np.float64)) + 1e-9
    by_uncertainty = np.argsort(-weights_N, kind="stable")
    quarter = math.ceil(len(by_uncertainty) * _UNCERTAIN)
    num = min(quarter, MAX_DRAWN) if num_drawn is None else min(num_drawn, len(by_uncertainty))
    uncertain = by_uncertainty[: max(num, quarter)]
    drawn = uncertain[_spread(points_ND[uncertain], weights_N[uncertain], generator, num)]
    return np.concatenate([drawn, by_uncertainty[~np.isin(by_uncertainty, drawn)]])


def spread_order(
    points_ND: Floats, generator: np.random.Generator, num_drawn: int = MAX_DRAWN
) -> NDArray[np.intp]:
    """Return places of samples spread over all of them, for when there is no model to be uncertain.

    Source: the core-set view of Sener & Savarese, ICLR 2018, with draws for their greedy choice.
    """
    num = min(num_drawn, len(points_ND))
    drawn = _spread(points_ND, np.ones(len(points_ND)), generator, num)
    return np.concatenate([drawn, np.setdiff1d(np.arange(len(points_ND)), drawn)])


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
        # Expanded squares may round below zero, and a chance must not.
        to_it_N = np.maximum(to_it_N, 0.0)
        distances_N = to_it_N if turn == 0 else np.minimum(distances_N, to_it_N)
    return drawn
