"""Every regular expression of the repository, and texts that are hostile to it."""

from __future__ import annotations

import ast
import importlib
import re
import re._parser as parser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parent.parent
SOURCES = (
    ROOT / "engine",
    ROOT / "backend",
    ROOT / "workers",
    ROOT / "deploy" / "sdk" / "python" / "src",
)
# Given a text, these look at each place of it; the others begin at its start only.
_ANYWHERE = frozenset({"search", "sub", "subn", "findall", "finditer", "split"})
_METHODS = _ANYWHERE | {"match", "fullmatch"}
_MAX_PAIRED = 8


@dataclass
class Applied:
    """A pattern, where it is written, and how the code applies it."""

    place: str
    pattern: re.Pattern[Any]
    methods: set[str] = field(default_factory=set)

    def apply(self, text: str) -> None:
        """Apply it to a text in the ways in which the code does, to all of it."""
        subject: Any = text if isinstance(self.pattern.pattern, str) else text.encode()
        # What is handed on to a function, or to a library, may be applied in any way.
        if not self.methods or self.methods & _ANYWHERE:
            for _ in self.pattern.finditer(subject):
                pass
        if "match" in self.methods:
            self.pattern.match(subject)
        if "fullmatch" in self.methods:
            self.pattern.fullmatch(subject)


def all_patterns() -> list[Applied]:
    """Return the patterns that modules hold, and those that are written inside functions."""
    found = [one for path in _files() for one in _in_file(path)]
    return sorted(found, key=lambda one: one.place)


def _files() -> Iterator[Path]:
    for folder in SOURCES:
        for path in sorted(folder.rglob("*.py")):
            if re.search(r"(^|\W)re\.[a-z]+\(", path.read_text(encoding="utf-8")):
                yield path


def _in_file(path: Path) -> Iterator[Applied]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    base = SOURCES[-1] if path.is_relative_to(SOURCES[-1]) else ROOT
    parts = path.relative_to(base).with_suffix("").parts
    name = ".".join(parts).removesuffix(".__init__")
    # It runs by another interpreter, which has datumaro; its patterns stand inside its functions.
    stands_alone = name == "engine.formats.datumaro_bridge.convert"
    module = ModuleType(name) if stands_alone else importlib.import_module(name)
    place = path.relative_to(ROOT).as_posix()
    methods = _methods(tree)
    for name, value in vars(module).items():
        if isinstance(value, re.Pattern) and name in _assigned(tree):
            yield Applied(f"{place}:{name}", value, methods.get(name, set()))
    yield from _written_inside(tree, module, place)


def _assigned(tree: ast.Module) -> set[str]:
    return {
        target.id
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }


def _methods(tree: ast.Module) -> dict[str, set[str]]:
    """Return the methods of each name that are called; none for a name that is also passed on."""
    called: dict[str, set[str]] = {}
    owned: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in _METHODS
        ):
            called.setdefault(node.value.id, set()).add(node.attr)
            owned.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in owned:
            called.pop(node.id, None)
    return called


def _written_inside(tree: ast.Module, module: ModuleType, place: str) -> Iterator[Applied]:
    """Yield the patterns of calls such as ``re.sub("…", …)`` whose pattern is written there."""
    known = {one.pattern for one in vars(module).values() if isinstance(one, re.Pattern)}
    for node in ast.walk(tree):
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if not is_call or not isinstance(node.func.value, ast.Name) or not node.args:
            continue
        if node.func.value.id != "re" or node.func.attr not in _METHODS | {"compile"}:
            continue
        if not isinstance(node.args[0], ast.Constant):
            continue
        pattern = re.compile(node.args[0].value)
        if node.func.attr != "compile":
            yield Applied(f"{place}:{node.lineno}", pattern, {node.func.attr})
        elif pattern.pattern not in known:
            yield Applied(f"{place}:{node.lineno}", pattern)


def hostile_texts(pattern: re.Pattern[Any], length: int) -> Iterator[str]:
    """Yield texts of a length that a slow pattern is slow on.

    They repeat each character that the pattern has a use for, each pair of them, and each beginning
    of a text that it matches, alone and before a run of one character.
    """
    source = pattern.pattern
    tree = parser.parse(source if isinstance(source, str) else source.decode("latin-1"))
    characters = _characters(tree)
    example = _example(tree)
    begins = {example[:end] for end in range(1, min(len(example), 24) + 1)}
    pairs = {a + b for a in characters[:_MAX_PAIRED] for b in characters[:_MAX_PAIRED] if a != b}
    for part in sorted({*characters, *pairs, *begins}):
        yield (part * (length // len(part) + 1))[:length]
    for begin in sorted(begins):
        for character in characters:
            yield (begin + character * length)[:length]


def _characters(tree: Any) -> list[str]:
    """Return a character for each set and literal of a parsed pattern, and some of no use to it."""
    found = dict.fromkeys(_pieces(tree))
    return list(dict.fromkeys([*found, "a", "1", " ", "."]))


def _pieces(tree: Any) -> Iterator[str]:
    for kind, value in tree:
        yield from _piece(str(kind), value)


def _piece(kind: str, value: Any) -> Iterator[str]:
    match kind:
        case "LITERAL":
            yield chr(value)
        case "IN":
            yield _member(value)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            yield from _pieces(value[2])
        case "SUBPATTERN":
            yield from _pieces(value[-1])
        case "ATOMIC_GROUP":
            yield from _pieces(value)
        case "BRANCH":
            for branch in value[1]:
                yield from _pieces(branch)


def _example(tree: Any) -> str:
    """Return a short text that a parsed pattern is likely to match."""
    return "".join(_example_of(str(kind), value) for kind, value in tree)


def _example_of(kind: str, value: Any) -> str:
    match kind:
        case "LITERAL":
            return chr(value)
        case "IN":
            return _member(value)
        case "ANY" | "NOT_LITERAL":
            return "a"
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return _example(value[2]) * max(1, int(value[0]))
        case "SUBPATTERN":
            return _example(value[-1])
        case "ATOMIC_GROUP":
            return _example(value)
        case "BRANCH":
            return _example(value[1][0])
    return ""


def _member(members: Sequence[tuple[Any, Any]]) -> str:
    """Return a character of a set."""
    written = "".join(
        chr(value[0] if str(kind) == "RANGE" else value)
        for kind, value in members
        if str(kind) in ("RANGE", "LITERAL")
    )
    classes = {str(value) for kind, value in members if str(kind) == "CATEGORY"}
    if str(members[0][0]) == "NEGATE":
        return next(one for one in "aZ0 .-" if one not in written)
    if "CATEGORY_WORD" in classes:
        return "a"
    if "CATEGORY_DIGIT" in classes:
        return "1"
    if "CATEGORY_SPACE" in classes:
        return " "
    return written[:1] or "a"
