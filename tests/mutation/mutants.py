"""Small faults put into a module, one at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True)
class Mutant:
    """A module with one fault: where it is, what it is, and the module's text with it.

    ``function`` is the outermost function or the method that holds it, or None in a class's body.
    """

    line: int
    fault: str
    text: str
    function: str | None


def mutants(text: str) -> Iterator[Mutant]:
    """Yield a module's text with one fault each, from the first line to the last."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    content = text.encode()

    def replaced(node: ast.AST, new: str) -> str:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first = starts[node.lineno - 1] + node.col_offset
        last = starts[node.end_lineno - 1] + node.end_col_offset
        return (content[:first] + new.encode() + content[last:]).decode()

    for function, node in _code(tree):
        for new, fault in _faults(node):
            assert isinstance(node, ast.expr | ast.stmt)
            told = f"{fault}: {ast.unparse(node)[:70]}"
            yield Mutant(node.lineno, told, replaced(node, new), function)


def _code(tree: ast.Module | ast.ClassDef, outer: str = "") -> Iterator[tuple[str | None, ast.AST]]:
    """Yield what runs when the module is used: no annotations, docstrings or decorators."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _code(node, f"{outer}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from ((outer + node.name, one) for one in _body(node))
        elif outer:
            yield from ((None, one) for one in _body(node))


def _body(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        for statement in node.body:
            yield from _body(statement)
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield from _body(node.value)
        return
    # What is said to people, and what logs are told, is held by no test; nor does any give lists of
    # unequal length to what always has equal ones.
    if isinstance(node, ast.JoinedStr) or _is_logged(node):
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return
    # One Python runs these tests: which others there are, none of them shows.
    if isinstance(node, ast.If) and "sys.version_info" in ast.unparse(node.test):
        for statement in (*node.body, *node.orelse):
            yield from _body(statement)
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _body(child)


def _is_logged(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func).startswith("logger.")
    )


def _faults(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield what to write in a node's place, and what fault that is."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in _COMPARED:
            other = ast.Compare(node.left, [_COMPARED[type(operator)]()], node.comparators)
            yield f"({ast.unparse(other)})", "compared otherwise"
        case ast.BoolOp(op=operator):
            turned = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(turned, node.values))})", "and for or"
        case ast.UnaryOp(op=ast.Not()):
            yield f"({ast.unparse(node.operand)})", "not left out"
        case ast.BinOp(op=operator) if type(operator) in _COUNTED:
            other_op = ast.BinOp(node.left, _COUNTED[type(operator)](), node.right)
            yield f"({ast.unparse(other_op)})", "counted otherwise"
        case ast.Constant(value=bool()):
            yield str(not node.value), "true for false"
        case ast.Constant(value=int() | float()):
            yield str(node.value + 1), "one more"
        case ast.If(test=test):
            turned_if = ast.If(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
            yield _indented(turned_if, node.col_offset), "condition turned round"
        case ast.Raise() | ast.Continue() | ast.Break() | ast.AugAssign():
            yield "pass", "left out"
        case ast.Expr(value=ast.Call()):
            yield "pass", "not called"
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield "return None", "nothing returned"


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _indented(node: ast.stmt, column: int) -> str:
    return ast.unparse(ast.fix_missing_locations(node)).replace("\n", "\n" + " " * column)
