"""A trained network, and what surrounds it in a package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from easel.runtime import Tensors
from easel.runtime.backends import Session

from engine.specs.package.inputs import InputSpec
from engine.specs.package.manifest import PostprocessingOp, PreprocessingOp, TensorSpec


@dataclass(frozen=True)
class Pipeline:
    """What surrounds the networks, as data: the part of the manifest that a task decides."""

    input: InputSpec
    preprocessing: tuple[PreprocessingOp, ...]
    postprocessing: tuple[PostprocessingOp, ...]


class Network(Protocol):
    """One trained network, before and after it is written as ONNX."""

    @property
    def name(self) -> str:
        """Return the name that ops know it by; its file in the package has it too."""
        ...

    def session(self) -> Session:
        """Return the network itself, to be run like an exported one."""
        ...

    def export(self, path: Path) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
        """Write the network as one self-contained ONNX file; return its inputs and outputs.

        Raises:
            ExportError: when ONNX cannot express it.
            ResourceError: when the disk is full.
        """
        ...

    def difference(self, trained: Tensors, exported: Tensors) -> float:
        """Return how far two sets of outputs of the same rows are apart, 0 for equal ones."""
        ...
