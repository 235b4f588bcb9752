"""Make the library of a product reader: vectors of its products, and what validation decides."""

# N detections, P products, D numbers of a vector, S side of a crop

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import easel.runtime
import numpy as np
import torch
from easel.runtime.image.geometry import resize
from easel.runtime.predictions.products import ProductsDecoder
from easel.runtime.predictions.suppression import pairwise_overlaps
from easel.runtime.retail.cutout import CutOut
from easel.runtime.retail.library import Library
from numpy.typing import NDArray

from engine.data.image.true_regions import true_boxes
from engine.data.retail.product_photos import CutOuts
from engine.interfaces.dataset import TaskDataset
from engine.models.vision.product_reader import Centres
from engine.onnx_graphs.torch_network import TorchNetwork, TorchSession
from engine.training.losses.angular import SCALE

LIBRARY, VECTORS = "library.json", "library.npy"
EMBEDDER = "embedder"
"""The network that makes vectors of crops."""
MAX_PER_PRODUCT = 40
_SCALES = (6.0, 9.0, 12.0, 16.0, 24.0, 32.0, 48.0)
# So many of the known products must be recognised as known, whatever else is gained.
_KNOWN_SHARE = 0.97
_MATCHED = 0.5
Floats = NDArray[np.float64]


class CentredSession(TorchSession):
    """An embedder in training, with the centres that stand for its library until there is one."""

    def __init__(self, network: TorchNetwork, centres: Centres) -> None:
        super().__init__(network.module, network.output_names)
        self._centres = centres

    def library(self, products: Sequence[str]) -> Library:
        """Return a library of one vector for each product: its centre."""
        with torch.no_grad():
            directions = self._centres.directions().double().cpu().numpy()
        return Library(tuple(products), directions, np.arange(len(products)), SCALE, -1.0)


@dataclass(frozen=True, kw_only=True)
class CentredNetwork(TorchNetwork):
    """An embedder in training; ``centres`` has a direction for each product."""

    centres: Centres

    def session(self) -> CentredSession:
        """Return the embedder, to be run like an exported one."""
        return CentredSession(self, self.centres)

    def without_centres(self) -> TorchNetwork:
        """Return the embedder alone, as it is deployed."""
        return TorchNetwork(self.name, self.module, self.sample_inputs, self.output_names)


def reference_crops(cutouts: Sequence[CutOut], size: int) -> NDArray[np.uint8]:
    """Return cut-outs as the embedder sees them, (N, S, S, 3), at most 40 of them, spread."""
    spread = np.linspace(0, len(cutouts) - 1, min(len(cutouts), MAX_PER_PRODUCT))
    return np.stack(
        [
            resize(
                cutouts[round(place)].pixels,
                (size, size),
                interpolation="bilinear_fx11",
                antialias="box",
            )
            for place in spread
        ]
    )


def build_library(
    products: Sequence[str], cutouts: CutOuts, decoder: ProductsDecoder, model: easel.runtime.Model
) -> Library:
    """Return the vectors of the cut-outs of all products, with a scale and no unknown products.

    Args:
        products: that have cut-outs are in the library, in this order.
        cutouts: of training.
        decoder: of the model.
        model: whose embedder makes the vectors.
    """
    known = [product for product in products if cutouts.get(product)]
    vectors = [
        decoder.embed(reference_crops(cutouts[product], decoder.crop_size), model.run_network)
        for product in known
    ]
    owners = np.repeat(np.arange(len(known)), [len(rows) for rows in vectors])
    # No cosine lies below -1: nothing is unknown yet.
    return Library(tuple(known), np.concatenate(vectors), owners, SCALE, -1.0)


def tune_library(
    library: Library, decoder: ProductsDecoder, model: easel.runtime.Model, validation: TaskDataset
) -> Library:
    """Choose the scale and what is unknown on the detections of validation shelves.

    The scale gives the true products the greatest mean log-probability. A product is made unknown
    by leaving it out of the library: the limit is the one that best tells detections whose product
    is known from the same detections without it, of those that keep 97 % of the known. Without
    validation shelves the library stays as it is.

    Args:
        library: that ``decoder`` reads.
        decoder: of the model.
        model: with the library.
        validation: shelves with marked products.
    """
    similarities, truths = [], []
    for index, record in enumerate(validation.records):
        example = validation.examples([index])[0]
        outputs = model.run([example])[0]
        named = decoder.recognise(example, outputs, model.run_network, decoder.product_threshold)
        truth = true_boxes(record, library.products)
        if not len(named.found) or not len(truth):
            continue
        overlaps = pairwise_overlaps(named.found.boxes_N4, truth.boxes_N4)
        hits = np.flatnonzero(overlaps.max(axis=1) >= _MATCHED)
        similarities.append(named.similarities_NP[hits])
        truths.append(truth.labels_N[overlaps[hits].argmax(axis=1)])
    if not similarities:
        return library
    similarities_NP, truths_N = np.concatenate(similarities), np.concatenate(truths)
    if not len(truths_N):
        return library
    return Library(
        library.products,
        library.vectors_VD,
        library.owners_V,
        _best_scale(library, similarities_NP, truths_N),
        _unknown_below(similarities_NP, truths_N),
    )


def library_files(library: Library) -> Mapping[str, bytes]:
    """Return the files that a ``recognise_products`` op names."""
    document, vectors = library.files()
    return {LIBRARY: document, VECTORS: vectors}


def _best_scale(library: Library, similarities_NP: Floats, truths_N: NDArray[np.intp]) -> float:
    def mean_log_probability(scale: float) -> float:
        scaled = Library(library.products, library.vectors_VD, library.owners_V, scale, -1.0)
        chances = scaled.probabilities(similarities_NP)[np.arange(len(truths_N)), truths_N]
        return float(np.log(np.maximum(chances, 1e-12)).mean())

    return max(_SCALES, key=mean_log_probability)


def _unknown_below(similarities_NP: Floats, truths_N: NDArray[np.intp]) -> float:
    if similarities_NP.shape[1] < 2:
        return float(np.quantile(similarities_NP[:, 0], 1 - _KNOWN_SHARE))
    known_N = similarities_NP.max(axis=1)
    others_NP = similarities_NP.copy()
    others_NP[np.arange(len(truths_N)), truths_N] = -np.inf
    left_out_N = others_NP.max(axis=1)
    most = float(np.quantile(known_N, 1 - _KNOWN_SHARE))
    limits = np.unique(np.append(known_N[known_N <= most], most))
    gains = [(known_N >= limit).mean() + (left_out_N < limit).mean() for limit in limits]
    return round(float(limits[int(np.argmax(gains))]), 4)
