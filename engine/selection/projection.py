"""Lay embeddings out on a plane so that like samples lie together."""

# N samples, M landmarks, D numbers of a sample, K neighbours

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE
from sklearn.neighbors import NearestNeighbors

from engine.embeddings.numbers import Floats

# t-SNE of so many takes some ten seconds on one core; the others are put beside them.
MAX_LANDMARKS = 3000
# With fewer there are no neighbourhoods that t-SNE could keep.
_LEAST_FOR_TSNE = 12
_DIMENSIONS, _PERPLEXITY = 30, 30.0
_NEIGHBOURS = 10

Method = Literal["pca", "tsne", "tsne_landmarks"]


class Layout(NamedTuple):
    """Places (N, 2) in 0..1, and how they were found."""

    places: NDArray[np.float64]
    method: Method


def lay_out(points: Floats, seed: int) -> Layout:
    """Return a place for each point (N, D), near where the points are near.

    Source: van der Maaten & Hinton, JMLR 2008 (t-SNE after PCA); Barnes-Hut approximation: van der
    Maaten, JMLR 2014. Beyond ``MAX_LANDMARKS`` a random draw is laid out, and each other point is
    put at the weighted mean of its nearest landmarks, as Poličar et al., Machine Learning 2023,
    begin with.
    """
    if len(points) < _LEAST_FOR_TSNE:
        return Layout(_scaled(_principal(points, 2)), "pca")
    reduced = _principal(points, _DIMENSIONS)
    if len(points) <= MAX_LANDMARKS:
        return Layout(_scaled(_tsne(reduced, seed)), "tsne")
    chosen = np.random.default_rng(seed).choice(len(points), MAX_LANDMARKS, replace=False)
    landmarks = _tsne(reduced[chosen], seed)
    search = NearestNeighbors(n_neighbors=_NEIGHBOURS).fit(reduced[chosen])
    distances_NK, nearest_NK = search.kneighbors(reduced)
    weights_NK = 1 / (distances_NK + 1e-6) ** 2
    weights_NK /= weights_NK.sum(axis=1, keepdims=True)
    places = (landmarks[nearest_NK] * weights_NK[..., None]).sum(axis=1)
    places[chosen] = landmarks
    return Layout(_scaled(places), "tsne_landmarks")


def neighbour_distances(points: Floats) -> NDArray[np.float64]:
    """Return the mean distance of each point (N, D) to its nearest neighbours, zero for one alone.

    Source: Angiulli & Pizzuti, PKDD 2002: the sum of distances to the nearest neighbours as the
    degree to which a sample is an outlier.
    """
    num = min(_NEIGHBOURS, len(points) - 1)
    if num < 1:
        return np.zeros(len(points))
    distances, _ = NearestNeighbors(n_neighbors=num + 1).fit(points).kneighbors(points)
    # The nearest one is the point itself.
    mean: NDArray[np.float64] = distances[:, 1:].mean(axis=1).astype(np.float64)
    return mean


def _principal(points: Floats, num: int) -> NDArray[np.float64]:
    # Samples of a single number still get a place on the plane.
    found = np.zeros((len(points), max(2, min(num, *points.shape))))
    count = min(num, *points.shape)
    found[:, :count] = PCA(count, random_state=0).fit_transform(points.astype(np.float64))
    return found


def _tsne(points: NDArray[np.float64], seed: int) -> NDArray[np.float64]:
    # Barnes-Hut looks at three times as many neighbours.
    perplexity = min(_PERPLEXITY, (len(points) - 1) / 3)
    model = TSNE(2, perplexity=perplexity, init="pca", random_state=seed)
    places: NDArray[np.float64] = model.fit_transform(points).astype(np.float64)
    return places


def _scaled(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return places moved and scaled into the unit square, keeping their proportions."""
    low, high = places.min(axis=0), places.max(axis=0)
    size = float((high - low).max()) or 1.0
    scaled: NDArray[np.float64] = 0.5 + (places - (low + high) / 2) / size
    return scaled.clip(0, 1)
