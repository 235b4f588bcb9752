"""Where ``easel login`` keeps the server's address and key."""

from __future__ import annotations

import json
import os
from pathlib import Path

from easel.client import Client


class NotSignedIn(Exception):
    """No server is known yet."""

    def __init__(self) -> None:
        super().__init__(
            "Not signed in to a server. Run: easel login http://HOST:8000 --key ek_… "
            "(or set EASEL_URL and EASEL_API_KEY)."
        )


def _path() -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "easel" / "credentials.json"


def save(url: str, key: str) -> Path:
    """Keep address and key in a file that only its owner can read."""
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    # Made private, and not made so afterwards: somebody could read it in between.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump({"url": url, "api_key": key}, file)
    return path


def connect() -> Client:
    """Return a client for the environment's server, else the one signed in to.

    Raises:
        NotSignedIn: when neither is set.
    """
    url, key = os.environ.get("EASEL_URL"), os.environ.get("EASEL_API_KEY")
    if url and key:
        return Client(url, api_key=key)
    try:
        stored = json.loads(_path().read_text())
    except FileNotFoundError:
        raise NotSignedIn from None
    return Client(stored["url"], api_key=stored["api_key"])
