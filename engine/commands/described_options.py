"""What the options of a task are, in words: type, default and range of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.specs.training import TaskOptions

Schema = Mapping[str, Any]
_TYPES = frozenset(
    (
        "integer", "number", "string", "boolean", "array", "object", "null", "value", "list",
        "of", "or",
    )
)  # fmt: skip
_ENDS = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}


@dataclass(frozen=True)
class Option:
    """One option: its name as ``--option`` takes it, and what it may be."""

    name: str
    type: str
    default: object
    allowed: str
    expert: bool

    def __str__(self) -> str:
        """Return what it may be, in a few words."""
        allowed = f" ({self.allowed})" if self.allowed else ""
        return f"'{self.name}' takes: {self.type}{allowed}"

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the words that it may be, none where it may be any number or text."""
        words = re.findall(r"[a-z][a-z0-9_]*", f"{self.type}, {self.allowed}")
        return tuple(word for word in words if word not in _TYPES)


def described_options(options: type[TaskOptions]) -> Iterator[Option]:
    """Yield the options of a task; those of a part, such as the augmentation, by dotted names."""
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
