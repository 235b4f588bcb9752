"""Whatever the programs say by a code, the browser can say in both languages."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "frontend/src/i18n"
LANGUAGES = ("en", "zh-CN")
PACKAGES = ("backend", "engine", "workers")
# What takes the code as its first argument.
CODE_FIRST = {"Finding", "Problem", "LaunchFailed", "emit.warning"}
ACTION = re.compile(r"[a-z_]+\.[a-z_]+")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_code_has_a_text(language: str) -> None:
    texts = _error_texts(language)
    missing = {code: place for code, place in _codes() if code not in texts}
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_recorded_action_has_a_text(language: str) -> None:
    texts = json.loads((TEXTS / language / "actions.json").read_text())
    missing = {action for action in _actions() if action.replace(".", "_") not in texts}
    assert not missing


def _error_texts(language: str) -> set[str]:
    """Return the codes of errors.json and of each feature's own ``errors`` section."""
    known = set()
    for file in (TEXTS / language).glob("*.json"):
        content: dict[str, Any] = json.loads(file.read_text())
        known |= set(content if file.stem == "errors" else content.get("errors", {}))
    return known


def _trees() -> Iterator[tuple[Path, ast.Module]]:
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in file.parts:
                yield file.relative_to(ROOT), ast.parse(file.read_text())


def _codes() -> Iterator[tuple[str, str]]:
    """Yield each error code in the source with the place where it is made."""
    for path, tree in _trees():
        for node in ast.walk(tree):
            for value in _code_values(node):
                for code in _strings(value):
                    yield code, f"{path}:{value.lineno}"


def _code_values(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Call):
        yield from (keyword.value for keyword in node.keywords if keyword.arg == "code")
        if ast.unparse(node.func) in CODE_FIRST and node.args:
            yield node.args[0]
    elif isinstance(node, ast.ClassDef):
        for statement in node.body:
            if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "code":
                yield statement.value


def _actions() -> Iterator[str]:
    """Yield the name of each action that the audit log records."""
    for _, tree in _trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            if ast.unparse(node.func).rpartition(".")[2] not in {"record", "_record", "_audit"}:
                continue
            for value in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from (text for text in _strings(value) if ACTION.fullmatch(text))


def _strings(value: ast.expr) -> Iterator[str]:
    """Yield the strings that an expression may become: itself, or the arms of a choice."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from _strings(value.body)
        yield from _strings(value.orelse)
