"""The rules by which the exporter's library simplifies a network, applied in bearable time."""

from __future__ import annotations

import functools
from typing import Any

from onnxscript import rewriter
from onnxscript.rewriter import MatchResult


@functools.cache
def begin_with_the_first_node() -> None:
    """Let rules of several outputs look through a network only from a node that they begin with.

    For every node, onnxscript 0.7 lists all nodes of the network for each such rule before it
    compares the node itself: the time grows with the square of the number of nodes. What the rules
    find is the same.
    """
    for rule in rewriter._DEFAULT_REWRITE_RULES:
        if not rule._target_pattern.has_single_output_node:
            rule._matcher.match = _only_from_its_first(  # type: ignore[method-assign]
                rule._matcher
            )


def _only_from_its_first(matcher: Any) -> Any:
    first, match = matcher.pattern.output_nodes[0].op_identifier(), matcher.match

    def look(model: Any, graph: Any, node: Any, **options: Any) -> Any:
        if first is not None and node.op_identifier() != first:
            return MatchResult().fail("The rule begins with another operator.")
        return match(model, graph, node, **options)

    return look
