"""YAML from outside: no aliases, with which a few letters stand for gigabytes, and little depth."""

from __future__ import annotations

from typing import Any

import yaml

from engine.formats.encodings import open_text
from engine.formats.layout import FileTree, Problem

MAX_CHARACTERS = 2**20
MAX_DEPTH = 32
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlError(ValueError):
    """The text is no YAML that we read; the message says why."""


def read_yaml(tree: FileTree, name: str) -> tuple[Any, list[Problem]]:
    """Return what a file holds, and how it was read.

    Raises:
        YamlError: when it is too long, or no YAML that is read.
        OSError: when it cannot be read.
    """
    stream, problems = open_text(tree, name)
    with stream:
        text = stream.read(MAX_CHARACTERS + 1)
    if len(text) > MAX_CHARACTERS:
        raise YamlError(f"it has more than {MAX_CHARACTERS} characters")
    return parse_yaml(text), problems


def parse_yaml(text: str) -> Any:
    """Return the value of a text without anchors, aliases and deep nesting.

    Raises:
        YamlError: when it has some, or is malformed.
    """
    try:
        _require_plain(text)
        return yaml.load(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise YamlError(str(error).split("\n", 1)[0]) from error
    except (RecursionError, OverflowError) as error:
        raise YamlError(f"it cannot be read ({type(error).__name__})") from error


def _require_plain(text: str) -> None:
    """Look at the parts before anything is made of them."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise YamlError("it has anchors or aliases ('&', '*'), which are not read")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise YamlError(f"it is nested more than {MAX_DEPTH} deep")
