"""Turn a database address into Django's settings."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit


def database_settings(url: str) -> dict[str, Any]:
    """Return the ``DATABASES["default"]`` entry for ``sqlite:///path`` or ``postgresql://…``.

    Raises:
        ValueError: when the scheme is another.
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": url.removeprefix("sqlite:///"),
            "OPTIONS": {
                "timeout": 20,
                # One that reads first and then writes would fail at once when another wrote
                # meanwhile, in place of waiting for its turn.
                "transaction_mode": "IMMEDIATE",
                # What was answered for outlasts a power failure, for a millisecond a commit.
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;"
                ),
            },
        }
    if parts.scheme in ("postgres", "postgresql"):
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": parts.path.lstrip("/"),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": str(parts.port or ""),
            "CONN_HEALTH_CHECKS": True,
        }
    raise ValueError(
        f"EASEL_DATABASE_URL has the scheme '{parts.scheme}'. "
        "Expected sqlite:///path or postgresql://user:password@host:port/name."
    )
