"""Which columns of tables of texts or references are what: looked at before an import."""

from __future__ import annotations

import json
from typing import Any

from backend.api.errors import Invalid
from backend.datasets.models import Import
from backend.decoding.decode import decode
from backend.decoding.errors import Refused
from engine.catalog import DatasetFormat
from engine.formats.given_columns import GivenColumns
from engine.formats.tables.column_preview import rules_of
from engine.specs.samples.column_mapping import ColumnMapping
from engine.specs.samples.table_reading import TableReading


def preview_columns(
    *,
    content: bytes,
    name: str,
    format: str,
    reading: TableReading,
    mapping: ColumnMapping,
    is_whole: bool = True,
) -> dict[str, Any]:
    """Say how a table would be read and which of its columns is what, and show its first rows.

    Raises:
        Invalid: when it cannot be read so, or the format has no columns.
    """
    require_roles(DatasetFormat(format), mapping, are_columns_needed=True)
    try:
        found = decode(
            "preview_columns",
            content,
            name=name,
            format=format,
            reading=reading.model_dump(mode="json"),
            mapping=mapping.model_dump(mode="json"),
            is_whole=is_whole,
        ).found
    except Refused as error:
        raise Invalid(error.message, code=error.code, **error.params) from error
    looked: dict[str, Any] = found
    return looked


def require_roles(
    format: DatasetFormat, mapping: ColumnMapping, *, are_columns_needed: bool = False
) -> None:
    """Refuse roles that columns of a format cannot have.

    Raises:
        Invalid: ``column_roles_unknown``, naming those that they can.
    """
    if not mapping.roles and not are_columns_needed:
        return
    rules = rules_of(format)
    wrong = [role for role in mapping.roles if role not in (rules or {})]
    if rules is None or wrong:
        known = ", ".join(rules or ()) or "none"
        raise Invalid(
            f"Columns of the format '{format}' cannot be {', '.join(wrong) or 'named'}. They can "
            f"be: {known}.",
            code="column_roles_unknown",
            format=format,
            roles=", ".join(wrong),
            known=known,
        )


def given_of(session: Import) -> GivenColumns:
    """Return what somebody said of the tables of an upload."""
    return GivenColumns(
        TableReading.model_validate_json(json.dumps(session.reading)),
        ColumnMapping.model_validate_json(json.dumps(session.mapping)),
    )
