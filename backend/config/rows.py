"""Write many new rows at once, with as little work for each as the database allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connections, models, router

_BATCH = 1000


def insert_rows(rows: Sequence[models.Model], *, ignore_conflicts: bool = False) -> None:
    """Insert new rows of one model; what the database numbers itself is not filled in.

    ``bulk_create`` writes an expression for each value and, on SQLite, a statement for each few
    rows; most of an import's time went there. SQLite takes one statement and all values.

    Args:
        rows: unsaved rows of one model without parents.
        ignore_conflicts: leave rows out that are there already.
    """
    if not rows:
        return
    model = type(rows[0])
    database = router.db_for_write(model)
    connection = connections[database]
    if connection.vendor != "sqlite":
        model._base_manager.bulk_create(rows, batch_size=_BATCH, ignore_conflicts=ignore_conflicts)
        return
    fields = [
        field
        for field in model._meta.concrete_fields
        if not (isinstance(field, models.AutoField) and rows[0].pk is None)
    ]
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    verb = "INSERT OR IGNORE INTO" if ignore_conflicts else "INSERT INTO"
    statement = f"{verb} {quote(model._meta.db_table)} ({names}) VALUES ({marks})"
    values: list[tuple[Any, ...]] = [
        tuple(field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields)
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(statement, values)
