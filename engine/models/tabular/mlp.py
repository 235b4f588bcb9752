"""A perceptron for tables that is many at once: members share their weights but for scalings.

Numbers are encoded piecewise linearly by their quantiles (Gorishniy et al., On Embeddings for
Numerical Features in Tabular Deep Learning, NeurIPS 2022, section 3.2), members follow the
parameter-efficient ensemble of TabM (Gorishniy et al., ICLR 2025, section 3.3).
"""

# R rows, N numbers, Q bins, C categories, D inputs, M members, H hidden width, S scores

from __future__ import annotations

import itertools
import math
import warnings
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.export.graph import GraphBuilder

FARTHEST = 8.0
"""Deviations from the mean beyond which a number counts as no farther."""


@dataclass(frozen=True)
class MlpSize:
    """How large the network is."""

    width: int = 128
    depth: int = 2
    members: int = 8
    dropout: float = 0.15
    bins: int = 32
    number_dim: int = 8
    max_category_dim: int = 12


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


Scaling = tuple[NDArray[np.float32], NDArray[np.float32]]


def standardization(numbers: NDArray[np.float32]) -> Scaling:
    """Return mean and inverse deviation (N,) of the present values."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        means = np.nan_to_num(np.nanmean(numbers.astype(np.float64), axis=0))
        spread = np.nan_to_num(np.nanstd(numbers.astype(np.float64), axis=0))
    inverse = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 0)
    return means.astype(np.float32), inverse.astype(np.float32)


class Inputs(nn.Module):
    """Encoded columns → one vector of a row (R, D), missing values having vectors of their own.

    Each number is there twice: by its place among the quantiles, which makes steps easy, and
    scaled, which makes smooth functions easy.
    """

    lows: Tensor
    scales: Tensor
    means: Tensor
    spreads: Tensor

    def __init__(
        self,
        edges: NDArray[np.float32],
        scaling: Scaling,
        num_codes: tuple[int, ...],
        size: MlpSize,
    ) -> None:
        super().__init__()
        widths = np.diff(edges.astype(np.float64), axis=1)
        # A bin without width never fills: several of them would repeat the step of the last edge.
        scales = np.divide(1.0, widths, out=np.zeros_like(widths), where=widths > 0)
        self.register_buffer("lows", torch.from_numpy(edges[:, :-1].copy()))
        self.register_buffer("scales", torch.from_numpy(scales.astype(np.float32)))
        self.register_buffer("means", torch.from_numpy(scaling[0]))
        self.register_buffer("spreads", torch.from_numpy(scaling[1]))
        num_numbers, num_bins = scales.shape
        bound = 1 / math.sqrt(num_bins)
        self.number_weight = nn.Parameter(
            torch.empty(num_numbers, num_bins + 1, size.number_dim).uniform_(-bound, bound)
        )
        self.number_bias = nn.Parameter(
            torch.empty(num_numbers, size.number_dim).uniform_(-bound, bound)
        )
        dims = [min(size.max_category_dim, 2 + codes // 2) for codes in num_codes]
        self.embeddings = nn.ModuleList(
            nn.Embedding(codes, dim) for codes, dim in zip(num_codes, dims, strict=True)
        )
        self.dim = num_numbers * (size.number_dim + 1) + sum(dims)

    def forward(self, numbers: Tensor, categories: Tensor) -> Tensor:
        """Return vectors of rows (R, D)."""
        missing = torch.isnan(numbers)
        filled = torch.where(missing, self.means, numbers)
        scaled = ((filled - self.means) * self.spreads).clamp(-FARTHEST, FARTHEST)
        steps = ((filled.unsqueeze(-1) - self.lows) * self.scales).clamp(0, 1)
        steps = torch.cat([steps, missing.unsqueeze(-1).to(steps.dtype)], dim=-1)
        embedded = torch.einsum("rnq,nqd->rnd", steps, self.number_weight) + self.number_bias
        parts = [scaled, torch.relu(embedded).flatten(1)]
        parts += [table(categories[:, i]) for i, table in enumerate(self.embeddings)]
        return torch.cat(parts, dim=1)

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the same to an ONNX graph; return the name of (R, D)."""
        parts = []
        if len(self.means):
            parts += self._add_numbers(graph, numbers)
        for index, table in enumerate(self.embeddings):
            code = graph.column(categories, index)
            weights = graph.constant(array_of(table.weight))
            parts.append(graph.node("Gather", weights, code, axis=0))
        return graph.node("Concat", *parts, axis=1)

    def _add_numbers(self, graph: GraphBuilder, numbers: str) -> list[str]:
        last = graph.constant(np.array([2], np.int64))
        means = graph.constant(array_of(self.means))
        missing = graph.node("IsNaN", numbers)
        filled = graph.node("Where", missing, means, numbers)
        scaled = graph.node(
            "Mul", graph.node("Sub", filled, means), graph.constant(array_of(self.spreads))
        )
        bound = np.float32(FARTHEST)
        scaled = graph.node("Clip", scaled, graph.constant(-bound), graph.constant(bound))
        above = graph.node(
            "Sub", graph.node("Unsqueeze", filled, last), graph.constant(array_of(self.lows))
        )
        steps = graph.node("Mul", above, graph.constant(array_of(self.scales)))
        steps = graph.node(
            "Clip", steps, graph.constant(np.float32(0)), graph.constant(np.float32(1))
        )
        flags = graph.node("Cast", graph.node("Unsqueeze", missing, last), to=graph.FLOAT)
        steps = graph.node("Concat", steps, flags, axis=2)
        weight = graph.constant(array_of(self.number_weight))
        embedded = graph.node("Einsum", steps, weight, equation="rnq,nqd->rnd")
        embedded = graph.node("Add", embedded, graph.constant(array_of(self.number_bias)))
        return [scaled, graph.node("Flatten", graph.node("Relu", embedded), axis=1)]


