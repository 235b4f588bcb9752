"""The layers of a shelf: which products stand on one board, and which beside each other."""

# N boxes, x1 y1 x2 y2 in pixels

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
# Of the narrower of two boxes: products that stand farther apart are not beside each other.
_REACH = 0.6


def layers_of(boxes_N4: Floats) -> NDArray[np.intp]:
    """Return the layer (N,) of each box, counted from 1 at the top.

    A layer is begun by the box whose middle is the highest that is left; it takes all whose middles
    lie within half that box's height below.
    """
    layers = np.zeros(len(boxes_N4), dtype=np.intp)
    middles = boxes_N4[:, 1::2].mean(axis=1)
    heights = boxes_N4[:, 3] - boxes_N4[:, 1]
    layer = 0
    while (left := np.flatnonzero(layers == 0)).size:
        layer += 1
        first = left[np.argmin(middles[left])]
        layers[left[middles[left] <= middles[first] + heights[first] / 2]] = layer
    return layers


def neighbours_of(boxes_N4: Floats) -> list[list[int]]:
    """Return the nearest box to the left and to the right on the same layer, where they are near.

    Two boxes are beside each other when the gap between them is at most 0.6 of the narrower.
    """
    layers = layers_of(boxes_N4)
    middles = boxes_N4[:, ::2].mean(axis=1)
    widths = boxes_N4[:, 2] - boxes_N4[:, 0]
    beside: list[list[int]] = [[] for _ in boxes_N4]
    for layer in range(1, int(layers.max(initial=0)) + 1):
        places = np.flatnonzero(layers == layer)
        ordered = places[np.argsort(middles[places], kind="stable")].tolist()
        for one, two in zip(ordered, ordered[1:]):
            gap = boxes_N4[two, 0] - boxes_N4[one, 2]
            if gap <= _REACH * min(widths[one], widths[two]):
                beside[one].append(two)
                beside[two].append(one)
    return beside


def agree(
    similarities_NP: Floats, vectors_ND: Floats, boxes_N4: Floats, neighbour_share: float
) -> Floats:
    """Let the facings beside a product have a say in its name, as far as they look like it.

    Shops stand several facings of a product side by side. Each row becomes ``(1 - w)`` of itself
    and ``w`` of the mean of its neighbours' rows, where ``w`` is ``neighbour_share`` times the mean
    cosine of the vectors, negative ones as zero. It is done twice, so that the say of a facing
    reaches two places far.

    Args:
        similarities_NP: of each detection with each product.
        vectors_ND: of length one.
        boxes_N4: of the detections.
        neighbour_share: 0..1; 0 leaves everything as it is.
    """
    if not neighbour_share:
        return similarities_NP
    beside = neighbours_of(boxes_N4)
    cosines_NN = np.maximum(vectors_ND @ vectors_ND.T, 0.0)
    agreed = similarities_NP
    for _ in range(2):
        mixed = agreed.copy()
        for place, others in enumerate(beside):
            alike = cosines_NN[place, others]
            if alike.sum() > 0:
                advised = (alike[:, np.newaxis] * agreed[others]).sum(axis=0) / alike.sum()
                share = neighbour_share * float(alike.mean())
                mixed[place] = (1 - share) * agreed[place] + share * advised
        agreed = mixed
    return agreed
