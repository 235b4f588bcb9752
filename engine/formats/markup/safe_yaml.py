"""YAML from outside: no aliases, with which a few letters stand for gigabytes, and little depth.

What stands there is read as text unless it is a plain number or nothing: YAML 1.1 takes ``no`` and
``off`` for a truth value, ``010`` for 8 and ``12:30`` for 750, and all of them name classes.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from engine.formats.layout import FileTree, Problem
from engine.formats.reading.encodings import open_text

MAX_CHARACTERS = 2**20
MAX_DEPTH = 32
_SAFE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DIGITS = [*"-+.0123456789"]


class _Loader(_SAFE):  # type: ignore[misc]
    """Reads whole and decimal numbers and nothing as such, all else as text.

    A key has one value, as YAML wants it: of two that differ, programs take either.
    """

    yaml_implicit_resolvers: dict[str, Any] = {}

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        """Return the mapping of a node.

        Raises:
            YamlError: when a key has two values that differ.
        """
        found = super().construct_mapping(node, deep=True)
        if len(found) < len(node.value):
            for key_node, value_node in node.value:
                key = self.construct_object(key_node, deep=True)
                if self.construct_object(value_node, deep=True) != found[key]:
                    raise YamlError(f"'{str(key)[:50]}' stands there twice, with different values")
        return found


for _tag, _pattern, _first in (
    ("int", r"^[-+]?(?:0|[1-9][0-9]*)$", _DIGITS),
    ("float", r"^[-+]?(?:0|[1-9][0-9]*)?\.[0-9]+(?:[eE][-+]?[0-9]+)?$", _DIGITS),
    ("null", r"^~?$", ["~", ""]),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), _first)


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
        YamlError: when it has some, is malformed, or gives a key two values.
    """
    try:
        _require_plain(text)
        return yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as error:
        raise YamlError(str(error).split("\n", 1)[0]) from error
    except (RecursionError, OverflowError) as error:
        raise YamlError(f"it cannot be read ({type(error).__name__})") from error


def _require_plain(text: str) -> None:
    """Look at the parts before anything is made of them."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise YamlError("it has anchors or aliases ('&', '*'), which are not read")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise YamlError(f"it is nested more than {MAX_DEPTH} deep")
