"""Secrets that people carry: made here, shown once, kept as hashes."""

from __future__ import annotations

import hashlib
import secrets

PREFIX_LENGTH = 11


def new_secret(prefix: str = "") -> str:
    """Return 256 random bits as text."""
    return f"{prefix}{secrets.token_urlsafe(32)}"


def digest(secret: str) -> str:
    """Return the hash a secret is known by; it needs no salt, being random itself."""
    return hashlib.sha256(secret.encode()).hexdigest()
