"""What a database is asked for when it is opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from backend.config.database import database_settings

_FULL = 2


def test_sqlite_brings_every_commit_to_the_disk(tmp_path: Path) -> None:
    settings = database_settings(f"sqlite:///{tmp_path}/easel.sqlite3")
    connection = sqlite3.connect(settings["NAME"])
    try:
        connection.executescript(settings["OPTIONS"]["init_command"])
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (_FULL,)
    finally:
        connection.close()
