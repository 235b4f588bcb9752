"""Names of YOLO's classes: ``data.yaml``, or a text with one name a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

import yaml

from engine.formats.encodings import open_text
from engine.formats.layout import FileTree, Problem

_TEXTS = frozenset(("classes.txt", "obj.names", "classes.names", "predefined_classes.txt"))
_MAX_BYTES = 4 * 2**20


def find_class_file(tree: FileTree) -> str | None:
    """Return the file that names the classes, the one nearest to the top, YAML before text."""
    found = [(rank, name.count("/"), name) for name in tree.names() if (rank := _rank(name))]
    return min(found)[2] if found else None


def _rank(name: str) -> int:
    path = PurePosixPath(name)
    if path.suffix.lower() in (".yaml", ".yml"):
        return 1 if path.stem.lower() in ("data", "dataset") else 2
    is_text = path.name.lower() in _TEXTS or path.suffix.lower() == ".names"
    return 3 if is_text else 0


def read_class_names(tree: FileTree, name: str) -> tuple[dict[int, str], list[Problem]]:
    """Return the names by number, and what is wrong with the file."""
    try:
        stream, problems = open_text(tree, name)
        with stream:
            text = stream.read(_MAX_BYTES)
        if not name.lower().endswith((".yaml", ".yml")):
            lines = [line.strip() for line in text.splitlines()]
            return {number: line for number, line in enumerate(lines) if line}, problems
        return _yaml_names(yaml.safe_load(text)), problems
    except (OSError, ValueError, TypeError, RecursionError, yaml.YAMLError) as error:
        reason = str(error).split("\n", 1)[0][:200]
        problem = Problem(
            "class_file_malformed",
            name,
            f"This file does not name the classes ({reason}), so all marks are left out. Write "
            "'names:' with a list.",
            {"reason": reason},
        )
        return {}, [problem]


def _yaml_names(content: Any) -> dict[int, str]:
    names = content.get("names") if isinstance(content, dict) else None
    if isinstance(names, list):
        return {number: str(name) for number, name in enumerate(names)}
    if isinstance(names, dict):
        return {int(number): str(name) for number, name in names.items()}
    raise ValueError("it has no list 'names'")


def write_data_yaml(classes: Mapping[str, int], splits: Iterable[str]) -> bytes:
    """Return a ``data.yaml`` with the names and the folders of the splits."""
    keys = {"train": "train", "validation": "val", "test": "test"}
    folders = {keys[split]: f"images/{split}" for split in splits if split}
    content = {"path": ".", **(folders or {"train": "images"}), "names": list(classes)}
    text: str = yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
    return text.encode()
