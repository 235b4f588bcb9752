"""How well anomalous images, and their anomalous pixels, are told from normal ones."""

# N samples or pixels, H W of an image as it is evaluated, h w of a heat map

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from engine.data.image.normality import is_anomalous
from engine.data.image.rasters import covered
from engine.data.image.region_boxes import image_size
from engine.metrics.curves import PrCurve, pr_curve
from engine.metrics.roc import roc
from engine.specs.data import SampleRecord

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

MIN_SAMPLES = 5
MAX_FALSE_POSITIVE_RATE = 0.3
"""Regions are evaluated up to this share of false pixels (Bergmann et al., section 5.2)."""
# Pixels along the longer side at which heat maps are evaluated: a larger grid says the same.
_EVALUATED_SIDE = 256
_NUM_RATES = 301


@dataclass(frozen=True)
class Anomaly:
    """What a model predicted for one image: its score, and how unusual its places are, in 0..1."""

    score: float
    heat_hw: NDArray[np.float32]


def truths(records: Sequence[SampleRecord]) -> Flags:
    """Return which images are anomalous (N,)."""
    return np.array([is_anomalous(record) for record in records], dtype=np.bool_)


def scores_of(predicted: Sequence[Anomaly]) -> Floats:
    """Return the scores (N,)."""
    return np.array([one.score for one in predicted], dtype=np.float64)


def anomaly_numbers(
    predicted: Sequence[Anomaly], records: Sequence[SampleRecord]
) -> dict[str, float]:
    """Return the numbers that training watches; more is better.

    Returns:
        ``auroc``, 0.5 where all images are of one kind, and ``average_precision``.
    """
    scores_N, is_odd_N = scores_of(predicted), truths(records)
    return {
        "auroc": roc(scores_N, is_odd_N).area,
        "average_precision": pr_curve(scores_N, is_odd_N).average_precision,
    }


def decided_numbers(
    predicted: Sequence[Anomaly], records: Sequence[SampleRecord], threshold: float
) -> dict[str, float]:
    """Return ``anomaly_numbers`` with precision, recall and F1 at a threshold."""
    found, odd = scores_of(predicted) >= threshold, truths(records)
    right, made, true = int((found & odd).sum()), int(found.sum()), int(odd.sum())
    return {
        **anomaly_numbers(predicted, records),
        "precision": right / made if made else 0.0,
        "recall": right / true if true else 0.0,
        "f1": 2 * right / (made + true) if made + true else 0.0,
    }


def choose_threshold(predicted: Sequence[Anomaly], records: Sequence[SampleRecord]) -> float:
    """Return the threshold of the best F1, or 0.5 with fewer than 5 images of either kind.

    0.5 is what the run's share of held-out normal images exceeds.
    """
    if not len(predicted):
        return 0.5
    return pr_curve(scores_of(predicted), truths(records)).best_threshold()


def precision_curve(predicted: Sequence[Anomaly], records: Sequence[SampleRecord]) -> PrCurve:
    """Return precision and recall at each distinct score."""
    return pr_curve(scores_of(predicted), truths(records))


def pixel_numbers(
    predicted: Sequence[Anomaly], records: Sequence[SampleRecord]
) -> dict[str, float]:
    """Return how well anomalous pixels are told; nothing where no region was annotated.

    Anomalous images without an annotated region are left out: nobody knows which pixels are.

    Returns:
        ``pixel_auroc``; ``pro``, the mean share of each annotated region that is found, averaged
        over shares of false pixels from 0 to 0.3.

    Source: Bergmann et al., CVPR 2019 (MVTec AD), section 5.2; regions are connected pixels.
    """
    heats: list[Floats] = []
    masks: list[Flags] = []
    for one, record in zip(predicted, records, strict=True):
        if record.regions or not is_anomalous(record):
            mask_HW = _mask(record)
            masks.append(mask_HW)
            heats.append(spread(one.heat_hw, (mask_HW.shape[0], mask_HW.shape[1])))
    if not any(mask.any() for mask in masks):
        return {}
    flat_heat = np.concatenate([heat.ravel() for heat in heats])
    flat_mask = np.concatenate([mask.ravel() for mask in masks])
    normal = flat_heat[~flat_mask]
    if not len(normal):
        return {}
    area = roc(flat_heat, flat_mask).area
    return {"pixel_auroc": area, "pro": _region_overlap(heats, masks, normal)}


def spread(heat_hw: NDArray[np.float32], size: tuple[int, int]) -> Floats:
    """Return a heat map at the middles of the pixels of an image of ``size``, bilinear."""
    rows, columns = (
        _positions(length, cells) for length, cells in zip(size, heat_hw.shape, strict=True)
    )
    values: Floats = ndimage.map_coordinates(
        heat_hw.astype(np.float64), np.meshgrid(rows, columns, indexing="ij"), order=1
    )
    return values


def _positions(length: int, cells: int) -> Floats:
    middles = (np.arange(length) + 0.5) * cells / length - 0.5
    return np.clip(middles, 0, cells - 1)


def _mask(record: SampleRecord) -> Flags:
    """Return the annotated pixels (H, W) of an image, its longer side at most 256."""
    height, width = image_size(record)
    scale = min(1.0, _EVALUATED_SIDE / max(height, width))
    size = max(1, round(height * scale)), max(1, round(width * scale))
    mask = np.zeros(size, dtype=np.bool_)
    rows = ((np.arange(size[0]) + 0.5) * height / size[0]).astype(np.intp)
    columns = ((np.arange(size[1]) + 0.5) * width / size[1]).astype(np.intp)
    for region in record.regions:
        mask |= covered(region.geometry, (height, width))[rows][:, columns]
    return mask


def _region_overlap(heats: Sequence[Floats], masks: Sequence[Flags], normal_N: Floats) -> float:
    rates = np.linspace(0, MAX_FALSE_POSITIVE_RATE, _NUM_RATES)
    # At each of these thresholds at most that share of the normal pixels lies above.
    thresholds = np.quantile(normal_N, 1 - rates, method="higher")
    shares = []
    for heat, mask in zip(heats, masks, strict=True):
        # Corners join, as in the published evaluation code.
        regions, count = ndimage.label(mask, structure=np.ones((3, 3)))
        for number in range(1, count + 1):
            inside = np.sort(heat[regions == number])
            above = len(inside) - np.searchsorted(inside, thresholds, side="right")
            shares.append(above / len(inside))
    mean_share = np.mean(shares, axis=0)
    return float(np.trapezoid(mean_share, rates) / MAX_FALSE_POSITIVE_RATE)
