"""Forecasts by a transformer over patches of each target's latest points: PatchTST."""

# N windows of one target each, R windows, T targets, L points, H steps ahead
# P patches, S points of a patch, D width

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.models.tabular.ft_transformer import Block, add_norm
from engine.models.tabular.number_encoding import array_of
from engine.onnx_graphs.graph import GraphBuilder

Floats = NDArray[np.float64]
LEAST_DEVIATION = 1e-5
"""What a window's deviation is raised by, so that a constant window divides by something."""

_CHUNK = 2048


@dataclass(frozen=True)
class PatchSizes:
    """The shape of a network.

    Attributes:
        lookback: L.
        horizon: H.
        patch: S; patches begin every half of it.
        width: D.
        depth: blocks.
        num_heads: of their attention.
    """

    lookback: int
    horizon: int
    patch: int
    width: int = 32
    depth: int = 2
    num_heads: int = 4

    @classmethod
    def of(cls, lookback: int, horizon: int) -> PatchSizes:
        """Return the published patches of 16 points, shorter ones for short windows."""
        return cls(lookback, horizon, patch=max(2, min(16, lookback // 4 * 2)))

    @property
    def stride(self) -> int:
        """Return the points from the beginning of one patch to that of the next."""
        return self.patch // 2

    @property
    def places(self) -> NDArray[np.int64]:
        """Return the points (P, S) of each patch; those behind the end are the last one again."""
        count = (self.lookback - self.patch) // self.stride + 2
        starts = np.arange(count) * self.stride
        places = starts[:, np.newaxis] + np.arange(self.patch)
        within: NDArray[np.int64] = np.minimum(places, self.lookback - 1).astype(np.int64)
        return within


class PatchTst(nn.Module):
    """Windows (N, L) of one target each to forecasts (N, H): all targets share the network.

    Each window loses its mean and is divided by its deviation, which the forecast gets back.

    Source: Nie et al., A Time Series is Worth 64 Words, ICLR 2023, section 3.1, with the pre-norm
        blocks of our network for tables in place of batch norm.
    """

    def __init__(self, sizes: PatchSizes, dropout: float = 0.2) -> None:
        super().__init__()
        self.sizes = sizes
        count, width = len(sizes.places), sizes.width
        self.embedding = nn.Linear(sizes.patch, width)
        self.positions = nn.Parameter(torch.randn(count, width) * 0.02)
        self.blocks = nn.ModuleList(
            Block(width, sizes.num_heads, dropout) for _ in range(sizes.depth)
        )
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(count * width, sizes.horizon)
        self.places: Tensor
        self.register_buffer("places", torch.from_numpy(sizes.places), persistent=False)

    def forward(self, windows_NL: Tensor) -> Tensor:
        """Return forecasts (N, H)."""
        mean = windows_NL.mean(dim=1, keepdim=True)
        # Of the window itself, as the exported graph has it: no correction for a sample.
        deviation = windows_NL.std(dim=1, keepdim=True, correction=0) + LEAST_DEVIATION
        patches_NPS = ((windows_NL - mean) / deviation)[:, self.places]
        tokens_NPD = self.dropout(self.embedding(patches_NPS) + self.positions)
        for block in self.blocks:
            tokens_NPD = block(tokens_NPD)
        ahead_NH: Tensor = self.head(self.dropout(self.norm(tokens_NPD).flatten(1)))
        return ahead_NH * deviation + mean

    def add_to(self, graph: GraphBuilder, windows: str) -> str:
        """Add the same to an ONNX graph; return the name of the forecasts (N, H)."""
        axis = graph.constant(np.array([1], np.int64))
        mean = graph.node("ReduceMean", windows, axis, keepdims=1)
        centred = graph.node("Sub", windows, mean)
        variance = graph.node("ReduceMean", graph.node("Mul", centred, centred), axis, keepdims=1)
        least = graph.constant(np.float32(LEAST_DEVIATION))
        deviation = graph.node("Add", graph.node("Sqrt", variance), least)
        scaled = graph.node("Div", centred, deviation)
        patches = graph.node("Gather", scaled, graph.constant(self.sizes.places), axis=1)
        tokens = _add_linear(graph, self.embedding, patches)
        tokens = graph.node("Add", tokens, graph.constant(array_of(self.positions)))
        for block in self.blocks:
            assert isinstance(block, Block)
            tokens = block.add_to(graph, tokens)
        flat = graph.node("Flatten", add_norm(graph, self.norm, tokens), axis=1)
        ahead = graph.node("Mul", _add_linear(graph, self.head, flat), deviation)
        return graph.node("Add", ahead, mean)


@dataclass(frozen=True)
class PatchForecast:
    """A trained network as a forecaster."""

    module: PatchTst

    @torch.no_grad()
    def forecast(self, windows: Floats) -> Floats:
        """Return forecasts (R, H, T) of windows of targets (R, L, T)."""
        self.module.eval()
        rows, lookback, targets = windows.shape
        flat = np.ascontiguousarray(np.moveaxis(windows, 1, 2)).reshape(-1, lookback)
        parts = [
            self.module(torch.from_numpy(flat[start : start + _CHUNK].astype(np.float32)))
            for start in range(0, len(flat), _CHUNK)
        ]
        ahead = torch.cat(parts).double().numpy().reshape(rows, targets, -1)
        forecast: Floats = np.moveaxis(ahead, 1, 2)
        return forecast

    def add_to(self, graph: GraphBuilder, windows: str, covariates: str) -> str:
        """Add the network to an ONNX graph; return the name of the forecasts (R, H, T)."""
        sizes = self.module.sizes
        # A shape of its own for the way back: the number of targets is not known here.
        turned = graph.node("Transpose", windows, perm=[0, 2, 1])
        flat = graph.node(
            "Reshape", turned, graph.constant(np.array([-1, sizes.lookback], np.int64))
        )
        ahead = self.module.add_to(graph, flat)
        sides = graph.node("Shape", turned, start=0, end=2)
        horizon = graph.constant(np.array([sizes.horizon], np.int64))
        back = graph.node("Reshape", ahead, graph.node("Concat", sides, horizon, axis=0))
        return graph.node("Transpose", back, perm=[0, 2, 1])

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``from_arrays`` needs."""
        one = self.module.sizes
        sizes = (one.lookback, one.horizon, one.patch, one.width, one.depth, one.num_heads)
        state = {name: tensor.numpy() for name, tensor in self.module.state_dict().items()}
        return {"patch_sizes": np.array(sizes, np.int64), **state}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> PatchForecast:
        """Return the forecaster of ``arrays``."""
        module = PatchTst(PatchSizes(*(int(one) for one in arrays["patch_sizes"])))
        module.load_state_dict(
            {
                name: torch.from_numpy(np.asarray(array))
                for name, array in arrays.items()
                if name != "patch_sizes"
            }
        )
        return cls(module)


def _add_linear(graph: GraphBuilder, layer: nn.Linear, values: str) -> str:
    weight = graph.constant(np.ascontiguousarray(array_of(layer.weight).T))
    product = graph.node("MatMul", values, weight)
    return graph.node("Add", product, graph.constant(array_of(layer.bias)))
