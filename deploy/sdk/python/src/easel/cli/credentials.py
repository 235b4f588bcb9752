"""Where ``easel login`` keeps the server's address and key."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from easel.client import Client


class NotSignedIn(Exception):
    """No server is known, or what was kept about it is damaged."""

    def __init__(self, reason: str = "Not signed in to a server.") -> None:
        super().__init__(
            f"{reason} Run: easel login http://HOST:8000 --key ek_… "
            "(or set EASEL_URL and EASEL_API_KEY)."
        )


def _path() -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "easel" / "credentials.json"


def save(url: str, key: str) -> Path:
    """Keep address and key in a file that only its owner can read."""
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    # Another file takes its place: one that is there may be open to others.
    descriptor, new = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    with os.fdopen(descriptor, "w") as file:
        json.dump({"url": url, "api_key": key}, file)
    Path(new).replace(path)
    return path


def connect() -> Client:
    """Return a client for the environment's server, else the one signed in to.

    Raises:
        NotSignedIn: when neither is set, or the file is damaged.
    """
    url, key = os.environ.get("EASEL_URL"), os.environ.get("EASEL_API_KEY")
    if url and key:
        return Client(url, api_key=key)
    try:
        stored = json.loads(_path().read_text())
        return Client(stored["url"], api_key=stored["api_key"])
    except FileNotFoundError:
        raise NotSignedIn from None
    except (ValueError, TypeError, KeyError):
        raise NotSignedIn(f"{_path()} holds no server's address and key.") from None
