"""What Hugging Face's ``datasets`` writes into a Parquet file beside the cells."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.formats.layout import Problem

_KEY = b"huggingface"


@dataclass(frozen=True)
class Features:
    """Names of classes by column, and the columns that hold files themselves."""

    classes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    files: tuple[str, ...] = ()

    def turned(self, column: str) -> Callable[[Any], Any] | None:
        """Return what gives a cell of a column as its name; ``None`` where nothing changes."""
        if column in self.files:
            return _path
        names = self.classes.get(column)
        return None if names is None else lambda cell: _named(cell, names)


def features_of(schema: Any) -> Features:
    """Return what the schema of a Parquet file (``pyarrow.Schema``) says."""
    files = tuple(one.name for one in schema if _holds_file(one.type))
    try:
        about = json.loads((schema.metadata or {}).get(_KEY, b"{}"))
        given = about["info"]["features"].items()
    except (ValueError, KeyError, TypeError, AttributeError):
        return Features(files=files)
    classes = {name: names for name, one in given if (names := _names(one)) is not None}
    return Features(classes, files)


def files_in_cells(name: str, columns: Sequence[str]) -> Problem:
    """Return the problem of files that lie in the cells of a table."""
    shown = ", ".join(columns)[:200]
    return Problem(
        "files_in_cells",
        name,
        f"The cells of '{shown}' hold the files themselves, which are not read from a table. Write "
        "each to a file of its own, named as in its 'path', and send them along.",
        {"columns": shown},
    )


def _names(feature: Any) -> Sequence[str] | None:
    """Return the names of a ``ClassLabel``, or of a list of them."""
    if not isinstance(feature, dict):
        return None
    names = feature.get("names")
    if feature.get("_type") == "ClassLabel" and isinstance(names, list):
        return [str(name) for name in names]
    return _names(feature.get("feature"))


def _named(cell: Any, names: Sequence[str]) -> Any:
    if isinstance(cell, list):
        return [_named(one, names) for one in cell]
    is_number = isinstance(cell, int) and not isinstance(cell, bool)
    if is_number and cell == -1:
        # How these data sets write a label that is not known.
        return None
    return names[cell] if is_number and 0 <= cell < len(names) else cell


def _path(cell: Any) -> Any:
    return cell.get("path") if isinstance(cell, dict) else cell


def _holds_file(kind: Any) -> bool:
    from pyarrow import types

    if not types.is_struct(kind):
        return False
    return {"bytes", "path"} <= {kind.field(number).name for number in range(kind.num_fields)}
