"""Fields of JSON lines that other tools call otherwise: renamed to what is read here."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TextIO

from engine.formats.given_columns import GivenColumns, RoleRules
from engine.formats.layout import FileTree
from engine.formats.reading.encodings import lines_of, open_text
from engine.formats.reading.json_stream import JsonError, iterate_json
from engine.formats.reading.values import MALFORMED, parse_json
from engine.formats.tables.guesses.column_roles import find_roles
from engine.specs.samples.column_mapping import ColumnRole

MAX_LINE = 16 * 2**20
"""Characters of one sample; decoded they may take twenty times as much memory."""
_HEAD_LINES = 100
_OF_LINES = (".jsonl", ".ndjson")
# What each role is called in our own objects.
_KEYS: Mapping[ColumnRole, str] = {
    "file": "file",
    "text": "text",
    "text1": "text1",
    "text2": "text2",
    "label": "label",
    "score": "value",
    "spans": "spans",
    "split": "split",
}
_KNOWN_SAMPLES = frozenset(
    ("text", "text1", "text2", "file", "image", "audio", "video", "data", "tokens")
)


def field_rows(tree: FileTree, name: str, num: int) -> tuple[list[str], list[list[str]]]:
    """Return the names of all fields of the first objects, and their values as texts."""
    objects: list[dict[str, Any]] = []
    stream, _ = open_text(tree, name)
    with stream:
        if is_array(stream, name):
            members = islice(iterate_json(stream), num)
            try:
                objects.extend(one.value for one in members if isinstance(one.value, dict))
            except JsonError:
                # Said where the objects are read.
                pass
            stream.seek(0, 2)
        for _, line in islice(lines_of(stream, MAX_LINE), num):
            try:
                value = parse_json(line or "")
            except MALFORMED:
                continue
            if isinstance(value, dict):
                objects.append(value)
    names = list(dict.fromkeys(key for one in objects for key in one if key))
    return names, [[_text(one.get(key)) for key in names] for one in objects]


def is_array(stream: TextIO, name: str) -> bool:
    """Tell one array of objects from lines, one of which may be an array by mistake."""
    first = stream.readline(MAX_LINE)
    others = islice(lines_of(stream, MAX_LINE), _HEAD_LINES)
    is_alone = not any(line is None or line.strip() for _, line in others)
    stream.seek(0)
    if not first.lstrip().startswith("["):
        return False
    if name.lower().endswith(_OF_LINES):
        return is_alone or first.strip() == "["
    try:
        parse_json(first)
    except MALFORMED:
        return True
    return is_alone


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class Renaming:
    """Which field of an object each role has, and roles that none has, whatever it is called."""

    fields: Mapping[ColumnRole, str]
    without: Sequence[ColumnRole]

    def apply(self, value: dict[str, Any], known: Collection[str]) -> dict[str, Any]:
        """Return an object with our names for its fields.

        Args:
            value: the object.
            known: other fields that are kept; what is not among them is left out.
        """
        mapped = {key for role in (*self.fields, *self.without) for key in _keys_of(role)}
        mapped |= set(self.fields.values())
        kept = {key: one for key, one in value.items() if key in known and key not in mapped}
        for role, field in self.fields.items():
            if value.get(field) is not None:
                key, one = _named(role, value[field], of_file="file" in self.fields)
                kept[key] = one
        return kept


def field_roles(
    tree: FileTree, name: str, rules: RoleRules, given: GivenColumns
) -> Renaming | None:
    """Return which fields of a file are what; ``None`` where they are called as they are here.

    Raises:
        DataError: when a field that somebody names is not there.
        OSError: when the file cannot be read.
    """
    names, rows = field_rows(tree, name, _HEAD_LINES)
    if not rows or (not given.mapping.roles and _KNOWN_SAMPLES & set(names)):
        return None
    found = find_roles(names, rows, rules, given.mapping, has_header=True)
    fields = {role: names[place] for role, place in found.places.items()}
    return Renaming(fields, given.mapping.without)


def _keys_of(role: ColumnRole) -> tuple[str, ...]:
    return ("label", "labels") if role == "label" else (_KEYS[role],)


def _named(role: ColumnRole, value: Any, *, of_file: bool) -> tuple[str, Any]:
    """Return our name for the field of a role, and its value as it is read under that name."""
    if role == "text" and of_file:
        # What is said of a file: a text of its own would be the sample.
        return "texts", value if isinstance(value, list) else [value]
    if role == "label" and isinstance(value, list):
        return "labels", value
    if role in ("label", "text", "text1", "text2", "file") and isinstance(value, int | float):
        return _KEYS[role], _text(value)
    if role == "spans" and isinstance(value, list) and value:
        # As doccano writes them, which has two ways.
        if all(isinstance(one, list) for one in value):
            return "label", value
        if all(isinstance(one, dict) and "start_offset" in one for one in value):
            return "entities", value
    if role == "score" and isinstance(value, str):
        try:
            return _KEYS[role], float(value)
        except ValueError:
            return _KEYS[role], value
    return _KEYS[role], value
