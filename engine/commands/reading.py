"""How tables are read, as a command line says it."""

from __future__ import annotations

from argparse import Namespace

from pydantic import ValidationError

from engine.errors import SpecError
from engine.specs.samples.column_mapping import COLUMN_ROLES, ColumnMapping
from engine.specs.samples.table_reading import TableReading

_SIGNS = {"tab": "\t", "space": " ", "comma": ",", "semicolon": ";", "bar": "|", "dot": "."}


def reading_of(options: Namespace) -> TableReading:
    """Return what was said.

    Raises:
        SpecError: when there is no such sign, encoding or kind.
    """
    given: dict[str, object] = {
        "header": None if options.header is None else options.header == "yes",
        "names": options.names.split(",") if options.names else None,
        "sheet": options.sheet,
        "skip_rows": options.skip_rows,
        "encoding": options.encoding,
        "delimiter": _sign(options.delimiter),
        "decimal": _sign(options.decimal),
        "thousands": _sign(options.thousands),
        "date_order": options.date_order,
        "missing": options.missing,
        "kinds": [_kind(one) for one in options.kind or ()],
    }
    try:
        return TableReading.model_validate(
            {name: value for name, value in given.items() if value is not None}
        )
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
    columns, without = [], []
    for assignment in options.column or ():
        role, separator, column = assignment.partition("=")
        if not separator:
            raise SpecError(
                f"'{assignment}' names no column. Write ROLE=COLUMN, such as text=review.",
                code="option_malformed",
                option=assignment,
            )
        if column:
            columns.append({"role": role, "column": column})
        else:
            without.append(role)
    try:
        return ColumnMapping.model_validate({"columns": columns, "without": without})
    except ValidationError as error:
        first = error.errors()[0]
        known = ", ".join(COLUMN_ROLES)
        raise SpecError(
            f"'--column' is wrong: {first['msg']}. The roles are {known}.",
            field="--column",
            reason=first["msg"],
        ) from error


def _sign(word: str | None) -> str | None:
    return None if word is None else _SIGNS.get(word, word)


def _kind(assignment: str) -> dict[str, str]:
    name, separator, kind = assignment.rpartition("=")
    if not separator:
        raise SpecError(
            f"'{assignment}' is no kind of a column. Write COLUMN=KIND, such as zip=category.",
            code="option_malformed",
            option=assignment,
        )
    return {"name": name, "kind": kind}
