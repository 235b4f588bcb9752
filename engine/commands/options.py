"""``python -m engine options TASK``: what a training may be told, and in what ranges."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from engine.catalog import TASKS
from engine.commands.specs import unknown_task
from engine.specs.parse import options_class

Schema = Mapping[str, Any]
_ENDS = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}
# Longer lists make a table that nobody can read.
_WIDE = 200


@dataclass(frozen=True)
class Option:
    """One option: its name as ``--option`` takes it, and what it may be."""

    name: str
    type: str
    default: object
    allowed: str
    expert: bool


def run(options: Namespace) -> int:
    """Print the options of a task, the rarely needed ones last.

    Raises:
        SpecError: when there is no such task.
    """
    if options.task not in TASKS:
        raise unknown_task(options.task)
    found = sorted(options_of(options.task), key=lambda one: one.expert)
    if options.json:
        json.dump([asdict(one) for one in found], sys.stdout, indent=2, ensure_ascii=False)
        sys.stdout.write("\n")
        return 0
    table = Table("option", "type", "default", "allowed", box=None, pad_edge=False)
    for one in found:
        table.add_row(one.name, one.type, json.dumps(one.default), one.allowed)
    # A pipe gets whole lines, whatever the terminal's width would be.
    Console(width=None if sys.stdout.isatty() else _WIDE, highlight=False).print(table)
    return 0


def options_of(task: str) -> Iterator[Option]:
    """Yield the options of a task; those of a part, such as the augmentation, by dotted names."""
    options = options_class(task)
    schema = options.model_json_schema()
    # A part may begin elsewhere in this task than its class says.
    defaults = options().model_dump(mode="json")
    yield from _of_object(schema, schema.get("$defs", {}), defaults, "")


def _of_object(
    schema: Schema, parts: Schema, defaults: Mapping[str, Any], prefix: str
) -> Iterator[Option]:
    for name, field in schema["properties"].items():
        part = parts.get(str(field.get("$ref", "")).rpartition("/")[2])
        if part is not None and "properties" in part:
            yield from _of_object(part, parts, defaults[name], f"{prefix}{name}.")
            continue
        resolved = {**(part or {}), **field}
        yield Option(
            name=f"{prefix}{name}",
            type=_type_of(resolved),
            default=defaults[name],
            allowed=_allowed(resolved),
            expert=bool(resolved.get("expert")),
        )


def _type_of(field: Schema) -> str:
    if "anyOf" in field:
        return " or ".join(_type_of(one) for one in field["anyOf"])
    if "const" in field:
        return str(field["const"])
    if field.get("type") == "array":
        return f"list of {_type_of(field.get('items', {}))}"
    return str(field.get("type", "value"))


def _allowed(field: Schema) -> str:
    ways = field.get("anyOf", [field])
    unit = f" {field['unit']}" if "unit" in field else ""
    texts = [text for text in map(_range_or_choices, ways) if text]
    return f"{'; '.join(texts)}{unit}" if texts else unit.strip()


def _range_or_choices(field: Schema) -> str:
    choices = field.get("enum") or field.get("items", {}).get("enum")
    if choices:
        return ", ".join(str(choice) for choice in choices)
    return ", ".join(f"{sign} {field[end]}" for end, sign in _ENDS.items() if end in field)