class MemberLinear(nn.Module):
    """``((x ∘ r) W) ∘ s + b`` with a common W and each member's own r, s and b."""

    def __init__(self, dim: int, width: int, members: int, *, is_first: bool) -> None:
        super().__init__()
        bound = 1 / math.sqrt(dim)
        self.weight = nn.Parameter(torch.empty(dim, width).uniform_(-bound, bound))
        scaling = torch.ones(members, dim)
        if is_first:
            # Random signs part the members; in later layers they would only add noise.
            scaling = torch.randint(0, 2, (members, dim)).float() * 2 - 1
        self.inward = nn.Parameter(scaling)
        self.outward = nn.Parameter(torch.ones(members, width))
        self.bias = nn.Parameter(torch.empty(members, width).uniform_(-bound, bound))

    def forward(self, x: Tensor) -> Tensor:
        """Map (R, M, D) to (R, M, H)."""
        return ((x * self.inward) @ self.weight) * self.outward + self.bias

    def add_to(self, graph: GraphBuilder, x: str) -> str:
        """Add the same to an ONNX graph; return the name of (R, M, H)."""
        inward = graph.node("Mul", x, graph.constant(array_of(self.inward)))
        product = graph.node("MatMul", inward, graph.constant(array_of(self.weight)))
        outward = graph.node("Mul", product, graph.constant(array_of(self.outward)))
        return graph.node("Add", outward, graph.constant(array_of(self.bias)))


class TabularMlp(nn.Module):
    """Encoded columns → scores of each member (R, M, S).

    Args:
        edges: (N, Q + 1) of ``quantile_edges``.
        scaling: of ``standardization``.
        num_codes: of the category features.
        num_scores: S.
        size: of the network.
    """

    def __init__(
        self,
        edges: NDArray[np.float32],
        scaling: Scaling,
        num_codes: tuple[int, ...],
        num_scores: int,
        size: MlpSize,
    ) -> None:
        super().__init__()
        self.inputs = Inputs(edges, scaling, num_codes, size)
        self.members = size.members
        dims = [self.inputs.dim, *[size.width] * size.depth]
        self.layers = nn.ModuleList(
            MemberLinear(dim, width, size.members, is_first=index == 0)
            for index, (dim, width) in enumerate(itertools.pairwise(dims))
        )
        self.dropout = nn.Dropout(size.dropout)
        bound = 1 / math.sqrt(size.width)
        self.head = nn.Parameter(
            torch.empty(size.members, size.width, num_scores).uniform_(-bound, bound)
        )
        self.head_bias = nn.Parameter(torch.zeros(size.members, num_scores))

    def forward(self, numbers: Tensor, categories: Tensor) -> Tensor:
        """Return the scores of each member (R, M, S)."""
        x = self.inputs(numbers, categories).unsqueeze(1).expand(-1, self.members, -1)
        for layer in self.layers:
            x = self.dropout(torch.relu(layer(x)))
        return torch.einsum("rmh,mhs->rms", x, self.head) + self.head_bias

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the same to an ONNX graph; return the name of the scores (R, M, S)."""
        vectors = self.inputs.add_to(graph, numbers, categories)
        x = graph.node("Unsqueeze", vectors, graph.constant(np.array([1], np.int64)))
        for layer in self.layers:
            assert isinstance(layer, MemberLinear)
            x = graph.node("Relu", layer.add_to(graph, x))
        head = graph.constant(array_of(self.head))
        scores = graph.node("Einsum", x, head, equation="rmh,mhs->rms")
        return graph.node("Add", scores, graph.constant(array_of(self.head_bias)))


def array_of(tensor: Tensor) -> NDArray[np.float32]:
    """Return the values of a parameter."""
    values: NDArray[np.float32] = tensor.detach().cpu().numpy()
    return values
