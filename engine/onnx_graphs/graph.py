"""Build an ONNX graph node by node, for models that are no torch modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from engine.disk import writing_to
from engine.errors import ExportError
from engine.specs.package.manifest import TensorSpec

OPSET, ML_OPSET, IR_VERSION = 20, 3, 10
_DATATYPES = {"FP32": TensorProto.FLOAT, "INT64": TensorProto.INT64}


class GraphBuilder:
    """Nodes and constants of one graph; equal constants are stored once."""

    FLOAT: ClassVar[int] = TensorProto.FLOAT
    INT64: ClassVar[int] = TensorProto.INT64

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []
        self._known: dict[tuple[str, tuple[int, ...], bytes], str] = {}
        self._made: dict[tuple[str, ...], str] = {}
        self._count = 0

    def constant(self, value: NDArray[np.generic] | np.generic) -> str:
        """Return the name of a constant."""
        array = np.asarray(value, order="C")
        key = (str(array.dtype), array.shape, array.tobytes())
        if key not in self._known:
            name = self._name("constant")
            self._constants.append(numpy_helper.from_array(array, name))
            self._known[key] = name
        return self._known[key]

    def node(self, op: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Add a node of one output and return the output's name."""
        name = self._name(op.lower())
        self._nodes.append(
            helper.make_node(op, inputs, [name], name=name, domain=domain, **attributes)
        )
        return name

    def nodes(
        self, op: str, *inputs: str, outputs: int, domain: str = "", **attributes: Any
    ) -> list[str]:
        """Add a node of several outputs and return their names."""
        name = self._name(op.lower())
        names = [f"{name}_{place}" for place in range(outputs)]
        self._nodes.append(
            helper.make_node(op, inputs, names, name=name, domain=domain, **attributes)
        )
        return names

    def column(self, matrix: str, index: int) -> str:
        """Return the name of one column (R,) of a matrix (R, …)."""
        key = ("column", matrix, str(index))
        if key not in self._made:
            place = self.constant(np.array(index, np.int64))
            self._made[key] = self.node("Gather", matrix, place, axis=1)
        return self._made[key]

    def inline(self, model: onnx.ModelProto, inputs: Mapping[str, str]) -> list[str]:
        """Add the nodes of a whole model under new names.

        Args:
            model: of the same opset, one graph without functions.
            inputs: the names here of the model's inputs.

        Returns:
            The names here of its outputs.
        """
        prefix = f"{self._name('part')}/"
        names = dict(inputs)

        def renamed(name: str) -> str:
            return names.get(name, prefix + name) if name else ""

        for constant in model.graph.initializer:
            copy = onnx.TensorProto()
            copy.CopyFrom(constant)
            copy.name = renamed(constant.name)
            self._constants.append(copy)
        for node in model.graph.node:
            added = onnx.NodeProto()
            added.CopyFrom(node)
            added.name = prefix + node.name
            added.input[:] = [renamed(name) for name in node.input]
            added.output[:] = [renamed(name) for name in node.output]
            self._nodes.append(added)
        return [renamed(output.name) for output in model.graph.output]

    def save(
        self,
        path: Path,
        inputs: Sequence[TensorSpec],
        outputs: Mapping[str, TensorSpec],
    ) -> None:
        """Write the graph as one self-contained ONNX file.

        Args:
            path: the file.
            inputs: of the graph.
            outputs: by the name of the value in the graph, what it is called outside.

        Raises:
            ExportError: when the graph is not valid ONNX.
            ResourceError: when the disk is full.
        """
        # Renamed by a node of its own, as other nodes may read the value by its name.
        for value, tensor in outputs.items():
            self._nodes.append(helper.make_node("Identity", [value], [tensor.name]))
        graph = helper.make_graph(
            self._nodes,
            "model",
            [_value_info(tensor) for tensor in inputs],
            [_value_info(tensor) for tensor in outputs.values()],
            self._constants,
        )
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("ai.onnx.ml", ML_OPSET)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION)
        with writing_to(path):
            onnx.save_model(model, str(path))
        require_valid(path)

    def _name(self, kind: str) -> str:
        self._count += 1
        return f"{kind}_{self._count}"


def require_valid(path: Path) -> None:
    """Check the file of a network.

    Raises:
        ExportError: ``onnx_invalid``.
    """
    try:
        onnx.checker.check_model(str(path), full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        reason = str(error).strip().splitlines()[0]
        raise ExportError(
            f"The exported ONNX file is not valid: {reason}. Choose another backbone, and report "
            "it with the run's log.",
            code="onnx_invalid",
            reason=reason,
        ) from error


def _value_info(tensor: TensorSpec) -> onnx.ValueInfoProto:
    shape = ["rows" if side is None else side for side in tensor.shape]
    return helper.make_tensor_value_info(tensor.name, _DATATYPES[tensor.datatype], shape)
