"""Networks of torch: run like an exported one, and written as ONNX."""

# R rows: what of one or several samples shares a batch

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from easel.runtime import Tensors
from easel.runtime.comparison import array_difference
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.onnx_graphs.torch_export import DynamicAxis, as_tuple, export_onnx
from engine.specs.package.manifest import TensorSpec

Difference = Callable[[Tensors, Tensors], float]


class TorchSession:
    """Runs a module as ``easel.runtime`` runs an exported network.

    In evaluation mode and float32 on the module's own device, without gradients and without TF32,
    which would round to ten bits on a GPU and blame the export for it. The mode is restored.

    Args:
        module: its ``forward`` takes the inputs by name and returns a tensor or a tuple of them.
        output_names: in the order of what it returns.
    """

    def __init__(self, module: nn.Module, output_names: Sequence[str]) -> None:
        self.output_names: Sequence[str] = tuple(output_names)
        self._module = module

    @torch.no_grad()
    def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.generic]]:
        """Return the outputs (R, …), in the order of ``output_names``."""
        device = next(self._module.parameters()).device
        was_training = self._module.training
        self._module.eval()
        try:
            with torch.backends.cudnn.flags(enabled=True, deterministic=True, allow_tf32=False):
                outputs = self._module(
                    **{name: _to_device(array, device) for name, array in inputs.items()}
                )
        finally:
            self._module.train(was_training)
        return [_to_numpy(tensor) for tensor in as_tuple(outputs)]


@dataclass(frozen=True)
class TorchNetwork:
    """The usual ``engine.interfaces.network.Network``.

    Attributes:
        name: of the file in the package, without its suffix.
        module: the network; ``forward`` takes the inputs by name and returns a tensor, or a tuple
            of them.
        sample_inputs: inputs to trace it with, by name in the order of ``forward``; at least two
            rows, since with one the exporter takes the batch axis for a constant.
        output_names: in the order of what ``forward`` returns.
        dynamic_axes: by name of an input the axes, beside the batch, that may have any length;
            axes of one name have the same length.
        own_difference: how far two sets of outputs are apart, where the largest difference of any
            number does not say it; it is compared with the same limit of 1e-3.
    """

    name: str
    module: nn.Module
    sample_inputs: Mapping[str, Tensor]
    output_names: Sequence[str]
    dynamic_axes: Mapping[str, Mapping[int, DynamicAxis]] = field(default_factory=dict)
    own_difference: Difference | None = None

    def session(self) -> TorchSession:
        """Return the network itself, to be run like an exported one."""
        return TorchSession(self.module, self.output_names)

    def export(self, path: Path) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
        """Write the network as one self-contained ONNX file; return its inputs and outputs.

        Raises:
            ExportError: when ONNX cannot express it, or the file answers otherwise.
            ResourceError: when the disk is full.
        """
        return export_onnx(
            self.module,
            self.sample_inputs,
            self.output_names,
            dynamic_axes=self.dynamic_axes,
            path=path,
            difference=self.difference,
        )

    def difference(self, trained: Tensors, exported: Tensors) -> float:
        """Return how far two sets of outputs of the same rows are apart."""
        if self.own_difference is not None:
            return self.own_difference(trained, exported)
        return largest_difference(trained, exported)


def largest_difference(trained: Tensors, exported: Tensors) -> float:
    """Return the largest absolute difference of any number; infinite where one is no number."""
    return max(array_difference(exported[name], values) for name, values in trained.items())


def _to_device(array: NDArray[np.generic], device: torch.device) -> Tensor:
    tensor = torch.from_numpy(np.ascontiguousarray(array))
    if tensor.ndim == 4:
        # The layout that the module was placed in: see ``engine.training.resources.place``.
        tensor = tensor.contiguous(memory_format=torch.channels_last)
    return tensor.to(device)


def _to_numpy(tensor: Tensor) -> NDArray[np.generic]:
    values: NDArray[np.generic] = (
        (tensor.float() if tensor.is_floating_point() else tensor).cpu().numpy()
    )
    return values
