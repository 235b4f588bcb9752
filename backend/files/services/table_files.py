"""Where what was made of a table lies."""

from __future__ import annotations

from backend.files.services.store import store


def pages_key(sha256: str) -> str:
    """Return where the rows of a table lie in groups."""
    return f"tables/{sha256[:2]}/{sha256[2:4]}/{sha256}.parquet"


def statistics_key(sha256: str) -> str:
    """Return where the statistics of a table lie."""
    return f"tables/{sha256[:2]}/{sha256[2:4]}/{sha256}.json"


def delete_table_files(sha256: str) -> None:
    """Delete what was made of a table that is deleted itself."""
    store().delete(pages_key(sha256))
    store().delete(statistics_key(sha256))
