"""A database as an earlier version left it, for tests of migrations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps


@contextmanager
def migrated_back_to(*targets: tuple[str, str]) -> Iterator[StateApps]:
    """Give the models as of these migrations; the database has today's tables again afterwards.

    A test of it has ``pytest.mark.django_db(transaction=True)``: tables change outside of any
    transaction.
    """
    before = MigrationExecutor(connection).migrate(list(targets))
    try:
        yield before.apps
    finally:
        today = MigrationExecutor(connection)
        today.migrate(today.loader.graph.leaf_nodes())
