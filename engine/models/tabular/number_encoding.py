"""Numbers as a network sees them: scaled, by their place among the quantiles, and what is missing.

Source: piecewise linear encoding of Gorishniy et al., On Embeddings for Numerical Features in
Tabular Deep Learning, NeurIPS 2022, section 3.2.
"""

# R rows, N numbers, Q bins

from __future__ import annotations

import warnings

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.onnx_graphs.graph import GraphBuilder

FARTHEST = 8.0
"""Deviations from the mean beyond which a number counts as no farther."""

Scaling = tuple[NDArray[np.float32], NDArray[np.float32]]


def quantile_edges(numbers: NDArray[np.float32], num_bins: int) -> NDArray[np.float32]:
    """Return the edges of bins (N, Q + 1) that hold about equally many of the present values.

    Features with few distinct values repeat their last edge; a bin of no width encodes a step.
    """
    edges = np.zeros((numbers.shape[1], num_bins + 1), dtype=np.float32)
    for feature, column in enumerate(numbers.T):
        present = column[np.isfinite(column)]
        if present.size == 0:
            continue
        found = np.unique(np.quantile(present, np.linspace(0, 1, num_bins + 1)))
        edges[feature, : len(found)] = found
        edges[feature, len(found) :] = found[-1]
    return edges


def standardization(numbers: NDArray[np.float32]) -> Scaling:
    """Return mean and inverse deviation (N,) of the present values."""
    with warnings.catch_warnings():
        # A column without any value has no mean, and gets zeros.
        warnings.simplefilter("ignore", RuntimeWarning)
        means = np.nan_to_num(np.nanmean(numbers.astype(np.float64), axis=0))
        spread = np.nan_to_num(np.nanstd(numbers.astype(np.float64), axis=0))
    inverse = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 0)
    return means.astype(np.float32), inverse.astype(np.float32)


class NumberEncoding(nn.Module):
    """Numbers (R, N) with NaN → features (R, N, Q + 2): steps, the scaled value, and a flag.

    Steps make sudden changes easy to learn, the scaled value smooth ones; a missing number is the
    mean, with the flag set.
    """

    lows: Tensor
    scales: Tensor
    means: Tensor
    spreads: Tensor

    def __init__(self, edges: NDArray[np.float32], scaling: Scaling) -> None:
        super().__init__()
        widths = np.diff(edges.astype(np.float64), axis=1)
        # A bin without width never fills: several of them would repeat the step of the last edge.
        scales = np.divide(1.0, widths, out=np.zeros_like(widths), where=widths > 0)
        self.register_buffer("lows", torch.from_numpy(edges[:, :-1].copy()))
        self.register_buffer("scales", torch.from_numpy(scales.astype(np.float32)))
        self.register_buffer("means", torch.from_numpy(scaling[0]))
        self.register_buffer("spreads", torch.from_numpy(scaling[1]))
        self.num_numbers, self.num_features = scales.shape[0], scales.shape[1] + 2

    def forward(self, numbers: Tensor) -> Tensor:
        """Return the features (R, N, Q + 2)."""
        missing = torch.isnan(numbers)
        filled = torch.where(missing, self.means, numbers)
        scaled = ((filled - self.means) * self.spreads).clamp(-FARTHEST, FARTHEST)
        steps = ((filled.unsqueeze(-1) - self.lows) * self.scales).clamp(0, 1)
        flags = missing.to(steps.dtype)
        return torch.cat([steps, scaled.unsqueeze(-1), flags.unsqueeze(-1)], dim=-1)

    def add_to(self, graph: GraphBuilder, numbers: str) -> str:
        """Add the same to an ONNX graph; return the name of the features."""
        last = graph.constant(np.array([2], np.int64))
        means = graph.constant(array_of(self.means))
        missing = graph.node("IsNaN", numbers)
        filled = graph.node("Where", missing, means, numbers)
        scaled = graph.node(
            "Mul", graph.node("Sub", filled, means), graph.constant(array_of(self.spreads))
        )
        scaled = _clipped(graph, scaled, -FARTHEST, FARTHEST)
        above = graph.node(
            "Sub", graph.node("Unsqueeze", filled, last), graph.constant(array_of(self.lows))
        )
        steps = graph.node("Mul", above, graph.constant(array_of(self.scales)))
        steps = _clipped(graph, steps, 0, 1)
        flags = graph.node("Cast", graph.node("Unsqueeze", missing, last), to=graph.FLOAT)
        wide = graph.node("Unsqueeze", scaled, last)
        return graph.node("Concat", steps, wide, flags, axis=2)


def array_of(tensor: Tensor) -> NDArray[np.float32]:
    """Return the values of a parameter."""
    values: NDArray[np.float32] = tensor.detach().cpu().numpy()
    return values


def _clipped(graph: GraphBuilder, values: str, low: float, high: float) -> str:
    return graph.node(
        "Clip", values, graph.constant(np.float32(low)), graph.constant(np.float32(high))
    )
