"""The network of a table: run as it was trained, and written as one ONNX graph."""

# R rows, S scores, K classes

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from easel.runtime import Tensors
from easel.runtime.table.input import CATEGORIES, NUMBERS
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded, Floats, Problem
from engine.onnx_graphs.graph import GraphBuilder
from engine.onnx_graphs.torch_network import largest_difference
from engine.specs.package.manifest import TensorSpec
from engine.training.tabular.candidates import Scorer


def outputs_of(scores: Floats, problem: Problem) -> NDArray[np.float32]:
    """Return logits (R, K), or values (R, 1): the log-odds of two classes become 0 and itself."""
    if problem == "binary":
        scores = np.column_stack([np.zeros(len(scores)), scores[:, 0]])
    return scores.astype(np.float32)


@dataclass
class TableSession:
    """Runs a fitted model as ``easel.runtime`` runs an exported one."""

    model: Scorer
    problem: Problem
    output_names: Sequence[str]

    def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.generic]]:
        """Return the one output (R, K)."""
        num_rows = len(next(iter(inputs.values())))
        numbers = inputs.get(NUMBERS, np.empty((num_rows, 0))).astype(np.float32)
        categories = inputs.get(CATEGORIES, np.empty((num_rows, 0))).astype(np.int64)
        return [outputs_of(self.model.scores(Encoded(numbers, categories)), self.problem)]


@dataclass(frozen=True)
class TableNetwork:
    """An ``engine.interfaces.network.Network``: ``numbers`` and ``categories`` → logits or values.

    Attributes:
        model: what was learnt.
        problem: decides the output.
        num_numbers: width of ``numbers``; without any, there is no such input.
        num_categories: the same of ``categories``.
        num_outputs: K, or 1.
    """

    model: Scorer
    problem: Problem
    num_numbers: int
    num_categories: int
    num_outputs: int
    name: str = "model"

    @property
    def output_name(self) -> str:
        """Return the name of the one output."""
        return "values" if self.problem == "regression" else "logits"

    def session(self) -> TableSession:
        """Return the model itself, to be run like an exported one."""
        return TableSession(self.model, self.problem, (self.output_name,))

    def export(self, path: Path) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
        """Write the model as one ONNX file; return its inputs and outputs.

        Raises:
            ExportError: when ONNX cannot express it.
            ResourceError: when the disk is full.
        """
        graph = GraphBuilder()
        numbers = NUMBERS if self.num_numbers else ""
        categories = CATEGORIES if self.num_categories else ""
        result = self.model.add_to(graph, numbers, categories)
        if self.problem == "binary":
            result = graph.node("Mul", result, graph.constant(np.array([[0, 1]], np.float32)))
        inputs = []
        if self.num_numbers:
            inputs.append(TensorSpec(name=NUMBERS, datatype="FP32", shape=(None, self.num_numbers)))
        if self.num_categories:
            shape = (None, self.num_categories)
            inputs.append(TensorSpec(name=CATEGORIES, datatype="INT64", shape=shape))
        output = TensorSpec(name=self.output_name, datatype="FP32", shape=(None, self.num_outputs))
        graph.save(path, inputs, {result: output})
        return tuple(inputs), (output,)

    def difference(self, trained: Tensors, exported: Tensors) -> float:
        """Return how far two sets of outputs of the same rows are apart.

        Values are in deviations of the target, like all that the network answers, so this says
        the same for a target of any scale.
        """
        return largest_difference(trained, exported)
