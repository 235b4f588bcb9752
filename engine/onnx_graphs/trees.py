"""Write trees as ONNX: LightGBM's boosters node by node, without a change of any decision.

LightGBM compares double thresholds, ONNX float32 ones. A float32 feature is at most a double
threshold exactly when it is at most the largest float32 below the threshold, so thresholds are
rounded down and no row goes another way. A split by a set of categories becomes a chain of
equalities that share their true branch. Missing values go where LightGBM sends them.
"""

# R rows, F features, S scores

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.errors import ExportError
from engine.onnx_graphs.graph import GraphBuilder

Node = Mapping[str, Any]

# LightGBM takes infinite features for this.
LARGEST = np.finfo(np.float32).max


def round_down(value: float) -> float:
    """Return the largest float32 that is at most ``value``."""
    rounded = np.float32(np.clip(value, -LARGEST, LARGEST))
    if float(rounded) > value:
        rounded = np.nextafter(rounded, np.float32(-np.inf))
    return float(rounded)


class TreeWriter:
    """Collects the attributes of one ``TreeEnsembleRegressor``."""

    def __init__(self, num_targets: int) -> None:
        self.num_targets = num_targets
        self.nodes: dict[str, list[Any]] = {
            name: []
            for name in (
                "treeids",
                "nodeids",
                "featureids",
                "modes",
                "values",
                "truenodeids",
                "falsenodeids",
                "missing_value_tracks_true",
            )
        }
        self.leaves: dict[str, list[Any]] = {
            name: [] for name in ("treeids", "nodeids", "ids", "weights")
        }
        self._num_trees = 0

    def add_tree(self, root: Node, target: int) -> None:
        """Add one tree whose leaves count for one score."""
        self._next = 0
        self._tree = self._num_trees
        self._num_trees += 1
        self._add(root, target)

    def add_to(self, graph: GraphBuilder, features: str, base: Sequence[float]) -> str:
        """Add the ensemble to a graph; return the name of its scores (R, S)."""
        attributes: dict[str, Any] = {f"nodes_{name}": list_ for name, list_ in self.nodes.items()}
        attributes |= {f"target_{name}": list_ for name, list_ in self.leaves.items()}
        return graph.node(
            "TreeEnsembleRegressor",
            features,
            domain="ai.onnx.ml",
            n_targets=self.num_targets,
            base_values=[float(value) for value in base],
            post_transform="NONE",
            aggregate_function="SUM",
            **attributes,
        )

    def _add(self, node: Node, target: int) -> int:
        """Add a node with all below it; return its number."""
        if "split_feature" not in node:
            return self._add_leaf(float(node["leaf_value"]), target)
        if node["decision_type"] == "<=":
            return self._add_threshold(node, target)
        if node["decision_type"] == "==":
            return self._add_categories(node, target)
        raise ExportError(
            f"A tree has a split of the kind '{node['decision_type']}', which ONNX cannot express.",
            code="onnx_export_failed",
            reason=str(node["decision_type"]),
        )

    def _add_threshold(self, node: Node, target: int) -> int:
        value = round_down(float(node["threshold"]))
        # Where training had no missing value, LightGBM takes one for 0.
        goes_left = node["default_left"] if node["missing_type"] == "NaN" else value >= 0
        place = self._place("BRANCH_LEQ", int(node["split_feature"]), value, bool(goes_left))
        self._link(
            place,
            self._add(node["left_child"], target),
            self._add(node["right_child"], target),
        )
        return self._id(place)

    def _add_categories(self, node: Node, target: int) -> int:
        feature = int(node["split_feature"])
        codes = [float(code) for code in str(node["threshold"]).split("||")]
        chain = [self._place("BRANCH_EQ", feature, code, False) for code in codes]
        left = self._add(node["left_child"], target)
        right = self._add(node["right_child"], target)
        following = [*(self._id(place) for place in chain[1:]), right]
        for place, otherwise in zip(chain, following, strict=True):
            self._link(place, left, otherwise)
        return self._id(chain[0])

    def _add_leaf(self, value: float, target: int) -> int:
        place = self._place("LEAF", 0, 0.0, False)
        number = self._id(place)
        self.leaves["treeids"].append(self._tree)
        self.leaves["nodeids"].append(number)
        self.leaves["ids"].append(target)
        self.leaves["weights"].append(value)
        return number

    def _place(self, mode: str, feature: int, value: float, missing_is_true: bool) -> int:
        number, self._next = self._next, self._next + 1
        row = (self._tree, number, feature, mode, value, 0, 0, int(missing_is_true))
        for values, item in zip(self.nodes.values(), row, strict=True):
            values.append(item)
        return len(self.nodes["nodeids"]) - 1

    def _id(self, place: int) -> int:
        return int(self.nodes["nodeids"][place])

    def _link(self, place: int, if_true: int, if_false: int) -> None:
        self.nodes["truenodeids"][place] = if_true
        self.nodes["falsenodeids"][place] = if_false


def add_booster(
    graph: GraphBuilder,
    dump: Mapping[str, Any],
    features: str,
    *,
    num_scores: int,
    base: Sequence[float] = (),
) -> str:
    """Add a LightGBM booster to a graph.

    Args:
        graph: the graph.
        dump: of ``Booster.dump_model()``; trees take turns among the scores.
        features: name of the feature matrix (R, F) float32; codes of categories are whole floats.
        num_scores: S.
        base: added to the scores.

    Returns:
        The name of the raw scores (R, S).
    """
    writer = TreeWriter(num_scores)
    for index, tree in enumerate(dump["tree_info"]):
        writer.add_tree(tree["tree_structure"], index % num_scores)
    return writer.add_to(graph, features, base or [0.0] * num_scores)
