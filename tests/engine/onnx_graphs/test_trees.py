"""Boosters as ONNX decide every row as LightGBM does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from engine.data.tabular.encoded_table import Encoded, Question
from engine.models.tabular.boosting import TreeModel, TreeSettings, fit_trees
from engine.models.tabular.ratio_features import candidate_pairs
from engine.onnx_graphs.graph import GraphBuilder
from engine.onnx_graphs.trees import round_down
from engine.specs.package.manifest import TensorSpec

NUM_CODES = (45, 4)


def table(num_rows: int, seed: int, *, with_missing: bool = True) -> Encoded:
    random = np.random.default_rng(seed)
    numbers = random.normal(size=(num_rows, 4)).astype(np.float32)
    numbers[:, 3] = random.integers(0, 5, num_rows)
    if with_missing:
        numbers[random.random(numbers.shape) < 0.1] = np.nan
    categories = np.column_stack([random.integers(0, codes, num_rows) for codes in NUM_CODES])
    return Encoded(numbers, categories)


def truth(rows: Encoded, num_classes: int) -> np.ndarray:
    sums = np.nan_to_num(rows.numbers[:, 0] / (rows.numbers[:, 1] + 3)) + np.sin(
        rows.categories[:, 0] * 7.0
    )
    if num_classes == 0:
        return sums.astype(np.float64)
    edges = np.quantile(sums, np.linspace(0, 1, num_classes + 1)[1:-1])
    return np.digitize(sums, edges).astype(np.float64)


def exported(model: TreeModel, path: Path, num_scores: int) -> onnxruntime.InferenceSession:
    graph = GraphBuilder()
    scores = model.add_to(graph, "numbers", "categories")
    graph.save(
        path,
        (
            TensorSpec(name="numbers", datatype="FP32", shape=(None, 4)),
            TensorSpec(name="categories", datatype="INT64", shape=(None, 2)),
        ),
        {scores: TensorSpec(name="scores", datatype="FP32", shape=(None, num_scores))},
    )
    return onnxruntime.InferenceSession(str(path))


@pytest.mark.parametrize("problem", ["binary", "multi_class", "regression"])
@pytest.mark.parametrize("with_missing", [True, False])
def test_exported_trees_decide_as_lightgbm_does(
    problem: str, with_missing: bool, tmp_path: Path
) -> None:
    num_classes = {"binary": 2, "multi_class": 3, "regression": 0}[problem]
    question = Question(problem, num_classes, NUM_CODES)  # type: ignore[arg-type]
    train = table(1500, 0, with_missing=with_missing)
    model = fit_trees(
        train,
        truth(train, num_classes),
        question,
        TreeSettings(ratios=True, category_pairs=True, max_one_hot=3, category_smoothing=1.0),
        candidate_pairs(train),
        rounds=30,
        seed=0,
        num_threads=1,
    )
    # Never seen: missing numbers where there were none, and codes of unknown categories.
    rows = table(2000, 1)
    rows.categories[:50] = 0
    rows.numbers[:200, 0] = train.numbers[:200, 0]

    session = exported(model, tmp_path / "trees.onnx", question.num_scores)
    got = session.run(None, {"numbers": rows.numbers, "categories": rows.categories})[0]

    splits = str(model.booster.dump_model()["tree_info"])
    assert "'=='" in splits
    assert "'<='" in splits
    # A row that went another way at one node would be off by a leaf, about 1e-2.
    np.testing.assert_allclose(got, model.scores(rows), atol=2e-5)


def test_values_at_a_threshold_go_the_same_way(tmp_path: Path) -> None:
    question = Question("regression", 0, NUM_CODES)
    train = table(1500, 0)
    model = fit_trees(
        train,
        truth(train, 0),
        question,
        TreeSettings(),
        candidate_pairs(train),
        rounds=20,
        seed=0,
        num_threads=1,
    )
    thresholds = []

    def collect(node: dict[str, object]) -> None:
        if node.get("decision_type") == "<=" and node["split_feature"] == 0:
            thresholds.append(node["threshold"])
        for side in ("left_child", "right_child"):
            if side in node:
                collect(node[side])  # type: ignore[arg-type]

    for tree in model.booster.dump_model()["tree_info"]:
        collect(tree["tree_structure"])
    nearest = np.array(thresholds, np.float32)
    values = np.concatenate(
        [np.nextafter(nearest, np.float32(-9)), nearest, np.nextafter(nearest, np.float32(9))]
    )
    rows = table(len(values), 2)
    rows.numbers[:, 0] = values

    session = exported(model, tmp_path / "trees.onnx", 1)
    got = session.run(None, {"numbers": rows.numbers, "categories": rows.categories})[0]

    assert len(thresholds) > 10
    np.testing.assert_allclose(got, model.scores(rows), atol=2e-5)


@pytest.mark.parametrize("value", [0.1, -0.1, 1.0, 1e-35, -1e-35, 1e300, 16777217.0])
def test_rounding_down_gives_the_next_float32_below(value: float) -> None:
    rounded = round_down(value)
    assert rounded <= value
    assert rounded == float(np.float32(rounded))
    if rounded < float(np.finfo(np.float32).max):
        assert float(np.nextafter(np.float32(rounded), np.float32(np.inf))) > value
