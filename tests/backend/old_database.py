"""A database as an earlier version left it, for tests of migrations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps


@contextmanager
def migrated_back_to(*targets: tuple[str, str]) -> Iterator[StateApps]:
    """Give the models as of these migrations; the database has today's tables again afterwards.

    A test of it has ``pytest.mark.django_db(transaction=True)``: tables change outside of any
    transaction.
    """
    MigrationExecutor(connection).migrate(list(targets))
    # What is returned of going back by several targets still has what the first ones took away.
    loader = MigrationLoader(connection)
    try:
        yield loader.project_state(list(loader.applied_migrations)).apps
    finally:
        today = MigrationExecutor(connection)
        today.migrate(today.loader.graph.leaf_nodes())
