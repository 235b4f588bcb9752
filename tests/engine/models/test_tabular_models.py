"""Every learner for tables answers alike before and after it is written as ONNX."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from engine.data.tabular.encoded_table import Encoded, Question
from engine.models.tabular.boosting import TreeSettings
from engine.models.tabular.ratio_features import candidate_pairs
from engine.onnx_graphs.graph import GraphBuilder
from engine.specs.package.manifest import TensorSpec
from engine.training.tabular.candidates import Candidate, NetworkCandidate, TableModel
from engine.training.tabular.graded import (
    forest_candidate,
    kernel_candidate,
    linear_candidate,
    neighbour_candidate,
)
from engine.training.tabular.networks import NetworkSettings

NUM_CODES = (6, 4)


def table(num_rows: int, seed: int) -> Encoded:
    random = np.random.default_rng(seed)
    numbers = (random.normal(size=(num_rows, 3)) * (1, 100, 0.01)).astype(np.float32)
    numbers[random.random(numbers.shape) < 0.1] = np.nan
    return Encoded(
        numbers, np.column_stack([random.integers(0, codes, num_rows) for codes in NUM_CODES])
    )


def truth(rows: Encoded, num_classes: int) -> np.ndarray:
    value = np.nan_to_num(rows.numbers[:, 0]) + np.nan_to_num(rows.numbers[:, 1]) / 100
    value = value + (rows.categories[:, 0] == 3) * 2.0
    if num_classes == 0:
        return (value - value.mean()) / value.std()
    return np.digitize(value, np.quantile(value, np.linspace(0, 1, num_classes + 1)[1:-1])) * 1.0


def candidates(question: Question, rows: Encoded) -> list[Candidate]:
    ratios = candidate_pairs(rows)
    mlp = NetworkSettings(members=2, width=32, batch_size=16, learning_rate=5e-3)
    ft = NetworkSettings(kind="ft_transformer", learning_rate=3e-3, batch_size=32)
    found: list[Candidate] = [
        linear_candidate(question),
        neighbour_candidate(question),
        forest_candidate(question, seed=0, num_threads=1, on_round=None),
        NetworkCandidate("mlp", question, mlp, ratios, 6, 0, 1),
        NetworkCandidate("ft", question, ft, ratios, 4, 0, 1),
    ]
    if question.problem == "regression":
        found.append(kernel_candidate(question, ratios))
    return found


def run_exported(model: TableModel, rows: Encoded, path: Path, num_scores: int) -> np.ndarray:
    graph = GraphBuilder()
    scores = model.add_to(graph, "numbers", "categories")
    graph.save(
        path,
        (
            TensorSpec(name="numbers", datatype="FP32", shape=(None, 3)),
            TensorSpec(name="categories", datatype="INT64", shape=(None, 2)),
        ),
        {scores: TensorSpec(name="scores", datatype="FP32", shape=(None, num_scores))},
    )
    session = onnxruntime.InferenceSession(str(path))
    inputs = {"numbers": rows.numbers, "categories": rows.categories}
    return session.run(None, inputs)[0]


def test_trees_stored_with_crosses_have_ratios() -> None:
    assert TreeSettings.from_stored({"num_leaves": 3, "crosses": True}) == TreeSettings(
        num_leaves=3, ratios=True
    )


@pytest.mark.parametrize("problem", ["binary", "multi_class", "regression"])
def test_learners_beat_a_guess_and_answer_alike_once_exported(problem: str, tmp_path: Path) -> None:
    num_classes = {"binary": 2, "multi_class": 3, "regression": 0}[problem]
    question = Question(problem, num_classes, NUM_CODES)  # type: ignore[arg-type]
    train, rows = table(800, 0), table(300, 1)
    known, expected = truth(train, num_classes), truth(rows, num_classes)
    guess = question.loss(np.zeros((300, question.num_scores)), expected)

    for candidate in candidates(question, train):
        staged, _ = candidate.explore(train, known, rows, expected)
        model = candidate.fit(train, known, int(candidate.stages[-1]))
        scores = model.scores(rows)

        assert question.loss(scores, expected) < 0.8 * guess, candidate.name
        np.testing.assert_allclose(staged[-1], scores, atol=1e-4, err_msg=candidate.name)
        again = candidate.load(model.arrays())
        np.testing.assert_allclose(again.scores(rows), scores, atol=1e-6)
        got = run_exported(model, rows, tmp_path / f"{candidate.name}.onnx", question.num_scores)
        np.testing.assert_allclose(got, scores, atol=1e-4, err_msg=candidate.name)
