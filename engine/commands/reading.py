"""How tables are read, as a command line says it."""

from __future__ import annotations

from argparse import Namespace

from easel import table_flags
from easel.errors import InputError
from pydantic import ValidationError

from engine.errors import SpecError
from engine.specs.samples.column_mapping import COLUMN_ROLES, ColumnMapping
from engine.specs.samples.table_reading import TableReading


def reading_of(options: Namespace) -> TableReading:
    """Return what was said.

    Raises:
        SpecError: when there is no such sign, encoding or kind.
    """
    try:
        return TableReading.model_validate(table_flags.reading_of(options))
    except InputError as error:
        raise SpecError(error.message, code=error.code, **error.params) from error
    except ValidationError as error:
        first = error.errors()[0]
        field = "--" + str(first["loc"][0] if first["loc"] else "kind").replace("_", "-")
        raise SpecError(
            f"'{field}' is wrong: {first['msg']}.", field=field, reason=first["msg"]
        ) from error


def mapping_of(options: Namespace) -> ColumnMapping:
    """Return which columns were said to be what.

    Raises:
        SpecError: when there is no such role, or one is said twice.
    """
    try:
        return ColumnMapping.model_validate(table_flags.mapping_of(options))
    except InputError as error:
        raise SpecError(error.message, code=error.code, **error.params) from error
    except ValidationError as error:
        first = error.errors()[0]
        known = ", ".join(COLUMN_ROLES)
        raise SpecError(
            f"'--column' is wrong: {first['msg']}. The roles are {known}.",
            field="--column",
            reason=first["msg"],
        ) from error
