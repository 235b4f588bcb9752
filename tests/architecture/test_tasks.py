"""Tasks are declarations: what they share is said once."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from engine.catalog import TASKS, PredictionKind
from engine.evaluation.classifier import Classifier
from engine.tasks.loading import load_task
from tests.site import ROOT


def test_no_method_of_a_task_only_passes_its_call_on() -> None:
    assert [
        f"{path.relative_to(ROOT)}: {method.name}"
        for path in sorted((ROOT / "engine" / "tasks").rglob("*.py"))
        for method in _methods(ast.parse(path.read_text()))
        if _only_passes_on(method)
    ] == []


def test_tasks_that_predict_alike_are_evaluated_alike() -> None:
    evaluators = defaultdict(set)
    for key, card in TASKS.items():
        evaluators[card.prediction].add(type(load_task(key).evaluator))

    assert evaluators[PredictionKind.LABELS] == {Classifier}


def _methods(module: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield from (one for one in node.body if isinstance(one, ast.FunctionDef))


def _only_passes_on(method: ast.FunctionDef) -> bool:
    """Tell a method that is one call of another function with nothing but its own arguments."""
    _, *body = method.body if ast.get_docstring(method) else [None, *method.body]
    if len(body) != 1 or not isinstance(body[0], ast.Return):
        return False
    call = body[0].value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name | ast.Attribute):
        return False
    if isinstance(call.func, ast.Attribute) and not isinstance(call.func.value, ast.Name):
        return False
    own = {argument.arg for argument in method.args.args}
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return all(isinstance(one, ast.Name) and one.id in own for one in given)
