"""Indexes that databases need in different forms; as such they survive every later migration."""

from __future__ import annotations

from typing import Any

from django.db import connections, models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.utils import DatabaseError, NotSupportedError

# What a search looks for its words in.
SEARCHED = ("name", "excerpt")


class WalkedIndex(models.Index):
    """An order to list samples in, with what is searched beside it on SQLite.

    A search walks the list in its order. SQLite finds all it has to compare within the index, and
    reads only the rows that match. PostgreSQL's indexes take no values as long as these.
    """

    def create_sql(
        self,
        model: type[models.Model],
        schema_editor: BaseDatabaseSchemaEditor,
        using: str = "",
        **options: Any,
    ) -> Statement:
        """Return the statement that makes the index."""
        if schema_editor.connection.vendor != "sqlite":
            return super().create_sql(model, schema_editor, using, **options)
        whole = models.Index(
            fields=[*self.fields, *SEARCHED], condition=self.condition, name=self.name
        )
        return whole.create_sql(model, schema_editor, using, **options)


class TextIndex(models.Index):
    """The three-letter pieces of what is searched, on PostgreSQL; nothing elsewhere.

    Needs the extension ``pg_trgm``, which every PostgreSQL brings and the owner of a database may
    create. Where it is absent, a search compares each row.
    """

    def create_sql(
        self,
        model: type[models.Model],
        schema_editor: BaseDatabaseSchemaEditor,
        using: str = "",
        **options: Any,
    ) -> Statement:
        """Return the statement that makes the index, one without effect where there is none."""
        del using, options
        if not _has_pieces(schema_editor.connection.alias):
            return Statement("SELECT 1", table=model._meta.db_table)
        # As Django spells what ``icontains`` compares.
        columns = ", ".join(f'UPPER("{name}"::text) gin_trgm_ops' for name in SEARCHED)
        return Statement(
            "CREATE INDEX %(name)s ON %(table)s USING gin (%(columns)s)",
            name=schema_editor.quote_name(self.name),
            table=schema_editor.quote_name(model._meta.db_table),
            columns=columns,
        )

    def remove_sql(
        self, model: type[models.Model], schema_editor: BaseDatabaseSchemaEditor, **options: Any
    ) -> str:
        """Return the statement that removes the index."""
        del model, options
        return f"DROP INDEX IF EXISTS {schema_editor.quote_name(self.name)}"


def _has_pieces(alias: str) -> bool:
    """Create the extension where that is allowed; tell whether it is there."""
    connection = connections[alias]
    if connection.vendor != "postgresql":
        return False
    try:
        # A savepoint, as PostgreSQL takes no other statement after one that failed.
        with transaction.atomic(using=alias), connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    except (DatabaseError, NotSupportedError):
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
            return cursor.fetchone() is not None
    return True
