"""Names of YOLO's classes: ``data.yaml``, or a text with one name a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import yaml

from engine.formats.findings import classes_merged
from engine.formats.layout import FileTree, Problem
from engine.formats.markup.safe_yaml import read_yaml
from engine.formats.reading.encodings import read_lines
from engine.formats.reading.values import MALFORMED, MAX_REASON, finite, name_text, reason_of

_TEXTS = frozenset(("classes.txt", "obj.names", "classes.names", "predefined_classes.txt"))


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
        if is_yaml(name):
            content, problems = read_yaml(tree, name)
            return _yaml_names(content), problems
        lines, problems = read_lines(tree, name)
        return {number: line for number, line in enumerate(lines) if line}, problems
    except MALFORMED as error:
        return {}, [_malformed(name, reason_of(error))]
    except OSError as error:
        return {}, [_malformed(name, str(error)[:MAX_REASON])]


def class_gaps(classes: Mapping[int, str], place: str) -> Iterator[Problem]:
    """Yield what becomes of numbers between which others are missing, or that share a name."""
    yield from classes_merged(place, classes.values())
    numbers = sorted(classes)
    missing = next((one for one, number in enumerate(numbers) if one != number), None)
    if missing is not None:
        yield Problem(
            "class_numbers_closed",
            place,
            f"No class has the number {missing}. Labels have their order here and no numbers: an "
            "export numbers them from 0 without gaps.",
            {"missing": missing},
        )


def is_yaml(name: str) -> bool:
    """Tell a YAML file by its suffix."""
    return name.lower().endswith((".yaml", ".yml"))


def _malformed(name: str, reason: str) -> Problem:
    return Problem(
        "class_file_malformed",
        name,
        f"This file does not name the classes ({reason}), so all annotations are left out. Write "
        "'names:' with a list.",
        {"reason": reason},
    )


def _yaml_names(content: Any) -> dict[int, str]:
    names = content.get("names") if isinstance(content, dict) else None
    if isinstance(names, list):
        return {number: name_text(name) for number, name in enumerate(names)}
    if isinstance(names, dict):
        return {int(finite(number)): name_text(name) for number, name in names.items()}
    raise ValueError("it has no list 'names'")


def write_data_yaml(classes: Mapping[str, int], splits: Iterable[str]) -> bytes:
    """Return a ``data.yaml`` with the names and the folders of the splits."""
    keys = {"train": "train", "validation": "val", "test": "test"}
    folders = {keys[split]: f"images/{split}" for split in splits if split}
    # Without "path" everybody looks beside this file; "." would be where the program was started.
    content = {**(folders or {"train": "images"}), "names": list(classes)}
    text: str = yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
    return text.encode()
