"""Rules of the exporter that begin with some operator do not look at the others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from onnxscript import ir, rewriter
from onnxscript.rewriter._matcher import SimplePatternMatcher

from engine.onnx_graphs.rewriting import begin_with_the_first_node

HALVES = """<ir_version: 10, opset_import: ["" : 20]>
halves (float[n, 8] image) => (float[n, 4] product) {
    zero = Constant <value_ints: ints = [0]> ()
    four = Constant <value_ints: ints = [4]> ()
    eight = Constant <value_ints: ints = [8]> ()
    last = Constant <value_ints: ints = [1]> ()
    left = Slice (image, zero, four, last)
    right = Slice (image, four, eight, last)
    product = Mul (left, right)
}
"""


def test_a_node_that_begins_a_rule_is_matched_as_the_library_does() -> None:
    begin_with_the_first_node()
    model = ir.serde.from_onnx_text(HALVES)
    left, right = (node for node in model.graph if node.op_type == "Slice")
    for rule, node in itertools.product(several_outputs(), (left, right)):
        ours = rule._matcher.match(model, model.graph, node)
        theirs = SimplePatternMatcher(rule._target_pattern).match(model, model.graph, node)
        assert ours
        assert list(ours.nodes) == list(theirs.nodes)


class Watched(ir.Graph):
    num_walks = 0

    def __iter__(self) -> Iterator[ir.Node]:
        self.num_walks += 1
        return super().__iter__()


def walks(node: ir.Node) -> int:
    """Return how often the rules of several outputs go through a network of one node."""
    graph = Watched([], [], nodes=[node])
    for rule in several_outputs():
        assert not rule._matcher.match(ir.Model(graph, ir_version=10), graph, node)
    return graph.num_walks


def several_outputs() -> list[Any]:
    rules: tuple[Any, ...] = rewriter._DEFAULT_REWRITE_RULES
    return [rule for rule in rules if not rule._target_pattern.has_single_output_node]


def test_a_node_that_begins_no_rule_costs_no_walk_through_the_network() -> None:
    begin_with_the_first_node()
    assert several_outputs()
    assert walks(ir.Node("", "Relu", [ir.Value(name="given")])) == 0
    assert walks(ir.Node("", "Slice", [ir.Value(name="given")])) > 0
