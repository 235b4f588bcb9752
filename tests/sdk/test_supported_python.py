"""The SDK keeps to the Python that its wheel says it needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

import pytest

from tests.site import ROOT

SDK = ROOT / "deploy/sdk/python"
FILES = [*sorted((SDK / "src").rglob("*.py")), SDK / "example.py", SDK / "selftest.py"]
OLDEST = (3, 9)


def test_the_wheel_asks_for_the_python_that_is_tested() -> None:
    project = tomllib.loads((SDK / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == f">={OLDEST[0]}.{OLDEST[1]}"


def test_no_syntax_function_or_argument_is_younger() -> None:
    wanted = f"-t={OLDEST[0]}.{OLDEST[1]}-"
    program = "import sys; from vermin import main; sys.exit(main())"
    command = [sys.executable, "-c", program, wanted, "--no-tips", "--violations"]
    done = subprocess.run([*command, *map(str, FILES)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    (needed,) = re.findall(r"Minimum required versions: 3\.(\d+)", done.stdout)
    assert int(needed) <= OLDEST[1]


def test_no_union_of_types_is_made_when_a_file_runs() -> None:
    """Python 3.9 reads ``int | str`` in annotations that are not evaluated, and nowhere else."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in FILES
        for node in _unions(ast.parse(path.read_text(encoding="utf-8"), feature_version=OLDEST))
    ]
    assert not found


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Value = bool | int", 1),
        ("isinstance(x, str | bytes)", 1),
        ("Maybe = Spec | None", 1),
        ("Rows = list[int] | Model", 1),
        ("x: int | None = 1", 0),
        ("def f(x: int | str) -> str | None: ...", 0),
        ("flags = re.DOTALL | re.MULTILINE", 0),
        ("both = known | {name}", 0),
    ],
)
def test_a_union_of_types_is_told_from_one_of_sets_and_flags(text: str, count: int) -> None:
    assert len(list(_unions(ast.parse(text)))) == count


def _unions(tree: ast.AST) -> Iterator[ast.BinOp]:
    for name, value in ast.iter_fields(tree):
        # Never evaluated: each file has the future import, which ruff looks after.
        if name in ("annotation", "returns"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST):
                continue
            is_union = isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)
            if is_union and (_is_type(node.left) or _is_type(node.right)):
                yield node
            yield from _unions(node)


def _is_type(node: ast.AST) -> bool:
    if isinstance(node, ast.Subscript):
        return _is_type(node.value)
    if isinstance(node, ast.Constant):
        return node.value is None
    named = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    is_class = bool(re.fullmatch(r"[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*", named))
    return is_class or named in {"bool", "int", "float", "str", "bytes", "list", "dict", "tuple"}
