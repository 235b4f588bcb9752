"""A transformer over the columns of a row (FT-Transformer).

Source: Gorishniy et al., Revisiting Deep Learning Models for Tabular Data, NeurIPS 2021, section
3.3.
"""

# R rows, N numbers, C categories, L = N + C + 1 tokens, D width, A heads, S scores

from __future__ import annotations

import math

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from engine.models.tabular.number_encoding import NumberEncoding, Scaling, array_of
from engine.onnx_graphs.graph import GraphBuilder


class Tokens(nn.Module):
    """Encoded columns → one token each, behind the token that the prediction is read from."""

    def __init__(
        self,
        edges: NDArray[np.float32],
        scaling: Scaling,
        num_codes: tuple[int, ...],
        width: int,
    ) -> None:
        super().__init__()
        self.numbers = NumberEncoding(edges, scaling)
        shape = (self.numbers.num_numbers, self.numbers.num_features, width)
        bound = 1 / math.sqrt(width)
        self.number_weight = nn.Parameter(torch.empty(shape).uniform_(-bound, bound))
        self.number_bias = nn.Parameter(torch.empty(shape[0], width).uniform_(-bound, bound))
        self.embeddings = nn.ModuleList(nn.Embedding(codes, width) for codes in num_codes)
        for table in self.embeddings:
            assert isinstance(table, nn.Embedding)
            nn.init.uniform_(table.weight, -bound, bound)
        self.answer = nn.Parameter(torch.empty(1, 1, width).uniform_(-bound, bound))

    def forward(self, numbers: Tensor, categories: Tensor) -> Tensor:
        """Return tokens (R, L, D)."""
        features = self.numbers(numbers)
        tokens = torch.einsum("rnq,nqd->rnd", features, self.number_weight) + self.number_bias
        parts = [self.answer.expand(len(numbers), -1, -1), tokens]
        parts += [table(categories[:, i]).unsqueeze(1) for i, table in enumerate(self.embeddings)]
        return torch.cat(parts, dim=1)

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the same to an ONNX graph; return the name of (R, L, D)."""
        parts = []
        middle = graph.constant(np.array([1], np.int64))
        if self.numbers.num_numbers:
            features = self.numbers.add_to(graph, numbers)
            weight = graph.constant(array_of(self.number_weight))
            tokens = graph.node("Einsum", features, weight, equation="rnq,nqd->rnd")
            bias = graph.constant(array_of(self.number_bias))
            parts.append(graph.node("Add", tokens, bias))
        for index, table in enumerate(self.embeddings):
            assert isinstance(table, nn.Embedding)
            code = graph.column(categories, index)
            row = graph.node("Gather", graph.constant(array_of(table.weight)), code, axis=0)
            parts.append(graph.node("Unsqueeze", row, middle))
        columns = graph.node("Concat", *parts, axis=1)
        # The prediction's token for every row: nothing of the first one, plus the token.
        first = graph.node(
            "Slice", columns, graph.constant(np.array([0], np.int64)), middle, middle
        )
        nothing = graph.node("Mul", first, graph.constant(np.float32(0)))
        answer = graph.node("Add", nothing, graph.constant(array_of(self.answer)))
        return graph.node("Concat", answer, columns, axis=1)


class Block(nn.Module):
    """Attention over the tokens, then a gated perceptron; each behind a normalisation."""

    def __init__(self, width: int, num_heads: int, dropout: float) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.before_attention = nn.LayerNorm(width)
        self.queries_keys_values = nn.Linear(width, 3 * width)
        self.joined = nn.Linear(width, width)
        self.before_perceptron = nn.LayerNorm(width)
        self.widen = nn.Linear(width, 2 * width)
        self.narrow = nn.Linear(width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Map tokens (R, L, D) to tokens."""
        rows, tokens, width = x.shape
        heads = (rows, tokens, self.num_heads, width // self.num_heads)
        parts = self.queries_keys_values(self.before_attention(x)).chunk(3, dim=-1)
        queries, keys, values = (part.view(heads).transpose(1, 2) for part in parts)
        seen = functional.scaled_dot_product_attention(queries, keys, values)
        x = x + self.dropout(self.joined(seen.transpose(1, 2).reshape(x.shape)))
        gate, value = self.widen(self.before_perceptron(x)).chunk(2, dim=-1)
        output: Tensor = x + self.dropout(self.narrow(torch.relu(gate) * value))
        return output

    def add_to(self, graph: GraphBuilder, x: str) -> str:
        """Add the same to an ONNX graph; return the name of (R, L, D)."""
        width = self.joined.in_features
        # A zero stands for the side that comes in.
        sides = graph.constant(np.array([0, 0, self.num_heads, width // self.num_heads], np.int64))
        normal = add_norm(graph, self.before_attention, x)
        queries, keys, values = (
            graph.node("Reshape", _add_part(graph, self.queries_keys_values, normal, i, 3), sides)
            for i in range(3)
        )
        queries = graph.node("Transpose", queries, perm=[0, 2, 1, 3])
        keys = graph.node("Transpose", keys, perm=[0, 2, 3, 1])
        values = graph.node("Transpose", values, perm=[0, 2, 1, 3])
        factor = graph.constant(np.float32(1 / math.sqrt(width // self.num_heads)))
        weights = graph.node("Mul", graph.node("MatMul", queries, keys), factor)
        seen = graph.node("MatMul", graph.node("Softmax", weights, axis=-1), values)
        seen = graph.node("Transpose", seen, perm=[0, 2, 1, 3])
        seen = graph.node("Reshape", seen, graph.constant(np.array([0, 0, width], np.int64)))
        x = graph.node("Add", x, _add_part(graph, self.joined, seen, 0, 1))
        normal = add_norm(graph, self.before_perceptron, x)
        gate = graph.node("Relu", _add_part(graph, self.widen, normal, 0, 2))
        gated = graph.node("Mul", gate, _add_part(graph, self.widen, normal, 1, 2))
        return graph.node("Add", x, _add_part(graph, self.narrow, gated, 0, 1))


class FtTransformer(nn.Module):
    """Encoded columns → scores (R, 1, S): one member, as ``TabularMlp`` has several.

    Args:
        edges: (N, Q + 1) of ``quantile_edges``.
        scaling: of ``standardization``.
        num_codes: of the category features.
        num_scores: S.
        width: D.
        depth: number of blocks.
        num_heads: A.
        dropout: share of values that training leaves out.
    """

    def __init__(
        self,
        edges: NDArray[np.float32],
        scaling: Scaling,
        num_codes: tuple[int, ...],
        num_scores: int,
        *,
        width: int = 48,
        depth: int = 2,
        num_heads: int = 4,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.inputs = Tokens(edges, scaling, num_codes, width)
        self.blocks = nn.ModuleList(Block(width, num_heads, dropout) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, num_scores)

    def forward(self, numbers: Tensor, categories: Tensor) -> Tensor:
        """Return the scores (R, 1, S)."""
        x = self.inputs(numbers, categories)
        for block in self.blocks:
            x = block(x)
        scores: Tensor = self.head(torch.relu(self.norm(x[:, :1])))
        return scores

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the same to an ONNX graph; return the name of the scores (R, 1, S)."""
        x = self.inputs.add_to(graph, numbers, categories)
        for block in self.blocks:
            assert isinstance(block, Block)
            x = block.add_to(graph, x)
        places = [graph.constant(np.array([i], np.int64)) for i in (0, 1, 1)]
        answer = graph.node("Slice", x, *places)
        answer = graph.node("Relu", add_norm(graph, self.norm, answer))
        return _add_part(graph, self.head, answer, 0, 1)


def add_norm(graph: GraphBuilder, norm: nn.LayerNorm, x: str) -> str:
    return graph.node(
        "LayerNormalization",
        x,
        graph.constant(array_of(norm.weight)),
        graph.constant(array_of(norm.bias)),
        axis=-1,
        epsilon=norm.eps,
    )


def _add_part(graph: GraphBuilder, layer: nn.Linear, x: str, part: int, of: int) -> str:
    """Add one of the equal parts that the outputs of a linear layer are cut into."""
    size = layer.out_features // of
    rows = slice(part * size, (part + 1) * size)
    weight = graph.constant(array_of(layer.weight)[rows].T)
    product = graph.node("MatMul", x, weight)
    return graph.node("Add", product, graph.constant(array_of(layer.bias)[rows]))
