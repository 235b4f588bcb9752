"""A perceptron for tables that is many at once: members share their weights but for scalings.

Source: the parameter-efficient ensemble of Gorishniy et al., TabM, ICLR 2025, section 3.3.
"""

# R rows, N numbers, Q bins, C categories, D inputs, M members, H hidden width, S scores

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.models.tabular.number_encoding import NumberEncoding, Scaling, array_of
from engine.onnx_graphs.graph import GraphBuilder


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


class Inputs(nn.Module):
    """Encoded columns → one vector of a row (R, D), missing values having vectors of their own."""

    def __init__(
        self,
        edges: NDArray[np.float32],
        scaling: Scaling,
        num_codes: tuple[int, ...],
        size: MlpSize,
    ) -> None:
        super().__init__()
        self.numbers = NumberEncoding(edges, scaling)
        shape = (self.numbers.num_numbers, self.numbers.num_features, size.number_dim)
        bound = 1 / math.sqrt(shape[1])
        self.number_weight = nn.Parameter(torch.empty(shape).uniform_(-bound, bound))
        self.number_bias = nn.Parameter(torch.empty(shape[0], shape[2]).uniform_(-bound, bound))
        dims = [min(size.max_category_dim, 2 + codes // 2) for codes in num_codes]
        self.embeddings = nn.ModuleList(
            nn.Embedding(codes, dim) for codes, dim in zip(num_codes, dims, strict=True)
        )
        self.dim = shape[0] * (size.number_dim + 1) + sum(dims)

    def forward(self, numbers: Tensor, categories: Tensor) -> Tensor:
        """Return vectors of rows (R, D)."""
        features = self.numbers(numbers)
        embedded = torch.einsum("rnq,nqd->rnd", features, self.number_weight) + self.number_bias
        # The standardised numbers too: bins end at the least and the greatest that were seen.
        parts = [features[:, :, -2], torch.relu(embedded).flatten(1)]
        parts += [table(categories[:, i]) for i, table in enumerate(self.embeddings)]
        return torch.cat(parts, dim=1)

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the same to an ONNX graph; return the name of (R, D)."""
        parts = []
        if self.numbers.num_numbers:
            features = self.numbers.add_to(graph, numbers)
            place = graph.constant(np.array(self.numbers.num_features - 2, np.int64))
            parts.append(graph.node("Gather", features, place, axis=2))
            weight = graph.constant(array_of(self.number_weight))
            embedded = graph.node("Einsum", features, weight, equation="rnq,nqd->rnd")
            embedded = graph.node("Add", embedded, graph.constant(array_of(self.number_bias)))
            parts.append(graph.node("Flatten", graph.node("Relu", embedded), axis=1))
        for index, table in enumerate(self.embeddings):
            assert isinstance(table, nn.Embedding)
            code = graph.column(categories, index)
            weights = graph.constant(array_of(table.weight))
            parts.append(graph.node("Gather", weights, code, axis=0))
        return graph.node("Concat", *parts, axis=1)


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
